"""The second pull request on a real repository, with a rule that is really compiled."""

import json
import sys
from datetime import datetime, timedelta

import pytest

from chaff.cli.life import carry_out
from chaff.cli.main import main
from chaff.compile.project import compile_into
from chaff.compile.staleness import PROGRAM
from chaff.errors import ChaffError, SpecError, UsageError
from chaff.life.command import prepare
from tests.support.checked import codes, note_codes
from tests.support.configs import CONFIRMATION, PRIMARY
from tests.support.evidence import helps, useless
from tests.support.life import NOW, RULE, SPEC, Project

GRAVE = f"graveyard/{RULE}.md"
INDEX = "graveyard/README.md"
CLAIMS = f"generated/{RULE}/evidence.json"
COMPILED = f"generated/{RULE}/rule.json"


@pytest.fixture(scope="module")
def registered(tmp_path_factory):
    return Project.make(tmp_path_factory.mktemp("life") / "project")


@pytest.fixture
def project(registered, tmp_path):
    return registered.copy(tmp_path / "project")


def harms(arm: str, item: int, repeat: int) -> bool:
    """Passes of a control that does harm: removed is no better than the file as it is."""
    return arm != "control"


def changed(project, before):
    """Return the files that differ from a tree, also those that are gone."""
    after = project.tree()
    return {path for path in {*before, *after} if before.get(path) != after.get(path)}


def do(project, step, *, now: datetime = NOW):
    """Prepare a step, see that doing it again changes nothing, commit."""
    before = project.tree()
    prepared = prepare(step, project.root, RULE, now=now)
    assert set(prepared.changed) == changed(project, before)
    if step != "demote":
        assert prepare(step, project.root, RULE, now=now) == prepared_again(prepared)
    project.repo.commit()
    return prepared


def prepared_again(prepared):
    return type(prepared)(changed=(), description=prepared.description)


def test_promote(project):
    path = project.add_run()
    spec = project.spec()
    config = (project.root / f"generated/{RULE}/eval.config.json").read_bytes()
    prepared = do(project, "promote")
    assert project.spec() == spec.replace(
        "  id: 'example',\n", "  id: 'example',\n  tier: 'enforced',\n"
    )
    assert (project.root / f"generated/{RULE}/eval.config.json").read_bytes() == config
    report = project.check()
    assert codes(report) == note_codes(report) == []
    assert [(row.tier, row.evidence, row.buried) for row in report.rules] == [
        ("enforced", path, False)
    ]
    assert json.loads((project.root / CLAIMS).read_bytes()) == [
        {
            "model": PRIMARY,
            "effect": 1.0,
            "lower": 1.0,
            "upper": 1.0,
            "date": "2026-12-02",
            "attempt": 1,
            "run": report.runs[0].digest,
            "n_items": 12,
            "repeats": 5,
            "outcome": "admitted",
        }
    ]
    assert prepared.description.startswith(
        f"Enforce {RULE} on {PRIMARY}\n\n{report.runs[0].label}.\n"
    )
    assert "| removed | 60 | 60 |" in prepared.description
    assert (
        f"- `{RULE}` is enforced: {report.runs[0].label}.\n- Something else."
        in (project.root / "CHANGELOG.md").read_text()
    )


def test_bury(project):
    path = project.add_run(passes=useless)
    assert codes(project.check()) == ["failed-not-buried"]
    prepared = do(project, "bury")
    report = project.check()
    assert codes(report) == note_codes(report) == []
    (row,) = report.rules
    assert (row.tier, row.buried, row.evidence) == ("heuristic", True, path)
    assert "  id: 'example',\n  buried: true,\n" in project.spec()
    page = (project.root / GRAVE).read_text()
    for said in (
        "# Struck-through instruction\n",
        f"measured on {PRIMARY}, 2026-12-02, and not enforced",
        "Agents follow text that was struck through.",
        "| control | 30 | 60 |",
        "Attempt 1.",
        report.runs[0].config_hash,
        report.runs[0].digest,
        path,
        row.label,
        "pass rates Beta(2, 2) under present and control",
        "the effect found 80 % of the time is +24 points, with the guards +29 points;",
        "Not held: effect, interval.",
    ):
        assert said in page, said
    assert f"- [Struck-through instruction]({RULE}.md)" in (project.root / INDEX).read_text()
    (claim,) = json.loads((project.root / CLAIMS).read_bytes())
    assert (claim["outcome"], claim["run"]) == ("failed", report.runs[0].digest)
    assert prepared.description.startswith(f"Bury {RULE}: not shown on {PRIMARY}\n")


