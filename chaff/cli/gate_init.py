"""`chaff gate init`: sets a gate up before an instruction file, with all that is known so far."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chaff.cli.gate_site import personal_folder
from chaff.cli.plain import Subparsers, ascii_only, to_ascii
from chaff.errors import UsageError
from chaff.shapes.base import Shape

if TYPE_CHECKING:
    from chaff.gate.backfill import Backfill
    from chaff.gate.home import Home

DESCRIPTION: Final = """\
Set a gate up before an instruction file, ~/.claude/CLAUDE.md unless you name another.

Writes a spec (specs/gates/NAME.jsonnet) and compiles it: into the project here if the file belongs
to it, else into your personal folder, ~/.config/chaff. Scores the transcripts that exist, so that
there is no month of silence. Reads the file's git history and judges its past edits; these verdicts
are marked retrospective and never revert anything. Prints what the gate can detect, and the line
for cron. The instruction file itself is not touched.

--dry-run does all of it in a temporary folder, shows the same, and leaves nothing behind.
--watch-only sets up a gate that decides and records but never changes the file.
"""

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST: Final = 5


class Plan(Shape, frozen=True, kw_only=True):
    """What is to be set up where."""

    gate: str
    root: Path
    target: Path
    transcripts: tuple[Path, ...]
    timezone: str
    preset: str
    watch_only: bool


def add_parser(doors: Subparsers) -> None:
    """Add the door to those of the gate."""
    parser = doors.add_parser(
        "init",
        help="set a gate up before an instruction file",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "name", metavar="NAME", nargs="?", default="", help="of the gate (default: of the folder)"
    )
    parser.add_argument("--target", metavar="FILE", default="", help="default: ~/.claude/CLAUDE.md")
    parser.add_argument(
        "--transcripts",
        metavar="DIR",
        action="append",
        default=[],
        help="where conversations are kept; may be repeated "
        "(default: ~/.claude/projects, ~/.codex/sessions, as the file is whose)",
    )
    parser.add_argument(
        "--root", metavar="DIR", default="", help="where to set it up (default: see above)"
    )
    parser.add_argument("--timezone", metavar="ZONE", default="", help="default: this machine's")
    parser.add_argument("--preset", choices=("attributable", "article"), default="attributable")
    parser.add_argument("--watch-only", action="store_true", help="never change the file")
    parser.add_argument("--dry-run", action="store_true", help="show everything, keep nothing")
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Set the gate up and say what it starts from."""
    from chaff.gate.backfill import backfill

    plan, now = _plan(args), datetime.now(UTC)
    with tempfile.TemporaryDirectory() as name:
        # Everything is tried there first: nothing half-made is left if it does not work.
        home = _compiled(plan, Path(name))
        if args.dry_run:
            _print(_lines(plan, home, backfill(home, now), is_dry=True))
            return 0
        _require_new(plan, Path(name))
        home = _write(plan, Path(name))
    _print(_lines(plan, home, backfill(home, now), is_dry=False))
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    target = _absolute(args.target) if args.target else _agent_folder() / "CLAUDE.md"
    if not target.is_file():
        raise UsageError("is no file", where=str(target), remedy="write it, or name another")
    transcripts = tuple(_absolute(each) for each in args.transcripts) or _transcripts(target)
    for each in transcripts:
        if not each.exists():
            raise UsageError("is not there", where=str(each), remedy="--transcripts names a folder")
    root = Path(args.root).absolute() if args.root else _root(target)
    gate = args.name or _name(target)
    if not _NAME.fullmatch(gate):
        raise UsageError(
            f"{gate!r} is no name for a gate", remedy="lower-case words joined by hyphens"
        )
    return Plan(
        gate=gate,
        root=root,
        target=target,
        transcripts=transcripts,
        timezone=args.timezone or _timezone(),
        preset=args.preset,
        watch_only=args.watch_only,
    )


def _compiled(plan: Plan, folder: Path) -> Home:
    """Return the gate as compiled in a folder, with its state there too."""
    from chaff.compile.project import compile_into
    from chaff.gate.home import CONFIG, read_home
    from chaff.init.gate import gate_files, read_libraries
    from chaff.init.sources import specs_folder

    libraries = read_libraries(specs_folder()) | read_libraries(plan.root / "specs")
    files = gate_files(
        libraries,
        gate=plan.gate,
        target=_shown(plan.target, plan.root),
        transcripts=[_shown(each, plan.root) for each in plan.transcripts],
        timezone=plan.timezone,
        preset=plan.preset,
        watch_only=plan.watch_only,
    )
    for path, data in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    compile_into(folder, f"gates/{plan.gate}")
    home = read_home(folder / "generated/gates" / plan.gate / CONFIG, base=plan.root)
    return type(home)(
        compiled=home.compiled,
        target=home.target,
        transcripts=home.transcripts,
        state=folder / "state",
    )


