"""What one's own series says of itself: mean, standard deviation, autocorrelation."""

from __future__ import annotations

import math
from typing import Final

from chaff.errors import BadInputError
from chaff.gate.autocorrelation import lag_one
from chaff.gate.series import Series
from chaff.gate.welch import is_constant, mean, variance
from chaff.shapes.base import Shape

MIN_DAYS: Final = 10


class Summary(Shape, frozen=True, kw_only=True):
    """A series in three numbers; autocorrelation is None where too few neighbours are scored."""

    baseline: float
    sd: float
    autocorrelation: float | None


def summarise(series: Series, *, scale: float, where: str) -> Summary:
    """Return the summary, or raise BadInputError if there are too few days or no variance.

    Steps within the series, as edits that worked, count as variance and make the SD larger.
    """
    scores = series.scores
    values = tuple(scores.values())
    if len(values) < MIN_DAYS:
        raise BadInputError(f"{len(values)} scored days; {MIN_DAYS} needed", where=where)
    if is_constant(values, scale=scale):
        raise BadInputError("zero variance: every day has the same score", where=where)
    return Summary(
        baseline=mean(values), sd=math.sqrt(variance(values)), autocorrelation=lag_one([scores])
    )
