"""The few distribution functions the gate needs; the only place that imports SciPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chaff.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def t_two_sided_p(t: float, df: float) -> float:
    """Return P(|T| >= |t|) of Student's t."""
    return 2 * float(_special().stdtr(df, -abs(t)))


def t_quantile(probability: float, df: float) -> float:
    """Return the t below which Student's t lies with this probability."""
    return float(_special().stdtrit(df, probability))


def chi_square_quantile(probability: float, df: float) -> float:
    """Return the value below which chi-square lies with this probability."""
    return 2 * float(_special().gammaincinv(df / 2, probability))


def log_gamma(x: float) -> float:
    """Return the logarithm of the gamma function."""
    return float(_special().gammaln(x))


def normal_cdf(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard normal distribution function, element by element."""
    values: NDArray[np.float64] = _special().ndtr(x)
    return values


def _special() -> Any:
    try:
        import scipy.special  # type: ignore[import-untyped]
    except ImportError:
        raise UsageError(
            "the gate's arithmetic needs SciPy", remedy="pip install 'chaff-lint[gate]'"
        ) from None
    return scipy.special
