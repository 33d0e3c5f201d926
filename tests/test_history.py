import shutil
import subprocess
from datetime import timedelta

import pytest

from benchmarks.bench_history import ask_everything, fill
from chaff import git
from chaff.errors import HistoryError
from chaff.history import History
from tests.support.repos import EPOCH, Repo

CONFIG, RUN = "generated/a/eval.config.json", "runs/a/m/1.jsonl"


@pytest.fixture(params=["", "deep/er"], ids=["root", "subfolder"])
def repo(tmp_path, request):
    return Repo(tmp_path / "repo", project=request.param)


def history(repo, main="main"):
    return History.open(repo.root, main)


def test_outside_git_there_is_no_history(tmp_path):
    answers = History.open(tmp_path, "main")
    assert not answers.is_repository
    assert (answers.head, answers.main, answers.added_in(RUN)) == (None, None, None)
    assert answers.blob("0" * 40, CONFIG) is None
    assert answers.registered_commit(CONFIG, bool) is None


def test_without_the_program_git_there_is_no_history(tmp_path, monkeypatch):
    Repo(tmp_path).commit({CONFIG: "{}"})
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not History.open(tmp_path, "main").is_repository


def test_an_empty_repository_has_no_head(repo):
    answers = history(repo)
    assert answers.is_repository
    assert answers.head is None
    assert answers.added_in(RUN) is None
    assert not answers.on_main("0" * 40)


def test_blobs_are_read_at_their_commit(repo):
    first = repo.commit({CONFIG: "one"})
    second = repo.commit({CONFIG: "two\n", "generated/ö x": b"\0\xff"})
    answers = history(repo)
    assert answers.blob(first, CONFIG) == b"one"
    assert answers.blob(second, CONFIG) == b"two\n"
    assert answers.blob(second, "generated/ö x") == b"\0\xff"
    assert answers.blob(first, "generated/ö x") is None
    assert answers.blob(first, "generated") is None
    assert answers.blob("f" * 40, CONFIG) is None
    assert answers.blob("HEAD", CONFIG) is None
    assert answers.blob(first, "x\nHEAD") is None
    assert answers.head == second
    assert answers.commit_time(first) == EPOCH + timedelta(hours=1)


def test_a_path_has_the_commits_that_added_it_and_all_its_contents(repo):
    repo.commit({CONFIG: "{}"})
    added = repo.commit({RUN: "1\n"})
    repo.commit({RUN: "1\n2\n"})
    answers = history(repo)
    assert answers.added_in(RUN) == added
    assert [*answers.versions(RUN)] == [b"1\n", b"1\n2\n"]
    assert answers.version_ids(RUN)[1] == answers.blob_id(b"1\n2\n")
    assert answers.committed_paths("runs") == {RUN}
    assert answers.added_in("runs/a/m/2.jsonl") is None


def test_deleted_and_added_again_is_two_additions(repo):
    first = repo.commit({RUN: "1\n"})
    (repo.root / RUN).unlink()
    repo.commit()
    again = repo.commit({RUN: "other\n"})
    answers = history(repo)
    assert answers.additions(RUN) == (first, again)
    assert [*answers.versions(RUN)] == [b"1\n", b"other\n"]


def test_a_merge_commit_adds_nothing_that_a_branch_added(repo):
    repo.commit({CONFIG: "{}"})
    repo.branch("work")
    added = repo.commit({RUN: "1\n"})
    repo.switch("main")
    repo.commit({"README": "x"})
    merged = repo.merge("work")
    answers = history(repo)
    assert answers.additions(RUN) == (added,)
    assert answers.on_main(added)
    assert answers.on_main(merged)


def test_what_a_merge_itself_adds_is_seen(repo):
    repo.commit({CONFIG: "{}"})
    repo.branch("work")
    repo.commit({"README": "x"})
    repo.switch("main")
    repo.commit({"NOTES": "x"})
    repo.git("merge", "--no-ff", "--no-commit", "work")
    merged = repo.commit({RUN: "smuggled\n"})
    assert history(repo).additions(RUN) == (merged,)


def test_a_squash_leaves_the_branch_off_main(repo):
    repo.commit({"README": "x"})
    repo.branch("work")
    config = repo.commit({CONFIG: "{}"})
    repo.switch("main")
    squashed = repo.merge("work", "--squash")
    answers = history(repo)
    assert not answers.on_main(config)
    assert answers.registered_commit(CONFIG, lambda data: data == b"{}") == squashed


def test_registration_is_the_oldest_commit_on_main_that_satisfies(repo):
    repo.commit({CONFIG: "old"})
    wanted = repo.commit({CONFIG: "new"})
    repo.commit({CONFIG: "newest"})
    repo.commit({CONFIG: "new"})
    answers = history(repo)
    assert answers.registered_commit(CONFIG, lambda data: data == b"new") == wanted
    assert answers.registered_commit(CONFIG, lambda data: data == b"none") is None