def _require_new(plan: Plan, folder: Path) -> None:
    spec = Path("specs/gates") / f"{plan.gate}.jsonnet"
    place = plan.root / spec
    if place.exists() and place.read_bytes() != (folder / spec).read_bytes():
        raise UsageError(
            "there is already a gate of that name",
            where=str(place),
            remedy="name another: `chaff gate init NAME`",
        )


def _write(plan: Plan, folder: Path) -> Home:
    """Put what was tried in place; what is there already is left as it is."""
    from chaff.compile.project import compile_into
    from chaff.gate.home import find_home

    place = plan.root
    try:
        for path in sorted((folder / "specs").rglob("*")):
            place = plan.root / path.relative_to(folder)
            if path.is_file() and not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(place)) from None
    compile_into(plan.root, f"gates/{plan.gate}")
    return find_home(plan.root, gate=plan.gate)


def _lines(plan: Plan, home: Home, found: Backfill, *, is_dry: bool) -> list[str]:
    from chaff.cli.gate_label import label_lines
    from chaff.cli.gate_status import series_facts, verdict_line

    verdicts, scoring = found.job.verdicts, found.job.scoring
    scores = series_facts(found.job.situation, found.today)["text"]
    if not scoring.days and scoring.n_elsewhere:
        scores = f"none: of {scoring.n_elsewhere} conversations none is known to have loaded it"
    begun = found.begun
    past = f"{begun.n_past} in the file's history" if begun.n_past else begun.why_no_past
    lines = [
        *label_lines(home.compiled, scoring.days),
        f"spec         {plan.root / 'specs/gates' / plan.gate}.jsonnet",
        f"file         {plan.target}, this text since {begun.since or 'nobody knows when'}",
        f"transcripts  {', '.join(map(str, plan.transcripts))}",
        f"time zone    {plan.timezone}",
        f"scores       {scores}",
        f"past edits   {past}",
        *(f"  {verdict_line(each)} (retrospective)" for each in verdicts[-_MOST:]),
    ]
    if len(verdicts) > _MOST:
        lines.append(f"  and {len(verdicts) - _MOST} before: chaff gate verdict ID")
    if is_dry:
        return [*lines, "", "A dry run: nothing was kept."]
    return [*lines, "", *_next(plan)]


def _next(plan: Plan) -> list[str]:
    words = [sys.executable, "-m", "chaff", "gate", "run", "--root", str(plan.root)]
    job = shlex.join([*words, "--gate", plan.gate]).replace("%", r"\%")
    place = "" if plan.root == personal_folder() else f" --root {shlex.quote(str(plan.root))}"
    return [
        "Once a day, for `crontab -e` (prints only what is new):",
        f"17 6 * * * {job}",
        "",
        f"chaff gate status{place}    what runs, what waits",
        f"chaff gate selftest{place}  how often it would fire on nothing",
    ]


def _root(target: Path) -> Path:
    """Return the project here if the file belongs to it, else the personal folder."""
    here = Path.cwd()
    return here if (here / "specs").is_dir() and here in target.parents else personal_folder()


def _agent_folder() -> Path:
    own = os.environ.get("CLAUDE_CONFIG_DIR", "")
    return _absolute(own or "~/.claude")


def _transcripts(target: Path) -> tuple[Path, ...]:
    """Return where the agent that reads the file keeps conversations, or all that are known."""
    claude, codex = _agent_folder() / "projects", _absolute("~/.codex/sessions")
    known = {claude: claude.parent in target.parents, codex: codex.parent in target.parents}
    there = [folder for folder in known if folder.is_dir()]
    own = [folder for folder in there if known[folder]]
    if not there or (any(known.values()) and not own):
        raise UsageError(
            "no transcripts were found",
            where=", ".join(map(str, known)),
            remedy="name their folder with --transcripts",
        )
    return tuple(own or there)


def _name(target: Path) -> str:
    """Return a name for a gate: that of the file's folder, in the letters that a name may have."""
    words = re.findall(r"[a-z0-9]+", target.parent.name.lower())
    return "-".join(words) or "mine"


def _timezone() -> str:
    """Return the IANA name of this machine's time zone; UTC where it has none."""
    for name in (os.environ.get("TZ", "").lstrip(":"), str(Path("/etc/localtime").resolve())):
        found = name.rpartition("zoneinfo/")[2]
        if found and not found.startswith("/"):
            return found
    return "UTC"


def _absolute(path: str) -> Path:
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError:
        raise UsageError("there is no home folder", where=path) from None


def _shown(path: Path, root: Path) -> str:
    """Return a path as a spec holds it: of the project, below the home folder, or whole."""
    home = Path("~").expanduser()
    if path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def _print(lines: list[str]) -> None:
    plain = ascii_only(sys.stdout)
    for line in lines:
        print(to_ascii(line) if plain else line)
