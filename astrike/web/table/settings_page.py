"""How is this table played: name, edition, visibility, tolerance and every option?

The form shows what the file states; an empty option has the edition's default. A form made from an old version changes
only the fields that were edited, so that sending it again for the new version undoes nobody else's change.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.options import allowed_words, value_of_words, words_of_value
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ABSENT, ChangeLabel, Operation, SetMember
from astrike.model.number_text import plain_number
from astrike.model.table import PHASES, TOLERANCE
from astrike.report.words.reasons import option_words
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.schema import Edition, OptionRow
from astrike.web.current.table import ChangedLine, Current, change, form_document, form_version, load_current
from astrike.web.http.citations import CitedPage
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again, problems_by_field
from astrike.web.turn.phase_by_hand import phase_operations

_PLAIN: Final = ("name", "edition", "environment", "tolerance", "turn", "phase")
_NUMBERS: Final = frozenset({"tolerance", "turn", "conditions.wind"})
_CONDITIONS: Final = ("light", "weather", "wind", "emi")
_DEFAULTS: Final = {
    "name": "",
    "edition": DEFAULT_EDITION,
    "environment": "daylight",
    "tolerance": plain_number(TOLERANCE),
    "turn": "1",
    "phase": "combat",
    "conditions.light": "",
    "conditions.weather": "",
    "conditions.wind": "0",
    "conditions.emi": "false",
}


class OptionChoice(NamedTuple):
    """One thing that can be chosen."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class OptionField:
    """One field of the form; without choices it is a number. `default` is what an empty one means."""

    name: str
    label: str
    value: str
    choices: tuple[OptionChoice, ...] = ()
    ref: CitedPage | None = None
    default: str = ""
    expected: str = ""
    is_list: bool = False
    """Are several of the choices ticked, and none for the default?"""

    @property
    def ticked(self) -> tuple[str, ...]:
        """The choices that are in the list."""
        return tuple(part.strip() for part in self.value.split(",") if part.strip())

    @property
    def shown(self) -> str:
        """The value in words."""
        if self.is_list:
            labels = {each.value: each.label for each in self.choices}
            return ", ".join(labels.get(word, word) for word in self.ticked)
        return next((each.label for each in self.choices if each.value == self.value), self.value)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that belong together; `changed` counts those that are not at their default."""

    key: str
    label: str
    fields: tuple[OptionField, ...]
    changed: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class SettingsContext:
    """The settings of a table."""

    current: Current
    version: int
    fields: tuple[OptionField, ...]
    groups: tuple[OptionGroup, ...]
    problems: Mapping[str, tuple[Problem, ...]]
    other_problems: tuple[Problem, ...]
    is_saved: bool


def show_settings(code: str) -> str:
    """Show how the table is played."""
    current = load_current(code)
    context = _context(current, values_of(current.stored.document), version=current.version, error=None)
    return show("table/settings.html", context)


def change_settings(code: str) -> Response:
    """Change how the table is played."""
    current = load_current(code)
    version = form_version()
    document = form_document(current)
    base, now = values_of(document), values_of(current.stored.document)
    posted = {
        name: ", ".join(filter(None, map(str.strip, request.form.getlist(name))))
        for name in request.form
        if name in _names(base)
    }
    touched = {name: value for name, value in posted.items() if value != base.get(name, "")}
    try:
        change(
            current,
            [*_operations(document, touched), *_of_phase(document, touched)],
            label=_label(current, touched),
            lines=_lines(current, touched=touched, now=now),
            fields=tuple({**now, **touched}.items()),
        )
    except InputError as error:
        context = _context(current, now | posted, version=version, error=error)
        return form_again(show("table/settings.html", context), error)
    return see_other(url_for("table.show_settings", code=current.code, saved="1"))


def values_of(document: Mapping[str, object]) -> dict[str, str]:
    """Read the values of the form's fields from a document; an option that it does not name is empty."""
    member = _mapping(document.get("astrike"))
    conditions, options = _mapping(member.get("conditions")), _mapping(member.get("options"))
    values = {name: words_of_value(member.get(name)) or _DEFAULTS[name] for name in _PLAIN}
    for name in _CONDITIONS:
        field = f"conditions.{name}"
        values[field] = words_of_value(conditions.get(name)) or _DEFAULTS[field]
    for key, value in options.items():
        values[_option_name(key)] = words_of_value(value)
    return values