def test_ancestry_through_merges_and_off_the_trunk(repo):
    root = repo.commit({"README": "1"})
    repo.branch("work")
    side = repo.commit({"a": "1"})
    side_next = repo.commit({"a": "2"})
    repo.switch("main")
    straight = repo.commit({"b": "1"})
    merged = repo.merge("work")
    last = repo.commit({"b": "2"})
    ask = history(repo).is_strict_ancestor
    yes = [
        (root, side), (root, last), (side, side_next), (side, merged), (side_next, last),
        (straight, merged), (merged, last),
    ]  # fmt: skip
    no = [
        (root, root), (side, root), (side, straight), (straight, side), (straight, side_next),
        (side_next, side), (last, merged), ("f" * 40, last), (root, "f" * 40),
    ]  # fmt: skip
    assert all(ask(older, newer) for older, newer in yes)
    assert not any(ask(older, newer) for older, newer in no)


@pytest.mark.parametrize(
    ("local", "expected"),
    [("ahead", "local"), ("behind", "remote"), ("missing", "remote"), ("checked out", "local")],
)
def test_which_main_counts(tmp_path, local, expected):
    upstream = Repo(tmp_path / "upstream")
    upstream.commit({"README": "1"})
    here = upstream.clone(tmp_path / "here")
    here.clock = upstream.clock
    if local == "ahead":
        local_tip = remote_tip = here.commit({"README": "2"})
        here.branch("work")
    else:
        local_tip = here.head
        remote_tip = upstream.commit({"README": "3"})
        here.git("fetch", "--quiet")
        if local != "checked out":
            here.branch("work")
        if local == "missing":
            here.git("branch", "--quiet", "--delete", "--force", "main")
    assert history(here).main == (local_tip if expected == "local" else remote_tip)


def test_another_name_for_main(repo):
    commit = repo.commit({"README": "1"})
    repo.git("branch", "--quiet", "--move", "trunk")
    assert history(repo, "trunk").on_main(commit)
    assert history(repo, "main").main is None
    assert not history(repo, "main").on_main(commit)


def test_a_detached_head_is_judged_by_main(repo):
    commit = repo.commit({"README": "1"})
    repo.git("switch", "--quiet", "--detach")
    other = repo.commit({"README": "2"})
    answers = history(repo)
    assert answers.on_main(commit)
    assert not answers.on_main(other)
    assert answers.knows(other)


def test_a_shallow_clone_says_how_to_mend_it(repo, tmp_path):
    repo.commit({CONFIG: "{}"})
    repo.commit({RUN: "1\n"})
    history(repo).require_whole()
    answers = history(repo.clone(tmp_path / "shallow", "--depth=1"))
    assert answers.is_shallow
    with pytest.raises(HistoryError, match=r"fetch --unshallow.*fetch-depth: 0"):
        answers.require_whole()


def test_a_broken_repository_is_an_error_not_the_absence_of_one(repo):
    repo.commit({"README": "1"})
    (repo.path / ".git" / "config").write_text("[broken")
    with pytest.raises(HistoryError, match="bad config"):
        history(repo)


def test_the_callers_git_environment_changes_nothing(repo, tmp_path, monkeypatch):
    commit = repo.commit({RUN: "1\n"})
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    assert history(repo).added_in(RUN) == commit


def test_replaced_objects_do_not_rewrite_history(repo):
    first = repo.commit({CONFIG: "honest"})
    other = repo.commit({CONFIG: "forged"})
    repo.git("replace", first, other)
    assert history(repo).blob(first, CONFIG) == b"honest"


def test_grafts_do_not_rewrite_history(repo):
    root = repo.commit({"README": "1"})
    config = repo.commit({CONFIG: "{}"})
    repo.branch("work", root)
    run = repo.commit({RUN: "1\n"})
    repo.switch("main")
    repo.merge("work")
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/grafts").write_text(f"{run} {config}\n")
    assert not history(repo).is_strict_ancestor(config, run)


def test_no_setting_of_the_repository_changes_an_answer_or_runs_a_program(repo, tmp_path):
    commit = repo.commit({RUN: "1\n"})
    ran = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    programs = ("core.fsmonitor", "core.pager", "diff.external", "diff.x.command", "gpg.program",
                "diff.x.textconv", "filter.x.clean", "filter.x.process", "alias.log")  # fmt: skip
    switches = ("log.follow", "log.showSignature", "diff.relative", "log.mailmap")
    settings = dict.fromkeys(programs, str(program)) | dict.fromkeys(switches, "true")
    settings |= {"log.showRoot": "false", "color.ui": "always", "diff.orderFile": "/missing"}
    for name, value in settings.items():
        repo.git("config", name, value)
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/attributes").write_text("* filter=x diff=x\n")
    repo.write({RUN: "2\n"})
    answers = history(repo)
    assert answers.added_in(RUN) == commit
    assert [*answers.versions(RUN)] == [b"1\n"]
    assert answers.committed_paths("runs") == {RUN}
    assert not ran.exists()


