"""From the command to the answer: how soon the server is ready, a command has answered, and what it takes in memory.

Judged is the time of the processor, as a start does one thing after the other. Byte code and all else that starts keep
lies in a folder of its own, which a start before the first measured one has filled.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench.row import Row

RUNS: Final = 5
TABLE: Final = Path(__file__).parents[2] / "astrike" / "demo" / "target-number-diagram.astrike.json"
_ATTACK: Final = ("-m", "astrike", "attack", str(TABLE), "A", "C")
_LIBRARIES: Final = {
    "attack": "import click, numpy, shapely, tomli",
    "serve": "import click, flask_babel, jinja2_fragments.flask, numpy, pebble, shapely, sqlite_utils, tomli, waitress",
}
"""What the program loads that others wrote, which no start can do without."""
_ALSO: Final = "import hashlib, json, pathlib, tempfile"


@dataclass(frozen=True, slots=True)
class Start:
    """What one start took."""

    busy: float
    """Seconds of the processor."""
    waited: float
    """Seconds by the clock."""
    megabytes: float = 0.0


@contextmanager
def kept_byte_code() -> Iterator[Mapping[str, str]]:
    """Provide an environment in which starts keep byte code, after one of each has done so."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "OPENBLAS_NUM_THREADS": "1"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        run(environment, *_ATTACK)
        serve(environment)
        serve(environment)  # its first page keeps templates, which the one before began with
        yield environment


def run(environment: Mapping[str, str], *words: str) -> Start:
    """Run Python to its end."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *words], env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return Start(used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1000)


def serve(environment: Mapping[str, str]) -> Start:
    """Start the server, wait for its address, ask for the start page and end it."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command = [
            sys.executable,
            "-u",
            "-m",
            "astrike",
            "serve",
            "--port",
            "0",
            "--db",
            f"{folder}/start.db",
        ]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                found = (re.search(r"http://127\.0\.0\.1:\d+/", line) for line in process.stdout)
                address = next(each.group() for each in found if each is not None)
                with urllib.request.urlopen(address, timeout=30) as answer:
                    assert answer.status == 200
                    answer.read()
                waited = time.perf_counter() - start
                return Start(_busy(process.pid), waited, _megabytes(process.pid))
            finally:
                process.terminate()


def starts(*, runs: int = RUNS) -> Iterator[Row]:
    """Say how soon a server and a command are there, and what the server takes in memory."""
    with kept_byte_code() as environment:
        served, attacked = [], []
        for _ in range(runs):
            served.append(serve(environment))
            attacked.append(run(environment, *_ATTACK))
    yield _row("astrike serve: ready, and its first page answered", served, 1.0)
    yield Row(
        "  memory at the start", statistics.median(each.megabytes for each in served), "at most", 115, " MB"
    )
    yield _row("astrike attack FILE A B", attacked, 0.6)


def starts_to_libraries(*, runs: int = RUNS) -> Iterator[Row]:
    """Hold starts against loading nothing but the libraries, in turns, so that a slow minute hits all."""
    with kept_byte_code() as environment:
        least: dict[str, float] = {}
        for _ in range(runs):
            taken = {
                "serve": serve(environment).busy,
                "attack": run(environment, *_ATTACK).busy,
                **{
                    f"libraries of {name}": run(environment, "-c", f"{text}\n{_ALSO}").busy
                    for name, text in _LIBRARIES.items()
                },
            }
            least = {name: min(busy, least.get(name, busy)) for name, busy in taken.items()}
    for name, most in (("serve", 3.5), ("attack", 5.5)):
        libraries = least[f"libraries of {name}"]
        note = f"{least[name]:.2f} s, libraries {libraries:.2f} s"
        yield Row(
            f"astrike {name} to its libraries alone", least[name] / libraries, "at most", most, "x", note
        )


def _row(what: str, taken: list[Start], most: float) -> Row:
    note = f"{statistics.median(each.waited for each in taken):.2f} s by the clock"
    return Row(what, statistics.median(each.busy for each in taken), "at most", most, " s", note)


def _busy(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1000