def _option_name(key: str) -> str:
    return f"options.{key}"


def _names(now: Mapping[str, str]) -> frozenset[str]:
    edition = load_edition(now["edition"])
    shown = (_option_name(row.key) for row in edition.options.values() if not row.later)
    return frozenset({*_DEFAULTS, *shown})


def _operations(document: Mapping[str, object], touched: Mapping[str, str]) -> list[Operation]:
    member = _mapping(document.get("astrike"))
    operations: list[Operation] = [
        SetMember(name, number_or_text(touched[name]) if name in _NUMBERS else touched[name])
        for name in _PLAIN
        if name in touched
    ]
    conditions = dict(_mapping(member.get("conditions")))
    for name in _CONDITIONS:
        field = f"conditions.{name}"
        if field in touched:
            conditions[name] = _condition(field, touched[field])
    if any(field.startswith("conditions.") for field in touched):
        kept = {name: value for name, value in conditions.items() if value is not None}
        operations.append(SetMember("conditions", kept or ABSENT))
    options = dict(_mapping(member.get("options")))
    for row in load_edition(values_of(document)["edition"]).options.values():
        text = touched.get(_option_name(row.key))
        if text:
            options[row.key] = value_of_words(row, text)
        elif text is not None:
            options.pop(row.key, None)
    if any(field.startswith("options.") for field in touched):
        operations.append(SetMember("options", options))
    return operations


def _of_phase(document: Mapping[str, object], touched: Mapping[str, str]) -> Iterator[Operation]:
    """Let a phase that was set do to units what it does when the turn comes to it."""
    if "phase" in touched:
        table = parse_document(document)
        turn = number_or_text(touched["turn"]) if "turn" in touched else table.turn
        yield from phase_operations(table, touched["phase"], turn)


def _condition(field: str, text: str) -> object:
    if text == _DEFAULTS[field]:
        return None
    if field == "conditions.emi":
        return {"true": True}.get(text, text)
    return number_or_text(text) if field in _NUMBERS else text


def _label(current: Current, touched: Mapping[str, str]) -> ChangeLabel:
    if set(touched) == {"name"}:
        return ChangeLabel("table.renamed", {"name": touched["name"]})
    labels = [field.label for field in _all_fields(current, touched) if field.name in touched]
    return ChangeLabel("table.setup", {"what": ", ".join(labels[:3]) + (" …" if len(labels) > 3 else "")})


def _lines(current: Current, *, touched: Mapping[str, str], now: Mapping[str, str]) -> list[ChangedLine]:
    mine = {field.name: field for field in _all_fields(current, {**now, **touched})}
    theirs = {field.name: field for field in _all_fields(current, now)}
    return [
        ChangedLine(field.label, field.shown or _("default"), theirs[name].shown or _("default"))
        for name, field in mine.items()
        if name in touched
    ]


def _all_fields(current: Current, values: Mapping[str, str]) -> tuple[OptionField, ...]:
    edition = load_edition(current.table.edition)
    return (*_table_fields(edition, values), *(field for _area, field in _option_fields(edition, values)))


