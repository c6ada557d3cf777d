"""Is a roster as an event wants it, limit by limit?

Every limit answers, also when all is well. What is wrong can be acted on: one finding for each chassis, variant, type,
ability or unit, with the units it is about and how many too many they are. Values are by Skill. A unit whose special
abilities nobody knows may be meant by a limit or not: it is then neither counted nor left out. What cannot be known is
listed as not checked; so is what no program can see, such as era and faction.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from math import inf
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.card import Special, pv_at
from astrike.model.explain import NO_FACTS, Citation, Facts, facts
from astrike.model.legality import Finding, Legality, SkippedCheck, worst_first
from astrike.model.unit import Unit
from astrike.presets.list_schema import ListLimit, UnitChoice
from astrike.presets.schema import Preset

HITCH: Final = "HTC"

ARTILLERY: Final = "ART"

_WANTED: Final = re.compile(r"([A-Z][A-Z-]*?)([0-9]+)?")

_NUMBERED: Final = re.compile(r"(.+) [0-9]+")

_CARD: Final = ("type", "size", "move", "damage", "overheat", "armor", "structure", "specials", "pv")

_ROMAN: Final = re.compile(r"[IVX]{2,}C?|IC")


def is_chosen(unit: Unit, of: UnitChoice) -> bool | None:
    """Is the unit meant? None: its special abilities decide, and nobody knows them."""
    if of.types and unit.type not in of.types:
        return False
    if of.skills and unit.skill not in of.skills:
        return False
    if of.moves and (unit.move is None or not unit.move.codes & set(of.moves)):
        return None if unit.move is None else False
    if not of.having and not of.lacking:
        return True
    if "specials" in unit.unknown:
        return None
    has_one = not of.having or any(has_special(unit, code) for code in of.having)
    return has_one and not any(has_special(unit, code) for code in of.lacking)


def has_special(unit: Unit, wanted: str) -> bool:
    """Does the card print a special ability, in a turret or not? `IT3` wants 3 or more, `ART` any artillery.

    >>> from astrike.model.card import parse_special
    >>> truck = Unit("T", (0, 0), "Truck", specials=(parse_special("IT4"), parse_special("TUR(1/1/1,ARTS-1)")))
    >>> has_special(truck, "IT3"), has_special(truck, "IT5"), has_special(truck, "ART"), has_special(truck, "ECM")
    (True, False, True, False)
    """
    printed = list(_printed(unit.specials))
    if wanted == ARTILLERY:
        return any(each.code.startswith(ARTILLERY) for each in printed)
    if any(each.code == wanted for each in printed):
        return True
    match = _WANTED.fullmatch(wanted)
    if match is None or match[2] is None:
        return False
    return any(each.code == match[1] and each.amount >= int(match[2]) for each in printed)


def chassis_of(unit: Unit) -> str:
    """Give the chassis, as far as the name says: what stands before the first word of the variant or a bracket.

    >>> [chassis_of(Unit("u", (0, 0), name)) for name in ("Alder ALD-1", "Birch IIC 3", "Cedar Prime", "Elm A")]
    ['alder', 'birch iic', 'cedar', 'elm']
    >>> [chassis_of(Unit("u", (0, 0), name)) for name in ("Fir Tank", "Fir Tank (Ultra)", "Gum Armor [Laser]")]
    ['fir tank', 'fir tank', 'gum armor']
    """
    words = unit.name.split()
    for number, word in enumerate(words[1:], start=1):
        if _begins_variant(word):
            return " ".join(words[:number]).casefold()
    return unit.name.strip().casefold()


def variants_of(units: Sequence[Unit]) -> Mapping[str, str]:
    """Give by id which variant each unit is: its number in the Master Unit List, else its name.

    Units of one name are distinguished by a number on a table; with the same card they are the same variant.
    """
    named = {_folded(unit.name): unit for unit in units}
    found: dict[str, str] = {}
    for unit in units:
        name = _folded(unit.name)
        match = _NUMBERED.fullmatch(name)
        first = named.get(match[1]) if match else None
        if first is not None and _is_alike(first, unit):
            name = _folded(first.name)
        found[unit.id] = name if unit.mul is None else f"mul {unit.mul}"
    return found


def trailers(units: Sequence[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Give the trailers of a roster, which have a hitch and no Move of their own, and the units that can tow."""
    hitched = [unit for unit in units if has_special(unit, HITCH)]
    rolling = [unit for unit in hitched if unit.move is not None and unit.move.ground > 0]
    return [unit for unit in hitched if unit not in rolling], rolling


