"""What comes of the rolls of an End Phase, one after the other, and which of them were made already?

What fell is kept first; then everything is worked out from the kept dice, so that a form that is sent twice brings the
same. Which rolls were made is read from the log, so that undo brings them back.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.formats.table.table_file import parse_document
from astrike.model.dice import DiceRoll, DiceTray
from astrike.model.document_change import ChangeLabel, Document, Operation, RemoveFeature, SetProperty, apply
from astrike.model.effect_answer import EffectAnswer
from astrike.model.end_phase import DueEvent
from astrike.model.play_record import PlayRecord
from astrike.model.table import Table
from astrike.model.unit import DUE_ROLLS
from astrike.rules.effects.effect import effect
from astrike.store.table.log import history, not_undone
from astrike.web.current.dice import dice_before, keep, refuse_unused, tray_of
from astrike.web.current.prepared import prepare
from astrike.web.current.table import ChangedLine, Current
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.database import database
from astrike.web.effects.operations import change_operations
from astrike.web.effects.played import effects_played
from astrike.web.effects.view import change_words, effect_title
from astrike.web.http.i18n import _
from astrike.web.turn.end_rows import made_words

ROLLED: Final = "end.rolled"
"""Key of the label of a change that writes rolls of the End Phase."""

_LOOKED_BACK: Final = 200
"""So many changes are looked through for the rolls of this phase."""

_TOLD: Final = 3
"""So many results of rolls made together are told to the other phone; of more the number."""

_BEGINS: Final = "table.turn"
"""The change before which nothing belongs to this turn; a phase may be begun twice, when players go back."""


@dataclass(frozen=True, slots=True)
class RollMade:
    """A roll that was made: the key of its event, whom it met, and what came of it."""

    event: str
    unit: str
    said: str


class TableDraft:
    """The document of a table while one thing after the other is written into it."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.operations: list[Operation] = []
        self.table: Table = parse_document(document)

    def add(self, operations: Iterable[Operation]) -> None:
        """Write some more into it."""
        more = list(operations)
        if more:
            self.operations += more
            self._document, _back = apply(self._document, more)
            self.table = parse_document(self._document)


@dataclass(frozen=True, slots=True)
class RolledEvents:
    """What came of rolls, as one change."""

    operations: tuple[Operation, ...]
    label: ChangeLabel
    lines: tuple[ChangedLine, ...]
    play: PlayRecord
    fell: Mapping[str, str]
    """What fell for each event, as it is typed."""


def roll_events(
    current: Current, document: Document, events: Sequence[DueEvent], typed: Mapping[str, tuple[int, ...]]
) -> RolledEvents:
    """Roll for events where no dice were typed, keep what fell, and work out what it brings."""
    dice, said_so = _fallen(document, events, typed)
    if dice:
        label = _label_of_roll(parse_document(document), events, said_so)
        dice = _as_fell_before(current, dice) or keep(current, label, dice).dice
    left: Sequence[int] = [die.fell for die in dice]
    draft = TableDraft(document)
    labels = unit_labels(draft.table)
    names: dict[str, str] = {}
    said, lines, answers = [], [], []
    fell: dict[str, str] = {}
    for number, event in enumerate(events):
        tray = DiceTray(left)
        answer, left = _add(draft, event, tray), tray.left
        fell[event.key] = " ".join(str(die.fell) for die in tray.record)
        answers.append(answer)
        words = made_words(event, answer)
        said.append(_of_unit(event, labels, words))
        names |= {f"event.{number}": event.key, f"unit.{number}": event.unit, f"said.{number}": words}
        lines += [ChangedLine(change_words(each, labels), "", "") for each in answer.changes]
    what = said[0] if len(said) == 1 else _("End Phase: %(count)s rolls", count=len(said))
    label = ChangeLabel(ROLLED, {"what": what, **names})
    play = effects_played(parse_document(document), answers, dice)
    return RolledEvents(tuple(draft.operations), label, tuple(lines), play, fell)


