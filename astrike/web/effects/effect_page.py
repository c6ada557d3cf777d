"""What follows from a roll on a table, a fall, a collapse, the End Phase?

One effect on one unit: its dice, its result, and a button that applies it to the table. Opening the page never rolls:
dice are typed or rolled by a button, and are then part of the address.
"""

from collections.abc import Callable
from urllib.parse import urlencode

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.questions import is_point
from astrike.model.dice import DiceTray
from astrike.model.document_change import ChangeLabel
from astrike.model.effect_answer import EffectAnswer
from astrike.model.table import Table
from astrike.report.words.names import names_of
from astrike.rules.effects.effect import EFFECTS, effect
from astrike.rules.effects.effect_settings import SETTINGS
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.dice import keep, refuse_unused, tray_of
from astrike.web.current.played import KEPT, dice_as_kept, kept_numbers
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.table import ChangedLine, Current, change, form_table, load_current
from astrike.web.current.units import unit_labels
from astrike.web.effects.operations import effect_operations
from astrike.web.effects.played import effects_played
from astrike.web.effects.requests import REQUESTS, EffectRequest
from astrike.web.effects.still_to_roll import without_roll
from astrike.web.effects.view import (
    WITHOUT_DICE,
    EffectCard,
    EffectField,
    effect_card,
    effect_fields,
    effect_title,
    effects_for,
    problem_words,
    settings_typed,
    tables_before,
)
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import all_of, form_again
from astrike.web.questions.form_answers import AskedQuestion, FormField
from astrike.web.questions.form_reader import read_form

_OF_THE_PAGE = ("kind", "unit")
"""What the address of the page states itself."""


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
    """All fields of the question, as they stand in the address."""
    dice: str
    """Dice that fell, as they were typed."""
    rolls: bool
    """Is it rolled at all?"""
    needs: str
    """What has to be rolled next; empty when nothing has."""
    problems: dict[str, tuple[Problem, ...]]
    """Problems by the name of their field."""
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
    """What is due comes first."""
    due: frozenset[str]
    back: str


def show_effects(code: str, unit_id: str) -> str:
    """Show which rolls and effects there are for a unit."""
    current = load_current(code)
    prepared = prepared_state(state_of(current)).prepared
    _check_unit(prepared, unit_id)
    name = names_of(current.table)[unit_id]
    unit = prepared.table.unit(unit_id)
    due = frozenset() if unit is None else frozenset((*unit.pending.rolls, *unit.pending.at_once))
    kinds = tuple(sorted(effects_for(prepared, unit_id), key=lambda each: each[0] not in due))
    context = EffectsContext(current, unit_id, name, kinds, due, _back(current))
    return show("effects/effects.html", context)


def show_effect(code: str, kind: str, unit_id: str) -> Response:
    """Show an effect: the form, and the result when all its dice have fallen."""
    current = load_current(code)
    prepared = prepared_state(state_of(current)).prepared
    _check(prepared, kind, unit_id)
    return _page(current, prepared, _asked(prepared, kind, unit_id), is_asked="asked" in request.args)


def _page(
    current: Current, prepared: PreparedTable, asked: AskedQuestion[EffectRequest], *, is_asked: bool
) -> Response:
    labels, question = unit_labels(current.table), asked.question
    kind, unit_id = question.kind, question.unit
    card, needs = None, ""
    problems = dict(asked.problems)
    if is_asked:
        try:
            answer = _answer(prepared, question, DiceTray(question.dice))
            card = effect_card(answer, labels, is_due=_is_due(current.table, answer))
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
        unit_name=labels.names.get(unit_id, unit_id),
        fields=effect_fields(kind, settings_typed(asked), labels),
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
        edition=prepared.edition.id,
        tables=tables_before(kind),
        says=problem_words,
    )
    page = show("effects/effect.html", context)
    return form_again(page, all_of(problems)) if problems else make_response(page)


