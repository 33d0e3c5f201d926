import pytest

from chaff.life.changelog import with_line

# before -> after a line "New." is added
CASES = {
    "below the heading": (
        "# Changelog\n\n## Unreleased\n\n- Old.\n",
        "# Changelog\n\n## Unreleased\n\n- New.\n- Old.\n",
    ),
    "however it is written": (
        "# Changelog\n\n## unreleased (next)\n- Old.\n",
        "# Changelog\n\n## unreleased (next)\n- New.\n- Old.\n",
    ),
    "there already": ("## Unreleased\n\n- New.\n", "## Unreleased\n\n- New.\n"),
    "only a released section": (
        "# Changelog\n\n## 1.0\n\n- Old.\n",
        "# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0\n\n- Old.\n",
    ),
    "only a title": ("# Changelog\n", "# Changelog\n\n## Unreleased\n\n- New.\n"),
    "a title without line end": ("# Changelog", "# Changelog\n\n## Unreleased\n\n- New.\n"),
    "nothing": ("", "## Unreleased\n\n- New.\n"),
    "an empty section at the end": ("# C\n\n## Unreleased\n", "# C\n\n## Unreleased\n- New.\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_line_is_added_once(name):
    before, after = CASES[name]
    assert with_line(before, "New.") == after
    assert with_line(after, "New.") == after
