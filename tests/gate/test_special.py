import sys

import numpy as np
import pytest

from chaff.errors import UsageError
from chaff.gate import special


def test_known_values():
    assert special.t_two_sided_p(-12.706204736, 1) == pytest.approx(0.05)
    assert special.t_quantile(0.975, 10) == pytest.approx(2.228138852)
    assert special.chi_square_quantile(0.95, 3) == pytest.approx(7.814727903)
    assert special.log_gamma(5) == pytest.approx(np.log(24))
    assert special.normal_cdf(np.array([0.0, 1.959963985])) == pytest.approx([0.5, 0.975])


def test_without_scipy_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(UsageError, match=r"chaff-lint\[gate\]"):
        special.t_quantile(0.975, 10)
