"""What cannot be in a question about critical hits, though each field is right?"""

from collections.abc import Iterator

from astrike.errors import Problem, child
from astrike.model.battletech.critical import CriticalQuestion, SheetLocation
from astrike.rulebook.battletech.criticals import CriticalLocationRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.working_sheet import WorkingLocation, WorkingSheet

_LIMBS_TO_BLOW_OFF = 3


def critical_problems(question: CriticalQuestion, edition: BattleTechEdition) -> Iterator[Problem]:
    """Name everything about the sheet and the hit that contradicts itself."""
    kind = question.sheet.kind
    there = {key: row for key, row in edition.critical_locations.items() if kind in row.frames}
    expected = f"a location of a {kind}: {', '.join(there)}"
    for key, stated in question.sheet.locations:
        at = child("sheet.locations", key)
        if key not in there:
            yield Problem(at, repr(key), expected)
        elif stated.slots is not None and len(stated.slots) > there[key].slots:
            yield Problem(
                child(at, "slots"), f"{len(stated.slots)} slots", f"at most {there[key].slots} slots"
            )
    if question.sheet.phase > question.phase:
        found = str(question.sheet.phase)
        yield Problem("sheet.phase", found, f"at most the phase asked about, {question.phase}")
    if question.location not in there:
        yield Problem("location", repr(question.location), expected)
        return
    sheet = WorkingSheet(question, edition)
    for key, stated in question.sheet.locations:
        if key in there:
            yield from _of_location(child("sheet.locations", key), sheet, sheet.location(key), stated)
    yield from _of_hit(question, edition, there[question.location], sheet.location(question.location))


def _of_location(
    at: str, sheet: WorkingSheet, location: WorkingLocation, stated: SheetLocation
) -> Iterator[Problem]:
    built = sheet.structure_of(location.row)
    if stated.structure is not None and stated.structure > built:
        yield Problem(
            child(at, "structure"), str(stated.structure), f"at most {built} at {sheet.record.tons} tons"
        )
    if stated.destroyed and stated.structure:
        yield Problem(child(at, "structure"), str(stated.structure), "0 in a destroyed location")
    yield from _of_armor(at, sheet, location, stated)
    yield from _of_torn(at, sheet, location, stated)
    for name in ("hit", "hit_this_phase", "spared"):
        for number, slot in enumerate(getattr(stated, name)):
            place = child(child(at, name), number)
            if slot not in location.items or not location.items[slot].hittable:
                yield Problem(place, str(slot), "a slot with something that can be hit")
            elif name == "hit_this_phase" and slot in stated.hit:
                yield Problem(place, str(slot), "a slot that was not hit earlier")
            elif name == "spared" and not location.items[slot].armored:
                yield Problem(place, str(slot), "a slot with component armor")


def _of_armor(
    at: str, sheet: WorkingSheet, location: WorkingLocation, stated: SheetLocation
) -> Iterator[Problem]:
    most, kept = sheet.most_armor_of(location.row), stated.full_armor
    where = f"there at {sheet.record.tons} tons"
    if stated.rear_armor and location.row.part != "torso":
        yield Problem(child(at, "rear_armor"), str(stated.rear_armor), "0: only torsos have rear armor")
    elif stated.armor <= most < stated.armor + stated.rear_armor:
        found = f"{stated.rear_armor} beside {stated.armor} in front"
        yield Problem(child(at, "rear_armor"), found, f"at most {most} in all {where}")
    if stated.armor > most:
        yield Problem(child(at, "armor"), str(stated.armor), f"at most {most} {where}")
    elif kept is not None and stated.armor > kept:
        yield Problem(child(at, "armor"), str(stated.armor), f"at most full_armor, {kept}")
    if kept is not None and kept > most:
        yield Problem(child(at, "full_armor"), str(kept), f"at most {most} {where}")


def _of_torn(
    at: str, sheet: WorkingSheet, location: WorkingLocation, stated: SheetLocation
) -> Iterator[Problem]:
    """Name a limb with structure left beside a destroyed torso that it is torn off with."""
    torso = location.row.torn_with
    is_there = bool(stated.structure) and not (stated.destroyed or stated.blown_off)
    if is_there and torso and sheet.location(torso).destroyed:
        yield Problem(child(at, "structure"), str(stated.structure), f"0: it went with {torso}")


def _of_hit(
    question: CriticalQuestion,
    edition: BattleTechEdition,
    row: CriticalLocationRow,
    location: WorkingLocation,
) -> Iterator[Problem]:
    cause = question.modifiers.cause
    if question.number == _LIMBS_TO_BLOW_OFF and row.part != "torso":
        yield Problem("number", str(question.number), edition.critical_notes["three-on-limb"].text)
    if location.blown_off and cause != "through-armor":
        yield Problem("location", repr(row.key), "a location that is not blown off")
    if cause == "supercharger" and row.key != "center-torso":
        yield Problem("location", repr(row.key), "center-torso, where a supercharger fails")
    if cause in ("masc", "weak-legs") and row.part != "leg":
        yield Problem("location", repr(row.key), f"a leg, with cause {cause}")
