"""Woods and the like in the Target Number: which kinds count, and which of them is the highest.

Which question: what does see-through terrain on this line, or around its ends, add? Whether it blocks is decided in
`sight`. Source: CE pp.40, 43, 45; AS pp.34, 37.
"""

from collections.abc import Iterator

from astrike.geometry.arrays import TOUCH
from astrike.rules.battlefield import Field
from astrike.rules.situation import Situation
from astrike.rules.steps.terms import Term


def see_through(s: Situation) -> Iterator[Term]:
    """O: woods and the like, once: the highest of what the target stands in and what lies between (CE p.43)."""
    if not (s.view.woods_pieces or s.field.woods_of[s.t] or s.woods_of_viewer):
        return
    if is_impact(s) and s.field.options.word("artillery.poi-terrain") == "none":
        return
    found = [_woods_term(s, kind) for kind, why in enumerate(counting_kinds(s)) if why is not None]
    # A term that no source prints could be the highest, so each of them is asked for instead.
    unprinted = {name: (value, name) for value, name in found if s.field.edition.modifiers[name].unknown}
    best = [max(found, key=lambda term: term[0])] if found else []
    for value, name in unprinted.values() or best:
        yield name, value
        is_infantry = s.target_row.infantry and s.aim is None
        if name == "terrain.fields" and is_infantry and _stands_in(s, s.t, "planted-fields"):
            yield "terrain.fields-infantry", None


def _woods_term(s: Situation, kind: int) -> tuple[int, str]:
    """Give value and row of one kind: its own, or with the per-2 option a point per two whole inches."""
    row, edition = s.field.lie.kinds[kind], s.field.edition
    if (
        s.field.options.word("woods.advanced") != "per-2"
        or not edition.terrain[row.key.split(".")[0]].advanced
    ):
        return edition.modifiers[row.modifier].value, row.modifier
    per = edition.number("advanced.per")
    return int((_inches(s, kind) + TOUCH) // per) if per else 0, "terrain.woods-by-inches"


def counting_kinds(s: Situation) -> list[str | None]:
    """Say for each kind of see-through terrain why it counts: `between`, `target`, `attacker`, or None."""
    found: list[str | None] = []
    for kind, row in enumerate(s.field.lie.kinds):
        between = s.view.between[kind]
        if row.whole_line:
            between += s.view.own[kind] + s.view.theirs[kind]
        if between > TOUCH and between >= row.from_inches - TOUCH:
            found.append("between")
        elif row.counts_when_occupied and _occupies(s.field, s.t, kind) and not is_impact(s):
            found.append("target")
        elif row.counts_when_occupied and _own_woods_count(s, kind):
            found.append("attacker")
        else:
            found.append(None)
    return found


def is_impact(s: Situation) -> bool:
    """Is it artillery at a point? A point occupies nothing; what lies before it counts (CE p.47, AS p.74)."""
    return s.aim is not None and s.kind.family == "artillery"


def _own_woods_count(s: Situation, kind: int) -> bool:
    """Do woods that only the attacker stands in count? The rule text and its example differ (CE pp.43, 45)."""
    policy = s.field.options.word("woods.attacker-occupied")
    if policy == "always":
        return kind in s.woods_of_viewer
    if policy == "example":
        return s.view.own[kind] > TOUCH and s.view.range > s.field.edition.number("strip.policy") + TOUCH
    return False


def _occupies(field: Field, unit: int, kind: int) -> bool:
    return kind in field.woods_of[unit]


def _stands_in(s: Situation, unit: int, terrain: str) -> bool:
    return any(
        bool(s.field.in_woods[unit, piece])
        for piece in s.field.lie.kind_of
        if s.field.lie.rows[piece].key == terrain
    )


def _inches(s: Situation, kind: int) -> float:
    return s.view.between[kind] + s.view.theirs[kind]
