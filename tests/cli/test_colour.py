import io

import pytest

from chaff.cli.colour import print_lines, wants_colour
from chaff.lint.output.text import Span


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


# environment, on a terminal, through a pipe
CASES = [
    ({}, True, False),
    ({"TERM": "xterm"}, True, False),
    ({"TERM": "dumb"}, False, False),
    ({"NO_COLOR": "1"}, False, False),
    ({"NO_COLOR": ""}, True, False),
    ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
    ({"FORCE_COLOR": "0"}, True, False),
    ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
]


@pytest.mark.parametrize(("environment", "terminal", "pipe"), CASES)
def test_wants_colour(environment, terminal, pipe):
    assert wants_colour(Terminal(), environment) is terminal
    assert wants_colour(io.StringIO(), environment) is pipe


def test_what_the_charset_lacks_is_escaped():
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", newline="\n")
    print_lines([(Span("é", "strong"), Span(""))], out, colour=True)
    out.flush()
    assert raw.getvalue() == b"\x1b[1m\\xe9\x1b[0m\n"
