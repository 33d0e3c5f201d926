"""Files that include others are read once each, and not without end."""

from chaff.lint.repository.includes import MOST_FILES, Includes


def test_each_file_is_read_once():
    includes = Includes({"a": "x", "b": "y"}.get)
    assert [includes.text(path) for path in ("a", "b", "a")] == ["x", "y", ""]
    assert not includes.open


def test_what_cannot_be_read_leaves_it_open():
    includes = Includes({}.get)
    assert includes.text("a") == ""
    assert includes.open


def test_too_many_files_leave_it_open():
    includes = Includes(lambda path: path)
    for number in range(MOST_FILES):
        assert includes.text(str(number)) == str(number)
    assert not includes.open
    assert includes.text("one more") == ""
    assert includes.open
