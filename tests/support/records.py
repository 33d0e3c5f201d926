"""Single records of a run file, with as little in them as they may have."""

from __future__ import annotations

from chaff.shapes.config import Arm
from chaff.shapes.record import Header, TokenCounts, Turn, Usage
from tests.support.configs import PRIMARY, tiny_program

DIGEST = "sha256:" + "0" * 64


def turn(
    arm: Arm = "present",
    item: str = "item-01",
    repeat: int = 1,
    number: int = 1,
    score: str | None = "pass",
    name: str | None = None,
) -> Turn:
    return Turn(
        prev=DIGEST,
        arm=arm,
        item=item,
        repeat=repeat,
        turn=number,
        response={"content": []},
        usage=Usage(input=1, output=1),
        stop_reason=None,
        response_id=name or f"{arm}/{item}/{repeat}/{number}",
        request_id=None,
        server_date=None,
        model="m",
        cost_nano_usd=0,
        score=score,
        reason=None,
    )


def header() -> Header:
    return Header(
        schema="chaff.run/1",
        prev=None,
        rule="a-rule",
        practice=False,
        pilot=False,
        config_hash=DIGEST,
        battery_hash=DIGEST,
        request_hash=DIGEST,
        commit=None,
        model=PRIMARY,
        request={},
        endpoint="anthropic",
        prices=tiny_program().prices[PRIMARY],
        arms={"present": DIGEST, "removed": DIGEST, "control": DIGEST},
        control="one",
        counts=TokenCounts(item="item-01", present=1, removed=1, controls=()),
        order_seed=DIGEST,
        software={},
        started_at="2026-12-02T12:00:00Z",
    )
