"""Which heights and drops does a table have, who climbs them, and which pieces does nobody climb?

For each hill and ramp: how high it goes up at its edge, who gets onto it from some side and who not from every side.
Whether a hill can be walked to at all is checked by `access`. Sources: CE pp.32, 34-35.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from astrike.geometry.shaping import centroid
from astrike.model.explain import facts
from astrike.model.legality import CheckResult, Finding
from astrike.model.terrain import LAND, Terrain
from astrike.presets.schema import LayoutLimits
from astrike.rules.layout.climb_limits import (
    ALL_ROUND,
    SIDES,
    ClimbLimits,
    PieceWarning,
    climb_limits_of,
    figure_text,
)
from astrike.rules.layout.features import features_of
from astrike.rules.layout.limit_checks import LABELS, MORE, MOST
from astrike.rules.layout.slopes import HillRises, hill_rises_of, slope_warnings
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

KEY: Final = "steps"


def check_level_changes(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Give the steps of every hill and ramp; a preset sets no limit here, and no tolerance matters."""
    climbing = climb_limits_of(prepared)
    steps, remarks = hill_rises_of(prepared, climbing), slope_warnings(prepared)
    every = tuple(mover for _, _, some in climbing.movers for mover in some)
    pieces = [each for each in prepared.table.terrain if prepared.edition.terrain[each.kind].family in LAND]
    remarked: list[Finding] = []
    rows: list[Mapping[str, object]] = []
    nobody: list[str] = []
    sizes: Counter[float] = Counter()
    for piece in pieces:
        around, remark = steps.get(piece.id), next(iter(remarks.get(piece.id, ())), None)
        stopped = () if remark is None else tuple(str(remark.facts["stopped"]).split(", "))
        climbed = around.climbed if around is not None else tuple(key for key in every if key not in stopped)
        rows.append(
            {
                "piece": piece.id,
                "top": figure_text(prepared.terrain.extent[piece.id][1]),
                "rises": [] if around is None else [figure_text(rise) for rise in around.rises],
                "climbed": list(climbed),
                "stopped": list(stopped),
            }
        )
        sizes.update(() if around is None else around.rises)
        if not climbed:
            nobody.append(piece.id)
        if remark is not None:
            remarked.append(_reported(prepared, piece, remark, climbing, stopped, is_climbed=bool(climbed)))
    return CheckResult(
        findings=_by_hill(prepared, remarked) if remarked or not pieces else (_in_order(climbing, steps),),
        figures={
            "steps": {
                "window": figure_text(climbing.window),
                "limits": {mover: figure_text(limit) for limit, _, some in climbing.movers for mover in some},
                "rises": {f"{figure_text(rise)}": count for rise, count in sorted(sizes.items())},
                "pieces": rows,
                "nobody": nobody,
            }
        },
    )


def _reported(
    prepared: PreparedTable,
    piece: Terrain,
    remark: PieceWarning,
    climbing: ClimbLimits,
    stopped: Sequence[str],
    *,
    is_climbed: bool,
) -> Finding:
    """Report who is stopped on which side, and where; where nobody gets up on any side, that is worth a look."""
    key = KEY if is_climbed else f"{KEY}.nobody"
    measured = {**remark.facts, "who": _named(prepared, stopped)}
    if "step" in measured:
        at_once = [mover for mover in str(measured["at_once"]).split(", ") if mover]
        alone = [mover for mover in stopped if mover not in at_once]
        measured |= {
            **({"who_at_once": _named(prepared, at_once)} if at_once else {}),
            **({"who_alone": _named(prepared, alone)} if alone else {}),
        }
    if measured["side"] != ALL_ROUND:
        measured["on"] = measured["side"]
    return Finding(
        key=f"layout.{key}",
        severity="note",
        label=LABELS[key],
        cite=climbing.cite,
        where=centroid(piece.areas) if remark.at is None else remark.at,
        limit=float(remark.facts["limit"]),
        value=float(remark.facts["rise"]),
        by=(piece.id,),
        facts=facts(**measured),
        bound="at-most",
    )


def _by_hill(prepared: PreparedTable, remarked: Sequence[Finding]) -> tuple[Finding, ...]:
    """Tell once what is so of several steps of one hill, of the step with most to climb; who most stop stands first.

    Of more than are reported there is the number.
    """
    hill_of = {name: hill.ids[0] for hill in features_of(prepared) for name in hill.ids}
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for each in remarked:
        about = (each.facts["stopped"], each.limit, "on" in each.facts)
        alike.setdefault((each.key, hill_of[each.by[0]], *about), []).append(each)
    found = sorted(
        (_in_one(sorted(some, key=lambda one: -_rise(one))) for some in alike.values()),
        key=lambda each: (
            each.key == f"layout.{KEY}",
            -len(str(each.facts["stopped"]).split(", ")),
            -round(_rise(each), 6),
        ),
    )
    left = len(found) - MOST
    return tuple(found) if left <= 0 else (*found[:MOST], _more(found[MOST], left))


def _in_one(steps: Sequence[Finding]) -> Finding:
    """Report of several drops what is so of the first, and on which side of it where the others are on other sides."""
    first = steps[0]
    about = dict(first.facts)
    if len({each.facts["side"] for each in steps}) > 1:
        if all(abs(_rise(each) - _rise(first)) <= TOUCH for each in steps):
            named = {side for each in steps for side in str(each.facts["side"]).split(", ")}
            about["on"] = about["side"] = ", ".join(side for side in SIDES if side in named)
        else:
            about["most"] = about.pop("on")
    return replace(first, by=tuple(each.by[0] for each in steps), facts=facts(**about))


def _more(like: Finding, count: int) -> Finding:
    return Finding(
        key=f"layout.{KEY}{MORE}",
        severity="note",
        label=LABELS[KEY],
        cite=like.cite,
        where=None,
        value=float(count),
        facts=facts(count=count),
        unit="count",
    )


def _rise(finding: Finding) -> float:
    return finding.value or 0.0


def _named(prepared: PreparedTable, movers: Sequence[str]) -> str:
    return ", ".join(prepared.edition.movers[key].label for key in movers)


def _in_order(climbing: ClimbLimits, steps: Mapping[str, HillRises]) -> Finding:
    """Report that all drops are climbed by everybody, and the highest."""
    return Finding(
        key=f"layout.{KEY}",
        severity="pass",
        label=LABELS["steps.none"],
        cite=climbing.cite,
        where=None,
        limit=min((limit for limit, _, _ in climbing.movers), default=None),
        value=max((rise for each in steps.values() for rise in each.rises), default=0.0),
        bound="at-most",
    )
