"""How much of each deployment zone sees the other, and are both sides served alike?

Which question: shares of places in a zone, 3″ apart at most (in large zones more) and where a 'Mech can stand with its
whole base, that see any such place of the other zones; what cover a 'Mech finds in its zone and in the 12″ before it,
however far off the others are; what it costs to walk to the objectives. `zone.difference` bounds what one zone has more
than another. By daylight, among nobody else. The same table always gives the same figures, also when it is turned or
mirrored; a narrow line between two places can be missed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from astrike.geometry.arrays import Bools, Ints, areas, places_on
from astrike.model.answer import SightAnswer
from astrike.model.explain import facts
from astrike.model.legality import Finding, Part
from astrike.presets.schema import LayoutLimits, Limit
from astrike.rules.battlefield import Field
from astrike.rules.layout.approach import approaches_to
from astrike.rules.layout.crowding import why_unmeasured
from astrike.rules.layout.grounds import ground_of, kind_of
from astrike.rules.layout.judging import judged, not_checked
from astrike.rules.layout.lookouts import all_pairs, is_open, lookouts, sights
from astrike.rules.layout.sectors import Sector, lacking, sectors_of
from astrike.rules.layout.telling import NOT_IN_PRESET
from astrike.tolerance import TOUCH

KEY: Final = "zone.sees"
DIFFERENCE: Final = "zone.difference"
EVERY: Final = 4
"""Of the places in the other zones each fourth is tried first, the rest where none of those is seen."""
MECH: Final = "mech"


@dataclass(frozen=True, slots=True)
class Cover:
    """What becomes of fire from the other zones at places of an area: shares of all lines, and of places."""

    places: int
    blocked: float
    hampered: float
    """Through woods, or at a target in partial cover."""
    open: float
    covered: float
    """Share of places at which half of the fire that is not blocked is hampered, or more."""


def look(board: Field, limits: LayoutLimits, *, tolerance: float) -> Part:
    """Hold the share of each zone that sees the others against the limit; compare what the sides have."""
    if why := why_unmeasured(board):
        return _nothing(why)
    ground = ground_of(board, kind_of(board, MECH))
    sectors = sectors_of(board, ground)
    if len(sectors) < 2:
        return _nothing(lacking(board))
    empty = [sector.side for sector in sectors if not len(sector.inside)]
    if empty:
        return _nothing("no-room")
    crowd = _Crowd(board, sectors)
    seeing = [crowd.seeing(k) for k in range(len(sectors))]
    covers = [(crowd.cover(k, crowd.inside[k]), crowd.cover(k, crowd.before[k])) for k in range(len(sectors))]
    limit = limits.get(KEY)
    names = {**{sector.side: sector.side for sector in sectors}, **{s.id: s.name for s in board.table.sides}}
    findings: list[Finding] = []
    for sector, (sees, _) in zip(sectors, seeing, strict=True):
        share = float(sees.mean())
        if limit is not None:
            where = tuple(sector.inside[int(np.argmax(sees))].tolist()) if sees.any() else None
            measured = facts(side=sector.side, name=names[sector.side], places=len(sees), apart=sector.apart)
            findings.append(judged(limit, share, tolerance=tolerance, where=where, measured=measured))
    findings += _differences(limits.get(DIFFERENCE), sectors, seeing, covers, tolerance=tolerance)
    approaches = approaches_to(board, [sector.zone for sector in sectors])
    return Part(
        findings=tuple(findings),
        skipped=tuple(
            not_checked(key, NOT_IN_PRESET) for key in (KEY, DIFFERENCE) if limits.get(key) is None
        ),
        figures={
            "zones": {
                "sides": [
                    {
                        "side": sector.side,
                        "places": len(sees),
                        "apart": round(sector.apart, 2),
                        "sees": round(float(sees.mean()), 4),
                        "open": round(float(clear.mean()), 4),
                        "cover": _figures(cover[0]),
                        "before": _figures(cover[1]),
                    }
                    for sector, (sees, clear), cover in zip(sectors, seeing, covers, strict=True)
                ],
                "difference": {
                    "sees": _range([float(sees.mean()) for sees, _ in seeing]),
                    "cover": _range([cover[0].covered for cover in covers]),
                    "before": _range([cover[1].covered for cover in covers]),
                },
            },
            **approaches.figures([sector.side for sector in sectors]),
        },
    )


def _nothing(why: str) -> Part:
    skipped = tuple(not_checked(key, why) for key in (KEY, DIFFERENCE))
    return Part(skipped=skipped, figures={"zones": {"sides": []}})


def _differences(
    limit: Limit | None,
    sectors: Sequence[Sector],
    seeing: Sequence[tuple[Bools, Bools]],
    covers: Sequence[tuple[Cover, Cover]],
    *,
    tolerance: float,
) -> Iterator[Finding]:
    """Hold what one zone has more than another against the limit: of size a share, of shares their difference."""
    if limit is None:
        return
    size = [float(areas(sector.zone).sum()) for sector in sectors]
    for measure, values in (
        ("size", [each / max(size) for each in size]),
        ("sees", [float(sees.mean()) for sees, _ in seeing]),
        ("cover", [inside.covered for inside, _ in covers]),
        ("before", [before.covered for _, before in covers]),
    ):
        worse = sectors[int(np.argmin(values))]
        ((x, y),) = places_on(worse.zone[:1]).tolist()
        differs = max(values) - min(values)
        yield judged(
            limit,
            differs,
            tolerance=tolerance,
            where=(x, y) if differs > TOUCH else None,
            measured=facts(measure=measure),
        )


def _range(values: Sequence[float]) -> float:
    return round(max(values) - min(values), 4)


def _figures(cover: Cover) -> dict[str, float | int]:
    return {
        "places": cover.places,
        "blocked": round(cover.blocked, 4),
        "hampered": round(cover.hampered, 4),
        "open": round(cover.open, 4),
        "covered": round(cover.covered, 4),
    }


class _Crowd:
    """'Mechs at all the places of all sides."""

    def __init__(self, board: Field, sectors: Sequence[Sector]) -> None:
        parts = [part for each in sectors for part in (each.inside, each.before, each.watch)]
        ends = np.cumsum([0, *(len(part) for part in parts)])
        number = [np.arange(low, high) for low, high in pairwise(ends.tolist())]
        self.inside: list[Ints] = number[0::3]
        self.before: list[Ints] = number[1::3]
        self.watch: list[Ints] = number[2::3]
        self.field = lookouts(board, np.concatenate(parts))

    def seeing(self, k: int) -> tuple[Bools, Bools]:
        """Say which places of a zone see any of the others', and from which nothing but the distance is between."""
        own, others = self.inside[k], _others(self.inside, k)
        seen, clear = np.zeros(len(own), dtype=np.bool_), np.zeros(len(own), dtype=np.bool_)
        first = others[::EVERY]
        for some in (first, np.setdiff1d(others, first)):
            left = np.flatnonzero(~seen)
            if len(left) and len(some):
                one, other = all_pairs(left, some)
                answers = sights(self.field, own[one], other)
                seen[one[[each.state != "blocked" for each in answers]]] = True
                clear[one[[is_open(each) for each in answers]]] = True
        return seen, clear

    def cover(self, k: int, places: Ints) -> Cover:
        """Say what becomes of fire from the other zones at these places."""
        watchers = _others(self.watch, k)
        if not len(places):
            return Cover(0, 0.0, 0.0, 0.0, 0.0)
        attacker, target = all_pairs(watchers, places)
        answers = sights(self.field, attacker, target)
        blocked = np.array([not is_open(each) for each in answers]).reshape(len(watchers), -1)
        hampered = np.array([_is_hampered(each) for each in answers]).reshape(len(watchers), -1) & ~blocked
        free = ~blocked & ~hampered
        return Cover(
            places=len(places),
            blocked=float(blocked.mean()),
            hampered=float(hampered.mean()),
            open=float(free.mean()),
            covered=float((free.sum(axis=0) * 2 <= (~blocked).sum(axis=0)).mean()),
        )


def _others(places: Sequence[Ints], k: int) -> Ints:
    return np.concatenate([some for n, some in enumerate(places) if n != k])


def _is_hampered(answer: SightAnswer) -> bool:
    return answer.cover or answer.woods_parts.between + answer.woods_parts.target > 0.0
