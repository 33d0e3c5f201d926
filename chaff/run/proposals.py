"""What a search for control edits needs of the runner: the tokens of any text of the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from chaff.battery.arm import view
from chaff.battery.prompt import body
from chaff.run.control import Counter
from chaff.run.experiment import Experiment

TextCount = Callable[[str], dict[str, int]]
"""Returns, for a text of the instruction file, the tokens of the first prompt by model."""
Propose = Callable[[bool, TextCount], Sequence[str]]
"""Returns lines for a person; the first argument asks for the practice battery."""


def text_counter(
    experiments: Sequence[Experiment], counter: Counter, sleep: Callable[[float], None]
) -> TextCount:
    """Return a function that counts the first item's first prompt with another file's text."""

    def count(text: str) -> dict[str, int]:
        found = {}
        for experiment in experiments:
            config = experiment.config
            seen = msgspec.structs.replace(view(config, "present", ""), text=text)
            request = body(config, seen, config.battery.items[0], experiment.model, ())
            found[experiment.model] = counter.insist(request, sleep)
        return found

    return count