def _is_alike(one: Unit, other: Unit) -> bool:
    """Do two units have the same card?"""
    return all(getattr(one, key) == getattr(other, key) for key in _CARD)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def _begins_variant(word: str) -> bool:
    if _ROMAN.fullmatch(word):
        return False
    if word.startswith(("(", "[")):
        return True
    has_digit = any(character.isdigit() for character in word)
    return has_digit or "-" in word or word == "Prime" or (len(word) == 1 and word.isupper())


def _printed(specials: tuple[Special, ...]) -> Iterator[Special]:
    for special in specials:
        yield special
        yield from _printed(special.inside)


UNKNOWN: Final = "unknown"

BY_HAND: Final = "by-hand"

ABSENT: Final = "absent"

EVERY: Final = UnitChoice()

USUAL: Final[Mapping[str, str]] = MappingProxyType(
    {"value": "Value of the list", "units": "Units", "skill": "Skill of each unit"}
)
"""What is asked of whole lists nearly everywhere, by measure."""

UNITS: Final[Mapping[str, str]] = MappingProxyType({"value": "pv", "unit-value": "pv", "share": "share"})
"""By measure: the unit of its figure; all others are counts."""

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "types": "Types of units that are not allowed",
        "forbidden": "Special abilities that are not allowed",
        "hitch": "Trailers, each needs a unit with a hitch",
    }
)
"""What findings are called whose limit has no name of its own in a preset, by key."""

_SLIP: Final = 1e-9


@dataclass(frozen=True, slots=True)
class RosterFigure:
    """A figure of a roster, and whose it is; between two where something is not known."""

    low: float
    high: float
    by: tuple[str, ...]
    stated_facts: Facts = field(default_factory=lambda: NO_FACTS)
    is_nobody: bool = False
    """There is no such unit, so there is no figure either, and the limit is kept."""
    is_open: bool = False
    """Something that it depends on is not known."""


def check_list(units: Sequence[Unit], preset: Preset) -> Legality:
    """Check a whole list against a preset."""
    lists = preset.lists
    found: list[Finding | SkippedCheck] = []
    for limit in lists.limits:
        found += _of_limit(units, limit, preset.called)
    found += _of_types(units, preset)
    found += _forbidden(units, preset)
    if lists.hitch:
        found.append(_hitches(units, preset))
    for limit in lists.game:
        found += map(_in_one_game, _of_limit(units, limit, preset.called))
    found += [SkippedCheck(f"list.{each.key}", each.label, BY_HAND) for each in lists.by_hand]
    found += _left_open(preset)
    return Legality(
        preset=preset.id,
        title=preset.called,
        confidence=preset.confidence,
        tolerance=0.0,
        findings=worst_first([each for each in found if isinstance(each, Finding)]),
        skipped=tuple(each for each in found if isinstance(each, SkippedCheck)),
        figures=MappingProxyType({"units": len(units), "value": units_value(units)}),
    )


def units_value(units: Sequence[Unit]) -> int | None:
    """Give what units are worth by their Skill; None where nobody knows the value of one of them."""
    known = [pv_at(unit.pv, unit.skill) for unit in units if unit.pv is not None]
    return sum(known) if len(known) == len(units) else None


def _in_one_game(found: Finding | SkippedCheck) -> Finding | SkippedCheck:
    """Say of a whole list what it is against the limits of one game: too much is no mistake, some stay at home."""
    key = found.key.replace("list.", "list.game.", 1)
    if isinstance(found, Finding):
        return replace(found, key=key, severity="note" if found.severity == "error" else found.severity)
    return replace(found, key=key)


def _left_open(preset: Preset) -> Iterator[SkippedCheck]:
    """List what every event could say of a list, and this one does not."""
    limited = {limit.measure for limit in preset.lists.limits if limit.of == EVERY}
    for measure, label in USUAL.items():
        if measure not in limited:
            yield SkippedCheck(f"list.{measure}", label, ABSENT)


# ---- one limit