def test_a_rule_that_only_the_guards_hold_back_may_be_buried(project):
    project.add_run(passes=harms)
    with pytest.raises(UsageError, match="held back by the guards"):
        prepare("promote", project.root, RULE, now=NOW)
    do(project, "bury")
    report = project.check()
    assert codes(report) == []
    assert "held back by the guards" in report.rules[0].label
    page = (project.root / GRAVE).read_text()
    assert "The four conditions hold, but removing is not shown to beat the file as it is" in page
    assert report.rules[0].label in page
    assert "Removed minus present: " in page
    assert f"repeat it: `doit run:{RULE} --model {PRIMARY} --pilot`" in page


def test_a_library_that_only_shows_its_guards_is_told_which_do_not_hold(project):
    project.add_run(passes=harms)
    spec = project.root / "specs/program.jsonnet"
    spec.write_text(spec.read_text().replace("mode: 'enforce'", "mode: 'show'"))
    for name in (PROGRAM, RULE):
        compile_into(project.root, name)
    project.repo.commit()
    prepared = do(project, "promote")
    assert "but removing is not shown to beat the file as it is" in prepared.description
    assert "One-sided sign-flip p: " in prepared.description


def test_demote(project):
    project.add_run()
    spec, tree = project.spec(), project.tree()
    do(project, "promote")
    do(project, "demote")
    assert project.spec() == spec
    assert changed(project, tree) == {"CHANGELOG.md"}
    assert codes(project.check()) == []


def test_an_enforced_rule_that_fails_anew_is_buried_in_one_step(project):
    """Evidence grows old, the rule is measured again and fails."""
    project.add_run()
    do(project, "promote")
    later = NOW + timedelta(days=400)
    assert codes(project.check(now=later)) == ["evidence-old"]
    project.add_run(passes=useless, started_at="2028-01-10T10:15:00Z")
    assert codes(project.check(now=later)) == ["enforced-without-evidence"]
    do(project, "bury", now=later)
    report = project.check(now=later)
    assert codes(report) == []
    assert (report.rules[0].tier, report.rules[0].buried) == ("heuristic", True)
    assert "attempt 2" in report.rules[0].label
    assert "tier:" not in project.spec()


def test_a_buried_rule_is_changed_dug_up_measured_anew_and_enforced(project):
    project.add_run(passes=useless)
    do(project, "bury")
    with pytest.raises(UsageError, match="it lies in the graveyard"):
        prepare("demote", project.root, RULE, now=NOW)
    project.edit("prompt: 'Add the package '", "prompt: 'Please add the package '")
    assert codes(project.check()) == ["evidence-differs"]
    do(project, "bury")
    assert not (project.root / CLAIMS).exists()
    assert codes(project.check()) == []
    do(project, "demote")
    assert not (project.root / GRAVE).exists()
    assert "Nobody lies here yet." in (project.root / INDEX).read_text()
    assert codes(project.check()) == []
    project.add_run(started_at="2026-12-05T10:15:00Z")
    do(project, "promote")
    report = project.check()
    assert codes(report) == []
    assert ", attempt 2, " in report.rules[0].label


def test_a_rule_is_enforced_from_the_graveyard(project):
    """The evidence that buried it is too old, and a new run of the same experiment admits it."""
    project.add_run(passes=useless)
    do(project, "bury")
    later = NOW + timedelta(days=400)
    project.add_run(started_at="2028-01-10T10:15:00Z")
    do(project, "promote", now=later)
    assert codes(project.check(now=later)) == []
    assert "buried" not in project.spec()
    assert not (project.root / GRAVE).exists()


