"""The spend ledger: one small file per start, so that two branches never conflict."""

from __future__ import annotations

from typing import Literal

from chaff.shapes.base import Digest, Shape
from chaff.shapes.head import RuleId
from chaff.shapes.program import Model
from chaff.shapes.record import Count, Instant
from chaff.shapes.scorer import NonEmpty


class SpendEntry(Shape, frozen=True, kw_only=True):
    """What one start has spent and may still owe.

    What counts against a cap is `billed + reserved + lost`: while calls are in flight their worst
    case is reserved; a reservation whose process died becomes lost (it may have been billed).
    """

    schema: Literal["chaff.spend/1"]
    rule: RuleId
    practice: bool
    pilot: bool
    config_hash: Digest
    model: Model
    endpoint: NonEmpty
    started_at: Instant
    run: NonEmpty
    """Path of the run file, relative to the project."""
    state: Literal["open", "closed", "abandoned"]
    billed_nano_usd: Count
    reserved_nano_usd: Count
    lost_nano_usd: Count

    @property
    def held_nano_usd(self) -> int:
        """What this start counts for against every cap."""
        return self.billed_nano_usd + self.reserved_nano_usd + self.lost_nano_usd
