"""The closed table of what `check` can say: stable codes, and how each fault is mended."""

from __future__ import annotations

from typing import Final, Literal

from chaff.shapes.base import Shape

Category = Literal["integrity", "standing"]
_LONGEST: Final = 400


class Code(Shape, frozen=True, kw_only=True):
    """What a code means, why it matters, what to do next."""

    category: Category | Literal["note"]
    what: str
    why: str
    remedy: str


class Fault(Shape, frozen=True, kw_only=True):
    """One thing that is wrong, where it is, and what to do next. Any fault fails the check."""

    code: str
    category: Category
    file: str
    line: int | None
    message: str
    remedy: str


class Note(Shape, frozen=True, kw_only=True):
    """One thing worth knowing that does not fail the check."""

    code: str
    file: str
    message: str
    remedy: str


def fault(code: str, file: str, message: str, line: int | None = None) -> Fault:
    """Return a fault of the table; a message made of a stranger's words is cut short."""
    entry = CODES[code]
    assert entry.category != "note", code  # noqa: S101 - the table is ours
    return Fault(
        code=code,
        category=entry.category,
        file=file,
        line=line,
        message=_cut(message),
        remedy=entry.remedy,
    )


def note(code: str, file: str, message: str) -> Note:
    """Return a note of the table."""
    return Note(code=code, file=file, message=_cut(message), remedy=CODES[code].remedy)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _integrity(what: str, why: str, remedy: str) -> Code:
    return Code(category="integrity", what=what, why=why, remedy=remedy)


def _standing(what: str, why: str, remedy: str) -> Code:
    return Code(category="standing", what=what, why=why, remedy=remedy)


def _note(what: str, why: str, remedy: str) -> Code:
    return Code(category="note", what=what, why=why, remedy=remedy)


_RESTORE: Final = "restore the file as the runner wrote it: `git log -- FILE` shows its past"
_NEW_RUN: Final = (
    "this run cannot count; remove it, and measure the rule again with `doit run:RULE`"
)
_AGAIN: Final = "register the config on the main branch first, then run"

