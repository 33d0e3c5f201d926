import pytest

from chaff.errors import BadInputError
from chaff.lint.configfile import find_settings, load_settings
from chaff.lint.settings import PerPath, Settings, read_settings

WHOLE = """\
select = ["default", "a-rule"]
ignore = ["b-rule"]
fail_on = ["heuristic"]
models = ["claude-haiku-4-5"]
exclude = ["vendor/"]
max_bytes = 5
baseline = "b.json"

[[per_path]]
paths = ["docs/**"]
ignore = ["a-rule"]
select = ["b-rule"]
"""
EXPECTED = Settings(
    select=("default", "a-rule"),
    ignore=("b-rule",),
    fail_on=("heuristic",),
    models=("claude-haiku-4-5",),
    exclude=("vendor/",),
    max_bytes=5,
    baseline="b.json",
    per_path=(PerPath(paths=("docs/**",), ignore=("a-rule",), select=("b-rule",)),),
)


def test_own_file():
    assert read_settings(WHOLE.encode(), where="chaff.toml") == EXPECTED
    assert read_settings(b"", where="chaff.toml") == Settings()


def test_pyproject():
    text = "[project]\nname = 'x'\n\n[tool.chaff]\n" + WHOLE.replace("[[per", "[[tool.chaff.per")
    assert read_settings(text.encode(), where="d/pyproject.toml") == EXPECTED
    assert read_settings(b"[tool.other]\nchaff = 1\n", where="pyproject.toml") is None
    # What does not speak of chaff is not even read.
    assert read_settings(b"\xef\xbb\xbfbroken [", where="pyproject.toml") is None


# file, text, the complaint
BAD = {
    "a typo": (
        "chaff.toml",
        "select = []\nignor = ['a']\n",
        "chaff.toml:2: there is no setting 'ignor' (did you mean 'ignore'?)",
    ),
    "a dash": (
        "chaff.toml",
        "fail-on = []\n",
        "chaff.toml:1: there is no setting 'fail-on' (did you mean 'fail_on'?)",
    ),
    "a typo in pyproject": (
        "pyproject.toml",
        "[tool.other]\nselekt = 1\n[tool.chaff]\nselekt = []\n",
        "pyproject.toml:4: there is no setting 'selekt' (did you mean 'select'?)",
    ),
    "a typo in a table": (
        "chaff.toml",
        "[[per_path]]\npaths = ['a']\nselcet = []\n",
        "chaff.toml:3: there is no setting 'selcet' (did you mean 'select'?)",
    ),
    "a typo that ends like its table": (
        "chaff.toml",
        "[[per_path]]\npath = ['a']\n",
        "chaff.toml:2: there is no setting 'path' (did you mean 'paths'?)",
    ),
    "a misspelt table": (
        "chaff.toml",
        "\n[[per_paths]]\npaths = ['a']\n",
        "chaff.toml:2: there is no setting 'per_paths' (did you mean 'per_path'?)",
    ),
    "like nothing": ("chaff.toml", "zzz = 1\n", "chaff.toml:1: there is no setting 'zzz' (there"),
    "broken": ("chaff.toml", "select = [\n", "chaff.toml: is not TOML: "),
    "not UTF-8": ("chaff.toml", b"a = '\xff'", "chaff.toml: not UTF-8 at byte 5"),
    "another type": ("chaff.toml", "select = 'a'\n", "chaff.toml:1: Expected `array"),
    "another type inside": (
        "pyproject.toml",
        "[tool.chaff]\nignore = []\nselect = [1]\n",
        "pyproject.toml:3: Expected `str`, got `int`",
    ),
    "a byte order mark": (
        "chaff.toml",
        b"\xef\xbb\xbfselect = []\n",
        "chaff.toml: starts with a byte order mark, which TOML has not (save it as UTF-8 without",
    ),
    "pyproject's table": (
        "chaff.toml",
        "[tool.chaff]\nselect = []\n",
        "chaff.toml: there is no setting 'tool' (in chaff.toml the settings stand at the top",
    ),
    "no bytes": ("chaff.toml", "max_bytes = 0\n", "chaff.toml:1: Expected `int` >= 1"),
    "no paths": ("chaff.toml", "[[per_path]]\nignore = ['a']\n", "chaff.toml:1: "),
    "no table": ("pyproject.toml", "[tool]\nchaff = 1\n", "pyproject.toml: tool.chaff is no table"),
}


@pytest.mark.parametrize("name", BAD)
def test_refused_in_one_line(name):
    where, text, complaint = BAD[name]
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(BadInputError) as caught:
        read_settings(data, where=where)
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


def test_the_closest_file_upwards(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "chaff.toml").write_text("max_bytes = 1\n")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert find_settings(below).settings.max_bytes == 1
    assert find_settings(below).folder == tmp_path
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert find_settings(below).folder == tmp_path
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.chaff]\nmax_bytes = 2\n")
    assert find_settings(below).settings.max_bytes == 2
    (tmp_path / "a" / "chaff.toml").write_text("max_bytes = 3\n")
    assert find_settings(below).settings.max_bytes == 3


def test_not_beyond_the_repository(tmp_path):
    (tmp_path / "chaff.toml").write_text("max_bytes = 1\n")
    inner = tmp_path / "inner"
    (inner / ".git").mkdir(parents=True)
    assert find_settings(inner).settings == Settings()
    assert find_settings(inner).folder == inner


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadInputError, match="cannot be read"):
        load_settings(tmp_path / "none.toml")


@pytest.mark.parametrize("target", ["gone.toml", "chaff.toml", None])
def test_settings_that_cannot_be_read_are_not_passed_over(tmp_path, target):
    """A link to nothing, to itself, and a folder."""
    file = tmp_path / "chaff.toml"
    if target:
        file.symlink_to(target)
    else:
        file.mkdir()
    with pytest.raises(BadInputError, match="cannot be read") as caught:
        find_settings(tmp_path)
    assert caught.value.where == str(file)
