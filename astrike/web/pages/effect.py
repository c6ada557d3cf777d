"""What comes of a roll on a table, a fall, a collapse, the End Phase? One effect on one unit: its dice, its result, and
a button that writes it into the table.

Looking never rolls: dice are typed, or rolled by a button, and then stand in the address.
"""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Response, make_response, request, url_for

from astrike.errors import InputError, NotFound, Problem
from astrike.formats.questions import is_point
from astrike.model.change import Label
from astrike.model.combat import EffectAnswer
from astrike.model.dice import Tray
from astrike.report.names import names_of
from astrike.rules.battlefield import Field
from astrike.rules.effects.effect import EFFECTS, effect
from astrike.rules.effects.settings import SETTINGS
from astrike.web.asked_questions import Asked, FormField
from astrike.web.asking.questions import QUESTIONS, Effect
from astrike.web.current import Current, Line, change, form_table, load_current
from astrike.web.device import local_path
from astrike.web.dice import keep, refuse_unused, tray_of
from astrike.web.i18n import _
from astrike.web.problems import all_of, form_again
from astrike.web.question_forms import read_form
from astrike.web.respond import see_other, show
from astrike.web.views.attack.aftermath import without_roll
from astrike.web.views.effects import (
    WITHOUT_DICE,
    EffectCard,
    EffectField,
    effect_card,
    effect_fields,
    effect_operations,
    effect_title,
    effects_for,
    problem_words,
    settings_typed,
    tables_before,
)
from astrike.web.views.fields import prepare, prepared, state_of
from astrike.web.views.units import cast_of

_OF_THE_PAGE = ("kind", "unit")
"""What the address of the page says itself."""


@dataclass(frozen=True, slots=True)
class EffectContext:
    """One effect on one unit."""

    current: Current
    kind: str
    title: str
    unit_id: str
    unit_name: str
    fields: tuple[EffectField, ...]
    card: EffectCard | None
    more: list[FormField]
    """What else can be said about it."""
    query: list[tuple[str, str]]
    """All that was said, as it stands in the address."""
    dice: str
    """Dice that fell, as they were typed."""
    rolls: bool
    """Is it rolled at all?"""
    needs: str
    """What has to be rolled next; empty when nothing has."""
    problems: dict[str, tuple[Problem, ...]]
    """By the name of a field."""
    back: str
    edition: str
    tables: tuple[tuple[str, str], ...]
    """Tables that it is rolled on."""
    says: Callable[[Problem], str]
    """What is wrong with a field, in a sentence."""


@dataclass(frozen=True, slots=True)
class EffectsContext:
    """What may have to be rolled for one unit."""

    current: Current
    unit_id: str
    unit_name: str
    kinds: tuple[tuple[str, str], ...]
    back: str


def show_effects(code: str, unit_id: str) -> str:
    """Show which rolls and effects there are for a unit."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    _check_unit(field, unit_id)
    name = names_of(current.table)[unit_id]
    context = EffectsContext(current, unit_id, name, effects_for(field, unit_id), _back(current))
    return show("effect/effects.html", context)


def show_effect(code: str, kind: str, unit_id: str) -> Response:
    """Show an effect: the form, and the result when all its dice have fallen."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    _check(field, kind, unit_id)
    return _page(current, field, _asked(field, kind, unit_id), is_asked="asked" in request.args)


def _page(current: Current, field: Field, asked: Asked[Effect], *, is_asked: bool) -> Response:
    cast, question = cast_of(current.table), asked.question
    kind, unit_id = question.kind, question.unit
    card, needs = None, ""
    problems = dict(asked.problems)
    if is_asked:
        try:
            card = effect_card(_answer(field, question, Tray(question.dice)), cast)
        except InputError as error:
            missing = [each for each in error.problems if each.at == "dice" and each.found == "no more dice"]
            needs = missing[0].expected if missing else ""
            for each in () if missing else error.problems:
                problems.setdefault(_field_of(each), (each,))
    elif not SETTINGS[kind]:
        needs = _("dice")
    context = EffectContext(
        current=current,
        kind=kind,
        title=effect_title(kind),
        unit_id=unit_id,
        unit_name=cast.names.get(unit_id, unit_id),
        fields=effect_fields(kind, settings_typed(asked), cast),
        more=asked.fields_but("dice"),
        query=asked.query_without(*_OF_THE_PAGE),
        card=None if problems else card,
        dice=asked.typed["dice"],
        rolls=kind not in WITHOUT_DICE,
        needs=needs,
        problems=problems,
        back=_back(current)
        if card is None or card.can_apply
        else without_roll(_back(current), kind, unit_id),
        edition=field.edition.id,
        tables=tables_before(kind),
        says=problem_words,
    )
    page = show("effect/effect.html", context)
    return form_again(page, all_of(problems)) if problems else make_response(page)


