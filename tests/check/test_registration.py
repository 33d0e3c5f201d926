"""Pre-registration on real repositories: how a config and its run may reach main, and how not."""

import shutil

import pytest

from tests.support.checked import Library, codes, note_codes, run_path
from tests.support.configs import RULE, tiny_config
from tests.support.evidence import honest_run, seal, useless
from tests.support.repos import Repo


@pytest.fixture(params=["", "tools/rules"], ids=["root", "subfolder"])
def library(tmp_path, request):
    made = Library(Repo(tmp_path / "repo", project=request.param))
    made.repo.commit({"README": "x"})
    return made


def registration(library):
    return [row.registration for row in library.check().runs]


def run_on(library, commit, branch="run"):
    """Commit a run on a branch of its own."""
    library.repo.branch(branch)
    library.add_run(honest_run(library.config, commit=commit))
    return library.repo.commit()


def config_on(library, branch="config"):
    """Commit the config on a branch of its own, and go back to main."""
    library.repo.branch(branch)
    commit = library.register()
    library.repo.switch("main")
    return commit


@pytest.mark.parametrize("how", ["--no-ff", "--ff-only", "--squash"])
def test_two_pull_requests(library, how):
    """First the config is merged, then the run: whichever way the merges are made."""
    branch_commit = config_on(library)
    library.repo.merge("config", *([how] if how != "--no-ff" else []))
    commit = library.repo.head if how == "--squash" else branch_commit
    run_on(library, commit)
    assert codes(library.check()) == []
    assert registration(library) == ["registered"]
    library.repo.switch("main")
    library.repo.merge("run", *([how] if how != "--no-ff" else []))
    assert codes(library.check()) == []
    assert registration(library) == ["registered"]


def test_a_rebase_merge_makes_new_commits_that_are_named(library):
    config_on(library)
    library.repo.commit({"README": "y"})
    library.repo.git("cherry-pick", "config")
    rebased = library.repo.head
    run_on(library, rebased)
    assert registration(library) == ["registered"]


def test_a_squashed_branch_is_no_registration(library):
    branch_commit = config_on(library)
    library.repo.merge("config", "--squash")
    run_on(library, branch_commit)
    assert codes(library.check()) == ["commit-unknown"]
    assert registration(library) == ["not-registered"]


def test_main_merged_into_the_branch_before_pushing(library):
    commit = config_on(library)
    library.repo.branch("run")
    library.repo.commit({"work": "1"})
    library.repo.switch("main")
    library.repo.merge("config")
    library.repo.switch("run")
    library.repo.merge("main")
    library.add_run(honest_run(library.config, commit=commit))
    library.repo.commit()
    assert codes(library.check()) == []
    library.repo.switch("main")
    library.repo.merge("run", "--ff-only")
    assert codes(library.check()) == []
    assert registration(library) == ["registered"]


def test_a_run_committed_before_main_was_merged_in_is_not_registered(library):
    library.repo.branch("run")
    library.repo.switch("main")
    commit = library.register()
    outputs = library.outputs()
    library.repo.switch("run")
    library.repo.write({"specs/program.jsonnet": "{}", **outputs})
    library.add_run(honest_run(library.config, commit=commit))
    library.repo.commit()
    library.repo.merge("main")
    assert codes(library.check()) == ["commit-not-ancestor"]


def test_config_and_run_on_one_branch_count_only_once_merged(library):
    """On the pull request the check fails; nothing in git could tell afterwards."""
    library.repo.branch("both")
    commit = library.register()
    library.add_run(honest_run(library.config, commit=commit))
    library.repo.commit()
    assert codes(library.check()) == ["commit-not-on-main"]
    library.repo.switch("main")
    library.repo.merge("both")
    assert registration(library) == ["registered"]


def test_in_a_clone_on_a_branch_origin_main_counts(library, tmp_path):
    commit = library.register()
    library.repo = library.repo.clone(tmp_path / "clone")
    run_on(library, commit)
    library.repo.git("branch", "--delete", "--force", "main")
    assert registration(library) == ["registered"]


def test_a_detached_merge_commit_as_ci_checks_it_out(library, tmp_path):
    commit = library.register()
    run_on(library, commit)
    library.repo.switch("main")
    library.repo.commit({"README": "z"})
    library.repo = library.repo.clone(tmp_path / "ci")
    library.repo.git("switch", "--quiet", "--detach", "origin/main")
    library.repo.git("branch", "--quiet", "--delete", "--force", "main")
    library.repo.git("merge", "--quiet", "--no-ff", "-m", "m", "origin/run")
    assert codes(library.check()) == []
    assert registration(library) == ["registered"]


def test_a_shallow_clone_is_one_fault_with_its_remedy(library, tmp_path):
    library.tier = "enforced"
    commit = library.register()
    run_on(library, commit)
    library.repo = library.repo.clone(tmp_path / "shallow", "--depth=1", "--branch=run")
    report = library.check()
    assert codes(report) == ["shallow-clone"]
    assert "fetch-depth: 0" in report.faults[0].remedy
    assert registration(library) == ["unknown"]


