"""How is an effect asked for and shown on a phone: its fields, its dice, its result, and the change that it makes?"""

from collections.abc import Mapping

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.model.effect_answer import EffectAnswer, StateChange
from astrike.model.explain import Reason
from astrike.model.number_text import plain_number
from astrike.report.words.numbers import place_named, signed
from astrike.report.words.reasons import reason_detail
from astrike.rules.effects.effect import EFFECTS
from astrike.rules.effects.effect_settings import SETTINGS, EffectSetting
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.units import UnitLabels, state_label
from astrike.web.effects.requests import EffectRequest
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.questions.form_answers import AskedQuestion
from astrike.web.rulebook.sheets import has_sheet, title_of

LABELS = {
    "damage": lambda: _("Damage"),
    "safe": lambda: _("Who has left it in time"),
    "modifier": lambda: _("Agreed modifier"),
    "interference": lambda: _("Interference by taser or TSEMP"),
    "reengineered": lambda: _("Attacker has REL lasers"),
    "armored": lambda: _("First critical hit of the game"),
    "implant": lambda: _("Pilot with an implant"),
    "move": lambda: _("Inches moved"),
    "bearing": lambda: _("Direction in degrees"),
    "terrain": lambda: _("Piece of terrain"),
    "escape": lambda: _("Tries to get free"),
    "support": lambda: _("Support"),
    "at": lambda: _("Point, as 12,8"),
    "density": lambda: _("Density of the mines"),
    "cover": lambda: _("Air cover"),
    "against": lambda: _("Against"),
    "attacked": lambda: _("Made a weapon attack"),
    "overheat": lambda: _("Overheat used"),
    "external": lambda: _("Heat from outside"),
    "from-attacks": lambda: _("Heat from attacks"),
    "deliberate": lambda: _("Overheats on purpose"),
    "carrier": lambda: _("Carrier"),
    "height": lambda: _("Height of the drop"),
    "target": lambda: _("Enemy"),
    "laid": lambda: _("Mines laid already"),
    "turns": lambda: _("Turns of use before this one"),
}
"""What a setting is called."""

TITLES = {
    "collapse": lambda: _("Collapse of a building"),
    "crash": lambda: _("Crash"),
    "control-roll": lambda: _("Control roll"),
    "quicksand": lambda: _("Sinking in quicksand"),
    "rapids": lambda: _("Carried off by rapids"),
    "fire": lambda: _("Damage from a fire"),
    "wind": lambda: _("Damage from the wind"),
    "motive": lambda: _("Motive damage"),
    "critical": lambda: _("Critical hit"),
    "hull-breach": lambda: _("Hull breach"),
    "skid": lambda: _("Skid"),
    "bog": lambda: _("Bogging down"),
    "support": lambda: _("Battlefield support"),
    "air-cover": lambda: _("Air cover"),
    "heat": lambda: _("Heat in the End Phase"),
    "harjel": lambda: _("HarJel regains armor"),
    "strain": lambda: _("Strain"),
    "threshold": lambda: _("Damage threshold"),
    "drop": lambda: _("Troops dropped"),
    "intimidation": lambda: _("Intimidation"),
    "booby-trap": lambda: _("Booby trap"),
    "mine-dispenser": lambda: _("Mine dispenser"),
    "hyperpulse": lambda: _("Hyperpulse"),
    "jam": lambda: _("Viral jammer"),
}
"""What a kind of effect is called."""

WITHOUT_DICE = frozenset({"heat", "harjel", "quicksand", "fire", "wind"})
"""Effects of the End Phase that are worked out, never rolled."""


@dataclass(frozen=True, slots=True)
class EffectField:
    """One field of the form."""

    name: str
    label: str
    kind: str
    value: str
    words: tuple[tuple[str, str], ...] = ()
    needed: bool = False
    is_folded: bool = False
    """Is it something for rare cases, which stands under a fold?"""


RARE = frozenset({"modifier", "reengineered", "armored", "implant", "safe"})
TABLES_OF: Mapping[str, tuple[str, ...]] = {
    "motive": ("motive",),
    "critical": ("criticals", "critical_effects"),
    "hull-breach": ("criticals", "critical_effects"),
    "threshold": ("criticals", "critical_effects"),
    "crash": ("hazards",),
    "skid": ("hazards",),
    "bog": ("hazards",),
    "collapse": ("buildings",),
    "support": ("support", "minefields"),
    "air-cover": ("air_cover",),
    "heat": ("heat",),
    "mine-dispenser": ("minefields",),
}
"""Tables that stand beside the form before anything is rolled."""


@dataclass(frozen=True, slots=True)
class EffectCard:
    """The result, in words."""

    label: str
    ref: CitedPage
    total: str
    success: str
    damage: str
    terms: tuple[tuple[str, str, CitedPage], ...]
    dice: tuple[tuple[str, int, bool], ...]
    changes: tuple[str, ...]
    caught: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, CitedPage], ...]
    refusals: tuple[tuple[str, CitedPage], ...]
    tables: tuple[tuple[str, str], ...]
    can_apply: bool


def effect_fields(kind: str, given: Mapping[str, str], labels: UnitLabels) -> tuple[EffectField, ...]:
    """Make the fields of a kind of effect, filled in as they were sent."""
    return tuple(
        _field(name, setting, given.get(name, ""), labels) for name, setting in SETTINGS[kind].items()
    )


