import pytest

from chaff.errors import BadInputError
from chaff.gate.summary import summarise
from tests.support.days import series_of


def test_mean_and_deviation():
    summary = summarise(series_of((6.0, 8.0) * 5, (6.0, 8.0) * 5), scale=10, where="S")
    assert summary.baseline == 7
    assert summary.sd == pytest.approx((20 / 19) ** 0.5)
    assert summary.autocorrelation == 0.0


@pytest.mark.parametrize(
    ("pre", "message"),
    [((7.0,) * 9, "S: 9 scored days; 10 needed"), ((7.0,) * 12, "S: zero variance")],
)
def test_too_little_to_go_by_is_refused(pre, message):
    with pytest.raises(BadInputError, match=message):
        summarise(series_of(pre, ()), scale=10, where="S")
