"""How does a sheet get onto the card about critical hits: typed slot by slot, as a file, or out of this device?

A layout that was typed once stays on the device by its name, and goes to others by link or as a file.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.encodings import decode
from astrike.formats.json_text import FILE, load_json, shown
from astrike.formats.mtf import read_mtf
from astrike.formats.questions import written
from astrike.model.battletech.critical import (
    CASES,
    COMPONENTS,
    ENGINES,
    HEAVIEST,
    LIGHTEST,
    LOCATIONS,
    UPPER,
    CriticalQuestion,
    RecordSheet,
    SheetItem,
    SheetLocation,
)
from astrike.model.battletech.unit import ARMORS, COCKPITS, GYROS, MECHS, MOST_MP, STRUCTURES, WORST_SKILL
from astrike.model.byte_limits import IMPORT
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.working_sheet import WorkingSheet
from astrike.web.battletech.asking import read_question
from astrike.web.battletech.critical_card import ALWAYS_THERE, CRITICAL, FIRST, NAME, critical_in_address
from astrike.web.battletech.desk import DeskChoice, Json, address_of
from astrike.web.battletech.links import AT, encoded
from astrike.web.http.forms import number_or_text, uploaded_file, whole_number
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import download_of, see_other, show, with_query
from astrike.web.problems import form_again

_SLOT: Final = "slot-"
_FLOODED: Final = "flooded"
_MOST_SLOTS: Final = 12
"""Of one location."""
_MEDIA: Final = "application/json"
_OF_ITEM: Final = ("kind", "slots", "shots", "damage", "missiles", "points")
_NOT_TYPED: Final = ("hittable", "used")
_TEXT_KINDS: Final = (".mtf", ".txt")


@dataclass(frozen=True, slots=True)
class SheetSelect:
    """A field of the sheet that is one of some words."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    value: str


@dataclass(frozen=True, slots=True)
class SheetNumber:
    """A field of the sheet that is a number; empty where it is not stated."""

    name: str
    label: str
    value: str
    usual: str
    """What counts where nothing is typed."""


@dataclass(frozen=True, slots=True)
class TypedSlot:
    """A slot to type into."""

    name: str
    label: str
    value: str
    usual: str


@dataclass(frozen=True, slots=True)
class TypedItem:
    """An item of the location, as its name is understood, to be corrected."""

    number: int
    name: str
    guessed: str
    """What it is taken for where nothing is said."""
    kinds: tuple[tuple[str, str], ...]
    kind: str
    numbers: tuple[SheetNumber, ...]
    armored: bool


@dataclass(frozen=True, slots=True)
class SheetContext:
    """The page on which a sheet is typed."""

    place: str
    place_label: str
    question: str
    back: str
    places: tuple[DeskChoice, ...]
    typed_slots: tuple[TypedSlot, ...]
    items: tuple[TypedItem, ...]
    numbers: tuple[SheetNumber, ...]
    selects: tuple[SheetSelect, ...]
    is_flooded: bool
    known: tuple[str, ...]
    """Names to choose from."""
    download: str
    layout: str
    """The layout as text, for the device to keep."""
    text: str
    problems: tuple[Problem, ...]
    megabytes: int


def show_critical_sheet(place: str) -> Response:
    """Show one location of the sheet to type into, or go on with what was typed."""
    if place not in LOCATIONS:
        raise NotFound(f"There is no location {place!r}; the locations are {', '.join(LOCATIONS)}.")
    body = critical_in_address()
    if "save" not in request.args:
        return make_response(_page(body, place))
    try:
        typed = _typed(body, place)
        question = read_question(CRITICAL, typed)
    except InputError as error:
        return form_again(_page(body, place, problems=error.problems), error)
    return see_other(address_of(NAME, dict(written(question))))


def load_critical_layout() -> Response:
    """Go on with the layout of a file: one of ours, or a 'Mech file of one's own."""
    upload = uploaded_file()
    try:
        body = _of_file(upload.data, upload.name)
    except InputError as error:
        text = request.form.get("text", "")
        return form_again(_page(dict(FIRST), "head", text=text, problems=error.problems), error)
    return see_other(address_of(NAME, _opened_at(body, request.form.get("place", ""))))


def _opened_at(body: Json, place: str) -> Json:
    """Go on where the sheet was open, as far as the loaded one says anything of that location."""
    stated = body.get("sheet", {}).get("locations", {}).get(place)
    return body if stated is None or stated.get("blown_off") else {**body, "location": place}


def save_critical_layout() -> Response:
    """Give the layout in the address as a file."""
    body = critical_in_address()
    text = _layout_text(body)
    return download_of(text.encode(), name="layout", extension=".json", media_type=_MEDIA)


def _of_file(data: bytes, name: str) -> Json:
    text = decode(data, most_bytes=IMPORT.most).text
    if text.lstrip().startswith("{") and not name.lower().endswith(_TEXT_KINDS):
        found = load_json(text.encode())
        if not isinstance(found, dict):
            raise InputError([Problem(FILE, shown(found), "a layout that was saved here")])
        return _checked({"sheet": found.get("sheet", found)})
    return _checked({"sheet": dict(written(read_mtf(text).sheet))})