def test_a_shallow_clone_without_runs_needs_no_history(library, tmp_path):
    library.register()
    library.repo = library.repo.clone(tmp_path / "shallow", "--depth=1")
    assert codes(library.check()) == []


@pytest.mark.parametrize("tier", ["heuristic", "enforced"])
def test_without_git_nothing_is_registered_and_it_says_so(library, tier):
    library.tier = tier
    commit = library.register()
    run_on(library, commit)
    shutil.rmtree(library.repo.path / ".git")
    report = library.check()
    assert note_codes(report) == ["no-git"]
    assert codes(report) == (["enforced-without-evidence"] if tier == "enforced" else [])
    assert registration(library) == ["no-git"]
    assert report.commit is None
    assert report.runs[0].verdict["admitted"]
    assert not report.runs[0].counts


def test_a_run_that_is_not_committed_is_a_note(library):
    commit = library.register()
    library.add_run(honest_run(library.config, commit=commit))
    report = library.check()
    assert codes(report) == []
    assert note_codes(report) == ["not-committed"]
    assert [row.why_not for row in report.runs] == ["not registered: not committed yet"]


def test_a_run_may_grow_after_it_was_committed(library):
    commit = library.register()
    lines = honest_run(library.config, commit=commit)
    data = seal(lines)
    part = b"".join(data.splitlines(keepends=True)[:50])
    library.write_run(lines, part)
    library.write_entry(lines, state="open", billed_nano_usd=0)
    library.repo.commit()
    assert note_codes(library.check()) == ["incomplete"]
    library.add_run(lines)
    assert note_codes(library.check()) == ["not-committed"]
    library.repo.commit()
    assert codes(library.check()) == note_codes(library.check()) == []
    assert registration(library) == ["registered"]


def test_a_run_is_verified_against_the_config_at_its_commit_for_ever(library):
    """The rule is edited, then buried, then gone; its evidence stays checkable."""
    commit = library.register()
    library.add_run(honest_run(library.config, commit=commit, passes=useless))
    library.repo.commit()
    assert codes(library.check()) == ["failed-not-buried"]
    library.config = tiny_config(repeats=4)
    library.register()
    report = library.check()
    assert codes(report) == []
    assert note_codes(report) == ["due"]
    assert not report.runs[0].current
    assert report.runs[0].counts
    library.rule = "another-rule"
    library.register()
    report = library.check()
    assert codes(report) == []
    assert report.runs[0].verdict["cells"] == 36


def test_a_renamed_rule_keeps_its_evidence_and_its_attempts(library):
    library.tier = "enforced"
    commit = library.register()
    library.add_run(honest_run(library.config, commit=commit))
    library.repo.commit()
    library.rule = "new-name"
    library.register()
    library.claim()
    report = library.check()
    assert codes(report) == []
    assert [(row.rule, row.attempts, row.evidence) for row in report.rules] == [
        ("new-name", 1, report.runs[0].file)
    ]
    assert report.runs[0].rule == RULE


def test_a_run_moved_to_its_place_is_not_gone(library):
    commit = library.register()
    lines = honest_run(library.config, commit=commit)
    data = seal(lines)
    library.write_entry(lines)
    library.repo.commit({"runs/wrong.jsonl": data})
    assert set(codes(library.check())) == {"misplaced-run", "run-gone"}
    (library.root / "runs/wrong.jsonl").unlink()
    library.write_run(lines, data)
    library.repo.commit()
    assert codes(library.check()) == []


def test_a_run_that_could_never_count_may_go_once_its_start_is_given_up(library):
    commit = library.register()
    lines = honest_run(library.config, commit=commit)
    lines[0]["order_seed"] = lines[0]["config_hash"]
    library.add_run(lines)
    library.repo.commit()
    assert codes(library.check()) == ["order-seed"]
    (library.root / run_path(lines)).unlink()
    library.write_entry(lines, state="abandoned")
    library.repo.commit()
    report = library.check()
    assert codes(report) == []
    assert note_codes(report) == ["abandoned"]
    assert report.rules[0].attempts == 1


def test_a_run_that_is_rebased_onto_a_main_that_went_on(library):
    commit = library.register()
    run_on(library, commit)
    library.repo.switch("main")
    library.repo.commit({"README": "y"})
    library.repo.git("cherry-pick", "run")
    assert codes(library.check()) == []
    assert registration(library) == ["registered"]


def test_an_octopus_merge(library):
    """Two branches merged at once: each run follows its registration all the same."""
    commit = library.register()
    run_on(library, commit)
    library.repo.switch("main")
    library.repo.branch("docs")
    library.repo.commit({"docs": "1"})
    library.repo.switch("main")
    library.repo.commit({"README": "y"})
    library.repo.git("merge", "--quiet", "--no-ff", "-m", "both", "run", "docs")
    assert codes(library.check()) == []
    assert registration(library) == ["registered"]


def test_a_repository_of_sha256_commits(tmp_path):
    library = Library(Repo(tmp_path / "repo", object_format="sha256"))
    library.repo.commit({"README": "x"})
    commit = library.register()
    assert len(commit) == 64
    run_on(library, commit)
    assert codes(library.check()) == []
    assert registration(library) == ["registered"]