def test_a_folder_laid_out_like_a_repository_is_none(tmp_path):
    outer, inner = Repo(tmp_path / "outer"), Repo(tmp_path / "inner")
    inner.commit({RUN: "forged\n"})
    shutil.copytree(inner.path / ".git", outer.path / "library")
    outer.commit()
    with pytest.raises(HistoryError, match="bare"):
        History.open(outer.path / "library", "main")


def test_a_commit_from_no_time_at_all_has_the_latest(repo):
    tree = repo.git("rev-parse", f"{repo.commit({CONFIG: '{}'})}^{{tree}}")
    person = "A <a@example.org> 99999999999999 +0000"
    text = f"tree {tree}\nauthor {person}\ncommitter {person}\n\nx\n"
    command = ("git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin")
    made = subprocess.run(command, cwd=repo.path, input=text, text=True, capture_output=True,
                          check=True)  # fmt: skip
    repo.git("reset", "--quiet", "--hard", made.stdout.strip())
    assert history(repo).commit_time(made.stdout.strip()).year == 9999


def test_what_git_had_first_came_first(repo):
    repo.commit({"runs/a": "1"})
    repo.branch("work")
    repo.commit({"runs/side": "1"})
    repo.switch("main")
    repo.commit({"runs/b": "1"})
    repo.merge("work")
    came_before = history(repo).came_before
    yes = [("runs/a", "runs/b"), ("runs/a", "runs/side"), ("runs/b", "runs/new")]
    no = [("runs/b", "runs/a"), ("runs/b", "runs/side"), ("runs/side", "runs/b"),
          ("runs/a", "runs/a"), ("runs/new", "runs/a"), ("runs/new", "runs/new")]  # fmt: skip
    assert all(came_before(*pair) for pair in yes)
    assert not any(came_before(*pair) for pair in no)


def test_a_huge_blob_is_cut_and_the_next_one_is_whole(repo, monkeypatch):
    monkeypatch.setattr("chaff.git.LARGEST_BLOB", 5)
    commit = repo.commit({RUN: "123456789\n", CONFIG: "12345"})
    answers = history(repo)
    assert answers.blob(commit, RUN) == b"12345"
    assert answers.blob(commit, CONFIG) == b"12345"


def test_git_ending_early_is_an_error(repo):
    commit = repo.commit({CONFIG: "{}"})
    answers = history(repo)
    assert answers.blob(commit, "x") is None
    answers._reader._process.kill()
    answers._reader._process.wait()
    with pytest.raises(HistoryError, match="git ended"):
        answers.blob(commit, CONFIG)


def test_a_name_of_two_lines_asks_for_nothing(tmp_path):
    repo = Repo(tmp_path / "repo", project="a\nb")
    commit = repo.commit({CONFIG: "{}", RUN: "1\n"})
    answers = history(repo)
    assert answers.blob(commit, CONFIG) is None
    assert [*answers.versions(RUN)] == [b"1\n"]


def test_a_sha256_repository(tmp_path):
    path = tmp_path / "r"
    path.mkdir()
    subprocess.run(("git", "init", "--quiet", "--object-format=sha256", "-b", "main"), cwd=path,
                   check=True)  # fmt: skip
    repo = Repo(path)
    commit = repo.commit({RUN: "1\n"})
    answers = history(repo)
    assert answers.added_in(RUN) == commit
    assert answers.version_ids(RUN) == (answers.blob_id(b"1\n"),)


def test_the_number_of_git_processes_does_not_grow_with_the_rules(tmp_path, monkeypatch):
    started = []
    popen = subprocess.Popen

    def counted(command, *arguments, **settings):
        started.append(command)
        return popen(command, *arguments, **settings)

    monkeypatch.setattr(git.subprocess, "Popen", counted)
    counts = []
    for n_rules in (2, 40):
        repo = Repo(tmp_path / str(n_rules))
        fill(repo.path, n_rules)
        started.clear()
        ask_everything(history(repo), n_rules)
        counts.append(len(started))
    assert counts[0] == counts[1] <= 8


def test_what_the_benchmark_asks_is_so(tmp_path):
    repo = Repo(tmp_path)
    fill(repo.path, 3)
    assert ask_everything(history(repo), 3) == 3