REFUSALS = {
    "promote without a run": ("promote", None, {}, "no complete, registered run on"),
    "bury without a run": ("bury", None, {}, "no complete, registered run on"),
    "promote what failed": ("promote", useless, {}, "cannot be enforced: .*failed"),
    "bury what was admitted": ("bury", None, {"ran": True}, "cannot be buried: .*admitted"),
    "demote a heuristic": ("demote", None, {}, "a heuristic already"),
    "a run that is not committed": (
        "promote",
        None,
        {"ran": True, "commit": False},
        "no complete, registered run",
    ),
    "a confirmation run alone": (
        "promote",
        None,
        {"ran": True, "model": CONFIRMATION},
        "no complete, registered run",
    ),
    "an endpoint that may not count": (
        "promote",
        None,
        {"ran": True, "endpoint": "http://127.0.0.1:8080"},
        "no complete, registered run",
    ),
    "the evidence is too old": (
        "promote",
        None,
        {"ran": True, "now": NOW + timedelta(days=400)},
        "is too old",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_refused_changes_nothing(project, name):
    step, passes, how, message = REFUSALS[name]
    now = how.get("now", NOW)
    header = {k: v for k, v in how.items() if k not in ("ran", "now")}
    if how.get("ran"):
        project.add_run(**header)
    elif passes is not None:
        project.add_run(passes=passes)
    before = project.tree()
    with pytest.raises(UsageError, match=message) as caught:
        prepare(step, project.root, RULE, now=now)
    assert caught.value.remedy
    assert changed(project, before) == set()
    assert not (project.root / ".chaff/pull-requests").exists()


def test_no_such_rule(project):
    with pytest.raises(UsageError, match="there is no rule 'other'") as caught:
        prepare("promote", project.root, "other", now=NOW)
    assert caught.value.remedy == "there are: example"


@pytest.mark.parametrize("step", ["promote", "bury"])
def test_nothing_rests_on_a_library_with_a_fault(project, step):
    project.add_run(passes=useless if step == "bury" else helps)
    project.repo.write({"generated/left.txt": "x"})
    before = project.tree()
    with pytest.raises(UsageError, match="generated-leftover"):
        prepare(step, project.root, RULE, now=NOW)
    assert changed(project, before) == set()


def test_evidence_of_another_version_enforces_nothing(project):
    project.add_run()
    project.edit("prompt: 'Add the package '", "prompt: 'Please add '")
    before = project.tree()
    with pytest.raises(UsageError, match="measured another version"):
        prepare("promote", project.root, RULE, now=NOW)
    assert changed(project, before) == set()


@pytest.mark.parametrize("step", ["promote", "bury"])
def test_a_spec_that_cannot_be_edited_is_left_alone(project, step):
    project.add_run(passes=useless if step == "bury" else helps)
    project.edit("id: 'example',", "id: 'exam' + 'ple',")
    before = project.tree()
    with pytest.raises(SpecError, match="has 0 lines"):
        prepare(step, project.root, RULE, now=NOW)
    assert changed(project, before) == set()


def test_an_edit_that_would_not_compile_is_taken_back(project):
    """Something in the spec objects to the new tier."""
    project.add_run()
    project.edit(
        "  practice: practice,\n}\n",
        "  practice: practice,\n  assert self.tier == 'heuristic',\n}\n",
    )
    before = project.tree()
    with pytest.raises(ChaffError):
        prepare("promote", project.root, RULE, now=NOW)
    assert changed(project, before) == set()


def test_the_command_says_what_it_did_and_what_is_next(project, capsys):
    project.add_run()
    assert carry_out("promote", project.root, RULE, now=NOW, out=sys.stdout) == 0
    out = capsys.readouterr().out
    for path in (SPEC, COMPILED, CLAIMS, "CHANGELOG.md"):
        assert f"changed {path}\n" in out
    draft = project.root / f".chaff/pull-requests/{RULE}.md"
    assert draft.read_text().startswith(f"Enforce {RULE}")
    assert "git restore" in out
    assert carry_out("promote", project.root, RULE, now=NOW, out=sys.stdout) == 0
    assert capsys.readouterr().out == f"{RULE}: nothing to change\n"


CASES_OF_LINT = {"enforced": ("promote", helps, 1), "buried": ("bury", useless, 0)}


@pytest.mark.parametrize("name", CASES_OF_LINT)
def test_what_the_linter_says_of_it(project, monkeypatch, capsys, name):
    """An enforced rule fails with its label; a buried one is off, and selected it only informs."""
    step, passes, status = CASES_OF_LINT[name]
    project.add_run(passes=passes)
    prepare(step, project.root, RULE, now=NOW)
    expected = project.check().rules[0].label
    project.repo.write({"CLAUDE.md": "# Notes\n\n- Keep.\n- ~~Gone.~~\n- Stay.\n"})
    monkeypatch.chdir(project.root)
    assert main(["lint", "CLAUDE.md"]) == status
    said = capsys.readouterr().out
    assert (expected in said) == (name == "enforced")
    if name == "buried":
        assert "nothing found" in said
        assert main(["lint", "CLAUDE.md", "--select", RULE]) == 0
        assert f"buried: {expected}" in capsys.readouterr().out
    for style in ("json", "sarif", "github"):
        assert main(["lint", "CLAUDE.md", "--select", RULE, "--format", style]) == status
        assert expected in capsys.readouterr().out
    assert main(["explain", RULE]) == 0
    assert expected in " ".join(capsys.readouterr().out.split())
    assert main(["rules"]) == 0
    assert expected in capsys.readouterr().out


def test_the_label_names_model_effect_interval_date_attempt_and_run(project):
    project.add_run()
    report = project.check()
    digest = report.runs[0].digest.removeprefix("sha256:")[:12]
    assert report.rules[0].label == (
        f"{PRIMARY}: admitted, +1.00 [+1.00, +1.00], 12 prompts x 5, 2026-12-02, attempt 1, "
        f"run sha256:{digest}"
    )
