"""The page astrike/docs/speed.md: what the bench and the growth of costs found, each between its two marks."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.bench.plain_time import PlainTime
from tests.bench.row import COLUMNS, Row

DOCS: Final = Path(__file__).resolve().parents[2] / "astrike" / "docs"
PAGE: Final = DOCS / "speed.md"
END: Final = "<!-- end -->"


def write_bench(plain: PlainTime, rows: Sequence[Row]) -> None:
    """Write the table of the bench."""
    lines = (
        _line(COLUMNS),
        _line(["---", "---", *["---:"] * 6, "---"]),
        *(_line(row.cells(plain.n)) for row in rows),
        "",
        f"{plain.text()}.",
        machine(),
    )
    write_section("bench --write", "\n".join(lines))


def write_section(tool: str, text: str) -> None:
    """Put a text between the marks of the tool that writes it."""
    page = PAGE.read_text(encoding="utf-8")
    head, begin, rest = page.partition(_begin(tool))
    _, end, tail = rest.partition(END)
    assert begin, f"{PAGE.name} has no place for {tool}"
    assert end, f"{PAGE.name} does not say where the place for {tool} ends"
    PAGE.write_text(f"{head}{begin}{text}\n{end}{tail}", encoding="utf-8")


def section(tool: str) -> str:
    """Return what stands between the marks of a tool."""
    page = PAGE.read_text(encoding="utf-8")
    return page.partition(_begin(tool))[2].partition(END)[0]


def machine() -> str:
    """Say when this was and on which kind of machine; never on whose."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {_processor()}, {os.cpu_count()} cores, {memory:.0f} GB of memory, "
        f"Python {platform.python_version()}."
    )


def _processor() -> str:
    """Return the model of the processor as Linux names it."""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.machine()


def _begin(tool: str) -> str:
    return f"<!-- begin: written by python -m tests.{tool} -->\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.strip().replace('|', '/') for cell in cells)} |"
