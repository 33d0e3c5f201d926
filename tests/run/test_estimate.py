from chaff.run.estimate import estimate
from chaff.run.plan import owed_jobs
from chaff.shapes.record import CandidateCount, TokenCounts
from tests.support.configs import PRIMARY, tiny_config, tiny_program

PRICES = tiny_program().prices[PRIMARY]
COUNTS = TokenCounts(
    item="item-01",
    present=5000,
    removed=4900,
    controls=(CandidateCount(id="x", tokens=1), CandidateCount(id="y", tokens=4905)),
)


def figures(max_turns=1, min_cacheable=4096, jobs=None):
    owed = owed_jobs(tiny_config(max_turns=max_turns), (), where="run") if jobs is None else jobs
    return estimate(owed, COUNTS, PRICES, max_tokens=100, min_cacheable=min_cacheable)


def test_plain_is_every_prompt_and_the_most_output():
    made = figures()
    prompt = 36 * (5000 + 4900 + 4905)
    assert (made.calls, made.prompt_tokens, made.output_tokens) == (108, prompt, 10_800)
    assert made.plain_nano_usd == prompt * 1000 + 10_800 * 5000
    assert made.batch_nano_usd * 2 == made.plain_nano_usd


def test_cached_writes_each_arm_once():
    made = figures()
    assert made.cached_nano_usd == 14_805 * 1250 + 35 * 14_805 * 100 + 10_800 * 5000
    assert made.both_nano_usd == -(-made.cached_nano_usd // 2)


def test_a_prompt_that_is_too_short_is_not_cached():
    assert figures(min_cacheable=4901).cached_nano_usd is None
    assert figures(min_cacheable=None).both_nano_usd is None


def test_items_of_several_turns_may_use_them_all():
    assert figures(max_turns=3).calls == 324


def test_nothing_owed_costs_nothing():
    made = figures(jobs=())
    assert (made.calls, made.plain_nano_usd) == (0, 0)