def _of_limit(units: Sequence[Unit], limit: ListLimit, preset: str) -> tuple[Finding | SkippedCheck, ...]:
    """Hold figures against a limit: all that break it; else what is open, or the upper bound that is kept."""
    judged: list[Finding | SkippedCheck] = []
    for bound, value in (("at-most", limit.at_most), ("at-least", limit.at_least)):
        if value is not None:
            judged += _of_bound(units, limit, bound, value, preset)
    broken = tuple(each for each in judged if isinstance(each, Finding) and each.severity == "error")
    unsure = tuple(each for each in judged if isinstance(each, SkippedCheck))
    return broken or (*unsure, *judged)[:1]


def _of_bound(
    units: Sequence[Unit], limit: ListLimit, bound: str, value: float, preset: str
) -> Iterator[Finding | SkippedCheck]:
    for measured in _MEASURES[limit.measure](units, limit, bound, value):
        is_kept = _keeps(measured.low, limit, bound, value)
        if measured.is_open or is_kept != _keeps(measured.high, limit, bound, value):
            yield SkippedCheck(f"list.{limit.key}", limit.label, UNKNOWN)
            continue
        yield Finding(
            key=f"list.{limit.key}",
            severity="pass" if is_kept else "error",
            label=limit.label,
            cite=Citation(limit.ref or preset, None),
            where=None,
            limit=value,
            value=None if measured.is_nobody else measured.low,
            by=measured.by,
            facts=measured.stated_facts
            if is_kept
            else facts(**{**measured.stated_facts, **_beyond(measured, limit, value)}),
            bound=bound,
            unit=UNITS.get(limit.measure, "count"),
        )


def _beyond(measured: RosterFigure, limit: ListLimit, value: float) -> Facts:
    """Say by how much a count or a value breaks its limit; of a skill or a share that says nothing."""
    if limit.measure in ("skill", "share", "unit-value"):
        return NO_FACTS
    much = measured.low - value
    return facts(over=much) if much > 0 else facts(short=-much)


def _keeps(figure: float, limit: ListLimit, bound: str, value: float) -> bool:
    if limit.or_none and figure == 0:
        return True
    return figure >= value - _SLIP if bound == "at-least" else figure <= value + _SLIP


def _split(units: Sequence[Unit], limit: ListLimit) -> tuple[list[Unit], list[Unit]]:
    """Give the units that are meant, and those that may be."""
    asked = [(unit, is_chosen(unit, limit.of)) for unit in units]
    return [unit for unit, yes in asked if yes], [unit for unit, yes in asked if yes is None]