def _checked(body: Mapping[str, object]) -> Json:
    """Give a question with a sheet; raise `InputError` with everything that is wrong with the sheet."""
    return dict(written(read_question(CRITICAL, {"location": ALWAYS_THERE, **body})))


def _layout_text(body: Json) -> str:
    return json.dumps({"sheet": body.get("sheet", {})}, indent=1, ensure_ascii=False)


# ---- typing


def _typed(body: Json, place: str) -> Json:
    """Give the question with what the form says of the sheet and one location."""
    sheet: dict[str, Any] = dict(body.get("sheet", {}))
    locations = dict(sheet.get("locations", {}))
    location = {**locations.get(place, {}), "slots": _typed_slots(), **dict(_typed_values("here."))}
    location["flooded"] = True if request.args.get(_FLOODED) else None
    locations[place] = {key: value for key, value in location.items() if value is not None}
    if location.get("structure") == 0:
        locations |= dict(_torn_with(place, locations))
    sheet |= dict(_typed_values("sheet."))
    kind = str(sheet.get("kind") or MECHS[0])
    there = {key for key, row in load_battletech("").critical_locations.items() if kind in row.frames}
    sheet["locations"] = {key: each for key, each in locations.items() if key in there}
    items = {**sheet.get("items", {}), **dict(_typed_items(sheet.get("items", {})))}
    sheet["items"] = {name: each for name, each in items.items() if each}
    if body.get("location") not in there:
        body = {**body, "location": ALWAYS_THERE}
    return {**body, "sheet": {key: value for key, value in sheet.items() if value is not None}, "dice": []}


