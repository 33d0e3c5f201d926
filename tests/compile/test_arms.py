"""The refusals of arms stand in test_refusals; here is what accepted arms have in common."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from chaff.canonical import digest_bytes
from chaff.compile.arms import build_arms
from chaff.lint.fixes.fix import apply_edits
from chaff.lint.match import find
from chaff.shapes.base import convert
from chaff.shapes.detect import BlockDetect, DeleteBlock, MoveSection, SectionDetect
from chaff.shapes.edit import Edit
from chaff.shapes.rule import Battery
from chaff.stats.admission import DEFAULT_ADMISSION

STRUCK = BlockDetect(blocks=("paragraph", "list_item"), any=("^~~.+~~$",))
LOG = SectionDetect(
    heading=("^History$",),
    entry=(r"^\d{4}-\d{2}-\d{2}: ",),
    min_entries=3,
    min_share_percent=50,
)
MOVE = MoveSection(to="HISTORY.md", pointer="See HISTORY.md.")
LOOSE = structs.replace(DEFAULT_ADMISSION, min_edit_tokens=1)
SCORER = {"kind": "answer_states", "states": r"\bpnpm\b", "denies": None}

words = st.text("abcdefghij äß😀", min_size=8, max_size=60).map(str.strip).filter(bool)


@st.composite
def files(draw) -> tuple[str, list[str]]:
    """Return a file of list items, some struck through, and the lines that are not."""
    texts = draw(st.lists(words, min_size=8, max_size=14, unique=True))
    plain = [f"- {number:02d} {text}.\n" for number, text in enumerate(texts)]
    struck = [f"- ~~{text} and more of it~~\n" for text in draw(st.lists(words, min_size=1))]
    lines = draw(st.permutations(plain + struck))
    return "# Notes\n\n" + "".join(lines), plain


def battery(file: str, cuts: list[list[str]], **more) -> Battery:
    item = {"id": "a", "prompt": "x", "tools": [], "misled": "x", "required": "x", "scorer": SCORER}
    candidates = [
        {"id": f"cut-{number}", "edits": [{"find": text} for text in texts]}
        for number, texts in enumerate(cuts)
    ]
    value = {
        "delivery": "reminder",
        "path": "CLAUDE.md",
        "file": file,
        "repository": {},
        "items": [item],
        "control_candidates": candidates,
        "examples": [],
        **more,
    }
    return convert(value, Battery, where="")


def outside(data: bytes, edits: tuple[Edit, ...]) -> list[bytes]:
    """Return the stretches of `data` that no edit reaches."""
    ends = [0, *(edit.end for edit in edits)]
    starts = [*(edit.start for edit in edits), len(data)]
    return [data[end:start] for end, start in zip(ends, starts, strict=True)]


@settings(max_examples=60, deadline=None)
@given(files(), st.booleans())
def test_arms_differ_only_where_they_should(made, joined):
    file, plain = made
    cuts = [[line] for line in plain[:8]]
    if joined:
        cuts[0].append(plain[-1])
    data = file.encode()
    arms = build_arms(battery(file, cuts), STRUCK, DeleteBlock(), LOOSE)

    assert arms.present.edits == ()
    assert arms.present.digest == digest_bytes(data)
    assert arms.present.repository == arms.removed.repository == {}

    removed = apply_edits(data, arms.removed.edits)
    assert arms.removed.digest == digest_bytes(removed)
    assert find(removed, STRUCK) == ()
    expected = [line for line in file.splitlines(keepends=True) if not line.startswith("- ~~")]
    assert removed.decode() == "".join(expected)

    flagged = [data[f.start : f.end] for f in find(data, STRUCK)]
    for control, texts in zip(arms.controls, cuts, strict=True):
        after = apply_edits(data, control.edits)
        assert control.digest == digest_bytes(after)
        assert after != data
        assert sorted(edit.deleted for edit in control.edits) == sorted(texts)
        assert b"".join(outside(data, control.edits)) == after
        assert [after[f.start : f.end] for f in find(after, STRUCK)] == flagged


def test_moved_text_becomes_a_file_of_the_removed_arm():
    log = "## History\n\n- 2026-01-01: began\n- 2026-01-02: went on\n- 2026-01-03: ended\n"
    plain = [f"- {number:02d} is a line of its own, of some length.\n" for number in range(8)]
    file = "# Notes\n\n" + "".join(plain) + "\n" + log
    made = battery(file, [[line] for line in plain], path="docs/CLAUDE.md", repository={"a": "b"})
    arms = build_arms(made, LOG, MOVE, LOOSE)
    assert set(arms.removed.repository) == {"docs/HISTORY.md"}
    assert arms.present.repository == {}
    moved = arms.removed.repository["docs/HISTORY.md"]
    assert "2026-01-02: went on" in moved
    assert b"See HISTORY.md." in apply_edits(file.encode(), arms.removed.edits)