CODES: Final[dict[str, Code]] = {
    # ---- a run file, by itself
    "run-unreadable": _integrity(
        "A line of a run file is not strict JSON in UTF-8, or the file is no plain file.",
        "What cannot be read cannot be recomputed.",
        _RESTORE,
    ),
    "run-torn": _integrity(
        "The last line of a run file has no end.",
        "The writer was stopped in the middle of an answer.",
        "resume it with `doit run:RULE`, or give it up with `chaff abandon`",
    ),
    "run-schema": _integrity(
        "A line is JSON, but not a record of a run: a field is missing, unknown or mistyped.",
        "A record that says something else than the format allows has no meaning.",
        _RESTORE,
    ),
    "chain-broken": _integrity(
        "A line's `prev` is not the digest of the line before.",
        "A line was changed, removed, added or moved after it was written.",
        _RESTORE,
    ),
    "arms-not-three": _integrity(
        "The header does not name exactly the arms present, removed and control.",
        "An effect is removed minus control, and its direction needs present.",
        _NEW_RUN,
    ),
    "footer-mismatch": _integrity(
        "The footer's totals or its time are not those of the lines above it.",
        "The footer is a summary; one that is wrong was not written by the runner.",
        _RESTORE,
    ),
    # ---- the answers
    "response-mismatch": _integrity(
        "A line's id, stop reason or model is not that of its raw response.",
        "The raw response is the evidence; what stands beside it must repeat it.",
        _RESTORE,
    ),
    "usage-mismatch": _integrity(
        "A line's usage is not that of its raw response.",
        "Token counts decide the price and whether the control edit is a fair match.",
        _RESTORE,
    ),
    "cost-mismatch": _integrity(
        "A line's cost is not its usage times the header's prices.",
        "Caps are kept by adding up costs.",
        _RESTORE,
    ),
    "duplicate-response": _integrity(
        "Two answers carry the same response id.",
        "A copied answer is no second observation.",
        _NEW_RUN,
    ),
    "answer-too-early": _integrity(
        "The server answered more than an hour before the run says that it began.",
        "Answers from before the registration are no test of it, whatever date the header bears.",
        _NEW_RUN,
    ),
    "model-answered": _integrity(
        "An answer came from another model than was asked, or from a second snapshot of it.",
        "A verdict is about one named model.",
        _NEW_RUN,
    ),
    # ---- the matrix
    "foreign-cell": _integrity(
        "An observation belongs to no cell of the registered matrix.",
        "Arms, items, repeats and turns are fixed before the first answer.",
        _RESTORE,
    ),
    "duplicate-cell": _integrity(
        "One turn of a cell stands in the file twice.",
        "Asking again until the answer pleases is a way to choose the result.",
        _RESTORE,
    ),
    "missing-cell": _integrity(
        "A run says that it is complete, but cells are missing or unfinished.",
        "Leaving out what went badly changes the result.",
        _RESTORE,
    ),
    "score-wrong": _integrity(
        "A score in the file is not what its raw responses score.",
        "Scores are recomputed from the answers; the file's own are only a convenience.",
        _RESTORE,
    ),
    "score-missing": _integrity(
        "The last turn of a finished cell carries no score.",
        "The runner writes the score with the answer.",
        _RESTORE,
    ),
    "score-extra": _integrity(
        "A turn carries a score although its cell is not finished there.",
        "A cell is scored once, on all its responses.",
        _RESTORE,
    ),
    "too-few-items": _integrity(
        "The experiment has fewer items than a verdict needs (12, or more by its thresholds).",
        "The item is the unit of the statistics.",
        "write more items and register the new battery",
    ),
    "too-few-repeats": _integrity(
        "The experiment has fewer repeats than a verdict needs (3, or more by its thresholds).",
        "Models sample: one answer says little about a prompt.",
        "raise the repeats and register the new battery",
    ),
    # ---- the header, against the registered config
    "config-not-at-commit": _integrity(
        "The commit that a header names does not hold the config of that hash.",
        "An experiment is what was registered, not what was run.",
        _AGAIN,
    ),
    "config-unsound": _integrity(
        "The registered config contradicts itself: its hashes, arms or patterns do not hold.",
        "It was not made by `doit compile`, or was edited afterwards.",
        "compile the specs again, register the config, then run",
    ),
    "header-mismatch": _integrity(
        "A header's battery or request hash, rule or practice flag is not the config's.",
        "Whoever reads the header alone would take it for another experiment.",
        _RESTORE,
    ),
    "model-foreign": _integrity(
        "The config has no request settings for the model that was run.",
        "Only models that the program names are measured.",
        "add the model to the program, register the config, then run",
    ),
    "request-settings": _integrity(
        "The request settings as sent are not those that were registered for the model.",
        "Another temperature or limit is another experiment.",
        _NEW_RUN,
    ),
    "endpoint-foreign": _integrity(
        "The endpoint is neither `anthropic`, nor `embedded`, nor a plain http(s) address.",
        "Which server answered decides whether a run can count; it never holds credentials.",
        _RESTORE,
    ),
    "arm-digest": _integrity(
        "An arm's digest in the header is not the registered one.",
        "The model saw another text than the experiment states.",
        _NEW_RUN,
    ),
    "order-seed": _integrity(
        "The order seed does not follow from the config hash.",
        "An order that can be chosen can be chosen well.",
        _NEW_RUN,
    ),
    "edit-too-small": _integrity(
        "The removed arm differs from the present one by too few recorded tokens.",
        "No control edit can be shown to match so small a change.",
        "this rule cannot be tested on this file: write a battery in which the fix removes more",
    ),
    "control-delta": _integrity(
        "By recorded tokens, the control edit does not match the removed edit.",
        "A shorter prompt is a change of its own: the control must change length alike.",
        _NEW_RUN,
    ),
    "control-not-first": _integrity(
        "The control is not the first registered candidate that fits the recorded counts.",
        "Choosing among controls is choosing the result.",
        _NEW_RUN,
    ),
    "counts-mismatch": _integrity(
        "The counts that chose the control contradict the tokens that were recorded.",
        "Counts that are made up could pick any control.",
        _NEW_RUN,
    ),
    "start-in-future": _integrity(
        "A run starts later than now.",
        "A clock is wrong, or a date was made up.",
        "set the clock right; measure again if the date is wrong",
    ),
    # ---- the run's place in the project and its history
    "misplaced-run": _integrity(
        "A run file's folder or name is not what its header says.",
        "Runs are found by rule, model and start.",
        "move the file to runs/<rule>/<model>/<start>.jsonl",
    ),
    "pilot-in-runs": _integrity(
        "A pilot lies among the evidence.",
        "A pilot may be repeated at will, so it can never be evidence.",
        "move it to .chaff/pilots/, or delete it",
    ),
    "commit-unknown": _integrity(
        "The header names no commit, or one that neither main nor what is checked out comes from.",
        "A squash or rebase merge makes new commits; the ones on the branch register nothing.",
        _AGAIN,
    ),
    "main-unknown": _integrity(
        "The repository has no main branch of the name that the program states.",
        "Registered means: on the main branch.",
        "fetch the main branch (`fetch-depth: 0` in a workflow), or set `main_branch`",
    ),
    "commit-not-on-main": _integrity(
        "The commit that a header names is not on the main branch.",
        "A config is registered by merging it; a branch can be rewritten.",
        _AGAIN,
    ),
    "commit-not-ancestor": _integrity(
        "The commit that added a run was not made on top of the commit that registered it.",
        "Registered first, run afterwards: git shows the order.",
        "commit the run on a branch that has the registering commit below it",
    ),
    "start-before-registration": _integrity(
        "A run starts before its config was registered.",
        "Who has seen the answers can still choose the experiment.",
        _AGAIN,
    ),
    "start-after-commit": _integrity(
        "A run starts later than the commit that added it.",
        "Nobody can commit what has not begun: a clock is wrong, or a date was made up.",
        _NEW_RUN,
    ),
    "shallow-clone": _integrity(
        "The clone lacks the older history, so no registration can be read.",
        "Pre-registration is read from git.",
        "run `git fetch --unshallow`, or set `fetch-depth: 0` in the workflow",
    ),
    "run-rewritten": _integrity(
        "A run file does not begin with what was committed of it before.",
        "Evidence only grows.",
        _RESTORE,
    ),
    "run-deleted": _integrity(
        "A run file that was committed is gone.",
        "Evidence stays, whatever it says.",
        "restore it: `git log --diff-filter=D -- FILE` shows where it went",
    ),
    "second-run": _integrity(
        "A second complete run of the same experiment claims to count.",
        "The first complete run counts; repeating until it pleases is not measuring.",
        "remove the later run, give its start up with `chaff abandon`; use `--pilot` to try again",
    ),
    # ---- the ledger
    "ledger-unreadable": _integrity(
        "A ledger entry is not the JSON record it should be.",
        "Money and starts are counted from these files.",
        _RESTORE,
    ),
    "ledger-misnamed": _integrity(
        "A ledger entry's file name, or the run that it names, is not what its fields say.",
        "One start, one entry, one run.",
        _RESTORE,
    ),
    "ledger-mismatch": _integrity(
        "A ledger entry and the header of its run contradict each other.",
        "They were written by the same start.",
        _RESTORE,
    ),
    "ledger-deleted": _integrity(
        "A ledger entry that was committed is gone.",
        "Every start stays counted.",
        "restore it: `git log --diff-filter=D -- FILE` shows where it went",
    ),
    "ledger-rewritten": _integrity(
        "A ledger entry is of another start, or holds less money, than when it was committed.",
        "Starts are counted as attempts, and money against the caps: both only grow.",
        _RESTORE,
    ),
    "ledger-state": _integrity(
        "A ledger entry's state does not fit its run.",
        "A complete run is closed, an incomplete one open or abandoned.",
        "run `doit run:RULE` to resume or close it, or give it up with `chaff abandon`",
    ),
    "ledger-billed": _integrity(
        "What a ledger entry says was billed is not what its run's answers cost.",
        "Caps are kept by this number.",
        _RESTORE,
    ),
    "run-gone": _integrity(
        "A start is in the ledger, but its run file is gone.",
        "A run that went badly may not vanish.",
        "restore the run file; a start that wrote nothing is given up with `chaff abandon`",
    ),
    "run-unledgered": _integrity(
        "A run file has no ledger entry.",
        "Every start is entered before its first answer.",
        "restore the entry in runs/spend/ that the runner made",
    ),
    "over-rule-cap": _integrity(
        "An experiment has cost more than one rule may.",
        "The cap is what the library agreed to spend.",
        "stop, or raise `rule_usd` in specs/program.jsonnet in a reviewed change",
    ),
    "over-program-cap": _integrity(
        "All experiments together have cost more than the program may.",
        "The cap is what the library agreed to spend.",
        "stop, or raise `program_usd` or move `budget_from` in a reviewed change",
    ),
    # ---- generated files
    "generated-missing": _integrity(
        "A file that the specs compile to is not there.",
        "What is reviewed must be what is used.",
        "run `doit compile` and commit",
    ),
    "generated-differs": _integrity(
        "A generated file is not what the specs compile to.",
        "Someone edited it, or changed a spec without compiling.",
        "run `doit compile` and commit",
    ),
    "generated-leftover": _integrity(
        "A file below generated/ comes from no spec.",
        "It would be taken for a rule that exists.",
        "delete it",
    ),
    "spec-refused": _integrity(
        "A spec does not compile.",
        "Nothing can be said about a rule that does not compile.",
        "mend the spec; `doit compile` shows the same message",
    ),
    "key-in-ci": _integrity(
        "An API key is in the environment of a CI job that only checks.",
        "A pull request's code could read it; checking needs none.",
        "remove the secret from this job, or set CHAFF_ALLOW_KEY=1 if you must",
    ),
    # ---- what a tier rests on
    "enforced-without-evidence": _standing(
        "A rule is enforced, but its newest complete run on the primary model admits it not.",
        "Only a measured rule may fail a build.",
        "set the tier to heuristic (demote), or measure and admit it first",
    ),
    "guards-not-held": _standing(
        "A rule is enforced and admitted, but a guard of the library does not hold.",
        "The guards catch a harmful control and luck by repetition.",
        "set the tier to heuristic (demote)",
    ),
    "evidence-drifted": _standing(
        "The newest run measured another version of an enforced rule than the current one.",
        "What was measured is no longer what is enforced.",
        "re-run or demote",
    ),
    "evidence-differs": _standing(
        "A rule's evidence.json is not what its runs show.",
        "Every finding carries the claim; nobody who reads it can look further.",
        "run `doit promote:RULE` if the rule is enforced, `doit bury:RULE` if it is buried, else "
        "delete the file",
    ),
    "evidence-old": _standing(
        "The newest run of an enforced rule is older than the program allows.",
        "Models and services change.",
        "re-run or demote",
    ),
    "model-unpriced": _standing(
        "The model that an enforced rule was measured on has left the pricing manifest.",
        "A model that cannot be run any more is not the one in use.",
        "re-run or demote",
    ),
    "failed-not-buried": _standing(
        "A rule's newest complete run failed, and the graveyard does not say so.",
        "What was tried and did not hold is worth as much as what did.",
        "run `doit bury:RULE`",
    ),
    "grave-missing": _standing(
        "A rule's spec says that it is buried, but the graveyard has no page about it.",
        "Whoever selects the rule must be able to read what was tried.",
        "restore graveyard/<rule>.md, or run `doit bury:RULE`, or take `buried` out of the spec",
    ),
    "grave-differs": _standing(
        "The page of a buried rule does not say what the run that it names shows.",
        "It is what people will remember of the rule, so it must be what was measured.",
        "run `doit bury:RULE`, which writes it anew, or restore graveyard/<rule>.md",
    ),
    # ---- notes
    "due": _note(
        "A heuristic's newest run is old, or measured another version of it.",
        "Nothing rests on it, so nothing fails.",
        "run `doit run:RULE` when you want it measured",
    ),
    "not-committed": _note(
        "A file that counts only once committed is not in git yet.",
        "Registration is read from git, so this run is not registered.",
        "commit it",
    ),
    "no-git": _note(
        "The project is not in a git repository.",
        "Pre-registration cannot be read, so no run counts as registered.",
        "check a full clone of the repository",
    ),
    "incomplete": _note(
        "A run is not complete.",
        "It has no score and no verdict; it counts as an attempt.",
        "resume it with `doit run:RULE`, or give it up with `chaff abandon`",
    ),
    "abandoned": _note(
        "A start was given up.",
        "It counts as an attempt.",
        "nothing to do",
    ),
}
