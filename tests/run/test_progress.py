import io

import msgspec

from chaff.run.progress import Progress, Standing, Totals
from chaff.shapes.record import Usage
from tests.support.records import turn


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def standing(done: int) -> Standing:
    return Standing(
        model="m", done=done, cells=108, in_flight=2, spent_nano_usd=10**7, left_nano_usd=10**9
    )


def test_off_a_terminal_a_line_comes_every_ten_seconds_and_at_the_end():
    out, at = io.StringIO(), [0.0]
    progress = Progress(out, clock=lambda: at[0])
    for second in range(25):
        at[0] = second
        progress.show(standing(second))
    progress.close()
    progress.close()
    lines = out.getvalue().splitlines()
    assert lines == [
        "m: 10 of 108 cells, 2 in flight, $0.0100 spent, $1.00 left, about 2 min to go",
        "m: 20 of 108 cells, 2 in flight, $0.0100 spent, $1.00 left, about 88 s to go",
        "m: 24 of 108 cells, 2 in flight, $0.0100 spent, $1.00 left",
    ]


def test_on_a_terminal_one_line_is_alive_and_a_plain_one_stays():
    out = Terminal()
    progress = Progress(out)
    progress.show(standing(1))
    progress.show(standing(2))
    progress.close()
    assert out.getvalue().endswith("m: 2 of 108 cells, 2 in flight, $0.0100 spent, $1.00 left\n")
    assert "\x1b[?25h" in out.getvalue(), "the cursor is shown again"


def test_the_live_line_is_text_and_no_markup(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    out = Terminal()
    progress = Progress(out)
    progress.show(msgspec.structs.replace(standing(1), model="[m]"))
    progress._live.refresh()
    shown = out.getvalue()
    progress.close()
    assert "[m]: 1 of 108 cells, 2 in flight, $0.0100 spent, $1.00 left" in shown


def test_totals_grow_with_the_turns_and_look_at_each_once():
    first = turn(score=None)
    second = msgspec.structs.replace(
        turn(repeat=2), cost_nano_usd=7, usage=Usage(input=30, output=1, cache_read=70)
    )
    totals = Totals()
    totals.take(())
    assert totals.cached_share is None
    totals.take((first,))
    totals.take((first, second))
    totals.take((first, second))
    assert (totals.done, totals.spent_nano_usd) == (1, first.cost_nano_usd + 7)
    assert totals.cached_share == 70 / (100 + first.usage.prompt)