def _as_fell_before(current: Current, dice: Sequence[DiceRoll]) -> tuple[DiceRoll, ...]:
    """Find dice among those that fell when somebody else was faster; nothing unless all are among them."""
    before = dice_before(current)
    left = [] if before is None else list(before.dice)
    found = []
    for die in dice:
        same = next((each for each in left if (each.key, each.fell) == (die.key, die.fell)), None)
        if same is None:
            return ()
        left.remove(same)
        found.append(same)
    return tuple(found)


def _fallen(
    document: Document, events: Sequence[DueEvent], typed: Mapping[str, tuple[int, ...]]
) -> tuple[tuple[DiceRoll, ...], tuple[str, ...]]:
    """Let the dice fall: typed ones have to be all that an event needs, and none too many; say what they bring."""
    draft = TableDraft(document)
    labels = unit_labels(draft.table)
    found: list[DiceRoll] = []
    said: list[str] = []
    for event in events:
        dice = typed.get(event.key, ())
        tray = DiceTray(dice) if dice else tray_of()
        answer = _add(draft, event, tray)
        refuse_unused(tray)
        found += tray.record
        said.append(_of_unit(event, labels, made_words(event, answer)))
    return tuple(found), tuple(said)


def _of_unit(event: DueEvent, labels: UnitLabels, words: str) -> str:
    """Say whom an event meets and what came of it."""
    return _("%(unit)s: %(what)s", unit=labels.names.get(event.unit, event.unit), what=words)


def _add(draft: TableDraft, event: DueEvent, tray: DiceTray) -> EffectAnswer:
    """Write what an event brings into the draft."""
    answer = effect(prepare(draft.table).prepared, event.kind, event.unit, event.settings, tray)
    made = [(event.kind, event.unit)]
    written = change_operations(answer.changes, draft.table, due=_left_by(answer), made=made, at_once=True)
    draft.add([*written, *_afterwards(event, answer, draft.table)])
    return answer


def _left_by(answer: EffectAnswer) -> Iterator[tuple[str, str]]:
    """Give the rolls that damage of an effect brings in turn: for lost structure, and of vehicles (CE pp.49-50)."""
    for note in answer.notes:
        kind, unit, rolls = note.key.partition(".")[0], note.facts.get("unit"), note.facts.get("rolls", 1)
        if kind in DUE_ROLLS and isinstance(unit, str) and isinstance(rolls, int):
            yield from [(kind, unit)] * rolls


def _afterwards(event: DueEvent, answer: EffectAnswer, table: Table) -> list[Operation]:
    """Write what the effect itself does not: mines that went off are fewer (CE p.168)."""
    left = answer.facts.get("density_left")
    piece = table.piece(event.piece) if isinstance(left, int) else None
    if piece is None:
        return []
    return [SetProperty(piece.id, "density", left)] if left else [RemoveFeature(piece.id)]


def _label_of_roll(table: Table, events: Sequence[DueEvent], said: Sequence[str]) -> ChangeLabel:
    """Label dice with what they bring to whom: the other phone reads it."""
    if len(events) > 1:
        told = "; ".join(said[:_TOLD])
        more = len(said) - _TOLD
        return ChangeLabel("roll.end-phase", {"said": told} | ({"more": str(more)} if more > 0 else {}))
    (event,) = events
    name = unit_labels(table).names.get(event.unit, event.unit)
    stated = {"what": effect_title(event.kind), "unit": name, "said": said[0]}
    return ChangeLabel("roll.effect", stated)


def rolls_made(current: Current, version: int) -> tuple[RollMade, ...]:
    """Give the rolls that were made in the End Phase of this turn up to a version, in the order in which they were."""
    found: list[RollMade] = []
    changes = history(database(), current.stored.id, limit=_LOOKED_BACK, before=version + 1)
    for each in not_undone(changes):
        if each.label.key == _BEGINS:
            break
        if each.label.key == ROLLED:
            found = [*_rolls_of(each.label), *found]
    return tuple(found)


def _rolls_of(label: ChangeLabel) -> Iterator[RollMade]:
    names = label.names
    for number in range(sum(name.startswith("event.") for name in names)):
        yield RollMade(names[f"event.{number}"], names[f"unit.{number}"], names[f"said.{number}"])