def _names(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def _named(units: Sequence[Unit], limit: ListLimit) -> tuple[str, ...]:
    """Name the units that are meant, where that is not the whole list."""
    return () if limit.of == EVERY else _names(units)


def _count(units: Sequence[Unit], limit: ListLimit, bound: str, value: float) -> tuple[RosterFigure, ...]:
    sure, perhaps = _split(units, limit)
    return (RosterFigure(len(sure), len(sure) + len(perhaps), _names(sure)),)


def _value(units: Sequence[Unit], limit: ListLimit, bound: str, value: float) -> tuple[RosterFigure, ...]:
    sure, perhaps = _split(units, limit)
    low = sum(pv_at(unit.pv, unit.skill) for unit in sure if unit.pv is not None)
    is_open = bool(perhaps) or any(unit.pv is None for unit in sure)
    return (RosterFigure(low, inf if is_open else low, _named(sure, limit)),)


def _share(units: Sequence[Unit], limit: ListLimit, bound: str, value: float) -> tuple[RosterFigure, ...]:
    sure, perhaps = _split(units, limit)
    whole, part = units_value(units), units_value(sure)
    if perhaps or whole is None or part is None or not whole:
        return (_OPEN,)
    return (RosterFigure(part / whole, part / whole, _named(sure, limit)),)


def _each(figure: Callable[[Unit], int | None]) -> "_Measure":
    """Measure each of the units meant that is out, or the one that comes nearest."""

    def measure(
        units: Sequence[Unit], limit: ListLimit, bound: str, value: float
    ) -> tuple[RosterFigure, ...]:
        sure, perhaps = _split(units, limit)
        known = [(unit, found) for unit in sure if (found := figure(unit)) is not None]
        out = [(unit, found) for unit, found in known if not _keeps(found, limit, bound, value)]
        if out:
            return tuple(RosterFigure(found, found, (unit.id,)) for unit, found in out)
        if perhaps or len(known) < len(sure):
            return (_OPEN,)
        if not known:
            return (RosterFigure(value, value, (), is_nobody=True),)
        nearest = (min if bound == "at-least" else max)(found for _unit, found in known)
        return (RosterFigure(nearest, nearest, ()),)

    return measure


def _same(names: Callable[[Sequence[Unit]], Mapping[str, str]]) -> "_Measure":
    """Measure each group of the same of which there are too many, or the one of which there are most."""

    def measure(
        units: Sequence[Unit], limit: ListLimit, bound: str, value: float
    ) -> tuple[RosterFigure, ...]:
        sure, perhaps = _split(units, limit)
        called = names(units)
        alike, possible = _groups(sure, called), _groups([*sure, *perhaps], called)
        out = [group for group in alike.values() if bound == "at-most" and len(group) > value]
        if out:
            return tuple(
                RosterFigure(len(group), len(group), _names(group), facts(name=group[0].name))
                for group in out
            )
        most, high = (max(map(len, each.values()), default=0) for each in (alike, possible))
        return (RosterFigure(most, high, ()),)

    return measure


def _groups(units: Sequence[Unit], called: Mapping[str, str]) -> Mapping[str, list[Unit]]:
    found: dict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        found[called[unit.id]].append(unit)
    return found


_OPEN: Final = RosterFigure(0.0, 0.0, (), is_open=True)

_Measure = Callable[[Sequence[Unit], ListLimit, str, float], tuple[RosterFigure, ...]]

_MEASURES: Final[Mapping[str, _Measure]] = MappingProxyType(
    {
        "units": _count,
        "value": _value,
        "share": _share,
        "skill": _each(lambda unit: unit.skill),
        "unit-value": _each(lambda unit: None if unit.pv is None else pv_at(unit.pv, unit.skill)),
        "same-chassis": _same(lambda units: {unit.id: chassis_of(unit) for unit in units}),
        "same-variant": _same(variants_of),
        "same-type": _same(lambda units: {unit.id: unit.type for unit in units}),
    }
)

# ---- types, abilities and trailers


def _of_types(units: Sequence[Unit], preset: Preset) -> Iterator[Finding]:
    lists = preset.lists
    if not lists.types:
        return
    cite, stated_facts = (
        Citation(lists.types_ref or preset.called, None),
        facts(allowed=", ".join(lists.types)),
    )
    wrong = [unit for unit in units if unit.type not in lists.types]
    for kind, group in _groups(wrong, {unit.id: unit.type for unit in wrong}).items():
        yield _none_of("types", group, cite, stated_facts=facts(**stated_facts, type=kind))
    if not wrong:
        yield _none_of("types", (), cite, stated_facts=stated_facts)


def _forbidden(units: Sequence[Unit], preset: Preset) -> Iterator[Finding | SkippedCheck]:
    lists = preset.lists
    if not lists.forbidden:
        return
    cite = Citation(lists.forbidden_ref or preset.called, None)
    stated_facts = facts(forbidden=", ".join(lists.forbidden))
    wrong = {code: [unit for unit in units if has_special(unit, code)] for code in lists.forbidden}
    for code, group in wrong.items():
        if group:
            yield _none_of("forbidden", group, cite, stated_facts=facts(**stated_facts, code=code))
    if any(wrong.values()):
        return
    if any("specials" in unit.unknown for unit in units):
        yield SkippedCheck("list.forbidden", LABELS["forbidden"], UNKNOWN)
    else:
        yield _none_of("forbidden", (), cite, stated_facts=stated_facts)


def _hitches(units: Sequence[Unit], preset: Preset) -> Finding:
    """No more trailers than units with a hitch to tow them."""
    behind, ahead = trailers(units)
    return Finding(
        key="list.hitch",
        severity="pass" if len(behind) <= len(ahead) else "error",
        label=LABELS["hitch"],
        cite=Citation(preset.lists.hitch_ref or preset.called, None),
        where=None,
        limit=float(len(ahead)),
        value=float(len(behind)),
        by=_names(behind) if len(behind) > len(ahead) else (),
        facts=facts(over=float(len(behind) - len(ahead))) if len(behind) > len(ahead) else NO_FACTS,
        bound="at-most",
        unit="count",
    )


def _none_of(key: str, wrong: Sequence[Unit], cite: Citation, *, stated_facts: Facts) -> Finding:
    return Finding(
        key=f"list.{key}",
        severity="error" if wrong else "pass",
        label=LABELS[key],
        cite=cite,
        where=None,
        limit=0.0,
        value=float(len(wrong)),
        by=_names(wrong),
        facts=stated_facts,
        bound="at-most",
        unit="count",
    )
