from chaff.lint.engine import FixedFile
from chaff.lint.fixes.diff import diff_lines


def lines(before: bytes, after: FixedFile, *, shown: bool) -> list[str]:
    found = diff_lines("p/C.md", "p/", before, after, shown=shown)
    return ["".join(part.text for part in line) for line in found]


def test_a_changed_file_and_a_new_one():
    after = FixedFile(data=b"a", files={"docs/H.md": "b\n"})
    assert lines(b"a\r\n", after, shown=True) == [
        "--- p/C.md",
        "+++ p/C.md",
        "@@ -1 +1 @@",
        "-a",
        "+a",
        "\\ No newline at end of file",
        "--- /dev/null",
        "+++ p/docs/H.md",
        "@@ -0,0 +1 @@",
        "+b",
    ]


def test_nothing_changed():
    assert lines(b"a", FixedFile(data=b"a", files={}), shown=True) == []


def test_a_reader_sees_no_escapes_and_a_patch_keeps_its_bytes():
    after = FixedFile(data=b"", files={})
    before = b"a\x1b[2J\x0cb\tc\r\n"
    assert lines(before, after, shown=True)[-1] == "-a\ufffd[2J\ufffdb\tc"
    assert lines(before, after, shown=False)[-1] == "-a\x1b[2J\x0cb\tc\r"


def test_styles():
    after = FixedFile(data=b"b\n", files={})
    found = list(diff_lines("C.md", "", b"-a\n", after, shown=True))
    assert [line[0].style for line in found] == ["strong", "strong", "plain", "removed", "added"]
