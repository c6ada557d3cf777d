"""How much of each deployment zone sees the other, and are both sides served alike?

Which question: shares of places in a zone, at most 3″ apart and where a 'Mech can stand with its whole base, that see
any such place of the other zones; what cover a 'Mech finds in its zone and in the 12″ before it; what it costs to walk
to the objectives. By daylight, among nobody else. The same table always gives the same figures, also when it is turned
or mirrored; a narrow line between two places can be missed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from astrike.geometry.arrays import Bools, Ints
from astrike.model.answer import SightAnswer
from astrike.model.explain import facts
from astrike.model.legality import Part
from astrike.model.movement import Finding
from astrike.presets.schema import LayoutLimits
from astrike.rules.battlefield import Field
from astrike.rules.layout.approach import approaches_to
from astrike.rules.layout.grounds import ground_of, kind_of
from astrike.rules.layout.judging import judged, not_checked
from astrike.rules.layout.sectors import Sector, sectors_of
from astrike.rules.layout.stand_ins import all_pairs, sights, stand_ins
from astrike.rules.layout.telling import NOT_IN_PRESET

KEY: Final = "zone.sees"
APART: Final = 3.0
"""Inches between places at most."""
WATCHERS: Final = 8
"""Places of the other zones from which cover is looked at."""
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
    if board.board is not None:
        return _nothing("Played on hexes")
    ground = ground_of(board, kind_of(board, MECH))
    sectors = sectors_of(board, ground, apart=APART)
    if len(sectors) < 2:
        return _nothing("no-zones" if not sectors else "one-zone")
    empty = [sector.side for sector in sectors if not len(sector.inside)]
    if empty:
        return _nothing("no-room")
    crowd = _Crowd(board, sectors)
    seeing = [crowd.seeing(k) for k in range(len(sectors))]
    covers = [(crowd.cover(k, crowd.inside[k]), crowd.cover(k, crowd.before[k])) for k in range(len(sectors))]
    limit = limits.get(KEY)
    names = {**{sector.side: sector.side for sector in sectors}, **{s.id: s.name for s in board.table.sides}}
    findings: list[Finding] = []
    for sector, sees in zip(sectors, seeing, strict=True):
        share = float(sees.mean())
        if limit is not None:
            where = tuple(sector.inside[int(np.argmax(sees))].tolist()) if sees.any() else None
            measured = facts(side=sector.side, name=names[sector.side], places=len(sees), apart=APART)
            findings.append(judged(limit, share, tolerance=tolerance, where=where, measured=measured))
    approaches = approaches_to(board, [sector.zone for sector in sectors])
    return Part(
        findings=tuple(findings),
        skipped=() if limit is not None else (not_checked(KEY, NOT_IN_PRESET),),
        figures={
            "zones": {
                "apart": APART,
                "sides": [
                    {
                        "side": sector.side,
                        "places": len(sees),
                        "sees": round(float(sees.mean()), 4),
                        "cover": _figures(cover[0]),
                        "before": _figures(cover[1]),
                    }
                    for sector, sees, cover in zip(sectors, seeing, covers, strict=True)
                ],
                "difference": {
                    "sees": _range([float(sees.mean()) for sees in seeing]),
                    "cover": _range([cover[0].covered for cover in covers]),
                    "before": _range([cover[1].covered for cover in covers]),
                },
            },
            **approaches.figures([sector.side for sector in sectors]),
        },
    )


def _nothing(why: str) -> Part:
    return Part(skipped=(not_checked(KEY, why),), figures={"zones": {"sides": []}})


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
        parts = [part for sector in sectors for part in (sector.inside, sector.before)]
        ends = np.cumsum([0, *(len(part) for part in parts)])
        number = [np.arange(low, high) for low, high in pairwise(ends.tolist())]
        self.inside: list[Ints] = number[0::2]
        self.before: list[Ints] = number[1::2]
        self.places = np.concatenate(parts)
        self.field = stand_ins(board, self.places)

    def others(self, k: int) -> Ints:
        """Give the places in the zones of the other sides."""
        return np.concatenate([inside for n, inside in enumerate(self.inside) if n != k])

    def watchers(self, k: int) -> Ints:
        """Give some of those, evenly over them and the same from either end."""
        others = self.others(k)
        count = min(WATCHERS, len(others))
        at = (np.arange(count) + 0.5) * (len(others) / count) - 0.5
        low = np.floor(at + 0.5 * (at < (len(others) - 1) / 2)).astype(np.intp)
        return others[np.clip(low, 0, len(others) - 1)]

    def seeing(self, k: int) -> Bools:
        """Say which places of a zone see any of the others': those in the middle of them are tried first."""
        own, others = self.inside[k], self.others(k)
        found = np.zeros(len(own), dtype=np.bool_)
        first = self.watchers(k)
        for some in (first, np.setdiff1d(others, first)):
            left = np.flatnonzero(~found)
            if len(left) and len(some):
                one, other = all_pairs(left, some)
                seen = np.array([each.state != "blocked" for each in sights(self.field, own[one], other)])
                found[np.unique(one[seen])] = True
        return found

    def cover(self, k: int, places: Ints) -> Cover:
        """Say what becomes of fire from the other zones at these places."""
        watchers = self.watchers(k)
        if not len(places):
            return Cover(0, 0.0, 0.0, 0.0, 0.0)
        attacker, target = all_pairs(watchers, places)
        answers = sights(self.field, attacker, target)
        blocked = np.array([each.state == "blocked" for each in answers]).reshape(len(watchers), -1)
        hampered = np.array([_is_hampered(each) for each in answers]).reshape(len(watchers), -1) & ~blocked
        free = ~blocked & ~hampered
        return Cover(
            places=len(places),
            blocked=float(blocked.mean()),
            hampered=float(hampered.mean()),
            open=float(free.mean()),
            covered=float((free.sum(axis=0) * 2 <= (~blocked).sum(axis=0)).mean()),
        )


def _is_hampered(answer: SightAnswer) -> bool:
    return answer.cover or answer.woods_parts.between + answer.woods_parts.target > 0.0
