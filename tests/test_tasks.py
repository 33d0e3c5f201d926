"""Runs what doit runs as a process: exit statuses, and nothing else on standard error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("n_characters", [1, 100_000])
def test_a_reader_that_left_is_no_traceback(tmp_path, n_characters):
    reading, writing = os.pipe()
    os.close(reading)
    action = f"from chaff.tasks import _guarded; _guarded(lambda: print('x' * {n_characters}))"
    try:
        result = subprocess.run(
            [sys.executable, "-c", action],
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")