def roll_effect(code: str, kind: str, unit_id: str) -> Response:
    """Roll what an effect asks for, behind the dice that have fallen already, and go on to its result."""
    current = load_current(code)
    prepared = prepared_state(state_of(current)).prepared
    _check(prepared, kind, unit_id)
    asked = _asked(prepared, kind, unit_id)
    try:
        if asked.problems:
            raise all_of(asked.problems)
        tray = tray_of(() if "again" in request.form else asked.question.dice)
        _answer(prepared, asked.question, tray)
    except InputError:
        return _page(current, prepared, asked, is_asked=True)
    dice, numbers = tray.record, list[tuple[str, str]]()
    if dice:
        names = names_of(current.table)
        stated = {"what": effect_title(kind), "unit": names.get(unit_id, unit_id)}
        # A form that is sent twice shows what fell first.
        kept = keep(current, ChangeLabel("roll.effect", stated), dice)
        dice, numbers = kept.dice, [(KEPT, str(kept.number))]
    fell = " ".join(str(die.fell) for die in dice)
    said = asked.query_without(*_OF_THE_PAGE, "dice")
    query = urlencode([*said, ("dice", fell), ("asked", "1"), ("back", _back(current)), *numbers])
    address = url_for("effects.show_effect", code=current.code, kind=kind, unit_id=unit_id)
    return see_other(f"{address}?{query}")


def apply_effect(code: str, kind: str, unit_id: str) -> Response:
    """Write the result into the table, as one change that can be undone."""
    current = load_current(code)
    table = form_table(current)
    prepared = (
        prepared_state(state_of(current)).prepared if table is current.table else prepare(table).prepared
    )
    _check(prepared, kind, unit_id)
    asked = _asked(prepared, kind, unit_id)
    if asked.problems:
        raise all_of(asked.problems)
    answer = _answer(prepared, asked.question, DiceTray(asked.question.dice))
    operations = effect_operations(answer, table)
    name = names_of(table).get(unit_id, unit_id)
    card = effect_card(answer, unit_labels(table))
    label = ChangeLabel("effect.applied", {"what": f"{effect_title(kind)}: {card.label}", "unit": name})
    lines = [ChangedLine(words, "", "") for words in card.changes]
    dice = dice_as_kept(current, "roll.effect", answer.dice, kept_numbers())
    change(current, operations, label=label, lines=lines, play=effects_played(table, [answer], dice))
    return see_other(without_roll(_back(current), kind, unit_id))


def _check(prepared: PreparedTable, kind: str, unit_id: str) -> None:
    if kind not in EFFECTS:
        raise NotFound(_("There is no effect %(kind)s.", kind=repr(kind[:40])))
    # What has a place may be asked about a place alone.
    if "at" not in SETTINGS[kind] or not is_point(unit_id):
        _check_unit(prepared, unit_id)


def _check_unit(prepared: PreparedTable, unit_id: str) -> None:
    if unit_id not in prepared.units.index and prepared.table.piece(unit_id) is None:
        raise NotFound(_("There is no unit %(unit)s on this table.", unit=repr(unit_id[:40])))


def _asked(prepared: PreparedTable, kind: str, unit_id: str) -> AskedQuestion[EffectRequest]:
    """Read what is asked; looking never rolls, so there is nothing to roll again."""
    given = {"kind": kind, "unit": unit_id, "seed": None}
    form = request.form if request.method == "POST" else request.args
    return read_form(REQUESTS.effect, form, given=given, table=prepared.table)


def _is_due(table: Table, answer: EffectAnswer) -> bool:
    unit = table.unit(answer.unit)
    return unit is not None and answer.kind in unit.pending.rolls


def _field_of(problem: Problem) -> str:
    """Name the field of the form that something is wrong with."""
    return problem.at.removeprefix("settings.").partition("[")[0]


def _answer(prepared: PreparedTable, question: EffectRequest, tray: DiceTray) -> EffectAnswer:
    answer = effect(prepared, question.kind, question.unit, dict(question.set), tray)
    refuse_unused(tray)
    return answer


def _back(current: Current) -> str:
    wished = request.values.get("back", "")
    return local_path(wished) if wished else url_for("table.show_table", code=current.code)
