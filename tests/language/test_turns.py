"""Short messages: which are not English, and which say nothing of their language."""

import json

import pytest

from chaff.language.turns import language_of
from tests.support.project import REPOSITORY

CASES = {
    "fix the failing test": "english",
    "don't": "english",
    "we've moved servers": "english",
    "they’ll complain": "english",
    "c'est bon": "other",
    "l'homme": "unsure",
    "mach das bitte rückgängig": "other",
    "das ist falsch": "other",
    "non, pas comme ça": "other",
    "así no, hazlo de nuevo": "other",
    "ainda não funciona": "other",
    "不对,重新来": "other",
    "不错": "other",
    "違います。やり直して": "other",
    "아니요, 다시 해주세요": "other",
    "нет, не так": "other",
    "retry": "unsure",
    "pytest -x": "unsure",
    "ctrl z": "unsure",
    "s/staging/production": "unsure",
    "": "unsure",
    "rename 提交 to commit in the menu": "english",
    "the café page is broken": "english",
}


@pytest.mark.parametrize("text", CASES)
def test_the_language_of_a_message(text):
    assert language_of(text) == CASES[text]


def test_most_of_the_labelled_turns_of_other_languages_are_told():
    path = REPOSITORY / "tests/gate/turns_other.jsonl"
    turns = [json.loads(line)["text"] for line in path.read_text().splitlines()]
    told = [language_of(text.casefold()) for text in turns]
    assert told.count("other") >= 0.95 * len(turns)
