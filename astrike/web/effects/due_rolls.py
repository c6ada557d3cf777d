"""How is a roll made that an attack has left: dice, what they bring and the change of the table with one tap?

What fell is kept first; then everything is worked out from the kept dice, so that a form that is sent twice brings the
same. What came of the rolls stands in the log, so that undo takes it off the pages again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.dice import DiceRoll, DiceTray
from astrike.model.document_change import ChangeLabel, Document, Operation, apply
from astrike.model.effect_answer import EffectAnswer
from astrike.model.table import Table
from astrike.rules.effects.effect import effect
from astrike.store.table.log import history, not_undone
from astrike.web.current.dice import keep, read_dice, refuse_unused, tray_of
from astrike.web.current.log_words import change_sentence
from astrike.web.current.prepared import prepare
from astrike.web.current.table import ChangedLine, Current, change, form_document, load_current
from astrike.web.current.units import unit_labels
from astrike.web.database import database
from astrike.web.effects.operations import counts_at_once, effect_operations
from astrike.web.effects.played import effects_played
from astrike.web.effects.still_to_roll import StillToRoll, rolls_in, without_roll
from astrike.web.effects.view import effect_title, effect_words
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other

ROLLED: Final = "effect.rolled"
"""Key of the label of a change that writes rolls which attacks have left."""

_APPLIED: Final = "effect.applied"
_MOST_DICE: Final = 10
_HIGHEST: Final = 12
_LOOKED_BACK: Final = 40
"""So many changes are looked through for what was rolled after an attack."""


@dataclass(frozen=True, slots=True)
class FollowUpRoll:
    """A roll that was made: whom it met, what it was for, what fell, and what came of it."""

    unit: str
    title: str
    fell: str
    said: str


@dataclass(frozen=True, slots=True)
class _Made:
    """What came of rolls, one after the other."""

    answers: tuple[EffectAnswer, ...]
    operations: tuple[Operation, ...]
    said: tuple[FollowUpRoll, ...]


def roll_due(code: str) -> Response:
    """Roll for what an attack has left, or take the dice that were typed, and write what comes of it."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    labels = unit_labels(begun)
    due = rolls_in(" ".join(request.form.getlist("due")), labels)
    if not due:
        found = repr(request.form.get("due", "")[:40])
        raise InputError([Problem("due", found, _("a roll that is due"))])
    typed = read_dice(request.form.get("dice", ""), _("dice that fell"), most=_MOST_DICE, highest=_HIGHEST)
    fallen = _fallen(begun, due, typed)
    if fallen is None:
        return see_other(_page_of(current, due[0], typed))
    if fallen:
        said = _made(begun, due, DiceTray([die.fell for die in fallen])).said
        fallen = keep(current, _label_of_roll(due, labels.names, said), fallen).dice
    made = _made(begun, due, DiceTray([die.fell for die in fallen]))
    change(
        current,
        made.operations,
        label=_label(made.said),
        lines=[ChangedLine(f"{each.unit}: {each.title}", each.said, "") for each in made.said],
        play=effects_played(begun, made.answers, fallen),
    )
    back = _back(current)
    for each in due:
        back = without_roll(back, each.kind, each.unit)
    return see_other(back)


@dataclass(frozen=True, slots=True)
class NewestAttack:
    """The attack that was applied last, and the rolls of it that were made since."""

    said: str
    """In the words of the history."""
    made: tuple[FollowUpRoll, ...]


def newest_attack(current: Current, key: str) -> NewestAttack | None:
    """Give the newest change with a key, as long as nothing but its rolls has followed; None after anything else."""
    found: list[FollowUpRoll] = []
    for each in not_undone(history(database(), current.stored.id, limit=_LOOKED_BACK)):
        if each.label.key == key:
            return NewestAttack(change_sentence(each.label), tuple(found))
        if each.label.key not in (ROLLED, _APPLIED):
            break
        if each.label.key == ROLLED:
            found = [*_rolls_of(each.label), *found]
    return None


