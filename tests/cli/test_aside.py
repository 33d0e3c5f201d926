"""What linting a small file loads, and that what stands aside is there when it is asked for."""

import subprocess
import sys

HEAVY = {"argparse", "hashlib", "json", "jsonschema", "numpy", "subprocess", "tempfile", "_jsonnet"}
OURS = {
    "chaff.canonical",
    "chaff.lint.matchers.missing_command",
    "chaff.lint.matchers.section",
    "chaff.shapes.rule",
}
"""For people, for other commands, or for files that hold other words."""


def printed(code, cwd=None):
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    return done.stdout


def test_a_small_file_needs_little(tmp_path):
    (tmp_path / "CLAUDE.md").write_text("# A\n\nWrite clean code.\n")
    code = (
        "import sys\nfrom chaff.cli.main import main\nmain(['lint', 'CLAUDE.md'])\n"
        "print(*sys.modules, sep='\\n')"
    )
    loaded = set(printed(code, tmp_path).split())
    assert not loaded & (HEAVY | OURS)
    assert "chaff.lint.matchers.block" in loaded


def test_what_stands_aside_is_there_when_asked_for():
    code = (
        "from chaff.cli.aside import load_msgspec\nload_msgspec()\n"
        "import ipaddress, platform, sys, textwrap, msgspec, msgspec.inspect\n"
        "assert platform.system() and platform.python_version()\n"
        "assert textwrap.dedent('  a') == 'a'\n"
        "assert str(ipaddress.ip_address('::1')) == '::1'\n"
        "assert msgspec.inspect.type_info(int) == msgspec.inspect.IntType()\n"
        "assert msgspec.yaml.__name__ == 'msgspec.yaml' and msgspec.toml.decode\n"
        "assert msgspec.json.schema(int) == {'type': 'integer'}\n"
        "from textwrap import fill\n"
        "print(sys.modules['textwrap'].__file__)"
    )
    assert printed(code).strip().endswith("textwrap.py")
