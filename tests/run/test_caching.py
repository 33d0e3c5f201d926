from chaff.run.caching import NOTHING, Prefix, marked, only_prefix, plan_caching
from chaff.run.plan import owed_jobs
from chaff.run.requests import Requests
from tests.support.configs import PRIMARY, tiny_config
from tests.support.prompt_cache import _bare

CONFIG = tiny_config()
JOB = owed_jobs(CONFIG, (), where="run")[0]
CONTROL = CONFIG.arms.controls[0].id
HERE = Prefix(JOB.cell.arm, JOB.item.tools)


def test_the_mark_stands_at_the_end_of_the_file_and_changes_nothing_else():
    plain = Requests(CONFIG, PRIMARY, CONTROL).plain(JOB)
    sent = marked(plain, "5m")
    file, prompt = sent["messages"][0]["content"]
    assert file["cache_control"] == {"type": "ephemeral"}
    assert "cache_control" not in prompt
    assert _bare(sent) == plain
    assert marked(plain, "1h")["messages"][0]["content"][0]["cache_control"]["ttl"] == "1h"
    assert "cache_control" not in plain["messages"][0]["content"][0]


def test_a_system_prompt_is_marked_as_a_block():
    body = {"model": "m", "system": "do this", "messages": [{"role": "user", "content": "hi"}]}
    assert marked(body, "5m")["system"] == [
        {"type": "text", "text": "do this", "cache_control": {"type": "ephemeral"}}
    ]
    assert only_prefix(body)["system"] == "do this"


def test_only_what_is_long_enough_is_marked():
    sizes = {HERE: 1024, Prefix("removed", ()): 1023}
    caching = plan_caching(sizes, 1024, "5m")
    assert caching.cached == {HERE}
    assert plan_caching(sizes, 1025, "5m") == NOTHING
    assert plan_caching(sizes, None, "5m") == plan_caching(sizes, 1, None) == NOTHING
    requests = Requests(CONFIG, PRIMARY, CONTROL, caching)
    assert requests.prefix(JOB) == HERE
    assert "cache_control" in str(requests.sent(JOB))
    assert "cache_control" not in str(Requests(CONFIG, PRIMARY, CONTROL).sent(JOB))
