"""Curves on double logarithmic paper, as SVG: what an answer costs over the size of what it is asked about."""

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, Protocol

WIDTH: Final = 760
LEFT, RIGHT, TOP, BOTTOM = 70, 250, 40, 330
"""Where the paper begins and ends; to the right of it stand names."""
_COLORS: Final = (
    "#0b6e99",
    "#b3261e",
    "#2e7d32",
    "#7b3fa0",
    "#b26a00",
    "#455a64",
    "#ad1457",
    "#00695c",
    "#5d4037",
)
_LINE_HEIGHT: Final = 15


class Line(Protocol):
    """What is drawn."""

    @property
    def answer(self) -> str: ...
    @property
    def sizes(self) -> tuple[int, ...]: ...
    @property
    def seconds(self) -> tuple[float, ...]: ...
    @property
    def exponent(self) -> float: ...


def chart(title: str, unit: str, lines: Sequence[Line]) -> str:
    """Draw lines with their names and exponents."""
    return "\n".join(_parts(title, unit, lines)) + "\n"


def _parts(title: str, unit: str, lines: Sequence[Line]) -> Iterator[str]:
    sizes = [size for line in lines for size in line.sizes]
    costs = [each for line in lines for each in line.seconds]
    low, high = math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))
    across = _Scale(math.log10(min(sizes)), math.log10(max(sizes)), LEFT, WIDTH - RIGHT)
    up = _Scale(low, high, BOTTOM, TOP)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {BOTTOM + 50}" font-family="sans-serif">'
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{WIDTH}" height="{BOTTOM + 50}" fill="#fff"/>'
    yield f'<text x="{LEFT}" y="22" font-size="14" font-weight="bold">{escape(title)}</text>'
    for power in range(low, high + 1):
        y = up.at(power)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ccc" fill="none"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" font-size="12" text-anchor="end">{_time(power)}</text>'
    for size in sorted(set(sizes)):
        x = across.at(math.log10(size))
        yield f'<path d="M{x:.1f} {TOP}V{BOTTOM}" stroke="#eee" fill="none"/>'
        yield f'<text x="{x:.1f}" y="{BOTTOM + 18}" font-size="12" text-anchor="middle">{size:,}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text x="{middle:.0f}" y="{BOTTOM + 38}" font-size="12" text-anchor="middle">{escape(unit)}</text>'
    yield from _curves(lines, across, up)
    yield "</svg>"


def _curves(lines: Sequence[Line], across: "_Scale", up: "_Scale") -> Iterator[str]:
    ranked = sorted(lines, key=lambda line: -line.seconds[-1])
    labels = _apart([up.at(math.log10(line.seconds[-1])) for line in ranked])
    for line, label, color in zip(ranked, labels, _COLORS * len(ranked), strict=False):
        places = [
            (across.at(math.log10(size)), up.at(math.log10(each)))
            for size, each in zip(line.sizes, line.seconds, strict=True)
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in places)
        (x, y), edge = places[-1], WIDTH - RIGHT + 22
        yield f'<path d="M{x + 4:.1f} {y:.1f}L{edge - 4} {label:.1f}" stroke="{color}" fill="none"/>'
        name = f"{line.answer} ({line.exponent:.1f})"
        yield f'<text x="{edge}" y="{label + 4:.1f}" font-size="12" fill="{color}">{escape(name)}</text>'


def _apart(wanted: Sequence[float]) -> list[float]:
    """Move labels, given from the top, down until none covers another, and all up where they run off the paper."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + _LINE_HEIGHT) if found else y)
    over = max(found[-1] - BOTTOM, 0.0)
    return [y - over for y in found]


class _Scale:
    """Where a value lies on paper."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.start = low, start
        self.step = (end - start) / (high - low or 1)

    def at(self, value: float) -> float:
        """Give the place."""
        return self.start + (value - self.low) * self.step


def _time(power: int) -> str:
    """Name ten to a power of seconds.

    >>> _time(0), _time(-2), _time(-4)
    ('1 s', '10 ms', '0.1 ms')
    """
    return f"{10**power:g} s" if power >= 0 else f"{10 ** (power + 3):g} ms"
