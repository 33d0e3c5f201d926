import os

import pytest

from chaff.errors import BadInputError, TooLarge
from chaff.lint.discovery.intake import MAX_BYTES, read_input, require_text

# the bytes -> words of the complaint
NO_TEXT = {
    b"a\nb\xff\n": "not UTF-8 at byte 3 (line 2)",
    b"\xef\xbb\xbfa\xe9": "not UTF-8 at byte 4 (line 1)",
    "a\n".encode("utf-16"): "is UTF-16",
    b"\xfe\xff\0a": "is UTF-16",
    b"a\n\0b": "NUL byte at byte 2 (line 2)",
    b"\xed\xa0\x80": "not UTF-8 at byte 0 (line 1)",
}
TEXT = [b"", b"a\n", b"\xef\xbb\xbfa\r\n", "日本\n".encode(), b"\x1b[31m\x7f"]


@pytest.mark.parametrize("data", NO_TEXT)
def test_what_is_no_text_is_one_line(tmp_path, data):
    path = tmp_path / "a.md"
    path.write_bytes(data)
    with pytest.raises(BadInputError) as caught:
        read_input(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: {NO_TEXT[data]} (")
    assert "\n" not in message


@pytest.mark.parametrize("data", TEXT)
def test_text_is_read_as_it_is(tmp_path, data):
    path = tmp_path / "a.md"
    path.write_bytes(data)
    assert read_input(path) == data
    require_text(data, where="standard input")


def test_a_large_file_is_skipped_and_may_be_let_in(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"a" * 11)
    assert read_input(path, max_bytes=11) == b"a" * 11
    with pytest.raises(TooLarge) as caught:
        read_input(path, max_bytes=10)
    assert str(caught.value) == (
        f"{path}: skipped: 11 bytes are more than 10 (raise --max-bytes to lint it)"
    )


def test_ten_megabytes_are_the_limit(tmp_path):
    path = tmp_path / "a.md"
    with path.open("wb") as file:
        os.truncate(file.fileno(), MAX_BYTES + 1)
    with pytest.raises(TooLarge, match="skipped: 10,000,001 bytes are more than 10,000,000"):
        read_input(path)


@pytest.mark.skipif(not os.path.exists("/proc/self/mountinfo"), reason="needs /proc")  # noqa: PTH110
def test_a_file_without_a_size_is_not_read_to_the_end(tmp_path):
    path = tmp_path / "a.md"
    path.symlink_to("/proc/self/mountinfo")
    with pytest.raises(TooLarge):
        read_input(path, max_bytes=10)


# name -> words of the complaint
UNREADABLE = {
    "none": "cannot be read: No such file or directory",
    "folder": "cannot be read: Is a directory",
    "a\0b": "cannot be read: embedded null byte",
    "x" * 300: "cannot be read: File name too long",
    "self": "cannot be read: Too many levels of symbolic links",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_one_line(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "self").symlink_to("self")
    with pytest.raises(BadInputError) as caught:
        read_input(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}: {UNREADABLE[name]}"