def _fallen(begun: Table, due: Sequence[StillToRoll], typed: tuple[int, ...]) -> tuple[DiceRoll, ...] | None:
    """Let the dice fall; None where typed ones are too few, or where nothing can be rolled: the page says why."""
    tray = DiceTray(typed) if typed else tray_of()
    try:
        made = _made(begun, due, tray)
    except InputError as error:
        if typed and any(each.found == "no more dice" for each in error.problems):
            return None
        raise
    refuse_unused(tray)
    return None if all(each.refusals for each in made.answers) else tray.record


def _made(begun: Table, due: Sequence[StillToRoll], tray: DiceTray) -> _Made:
    """Work out rolls one after the other, each on the table that it finds."""
    document: Document = begun.document
    table, answers, said = begun, [], []
    operations: list[Operation] = []
    for each in due:
        before = len(tray.record)
        answer = effect(prepare(table).prepared, each.kind, each.unit, {}, tray)
        more = effect_operations(answer, table)
        fell = " ".join(str(die.fell) for die in tray.record[before:])
        said.append(FollowUpRoll(each.name, effect_title(each.kind), fell, _said(answer, table)))
        document, _back_again = apply(document, more)
        table = parse_document(document)
        answers.append(answer)
        operations += more
    return _Made(tuple(answers), tuple(operations), tuple(said))


def _said(answer: EffectAnswer, table: Table) -> str:
    """Say what came of a roll, and whether it waits for the End Phase."""
    if answer.refusals:
        return effect_words(answer.refusals[0], unit_labels(table))
    waits = table.is_played and table.phase == "combat" and not counts_at_once(answer, table)
    is_to_come = waits and any(each.at == "state" or each.at.startswith("hits.") for each in answer.changes)
    label = tr(answer.label)
    return _("%(result)s, from the End Phase on", result=label) if is_to_come else label


def _label_of_roll(
    due: Sequence[StillToRoll], names: Mapping[str, str], said: Sequence[FollowUpRoll]
) -> ChangeLabel:
    """Label dice with what they bring to whom: the other phone reads it."""
    brought = {"said": _all_said(said)}
    if len(due) > 1:
        return ChangeLabel("roll.due", {"count": str(len(due)), **brought})
    (each,) = due
    return ChangeLabel("roll.effect", {"what": effect_title(each.kind), "unit": names[each.unit], **brought})


def _all_said(said: Sequence[FollowUpRoll]) -> str:
    words = [f"{each.unit}: {each.title} {each.fell}, {each.said}".replace(" ,", ",") for each in said]
    return "; ".join(words)


def _label(said: Sequence[FollowUpRoll]) -> ChangeLabel:
    """Keep what was rolled in the label, so that pages can show it again."""
    names = {"what": _all_said(said)}
    for number, each in enumerate(said):
        names |= {f"unit.{number}": each.unit, f"title.{number}": each.title}
        names |= {f"fell.{number}": each.fell, f"said.{number}": each.said}
    return ChangeLabel(ROLLED, names)


def _rolls_of(label: ChangeLabel) -> Iterator[FollowUpRoll]:
    names = label.names
    for number in range(sum(name.startswith("unit.") for name in names)):
        yield FollowUpRoll(
            names[f"unit.{number}"],
            names[f"title.{number}"],
            names[f"fell.{number}"],
            names[f"said.{number}"],
        )


def _page_of(current: Current, due: StillToRoll, typed: tuple[int, ...]) -> str:
    """Give the page of an effect, which asks for what is missing and says why something is refused."""
    query = [("dice", " ".join(map(str, typed))), ("asked", "1"), ("back", _back(current))]
    address = url_for("effects.show_effect", code=current.code, kind=due.kind, unit_id=due.unit)
    return f"{address}?{urlencode(query)}"


def _back(current: Current) -> str:
    wished = request.form.get("back", "")
    return local_path(wished) if wished else url_for("table.show_table", code=current.code)
