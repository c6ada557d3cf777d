"""Which figures of the check of a table stand beside each other: shares by quarter, both sides, what was measured?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from astrike.model.legality import Legality
from astrike.model.table import Table
from astrike.report.figures import height, inches, plain
from astrike.report.legal_words import kind_said
from astrike.report.words import Names
from astrike.web.i18n import _, tr

QUARTERS: Final = ("north-west", "north-east", "south-west", "south-east")
_ALL: Final = 0.9995
"""A share that is shown as everything."""


@dataclass(frozen=True, slots=True)
class Shares:
    """One line of the shares of the table: how many pieces, and percents of the whole and of each quarter."""

    label: str
    count: str
    percents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of all sides."""

    label: str
    values: tuple[str, ...]


def shares_of(legality: Legality) -> tuple[Shares, ...]:
    """Give the shares of the table by kind and quarter, the whole last."""
    coverage = _mapping(legality.figures, "coverage")
    counts = _mapping(legality.figures, "counts")
    kinds = _mapping(coverage, "kinds")
    found = [
        Shares(
            kind_said(kind, translate=tr),
            _count(_mapping(counts, "kinds").get(kind)),
            (_percent(shares.get("whole")), *(_percent(shares.get(each)) for each in QUARTERS)),
        )
        for kind in kinds
        if (shares := _mapping(kinds, kind))
    ]
    if not found:
        return ()
    quarters = _mapping(coverage, "quadrants")
    whole = (_percent(coverage.get("whole")), *(_percent(quarters.get(each)) for each in QUARTERS))
    return (*found, Shares(_("Covered"), _count(counts.get("all")), whole))


def sides_compared(legality: Legality, table: Table) -> tuple[tuple[str, ...], tuple[Compared, ...]]:
    """Set the figures of all sides beside each other: names, then figures; nothing where there are no zones."""
    names = {side.id: side.name for side in table.sides}
    sides = list(_sides(legality, "zones"))
    goals = {str(each.get("side")): each for each in _sides(legality, "objectives")}
    called = tuple(names.get(str(side.get("side")), str(side.get("side"))) for side in sides)
    if len(sides) < 2:
        return (), ()
    found = [
        Compared(_("Sees of the other zone"), tuple(_share(each.get("sees")) for each in sides)),
        Compared(_("Cover in its zone"), tuple(_covered(each, "cover") for each in sides)),
        Compared(_("Cover before its zone"), tuple(_covered(each, "before") for each in sides)),
    ]
    if goals:
        mine = [goals.get(str(side.get("side")), {}) for side in sides]
        found += [
            Compared(_("Objectives in one move"), tuple(_count(each.get("one_move")) for each in mine)),
            Compared(_("Objectives in two moves"), tuple(_count(each.get("two_moves")) for each in mine)),
        ]
    return called, tuple(found)


def measured_of(legality: Legality, names: Names) -> tuple[tuple[str, str], ...]:
    """Give what was measured whether or not the preset has a limit for it."""
    figures = legality.figures
    found: list[tuple[str, str]] = []
    ways = _mapping(figures, "corridors")
    base = ways.get("base")
    if isinstance(base, int | float):
        found.append((_("Ways across for a base of %(base)s", base=height(base)), _count(ways.get("count"))))
    gaps = figures.get("gaps")
    if isinstance(gaps, Sequence) and gaps and isinstance(gaps[0], Mapping):
        between = gaps[0].get("between")
        called = (
            [names.get(str(each), str(each)) for each in between] if isinstance(between, Sequence) else []
        )
        found.append((_("Narrowest gap"), f"{_inch(gaps[0].get('inches'))} {' – '.join(called)}"))
    longest = _mapping(figures, "lanes").get("longest")
    if isinstance(longest, int | float):
        found.append((_("Longest open line of fire"), inches(longest)))
    barred = _mapping(figures, "coverage").get("impassable")
    if isinstance(barred, int | float):
        found.append((_("No 'Mech may stand on"), _share(barred)))
    kinds = _mapping(figures, "reach").get("kinds")
    for kind in kinds if isinstance(kinds, Sequence) else ():
        reached = kind.get("reached") if isinstance(kind, Mapping) else None
        if isinstance(reached, int | float) and reached < _ALL:
            found.append((_("%(kind)s reaches", kind=tr(str(kind["name"]))), _share(reached)))
    return tuple(found)


def _inch(value: object) -> str:
    return inches(value) if isinstance(value, int | float) else ""


def _sides(legality: Legality, key: str) -> Iterator[Mapping[str, object]]:
    sides = _mapping(legality.figures, key).get("sides")
    if isinstance(sides, Sequence):
        for side in sides:
            if isinstance(side, Mapping):
                yield side


def _covered(side: Mapping[str, object], key: str) -> str:
    return _share(_mapping(side, key).get("covered"))


def _share(value: object) -> str:
    return f"{value * 100:.1f}\u00a0%" if isinstance(value, int | float) else "–"


def _mapping(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = value.get(key)
    return found if isinstance(found, Mapping) else {}


def _percent(share: object) -> str:
    return f"{share * 100:.1f}" if isinstance(share, int | float) else "–"


def _count(value: object) -> str:
    return plain(value) if isinstance(value, int | float) else ""
