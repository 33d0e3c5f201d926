import pytest

from chaff.errors import BadInputError
from chaff.pattern import found_in, is_valid, matches_whole, require_valid

CASES = {
    "anywhere": (r"npm", "pnpm test", True, False),
    "anchored": (r"^npm", "pnpm test", False, False),
    "whole": (r"pnpm .*", "pnpm test", True, True),
    "a dot is not a line end": (r"a.b", "a\nb", False, False),
    "unless asked": (r"(?s)a.b", "a\nb", True, True),
    "not ASCII": (r"naïve", "so naïve", True, False),
    "lone surrogate": (r"ok", "\ud800ok", True, False),
    "nothing": (r"x*", "", True, True),
}


@pytest.mark.parametrize(("pattern", "text", "found", "whole"), CASES.values(), ids=CASES)
def test_matching(pattern, text, found, whole):
    assert found_in(pattern, text) is found
    assert matches_whole(pattern, text) is whole


@pytest.mark.parametrize("pattern", ["(", r"(?=a)", r"(a)\1", "((a{900}){900}){900}", "[\ud800-"])
def test_what_is_not_re2_is_refused(pattern, capfd):
    assert not is_valid(pattern)
    with pytest.raises(BadInputError, match=r"rule x: pattern .* is not RE2"):
        require_valid(pattern, where="rule x")
    with pytest.raises(BadInputError):
        found_in(pattern, "a")
    with pytest.raises(BadInputError):
        matches_whole(pattern, "a")
    assert capfd.readouterr() == ("", "")


def test_time_is_linear():
    assert not found_in(r"^(a+)+$", "a" * 200_000 + "b")