def _field(name: str, setting: EffectSetting, value: str, labels: UnitLabels) -> EffectField:
    words: tuple[tuple[str, str], ...] = ()
    if setting.kind == "word":
        words = tuple((word, tr(word.replace("-", " ").capitalize())) for word in setting.words)
    elif setting.kind == "name":
        words = tuple(labels.names.items())
    is_folded = name in RARE and not value
    return EffectField(name, _label(name), setting.kind, value, words, setting.needed, is_folded)


def _label(name: str) -> str:
    return LABELS[name]() if name in LABELS else name.replace("-", " ").capitalize()


def effect_title(kind: str) -> str:
    """Say what a kind of effect is called."""
    return TITLES[kind]() if kind in TITLES else kind.replace("-", " ").capitalize()


def effects_for(prepared: PreparedTable, unit_id: str) -> tuple[tuple[str, str], ...]:
    """Name the effects that a unit, or a piece of terrain, can meet with: kind and title, the usual ones first."""
    if unit_id not in prepared.units.index:
        return (("collapse", effect_title("collapse")),)
    i = prepared.place_of(unit_id)
    unit, row = prepared.units.units[i], prepared.units.rows[i]
    is_met = {
        "heat": row.tracks_heat,
        "critical": bool(row.criticals),
        "motive": row.vehicle,
        "hull-breach": bool(row.criticals),
        "crash": bool(prepared.units.airborne[i]) or row.vehicle,
        "skid": row.vehicle or row.mech,
        "bog": not row.aerospace,
        "threshold": row.aerospace,
        "control-roll": row.aerospace,
        "harjel": unit.has_any(*prepared.edition.tagged("regaining-armor")),
        "intimidation": bool(unit.pilot),
        "booby-trap": unit.has("BT"),
        "mine-dispenser": unit.has("MDS"),
        "strain": prepared.table.conditions.gravity < 1 and not row.infantry,
        "drop": row.infantry or row.mech,
    }
    usual = [kind for kind in is_met if kind in EFFECTS and is_met[kind]]
    always = [kind for kind in ("support", "air-cover") if kind in EFFECTS]
    return tuple((kind, effect_title(kind)) for kind in (*usual, *always))


def tables_before(kind: str) -> tuple[tuple[str, str], ...]:
    """Name the tables that an effect is rolled on."""
    return tuple((name, title_of(name)) for name in TABLES_OF.get(kind, ()) if has_sheet(name))


def problem_words(each: Problem) -> str:
    """Say what is wrong with a setting, by the name of its field."""
    name = each.at.removeprefix("settings.")
    field = _("Dice") if name == "dice" or name.startswith("dice[") else _label(name)
    if each.found == "nothing":
        return _("%(field)s: please fill this in.", field=field)
    stated = {"field": field, "found": each.found, "expected": each.expected}
    return _("%(field)s: found %(found)s, expected %(expected)s.", **stated)


def settings_typed(asked: AskedQuestion[EffectRequest]) -> dict[str, str]:
    """Give what was typed into each setting; a tick that was taken away is none."""
    meant = dict(asked.question.set)
    return {row.name: row.value for row in asked.rows["set"] if meant.get(row.name) is not False}


def effect_card(answer: EffectAnswer, labels: UnitLabels, *, is_due: bool = False) -> EffectCard:
    """Put a result into words; one that was due is applied even where it changes nothing, and is due no more."""
    return EffectCard(
        label=tr(answer.label),
        ref=CitedPage(answer.cite, answer.edition),
        total="" if answer.total is None else plain_number(answer.total),
        success="" if answer.success is None else (_("Success") if answer.success else _("Failure")),
        damage="" if answer.damage is None else str(answer.damage),
        terms=tuple(
            (tr(term.label), signed(term.value), CitedPage(term.cite, answer.edition))
            for term in answer.terms
        ),
        dice=tuple((tr(die.label), die.fell, die.typed) for die in answer.dice),
        changes=tuple(change_words(each, labels) for each in answer.changes),
        caught=tuple((labels.names.get(each.unit, each.unit), str(each.damage)) for each in answer.caught),
        notes=tuple(_reason(each, answer.edition, labels) for each in answer.notes),
        refusals=tuple(_reason(each, answer.edition, labels) for each in answer.refusals),
        tables=tuple((name, title_of(name)) for name in answer.tables if has_sheet(name)),
        can_apply=(is_due or bool(answer.changes)) and not answer.refusals,
    )


def _reason(each: Reason, edition: str, labels: UnitLabels) -> tuple[str, CitedPage]:
    return effect_words(each, labels), CitedPage(each.cite, edition)


def effect_words(each: Reason, labels: UnitLabels) -> str:
    """Say a reason or a note with what was measured for it."""
    detail = reason_detail(each, labels.names, translate=tr)
    return f"{tr(each.label)}: {detail}" if detail else tr(each.label)


def change_words(each: StateChange, labels: UnitLabels) -> str:
    """Say what changes, before and after."""
    name = labels.names.get(each.unit, each.unit)
    if each.at == "pending.state":
        return _("%(unit)s: %(state)s once more", unit=name, state=state_label(str(each.after)))
    if each.at == "state":
        was, now = (frozenset(str(value).split(",")) - {""} for value in (each.before, each.after))
        gone = [_("no longer %(state)s", state=state_label(flag)) for flag in sorted(was - now)]
        return f"{name}: {', '.join([*map(state_label, sorted(now - was)), *gone])}"
    before, after = (_value_words(str(value)) for value in (each.before, each.after))
    return f"{name}: {tr(each.label)} {before} → {after}"


def _value_words(value: str) -> str:
    place = place_named(value)
    return place if place != value else value.replace(",", ", ") or "–"