def _torn_with(place: str, locations: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Give the stated limbs that go with a torso, without structure."""
    for key, row in load_battletech("").critical_locations.items():
        if row.torn_with == place and key in locations:
            yield key, {**locations[key], "structure": 0}


def _typed_items(before: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Give what is said of items; what is left blank is guessed from the name."""
    number = 1
    while name := request.args.get(f"item-{number}.name", "").strip():
        values = dict(_typed_values(f"item-{number}."))
        found = {key: value for key, value in before.get(name, {}).items() if key in _NOT_TYPED}
        found |= {key: value for key, value in values.items() if key in _OF_ITEM and value is not None}
        if values.get("armored"):
            found["armored"] = True
        yield name, found
        number += 1


def _typed_slots() -> list[str | None]:
    typed: dict[int, str] = {}
    for name, text in request.args.items():
        if name.startswith(_SLOT):
            number = whole_number(_SLOT, name.removeprefix(_SLOT), 1, _MOST_SLOTS)
            typed[number] = text.strip()
    return [typed[number] or None for number in sorted(typed)]


def _typed_values(prefix: str) -> Iterator[tuple[str, object]]:
    for name, text in request.args.items():
        if name.startswith(prefix):
            value = text.strip()
            yield name.removeprefix(prefix), number_or_text(value) if value else None


def _page(
    body: Json, place: str, *, text: str = "", problems: tuple[Problem, ...] | list[Problem] = ()
) -> str:
    question: CriticalQuestion = read_question(CRITICAL, body)
    edition = load_battletech(question.edition or "")
    sheet = WorkingSheet(question, edition)
    if place not in sheet.locations:
        place = next(iter(sheet.locations))
    return show(
        "battletech/critical_sheet.html",
        SheetContext(
            place=place,
            place_label=tr(sheet.location(place).row.label),
            question=encoded(body),
            back=address_of(NAME, body),
            places=tuple(
                DeskChoice(tr(each.row.label), _address(body, key), key == place)
                for key, each in sheet.locations.items()
            ),
            typed_slots=tuple(_slots(sheet, place)),
            items=tuple(_items(question.sheet, sheet, place)),
            numbers=tuple(_numbers(question.sheet, sheet, place)),
            selects=tuple(_selects(question.sheet, dict(question.sheet.locations).get(place))),
            is_flooded=sheet.location(place).flooded,
            known=tuple(tr(row.label) for row in edition.critical_components.values() if not row.unhittable),
            download=with_query(url_for("battletech.save_critical_layout"), {AT: encoded(body)}),
            layout=_layout_text(_without_damage(body)),
            text=text,
            problems=tuple(problems),
            megabytes=IMPORT.megabytes,
        ),
    )


def _without_damage(body: Json) -> Json:
    """Give the question with a sheet on which nothing is hit."""
    question: CriticalQuestion = read_question(CRITICAL, body)
    whole = tuple(
        (
            key,
            replace(
                each,
                structure=None,
                destroyed=False,
                blown_off=False,
                flooded=False,
                hit=(),
                hit_this_phase=(),
                spared=(),
            ),
        )
        for key, each in question.sheet.locations
    )
    sheet = replace(question.sheet, locations=whole, prone=False, wounds=0, phase=0)
    return dict(written(replace(question, sheet=sheet, dice=(), number=None)))


def _address(body: Json, place: str) -> str:
    return with_query(url_for("battletech.show_critical_sheet", place=place), {AT: encoded(body)})


def _slots(sheet: WorkingSheet, place: str) -> Iterator[TypedSlot]:
    location = sheet.location(place)
    standard = sheet.standard_slots(location.row) + [None] * location.row.slots
    for slot, name in enumerate(sheet.slot_names(location.row, location.stated)):
        half = _("Upper") if slot < UPPER else _("Lower")
        label = f"{half} {slot % UPPER + 1}" if location.row.slots > UPPER else str(slot + 1)
        yield TypedSlot(f"{_SLOT}{slot + 1}", label, name or "", standard[slot] or "")


def _items(record: RecordSheet, sheet: WorkingSheet, place: str) -> Iterator[TypedItem]:
    """List the items of a location that may need correcting; what every sheet has is known."""
    components = sheet.edition.critical_components
    kinds = tuple((kind, tr(components[kind].label)) for kind in COMPONENTS)
    there = {item.name: item for item in sheet.location(place).items.values()}
    stated = dict(record.items)
    for number, (name, item) in enumerate(there.items(), start=1):
        said = stated.get(name, SheetItem())
        sizes: list[tuple[str, str, int | None, int | None]] = [
            ("slots", _("Slots of one"), said.slots, len(item.slots))
        ]
        if item.component == "ammo":
            sizes += [
                ("shots", _("Shots left"), said.shots, item.shots),
                ("damage", _("Damage of a shot or missile"), said.damage, item.damage),
                ("missiles", _("Missiles of a shot"), said.missiles, item.missiles),
            ]
        elif item.row.explodes:
            sizes.append(("points", _("Points of its explosion"), said.points, item.points))
        yield TypedItem(
            number,
            name,
            tr(components[item.component].label),
            kinds,
            said.kind or "",
            tuple(
                SheetNumber(f"item-{number}.{key}", label, _shown(value), _shown(usual))
                for key, label, value, usual in sizes
            ),
            said.armored,
        )


def _shown(value: int | None) -> str:
    return "" if value is None else str(value)


def _numbers(record: RecordSheet, sheet: WorkingSheet, place: str) -> Iterator[SheetNumber]:
    stated = dict(record.locations).get(place, SheetLocation())
    built = str(sheet.structure_of(sheet.location(place).row))
    yield SheetNumber("here.armor", _("Armor"), str(stated.armor), "0")
    if sheet.location(place).row.part == "torso":
        yield SheetNumber("here.rear_armor", _("Rear armor"), str(stated.rear_armor), "0")
    yield SheetNumber("here.structure", _("Structure left"), _shown(stated.structure), built)
    tons = _("Tons (%(low)s–%(high)s)", low=LIGHTEST, high=HEAVIEST)
    yield SheetNumber("sheet.tons", tons, str(record.tons), "")
    yield SheetNumber(
        "sheet.piloting", _("Piloting (0–%(high)s)", high=WORST_SKILL), str(record.piloting), ""
    )
    yield SheetNumber("sheet.walk", _("Walking MP (0–%(high)s)", high=MOST_MP), str(record.walk), "")
    yield SheetNumber("sheet.jump", _("Jumping MP"), str(record.jump), "")
    yield SheetNumber("sheet.dissipation", _("Heat dissipation"), _shown(record.dissipation), "")


def _selects(record: RecordSheet, stated: SheetLocation | None) -> Iterator[SheetSelect]:
    edition = load_battletech("")
    case = (stated or SheetLocation()).case
    cases = dict(zip(CASES, (_("none"), _("CASE"), _("CASE II")), strict=True))
    yield SheetSelect("here.case", _("CASE here"), tuple(cases.items()), case)
    kinds = dict(zip(MECHS, (_("Biped"), _("Quad")), strict=True))
    yield SheetSelect("sheet.kind", _("Kind"), tuple(kinds.items()), record.kind)
    engines = tuple((key, tr(edition.critical_engines[key].label)) for key in ENGINES)
    yield SheetSelect("sheet.engine", _("Engine"), engines, record.engine)
    gyros = tuple((key, tr(edition.critical_gyros[key].label)) for key in GYROS)
    yield SheetSelect("sheet.gyro", _("Gyro"), gyros, record.gyro)
    cockpits = dict(zip(COCKPITS, (_("Standard"), _("Small"), _("Torso-mounted")), strict=True))
    yield SheetSelect("sheet.cockpit", _("Cockpit"), tuple(cockpits.items()), record.cockpit)
    armors = (
        _("Standard"),
        _("Hardened"),
        _("Laser-reflective"),
        _("Ballistic-reinforced"),
        _("Ferro-lamellor"),
    )
    yield SheetSelect("sheet.armor", _("Armor type"), tuple(zip(ARMORS, armors, strict=True)), record.armor)
    structures = tuple(zip(STRUCTURES, (_("Standard"), _("Reinforced")), strict=True))
    yield SheetSelect("sheet.structure", _("Structure type"), structures, record.structure)
