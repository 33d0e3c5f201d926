import pytest

from chaff.errors import SpecError
from chaff.life.spec_edit import with_field

PLAIN = "local x = 1;\n\nchaff.Rule {\n  id: 'a-rule',\n  title: 'T',\n}\n"
TIERED = PLAIN.replace("'a-rule',\n", "'a-rule',\n  tier: 'enforced',\n")

# text, field, value -> text
EDITS = {
    "put below the id": (PLAIN, "tier", "'enforced'", TIERED),
    "there already": (TIERED, "tier", "'enforced'", TIERED),
    "changed in place": (
        TIERED.replace("'T',\n", "'T',\n  // why\n"),
        "tier",
        "'heuristic'",
        TIERED.replace("'T',\n", "'T',\n  // why\n").replace("'enforced'", "'heuristic'"),
    ),
    "taken out": (TIERED, "tier", None, PLAIN),
    "taken out of nowhere": (PLAIN, "tier", None, PLAIN),
    "a field of something inside is another": (
        PLAIN.replace("'T',\n", "'T',\n  more: {\n    tier: 'x',\n  },\n"),
        "tier",
        None,
        PLAIN.replace("'T',\n", "'T',\n  more: {\n    tier: 'x',\n  },\n"),
    ),
    "other ids do not matter": (
        PLAIN.replace("'T',\n", "'T',\n  items: [{\n  id: 'b',\n  }],\n"),
        "buried",
        "true",
        PLAIN.replace("'T',\n", "'T',\n  items: [{\n  id: 'b',\n  }],\n").replace(
            "'a-rule',\n", "'a-rule',\n  buried: true,\n"
        ),
    ),
    "double quotes and a comment": (
        '{\n  id: "a-rule",  // so called\n}\n',
        "buried",
        "true",
        '{\n  id: "a-rule",  // so called\n  buried: true,\n}\n',
    ),
    "no indent": (
        "{\nid: 'a-rule',\n}\n",
        "buried",
        "true",
        "{\nid: 'a-rule',\nburied: true,\n}\n",
    ),
    "tabs": (
        "{\n\tid: 'a-rule',\n}\n",
        "buried",
        "true",
        "{\n\tid: 'a-rule',\n\tburied: true,\n}\n",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_one_line_changes(name):
    text, field, value, expected = EDITS[name]
    edited = with_field(text, "a-rule", field, value, where="s")
    assert edited == expected
    assert with_field(edited, "a-rule", field, value, where="s") == expected


REFUSED = {
    "imported from elsewhere": ("import 'rule.libsonnet'\n", "s: has 0 lines"),
    "computed": ("{\n  id: 'a-' + 'rule',\n}\n", "s: has 0 lines"),
    "twice": (PLAIN + PLAIN, "s: has 2 lines"),
    "two fields": (TIERED.replace("}\n", "  tier: 'heuristic',\n}\n"), "s: has 2 fields tier"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_told_is_left_alone(name):
    text, message = REFUSED[name]
    with pytest.raises(SpecError, match=message) as caught:
        with_field(text, "a-rule", "tier", None, where="s")
    assert caught.value.remedy
