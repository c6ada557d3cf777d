"""Which location of a sheet is drawn, how do its slots stand, and what does an answer come to?"""

from collections.abc import Iterator

from astrike.dataclass import dataclass
from astrike.model.battletech.critical import CASES, UPPER
from astrike.model.battletech.critical_answer import CriticalAnswer, CriticalCheck, SlotHit
from astrike.model.explain import Citation, Modifier, Reason
from astrike.report.battletech.critical_text import modifier_words, place_labels, step_words
from astrike.report.words.pages import page_words
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.critical_checks import EXPLOSION
from astrike.rules.battletech.working_sheet import WorkingLocation, WorkingSheet
from astrike.web.battletech.other_edition import AnswerGist
from astrike.web.http.i18n import _, tr


@dataclass(frozen=True, slots=True)
class EventRow:
    """Something that happened or is due."""

    label: str
    what: str
    cite: Citation | None = None
    is_bad: bool = False


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A slot as it is drawn."""

    number: int
    """Counted from 1 in each half."""
    name: str
    is_empty: bool
    is_hit: bool
    is_new: bool
    pin: str
    """Which hit of this phase struck it."""
    is_lost: bool = False
    """It went with its location before this phase."""


@dataclass(frozen=True, slots=True)
class SlotHalf:
    """Six slots of a location."""

    label: str
    dice: str
    rows: tuple[SlotRow, ...]


def place_shown(answer: CriticalAnswer) -> str:
    """Name the location that is drawn: where dice are due, else where the last hit was."""
    if answer.needs is not None:
        return answer.needs.location
    check = answer.first
    hits = [*check.applied, *check.soaked, *check.lost]
    return hits[-1].location if hits else check.location


def tallies_of(check: CriticalCheck) -> tuple[tuple[str, int], ...]:
    """Say how many hits a check has and what became of them; what there is none of is left out."""
    if check.count is None:
        return ()
    became = (
        (_("applied"), len(check.applied)),
        (_("without effect"), len(check.soaked)),
        (_("lost"), len(check.lost)),
        (_("moved on"), check.moved_on),
        (_("to place"), check.unplaced),
    )
    return ((_("hits"), check.hits), *(each for each in became if each[1]))


def state_words(location: WorkingLocation) -> str:
    """Say that a location is gone or flooded; empty where it is whole."""
    if location.blown_off:
        return _("blown off")
    if location.destroyed:
        return _("destroyed")
    return _("flooded") if location.flooded else ""


def slot_halves(
    sheet: WorkingSheet, location: WorkingLocation, *, is_lost: bool = False
) -> Iterator[SlotHalf]:
    """Give the slots of a location as they are drawn beside each other; of a lost one nothing can be hit."""
    names = sheet.slot_names(location.row, location.stated)
    rows = [_slot_row(location, slot, name, is_lost=is_lost) for slot, name in enumerate(names, start=1)]
    if len(rows) <= UPPER:
        yield SlotHalf(tr(location.row.label), "1–6", tuple(rows))
        return
    yield SlotHalf(_("Upper"), "1–3", tuple(rows[:UPPER]))
    yield SlotHalf(_("Lower"), "4–6", tuple(rows[UPPER:]))


def _slot_row(location: WorkingLocation, slot: int, name: str | None, *, is_lost: bool) -> SlotRow:
    is_now = slot in location.now
    return SlotRow(
        (slot - 1) % UPPER + 1,
        name or _("empty"),
        slot not in location.items,
        slot in location.marks,
        is_now and slot == location.now[-1],
        str(location.now.index(slot) + 1) if is_now else "",
        is_lost and slot in location.items,
    )


def events_of(answer: CriticalAnswer) -> Iterator[EventRow]:
    """List what happened."""
    rows = load_battletech(answer.edition).critical_notes
    for check in answer.checks:
        if check.count is not None and (check.cause == EXPLOSION or not check.hits):
            label = tr(place_labels()[check.location])
            yield EventRow(label, tr(check.count.label), check.count.cite, is_bad=check.blown_off)
        for each in (*check.applied, *check.soaked, *check.lost):
            yield from _of_hit(each)
    for blast in answer.explosions:
        words = _("explodes: %(points)s points, pilot %(pilot)s", points=blast.points, pilot=blast.pilot)
        yield EventRow(blast.item, words, blast.cite, is_bad=True)
        for step in blast.path:
            row = rows[f"explosion.{step.case}"]
            yield EventRow("" if step.case == CASES[0] else tr(row.label), step_words(step, tr), row.cite)
    for why in answer.effects:
        yield EventRow(_place_of(why), tr(why.label), why.cite, is_bad=True)


def _of_hit(hit: SlotHit) -> Iterator[EventRow]:
    name = hit.item or tr(place_labels()[hit.location])
    for number, why in enumerate(hit.effects):
        yield EventRow("" if number else name, tr(why.label), why.cite)


def _place_of(why: Reason) -> str:
    place = why.facts.get("location")
    return tr(place_labels()[place]) if isinstance(place, str) and place in place_labels() else ""


def lasting_words(each: Modifier) -> str:
    """Say what a lasting modifier is added to, and where it comes from."""
    place = each.facts.get("location")
    words = modifier_words(each, tr)
    return (
        f"{words}, {tr(place_labels()[place])}"
        if isinstance(place, str) and place in place_labels()
        else words
    )


def gist_of(answer: CriticalAnswer, other: CriticalAnswer) -> AnswerGist:
    """Say what an answer comes to, by the first thing that happens in it and not in the other."""
    mine, theirs = list(_happened(answer)), list(_happened(other))
    compared = tuple(key for key, _words, _page in mine)
    known = {key for key, _words, _page in theirs}
    for key, words, page in mine:
        if key not in known:
            return AnswerGist(compared, words, page)
    return AnswerGist(compared, _("nothing further"), "")


def _happened(answer: CriticalAnswer) -> Iterator[tuple[tuple[object, ...], str, str]]:
    """List what comes about: what it is compared by, how it is said, and its page."""
    edition = answer.edition
    for check in answer.checks:
        if check.count is not None:
            words = f"{tr(place_labels()[check.location])}: {tr(check.count.label)}"
            yield (
                ("count", check.location, check.hits, check.blown_off),
                words,
                page_words(check.count.cite, edition),
            )
        for hit in (*check.applied, *check.soaked, *check.lost):
            for why in hit.effects:
                words = f"{hit.item or tr(place_labels()[hit.location])}: {tr(why.label)}"
                yield ("hit", hit.location, hit.slot, why.key), words, page_words(why.cite, edition)
    for blast in answer.explosions:
        words = _("%(item)s explodes for %(points)s", item=blast.item, points=blast.points)
        steps = tuple((step.location, step.lost, step.passed_on) for step in blast.path)
        yield ("blast", blast.item, blast.points, blast.pilot, steps), words, page_words(blast.cite, edition)
    for why in answer.effects:
        yield ("effect", why.key, str(why.facts)), tr(why.label), page_words(why.cite, edition)
    for term in answer.modifiers:
        words = f"{tr(term.label)} {term.value:+}"
        yield ("lasting", term.key, term.value, str(term.facts)), words, page_words(term.cite, edition)
    for roll in answer.rolls:
        words = f"{tr(roll.label)} {roll.target}+" if roll.target else tr(roll.label)
        yield ("roll", roll.event, roll.target, roll.automatic), words, ""
    if answer.needs is not None:
        needed = answer.needs
        yield ("needs", needed.purpose, needed.location, needed.hit), _("other dice come next"), ""
