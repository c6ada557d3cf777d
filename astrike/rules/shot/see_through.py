"""What do woods and the like add to the Target Number, on the line or around its ends?

Of several kinds of see-through terrain the highest modifier counts. Whether they block the line is decided by `sight`.
Sources: CE pp.40, 43, 45; AS pp.34, 37.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from astrike.rulebook.schema import Edition
from astrike.rules.shot.facts import Circumstances, SeeThroughKind, Shot
from astrike.rules.shot.rule_types import StepTerm
from astrike.tolerance import TOUCH


def see_through(shot: Shot) -> Iterator[StepTerm]:
    """O: woods and the like, once: the highest of what the target stands in and what lies between (CE p.43)."""
    if not (shot.view.woods_pieces or shot.target.woods or shot.viewer_woods):
        return
    if is_impact(shot) and shot.circumstances.options.word("artillery.poi-terrain") == "none":
        return
    found = [_woods_term(shot, kind) for kind, why in enumerate(counting_kinds(shot)) if why is not None]
    # A term that no source prints could be the highest, so each of them is asked for instead.
    unprinted = {
        name: (value, name) for value, name in found if shot.circumstances.edition.modifiers[name].unknown
    }
    best = [max(found, key=lambda term: term[0])] if found else []
    for value, name in unprinted.values() or best:
        yield name, value
        is_infantry = shot.target.row.infantry and shot.aim is None
        if name == "terrain.fields" and is_infantry and shot.target.in_fields:
            yield "terrain.fields-infantry", None


def _woods_term(shot: Shot, kind: int) -> tuple[int, str]:
    """Give value and row of one kind: its own, or with the per-2 option a point per two whole inches."""
    row, edition = shot.circumstances.see_through[kind], shot.circumstances.edition
    if not is_by_inches(shot.circumstances, row):
        return edition.modifiers[row.modifier].value, row.modifier
    inches = shot.view.between[kind] + shot.view.theirs[kind]
    return int(points_of_inches(edition, inches)), "terrain.woods-by-inches"


def counting_kinds(shot: Shot) -> list[str | None]:
    """Say for each kind of see-through terrain why it counts: `between`, `target`, `attacker`, or None."""
    found: list[str | None] = []
    for kind, row in enumerate(shot.circumstances.see_through):
        view = shot.view
        if lies_between(row, view.own[kind], view.between[kind], view.theirs[kind]):
            found.append("between")
        elif row.counts_when_occupied and kind in shot.target.woods and not is_impact(shot):
            found.append("target")
        elif row.counts_when_occupied and _own_woods_count(shot, kind):
            found.append("attacker")
        else:
            found.append(None)
    return found


def is_impact(shot: Shot) -> bool:
    """Is it artillery at a point? A point occupies nothing; what lies before it counts (CE p.47, AS p.74)."""
    return shot.aim is not None and shot.kind.family == "artillery"


def _own_woods_count(shot: Shot, kind: int) -> bool:
    """Do woods that only the attacker stands in count? The rule text and its example differ (CE pp.43, 45)."""
    policy = shot.circumstances.options.word("woods.attacker-occupied")
    if policy == "always":
        return kind in shot.viewer_woods
    if policy == "example":
        return bool(is_own_strip(shot.circumstances.edition, shot.view.own[kind], shot.view.range))
    return False


# ---- of one line, or of many at once


class Measure(Protocol):
    """Inches: of one line, or an array of those of many; what is said of them is an array then too."""

    def __add__(self, other: Any, /) -> Any: ...

    def __mul__(self, other: Any, /) -> Any: ...

    def __gt__(self, other: Any, /) -> Any: ...

    def __ge__(self, other: Any, /) -> Any: ...


def is_by_inches(at: Circumstances, row: SeeThroughKind) -> bool:
    """Does each two inches of this kind count a point?"""
    is_advanced = at.edition.terrain[row.key.split(".")[0]].advanced
    return at.options.word("woods.advanced") == "per-2" and is_advanced


def lies_between(row: SeeThroughKind, own: Measure, between: Measure, theirs: Measure) -> Any:
    """Is there so much of one kind between two units that it counts? For some kinds their own strips count too."""
    inches = between + (own + theirs) if row.whole_line else between
    return (inches > TOUCH) & (inches >= row.from_inches - TOUCH)


def is_own_strip(edition: Edition, own: Measure, inches: Measure) -> Any:
    """Is one kind on the line around the attacker, and the target beyond its strip?"""
    return (own > TOUCH) & (inches > edition.number("strip.policy") + TOUCH)


def points_of_inches(edition: Edition, inches: Measure) -> Any:
    """Give the points for so many inches, where each two of them count one."""
    per = edition.number("advanced.per")
    return (inches + TOUCH) // per if per else inches * 0