def roll_effect(code: str, kind: str, unit_id: str) -> Response:
    """Roll what an effect asks for, behind the dice that have fallen already, and go on to its result."""
    current = load_current(code)
    field = prepared(state_of(current)).field
    _check(field, kind, unit_id)
    asked = _asked(field, kind, unit_id)
    try:
        if asked.problems:
            raise all_of(asked.problems)
        tray = tray_of(() if "again" in request.form else asked.question.dice)
        _answer(field, asked.question, tray)
    except InputError:
        return _page(current, field, asked, is_asked=True)
    dice = tray.record
    if dice:
        names = names_of(current.table)
        said = {"what": effect_title(kind), "unit": names.get(unit_id, unit_id)}
        # A form that is sent twice shows what fell first.
        dice = keep(current, Label("roll.effect", said), dice).dice
    fell = " ".join(str(die.fell) for die in dice)
    kept = asked.query_without(*_OF_THE_PAGE, "dice")
    query = urlencode([*kept, ("dice", fell), ("asked", "1"), ("back", _back(current))])
    address = url_for("effects.show_effect", code=current.code, kind=kind, unit_id=unit_id)
    return see_other(f"{address}?{query}")


def apply_effect(code: str, kind: str, unit_id: str) -> Response:
    """Write the result into the table, as one change that can be undone."""
    current = load_current(code)
    table = form_table(current)
    field = prepared(state_of(current)).field if table is current.table else prepare(table).field
    _check(field, kind, unit_id)
    asked = _asked(field, kind, unit_id)
    if asked.problems:
        raise all_of(asked.problems)
    answer = _answer(field, asked.question, Tray(asked.question.dice))
    operations = effect_operations(answer, table)
    name = names_of(table).get(unit_id, unit_id)
    card = effect_card(answer, cast_of(table))
    label = Label("effect.applied", {"what": f"{effect_title(kind)}: {card.label}", "unit": name})
    lines = [Line(words, "", "") for words in card.changes]
    change(current, operations, label=label, lines=lines)
    return see_other(without_roll(_back(current), kind, unit_id))


def _check(field: Field, kind: str, unit_id: str) -> None:
    if kind not in EFFECTS:
        raise NotFound(_("There is no effect %(kind)s.", kind=repr(kind[:40])))
    # What has a place may be asked about a place alone.
    if "at" not in SETTINGS[kind] or not is_point(unit_id):
        _check_unit(field, unit_id)


def _check_unit(field: Field, unit_id: str) -> None:
    if unit_id not in field.units.index and field.table.piece(unit_id) is None:
        raise NotFound(_("There is no unit %(unit)s on this table.", unit=repr(unit_id[:40])))


def _asked(field: Field, kind: str, unit_id: str) -> Asked[Effect]:
    """Read what is asked; looking never rolls, so there is nothing to roll again."""
    given = {"kind": kind, "unit": unit_id, "seed": None}
    form = request.form if request.method == "POST" else request.args
    return read_form(QUESTIONS.effect, form, given=given, table=field.table)


def _field_of(problem: Problem) -> str:
    """Name the field of the form that something is wrong with."""
    return problem.at.removeprefix("settings.").partition("[")[0]


def _answer(field: Field, question: Effect, tray: Tray) -> EffectAnswer:
    answer = effect(field, question.kind, question.unit, dict(question.set), tray)
    refuse_unused(tray)
    return answer


def _back(current: Current) -> str:
    wished = request.values.get("back", "")
    return local_path(wished) if wished else url_for("table.show_table", code=current.code)
