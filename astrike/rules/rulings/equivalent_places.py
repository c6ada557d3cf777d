"""At which places must the answer about an attack be the same, and which other units can play a part?

The answer is then worked out once for all of those places. Only plain weapon attacks are treated so; attacks that
depend on other units, or on inches that no table of the edition holds, are not.
"""

from collections.abc import Hashable, Iterator

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.model.attack_question import AttackQuestion
from astrike.rules.attack.sight import sight_rules
from astrike.rules.attack.sight_columns import used_up
from astrike.rules.attack.weapon_arcs import units_with_many_arcs
from astrike.rules.electronics.systems import electronics, systems_on
from astrike.rules.shot.ability_rows import is_in_use
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

BAND = 1.0
"""Inches: every distance at which a rule changes is a whole number of these, those of `_ends` aside."""
LED = frozenset({"drone", "pod"})
"""Systems that fail their unit where they are jammed."""
WATCHING = frozenset({"probe"})
"""Systems that tell their unit more within their reach."""


def can_share_answers(prepared: PreparedTable, a: int, t: int, question: AttackQuestion) -> bool:
    """Does the answer hang on the line and on how both stand, and on nothing else?"""
    ends = {a, t}
    units = [prepared.units.units[i] for i in (a, t)]
    return (
        question.kind == "weapon"
        and not question.choices
        and not prepared.networks
        and not any(unit.pilot for unit in units)
        and not ends & units_with_many_arcs(prepared)
        and not ends & aerospace_flyers(prepared)
        and not any(
            system.unit in ends and system.row.kind in WATCHING for system in electronics(prepared).systems
        )
        and not fails_where_jammed(prepared, a, t)
        and prepared.options.word("woods.advanced") == "off"
    )


def friends_cover(prepared: PreparedTable) -> bool:
    """Does an option let units in contact cover each other? Hypothetical units in contact would then do so."""
    rows = prepared.edition.bonuses.values()
    return any(row.what == "shield" and is_in_use(row, prepared.options) for row in rows)


def fails_where_jammed(prepared: PreparedTable, *ends: int) -> bool:
    """Does one of these units fail where it is jammed?"""
    return any(row.kind in LED for i in ends for row in systems_on(prepared, prepared.units.units[i]))


def units_that_matter(prepared: PreparedTable, a: int, t: int) -> frozenset[int]:
    """Give the units that play a part on a line between two others: who hides what is behind, and who bears a field."""
    large = {i for i, blocks in enumerate(prepared.units.blocks) if blocks != "none"}
    return frozenset({*large, *electronics(prepared).carrier.tolist()} - {a, t})


def equivalence_keys(prepared: PreparedTable, lines: LineColumns) -> list[Hashable]:
    """Give for each line what is the same of all that are answered alike."""
    words = np.column_stack([np.asarray(column, dtype=np.int32) for column in _words(prepared, lines)])
    air = electronics(prepared)
    ends = np.stack((lines.attacker, lines.target), axis=1).tolist()
    standing = {i: _standing(prepared, i) for i in {i for pair in ends for i in pair}}
    return [
        (row.tobytes(), standing[a], standing[t], air.covers[:, [a, t]].tobytes() if air.fields else b"")
        for row, (a, t) in zip(words, ends, strict=True)
    ]


def _words(prepared: PreparedTable, lines: LineColumns) -> Iterator[Ints | Bools | Floats]:
    """Give what tells lines apart by what is measured on them: whole numbers, yes and no."""
    rules, edition = sight_rules(prepared), prepared.edition
    yield np.ceil((lines.range - TOUCH) / BAND)
    yield np.searchsorted(_ends(prepared, lines), lines.range - TOUCH)
    yield lines.contact
    for share in (lines.hidden, lines.hidden_back):
        yield share > 0.0
        yield share > rules.cover_from
        yield share > rules.cover_to
    yield from _woods(prepared, lines)
    yield lines.arc_share >= edition.number("half-base") - TOUCH
    yield np.abs(lines.off_rear) > edition.number("rear.from") + TOUCH
    yield lines.same_water


def _ends(prepared: PreparedTable, lines: LineColumns) -> list[float]:
    """Give where something ends that is no whole number of bands."""
    rules, edition = sight_rules(prepared), prepared.edition
    found = {edition.number("strip.policy"), rules.visual.inches}
    found |= {end for row in edition.brackets.values() for end in (row.upto, row.underwater)}
    found |= {end for i in set(lines.attacker.tolist()) for end, _key in rules.limits[i]}
    return sorted(end for end in found if end % BAND)


def _woods(prepared: PreparedTable, lines: LineColumns) -> Iterator[Bools]:
    for between in (lines.between, lines.between_back):
        yield used_up(prepared, between) >= 1.0 - TOUCH
    for k, kind in enumerate(prepared.terrain.kinds):
        inches = lines.between[:, k]
        along = inches + lines.own[:, k] + lines.theirs[:, k]
        for counted in (inches, along):
            yield (counted > TOUCH) & (counted >= kind.from_inches - TOUCH)
        yield lines.own[:, k] > TOUCH


def _standing(prepared: PreparedTable, i: int) -> Hashable:
    body = prepared.units.of[i]
    on = body.on
    is_ramp = on is not None and prepared.terrain.rows[prepared.terrain.index[on]].family == "ramp"
    height = None if is_ramp else round(body.ground, 6)
    return (
        height,
        on,
        body.inside,
        body.submersion,
        prepared.units.airborne[i],
        prepared.stands_in[i],
        prepared.woods_of[i],
    )
