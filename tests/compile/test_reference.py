"""The reference page says what the code does."""

from typing import get_args

from chaff.compile.reference import PAGE, page
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.scorer import Scorer


def test_the_page_is_what_the_code_says():
    assert PAGE.read_text() == page(), "run `python -m chaff.compile.reference`"


def test_every_kind_and_field_is_on_it():
    text = page()
    for kind in (*get_args(Detect), *get_args(Fix), *get_args(Scorer)):
        section = text.split(f"### `{kind.__struct_config__.tag}`\n")[1].split("\n### ")[0]
        assert all(f"| `{field}` |" in section for field in kind.__struct_fields__)


def test_every_field_of_a_detection_is_explained():
    text = page().split("## Fixes")[0]
    bare = [line for line in text.splitlines() if line.startswith("| `") and line.endswith("|  |")]
    assert [line for line in bare if not line.startswith("| `blocks`")] == []
