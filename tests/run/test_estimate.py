from chaff.run.caching import Prefix
from chaff.run.estimate import estimate
from chaff.run.plan import owed_jobs
from chaff.run.sizes import Place, Sizes
from chaff.shapes.config import ARMS
from tests.support.configs import PRIMARY, tiny_config, tiny_program

PRICES = tiny_program().prices[PRIMARY]
PROMPTS = dict(zip(ARMS, (5000, 4900, 4905), strict=True))
ITEMS = [item.id for item in tiny_config().battery.items]
SIZES = Sizes(
    prompts={Place(arm, item): tokens for arm, tokens in PROMPTS.items() for item in ITEMS},
    prefixes={Prefix(arm, ("run_command",)): tokens - 100 for arm, tokens in PROMPTS.items()},
)
ALL = 36 * sum(PROMPTS.values())
ONCE = sum(PROMPTS.values()) - 300


def figures(max_turns=1, min_cacheable=4096, jobs=None, output_each=80):
    owed = owed_jobs(tiny_config(max_turns=max_turns), (), where="run") if jobs is None else jobs
    return estimate(
        owed,
        SIZES,
        PRICES,
        max_tokens=100,
        output_each=output_each,
        min_cacheable=min_cacheable,
    )


def test_plain_is_every_prompt_and_the_expected_output():
    made = figures()
    assert (made.calls, made.prompt_tokens, made.output_each) == (108, ALL, 80)
    assert made.plain_nano_usd == ALL * 1000 + 108 * 80 * 5000
    assert made.most_nano_usd == ALL * 1000 + 108 * 100 * 5000
    assert made.batch_nano_usd * 2 == made.plain_nano_usd


def test_cached_writes_each_prefix_once_and_reads_it_after():
    made = figures()
    rest = (ALL - 36 * ONCE) * 1000 + 108 * 80 * 5000
    assert made.cached_nano_usd == rest + ONCE * 1250 + 35 * ONCE * 100
    assert made.both_nano_usd == -(-(rest + ONCE * 2000 + 35 * ONCE * 100) // 2)
    assert made.cached_share == 35 * ONCE / ALL
    assert (made.prefixes, made.prefixes_cached) == (3, 3)


def test_a_prefix_that_is_too_short_is_not_cached():
    assert figures(min_cacheable=None).both_nano_usd is None
    none = figures(min_cacheable=4901)
    assert (none.cached_nano_usd, none.prefixes_cached, none.cached_share) == (None, 0, 0)
    some = figures(min_cacheable=4805)
    assert some.prefixes_cached == 2
    assert figures().cached_nano_usd < some.cached_nano_usd < some.plain_nano_usd


def test_the_figure_for_a_way_is_the_uncached_one_where_caching_is_impossible():
    made = figures(min_cacheable=None)
    assert made.way(cached=True, batch=False) == made.plain_nano_usd
    assert made.way(cached=True, batch=True) == made.batch_nano_usd
    assert figures().way(cached=True, batch=True) == figures().both_nano_usd


def test_items_of_several_turns_may_use_them_all_and_read_their_own_answers():
    made = figures(max_turns=3)
    assert made.calls == 324
    assert made.prompt_tokens == 3 * ALL + 108 * (80 + 160)


def test_nothing_owed_costs_nothing():
    made = figures(jobs=())
    assert (made.calls, made.plain_nano_usd, made.cached_share) == (0, 0, 0)
