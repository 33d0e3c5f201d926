import re

from chaff.run.budget import Room
from chaff.run.caching import NOTHING
from chaff.run.costs import room_lines
from chaff.run.estimate import estimate
from chaff.run.expectation import Expected
from chaff.run.experiment import Experiment
from chaff.run.plan import owed_jobs
from chaff.run.prepare import Prepared
from chaff.run.report import estimate_lines
from chaff.run.sizes import Place, Sizes
from chaff.shapes.config import ARMS
from chaff.shapes.record import CandidateCount, TokenCounts
from chaff.stats.power import simulate_power
from tests.support.configs import PRIMARY, tiny_config, tiny_program

CONFIG = tiny_config()
COUNTS = TokenCounts(
    item="item-01", present=100, removed=60, controls=(CandidateCount(id="cut-1", tokens=61),)
)


SIZES = Sizes(
    prompts={
        Place(arm, item.id): tokens
        for arm, tokens in zip(ARMS, (100, 60, 61), strict=True)
        for item in CONFIG.battery.items
    },
    prefixes={},
)


def figures(min_cacheable=None):
    prices = tiny_program().prices[PRIMARY]
    jobs = owed_jobs(CONFIG, (), where="run")
    return estimate(
        jobs, SIZES, prices, max_tokens=100, output_each=80, min_cacheable=min_cacheable
    )


def lines():
    prices = tiny_program().prices[PRIMARY]
    return estimate_lines(
        Experiment(config=CONFIG, model=PRIMARY, prices=prices, pilot=True),
        Prepared(counts=COUNTS, sizes=SIZES, caching=NOTHING, batch=False),
        figures(),
        Expected(tokens=80, source="assumed"),
        endpoint="anthropic",
    )


def test_it_is_said_before_consent_that_a_cap_may_end_the_run():
    enough = Room(name="rule cap", cap=2_000, held=0)
    taken = Room(name="program cap", cap=2_000, held=1)
    assert len(room_lines([enough], 2_000)) == 1
    *_, note = room_lines([enough, taken], 2_000)
    assert note.startswith("note: this may need up to $")


def test_the_estimate_says_what_the_design_can_detect():
    (line,) = [line for line in lines() if line.startswith("  detects ")]
    power = simulate_power(len(CONFIG.battery.items), CONFIG.repeats, CONFIG.admission)
    found = re.search(
        r"a true effect of \+(\d+) points 80 % of the time, \+15 points (\d+) %; "
        r"admits a useless rule (\d+) % \(simulated",
        line,
    )
    assert found
    said = tuple(map(int, found.groups()))
    chances = (power.detectable_80, power.admitted[0.15], power.useless_admitted)
    assert said == tuple(round(100 * chance) for chance in chances)