def _table_fields(edition: Edition, values: Mapping[str, str]) -> tuple[OptionField, ...]:
    editions = tuple(OptionChoice(each, f"{each} · {tr(load_edition(each).name)}") for each in IDS)
    rows = edition.visual.values()
    visual = tuple(
        OptionChoice(row.key, tr(row.label) if row.unknown else f"{tr(row.label)} · {row.inches:g}″")
        for row in rows
    )
    phases = tuple(OptionChoice(each, tr(each)) for each in PHASES)
    no_wind = tuple(OptionChoice(str(force), str(force)) for force in range(5))
    yes_no = (OptionChoice("false", _("no")), OptionChoice("true", _("yes")))

    def field(
        name: str, label: str, choices: tuple[OptionChoice, ...] = (), expected: str = ""
    ) -> OptionField:
        value = values.get(name, _DEFAULTS[name])
        return OptionField(name=name, label=label, value=value, choices=choices, expected=expected)

    return (
        field("name", _("Name")),
        field("edition", _("Edition"), editions),
        field("environment", _("Visibility"), visual),
        field("conditions.light", _("Light"), _of_kind(edition, "light")),
        field("conditions.weather", _("Weather"), _of_kind(edition, "weather")),
        field("conditions.wind", _("Wind, 0 to 4"), no_wind),
        field("conditions.emi", _("Electromagnetic interference"), yes_no),
        field("turn", _("Turn")),
        field("phase", _("Phase"), phases),
        field("tolerance", _("Too close to call within, in inches"), expected=plain_number(TOLERANCE)),
    )


def _of_kind(edition: Edition, kind: str) -> tuple[OptionChoice, ...]:
    rows = (row for row in edition.conditions.values() if row.kind == kind)
    return (OptionChoice("", _("ordinary")), *(OptionChoice(row.key, tr(row.label)) for row in rows))


def _option_fields(edition: Edition, values: Mapping[str, str]) -> list[tuple[str, OptionField]]:
    return [
        (row.area, _option_field(row, edition.id, values.get(_option_name(row.key), "")))
        for row in edition.options.values()
        if not row.later
    ]


def _option_field(row: OptionRow, edition: str, value: str) -> OptionField:
    default = _word(row.key, words_of_value(row.default))
    words = row.values or (("true", "false") if isinstance(row.default, bool) else ())
    choices: tuple[OptionChoice, ...] = ()
    is_list = bool(row.values) and isinstance(row.default, tuple)
    if words:
        first = OptionChoice("", _("default: %(value)s", value=default))
        each = tuple(OptionChoice(word, _word(row.key, word)) for word in words)
        choices = each if is_list else (first, *each)
    return OptionField(
        name=_option_name(row.key),
        label=tr(row.label),
        value=value,
        choices=choices,
        ref=CitedPage(row.cite, edition),
        default=default,
        expected=allowed_words(row),
        is_list=is_list,
    )


def _word(option: str, word: str) -> str:
    match word:
        case "true":
            return _("yes")
        case "false":
            return _("no")
        case _:
            return option_words(option, word, tr)


def _groups(
    edition: Edition, values: Mapping[str, str], problems: Mapping[str, tuple[Problem, ...]]
) -> tuple[OptionGroup, ...]:
    labels = {
        "sight": _("Sight"),
        "woods": _("Woods"),
        "combat": _("Combat"),
        "physical": _("Physical attacks"),
        "networks": _("Indirect fire and networks"),
        "artillery": _("Artillery and areas"),
        "movement": _("Movement"),
        "table": _("Table"),
    }
    found: dict[str, list[OptionField]] = {}
    for area, field in _option_fields(edition, values):
        found.setdefault(area, []).append(field)
    return tuple(
        OptionGroup(
            key=area,
            label=labels.get(area, area),
            fields=tuple(fields),
            changed=sum(1 for field in fields if field.value),
            is_open=any(field.name in problems for field in fields),
        )
        for area, fields in found.items()
    )


def _context(
    current: Current, values: Mapping[str, str], *, version: int, error: InputError | None
) -> SettingsContext:
    edition = load_edition(current.table.edition)
    problems = problems_by_field(error, prefix="astrike.") if error is not None else {}
    fields = _table_fields(edition, values)
    groups = _groups(edition, values, problems)
    shown = {field.name for field in fields} | {field.name for group in groups for field in group.fields}
    others = tuple(each for name, found in problems.items() if name not in shown for each in found)
    return SettingsContext(
        current, version, fields, groups, problems, others, request.args.get("saved") == "1"
    )


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
