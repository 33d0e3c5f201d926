"""Takes from a turn what its author did not say there: quotes, code, pasted text.

What is left is cut into sentences in the form that a rubric's patterns read: NFKC, lower case,
without apostrophes, so that "Don't", "don’t" and "dont" are one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from chaff.language.folded import APOSTROPHES

LONGEST: Final = 4000
"""Letters of a turn's own lines that are looked at; nobody types more by hand."""

_MOST_IN_LINE: Final = 600
"""A longer line was hardly typed."""

_EACH_END: Final = 20_000
"""Letters at either end of a turn that are looked at: nobody types what is between."""

_BLANK: Final = " _ "
"""Stands where something was taken out of a sentence."""

_FENCE: Final = re.compile(r"^[ \t]*(`{3,}|~{3,})")
_TAGGED: Final = re.compile(r"<([a-zA-Z][\w-]*)\b[^<>]*>.*?</\1>", re.DOTALL)
_SPAN: Final = re.compile(r"(`+)[^`\n]+\1")
_ADDRESS: Final = re.compile(r"\b[a-zA-Z][a-zA-Z+.-]*://\S+|(?<!\w)@[\w./-]+")
_QUOTED: Final = re.compile(
    r'"(?:[^"\n]|\n(?!\s*\n)){1,900}"|\u201c[^\u201c\u201d]{1,400}\u201d|\u201e[^\u201c\u201d\u201e]{1,400}[\u201c\u201d]'
    r"|\u00ab[^\u00ab\u00bb]{1,400}\u00bb|(?<!\w)'[^'\n]{1,200}'(?!\w)"
)
_PASTED: Final = re.compile(
    r"""
      \s*(?:>|\|\s)                                          # quoted, a table
    | (?:\ {4,}|\t)\S                                        # indented: code
    | \s*(?:at\ \S+[.(:/]|File\ "|Traceback\b|Caused\ by:|\.{3}\ \d+\ more)    # a trace
    | \s*(?:\+{3}|-{3}|@@|diff\ --git|index\ [0-9a-f]{7})\s  # a patch
    | [+-](?:[^\s+-]|\ {2,}|\t)                              # its lines
    | \s*[$#%❯➜»]\s+[a-z./~]                                 # a command as a terminal shows it
    | \s*[\[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d                  # a log with times
    | \s*[\[(]?\d\d:\d\d:\d\d
    | \s*[\[(]?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|CRITICAL)\b[\]):]
    | \s*(?:\w+\.)*\w*(?:Error|Exception|Warning)\b\s*:      # what a program complains of
    | \s*(?:npm|yarn|pnpm|pip|cargo|make|error\[?\w*\]?|fatal|warning|assert|E)\s?(?:ERR!|:|\s{2,})
    | \s*(?:FAILED|PASSED|FAIL|PASS|ok|not\ ok)\s+\S+[/:.]\S
    | \s*(?:def|class|import|from|const|let|var|function|return|public|private|if|for|while)\b
      .*[;{(:]\s*$
    | .*[;{}]\s*$
    | \s*[\w./-]+:\d+(?::\d+)?:?\s                           # a place in a file
    | \s*[^\w\s]*\s*[\w.-]+\ =\ \S
    """,
    re.VERBOSE,
)
"""How lines begin or end that programs wrote."""

_BY_ANOTHER: Final = re.compile(
    r"\b(?:wrote|writes|says?|said|replied|commented|comments?|email|e-mail|mail|message|slack|review"
    r"|reviewer|feedback|ticket|issue|transcript|log|logs|output|error|trace|customer|user|client"
    r"|boss|manager|text|quote|prompt|here|following|snippet|paste[ds]?|got|get|this|below)\b[^.!?\n]*:\s*$",
    re.IGNORECASE,
)
"""A line that announces what somebody else said; what follows it is theirs."""

_MARK: Final = re.compile(r"\s*(?:[-*+\u2022]|\d{1,2}[.)])\s+")
_END: Final = re.compile(r"(?<=[.!?;\u2026])[\"')\]]*\s+|\s+[\u2013\u2014]\s+|\s+-{1,2}\s+|\n")
_ABBREVIATED: Final = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx)\.\s*$")
_PUNCTUATION: Final = " \t*_~#>"


def words_of(text: str) -> str:
    """Return what a turn's author said in it, in lower case."""
    if len(text) > 2 * _EACH_END:
        text = f"{text[:_EACH_END]}\n{text[-_EACH_END:]}"
    lines = _typed_lines(_without_fences(text.replace("\r\n", "\n").replace("\r", "\n")))
    said = unicodedata.normalize("NFKC", "\n".join(lines).translate(APOSTROPHES))
    for pattern in (_TAGGED, _SPAN, _ADDRESS, _QUOTED):
        said = pattern.sub(_BLANK, said)
    return said[:LONGEST].casefold()


def sentences_of(words: str) -> tuple[str, ...]:
    """Return the sentences in what `words_of` left, each with the sign that ends it."""
    parts = map(_trimmed, _cut(words.replace("'", "")))
    return tuple(sentence for sentence in parts if _says_something(sentence))


def _without_fences(text: str) -> list[str]:
    """Return the lines outside of fenced code; a fence that nothing closes takes all below it."""
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence):
                fence = ""
        elif opened:
            fence = opened[1]
        else:
            kept.append(line)
    return kept


def _typed_lines(lines: list[str]) -> list[str]:
    """Return the lines that look typed, without paragraphs announced as somebody else's."""
    kept: list[str] = []
    announced = inside = False
    for line in lines:
        if not line.strip():
            inside = False
        elif announced or inside:
            announced, inside = False, True
            continue
        elif len(line) > _MOST_IN_LINE or _PASTED.match(line):
            continue
        kept.append(line)
        announced = announced or _BY_ANOTHER.search(line) is not None
    return kept


def _cut(said: str) -> list[str]:
    parts: list[str] = []
    for part in _END.split(said):
        if parts and _ABBREVIATED.search(parts[-1]):
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(part)
    return parts


def _trimmed(sentence: str) -> str:
    return _MARK.sub("", sentence, count=1).strip(_PUNCTUATION) if sentence else ""


def _says_something(sentence: str) -> bool:
    return any(char.isalnum() or unicodedata.category(char) == "So" for char in sentence)
