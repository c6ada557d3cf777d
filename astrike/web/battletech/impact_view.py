"""What is shown of an answer about an impact: lots of damage, the number, dice to roll, rolls that follow?"""

from collections.abc import Iterator
from typing import Final

from flask_babel import ngettext

from astrike.dataclass import dataclass
from astrike.model.battletech.impact import (
    ATTACKS,
    ImpactAnswer,
    ImpactDamage,
    ImpactHit,
    ImpactRoll,
    NeededDice,
)
from astrike.model.explain import Facts, Modifier
from astrike.report.battletech.impact_text import COLUMN_WORDS, PART_WORDS, grouped, motive_words, who_words
from astrike.report.words.numbers import percent, signed
from astrike.report.words.pages import page_words
from astrike.rules.battletech.falls import TONS
from astrike.rules.battletech.impact_hits import has_table
from astrike.rules.battletech.walls import WALL
from astrike.web.battletech.chains import roll_address
from astrike.web.battletech.desk import DeskChoice, Json, address_of, changed
from astrike.web.battletech.lines import DeskLedgerLine, DeskSentence, sentence
from astrike.web.battletech.other_edition import AnswerGist
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr

MANY: Final = 12
"""Groups of a lot that are listed one by one."""


@dataclass(frozen=True, slots=True)
class ImpactGroup:
    """A group of damage, with its dice."""

    number: int
    title: str
    detail: str
    dice: tuple[str, ...]
    """Question marks where they are still to be rolled."""


@dataclass(frozen=True, slots=True)
class ImpactLot:
    """One lot of damage."""

    title: str
    total: int
    groups: str
    detail: str
    rows: tuple[DeskLedgerLine, ...]
    hits: tuple[ImpactGroup, ...]
    then: str
    """What is left after the groups that are listed."""


@dataclass(frozen=True, slots=True)
class ImpactMotiveLine:
    """A motive roll, with its dice and what comes of it."""

    title: str
    detail: str
    dice: tuple[str, ...]
    page: CitedPage


@dataclass(frozen=True, slots=True)
class ImpactNumber:
    """The number that an attack needs."""

    number: str
    odds: str
    rows: tuple[DeskLedgerLine, ...]


@dataclass(frozen=True, slots=True)
class ImpactNext:
    """The dice to roll next, and what may be typed for them."""

    key: str
    label: str
    dice: int
    typed: tuple[DeskChoice, ...]
    odds: str
    is_one_of_many: bool


@dataclass(frozen=True, slots=True)
class ImpactRollLink:
    """A piloting roll that follows, and where its own card is."""

    label: str
    short: str
    number: str
    address: str


@dataclass(frozen=True, slots=True)
class ImpactResult:
    """All that is shown of an answer."""

    lots: tuple[ImpactLot, ...]
    sums: tuple[tuple[str, int], ...]
    """What each unit takes in all, where one takes several lots."""
    number: ImpactNumber | None
    facing: ImpactGroup | None
    motives: tuple[ImpactMotiveLine, ...]
    facing_before: int
    """The lot, from 1, that the facing is shown with."""
    next: ImpactNext | None
    rolls: tuple[ImpactRollLink, ...]
    refusals: tuple[DeskSentence, ...]
    moves: tuple[DeskSentence, ...]
    notes: tuple[DeskSentence, ...]
    shooting: tuple[DeskLedgerLine, ...]
    shooting_words: str
    nothing: str
    """Said where there is no damage."""


def result_of(answer: ImpactAnswer, body: Json) -> ImpactResult:
    """Prepare an answer to be shown; `body` is the question as the address has it."""
    edition = answer.edition
    return ImpactResult(
        lots=tuple(_lots(answer)),
        sums=tuple(_sums(answer)),
        number=_number(answer),
        facing=_facing(answer),
        motives=tuple(_motives(answer)),
        facing_before=next((n for n, lot in enumerate(answer.damage, 1) if lot.to == "attacker"), 1),
        next=_next(answer, body),
        rolls=tuple(
            _roll(each, label, body) for each, label in zip(answer.rolls, roll_labels(answer), strict=True)
        ),
        refusals=tuple(sentence(each, edition, why_words(each.facts)) for each in answer.refusals),
        moves=tuple(
            DeskSentence(
                each.key,
                _of_whom(each.to, answer, tr(each.label)),
                _hexsides(each.hexsides),
                CitedPage(each.cite, edition),
            )
            for each in answer.moves
        ),
        notes=tuple(sentence(each, edition, why_words(each.facts)) for each in answer.notes),
        shooting=tuple(_row(each, edition) for each in answer.shooting),
        shooting_words=", ".join(signed(each.value) for each in answer.shooting),
        nothing="" if answer.damage or answer.refusals else _("No damage"),
    )


def gist_of(answer: ImpactAnswer, other: ImpactAnswer) -> AnswerGist:
    """Say what an answer comes to, by the first lot of damage that is another one in the other."""
    lots = [(lot.to, lot.cause, lot.groups, lot.table) for lot in answer.damage]
    others = [(lot.to, lot.cause, lot.groups, lot.table) for lot in other.damage]
    compared = (tuple(lots), tuple(each.key for each in answer.refusals))
    for number, lot in enumerate(answer.damage):
        if number >= len(others) or lots[number] != others[number]:
            named = {"who": who(lot.to, answer.kind), "cause": cause_words(lot.cause), "total": lot.total}
            words = _("%(who)s, %(cause)s: %(total)s", **named)
            return AnswerGist(compared, words, page_words(lot.cite, answer.edition))
    return AnswerGist(compared, _("no further damage"), "")


def who(to: str, kind: str) -> str:
    """Name who is meant."""
    return who_words(to, kind, tr)


def cause_words(cause: str) -> str:
    """Name what does the damage."""
    words = {
        "fall": _("fall"),
        "skid": _("skid"),
        "charge": _("charge"),
        "dfa": _("death from above"),
        "collision": _("collision"),
        "fall-from-above": _("fallen on"),
        "collapse": _("collapse"),
        "enter": _("walls"),
    }
    return words[cause]


def why_words(measured: Facts) -> str:
    """Say what a figure was made of.

    >>> why_words({})
    ''
    """
    found = []
    if "tons" in measured:
        by = f" ÷ {measured['by']}" if "by" in measured and "hexes" not in measured else ""
        found.append(f"{measured['tons']} t{by}")
    if "cf" in measured:
        by = f" ÷ {measured['by']}" if "by" in measured else ""
        found.append(f"CF {measured['cf']}{by}")
    if "hexes" in measured:
        found.append(ngettext("%(num)d hex", "%(num)d hexes", int(measured["hexes"])))
    if "levels" in measured:
        found.append(ngettext("%(num)d level", "%(num)d levels", int(measured["levels"])))
    if "needed" in measured:
        found.append(_("needs %(needed)s, has %(jump)s", needed=measured["needed"], jump=measured["jump"]))
    if "level" in measured:
        found.append(_("level %(level)s", level=measured["level"]))
    return ", ".join(found)


def roll_labels(answer: ImpactAnswer) -> tuple[str, ...]:
    """Name the rolls that follow, each so that it is told from the others: by its levels, else by its number."""
    plain = [_of_whom(each.to, answer, tr(each.roll.label)) for each in answer.rolls]
    named = [
        label if plain.count(label) == 1 else ", ".join(filter(None, (label, _levels(each))))
        for label, each in zip(plain, answer.rolls, strict=True)
    ]
    return tuple(
        label if named.count(label) == 1 else f"{label} ({named[: at + 1].count(label)})"
        for at, label in enumerate(named)
    )


def _of_whom(to: str, answer: ImpactAnswer, words: str) -> str:
    """Say of whom the words are, where more than one unit has its part in it."""
    parties = {each.to for each in answer.damage} | {each.to for each in answer.rolls}
    parties |= {each.to for each in answer.moves}
    if to == "attacker" and answer.kind not in ATTACKS and parties <= {"attacker", "building"}:
        return words
    return f"{who(to, answer.kind)}: {words}"


def _levels(each: ImpactRoll) -> str:
    levels = sum(event.levels for event in each.asked.events)
    return ngettext("%(num)d level", "%(num)d levels", levels) if levels else _("on the level")


def _sums(answer: ImpactAnswer) -> Iterator[tuple[str, int]]:
    totals: dict[str, int] = {}
    for lot in answer.damage:
        totals[lot.to] = totals.get(lot.to, 0) + lot.total
    if len(totals) < len(answer.damage):
        yield from ((who(to, answer.kind), total) for to, total in totals.items())


def _lots(answer: ImpactAnswer) -> Iterator[ImpactLot]:
    number = 0
    is_next_shown = False
    for lot in answer.damage:
        shown: list[ImpactGroup] = []
        left = 0
        for hit in lot.hits:
            number += has_table(lot)
            is_open = hit.location is None
            if lot.to == "building" or (is_open and (is_next_shown or len(shown) >= MANY)):
                left += 1
                continue
            is_next_shown |= is_open
            shown.append(_group(number, hit, lot))
        yield _lot(lot, answer, tuple(shown), left)


def _lot(lot: ImpactDamage, answer: ImpactAnswer, hits: tuple[ImpactGroup, ...], left: int) -> ImpactLot:
    side = "" if lot.column is None or lot.to == "building" else tr(COLUMN_WORDS[lot.column])
    is_placed = has_table(lot)
    detail = _("in groups of 5") if len(lot.groups) > 1 else _("one group")
    if any(each.key == "troopers" for each in answer.needs):
        detail, side = _("troopers for each point of the dice"), ""
    return ImpactLot(
        title=f"{who(lot.to, answer.kind)}: {cause_words(lot.cause)}",
        total=lot.total,
        groups=grouped(lot.groups) if lot.to != "building" and len(lot.groups) > 1 else "",
        detail=_("off its CF") if lot.to == "building" else ", ".join(filter(None, (detail, side))),
        rows=tuple(_row(each, answer.edition) for each in lot.ledger),
        hits=hits if is_placed else (),
        then=ngettext("then %(num)d more group", "then %(num)d more groups", left)
        if left and is_placed
        else "",
    )


def _group(number: int, hit: ImpactHit, lot: ImpactDamage) -> ImpactGroup:
    dice = tuple(map(str, hit.dice)) or ("?",) * (2 if lot.table == "full" else 1)
    side = "" if hit.column is None else tr(COLUMN_WORDS[hit.column])
    if hit.location is None:
        title = _("%(points)s damage: where?", points=hit.points)
    else:
        title = _("%(points)s damage: %(part)s", points=hit.points, part=tr(PART_WORDS[hit.location]))
    tables = {"full": _("hit location"), "punch": _("punch location"), "kick": _("kick location")}
    details = [side, tables[lot.table]]
    if hit.is_rear:
        details.append(_("rear armor"))
    if hit.is_critical:
        details.append(_("critical chance"))
    if hit.is_motive:
        details.append(_("motive hit"))
    return ImpactGroup(number, title, ", ".join(filter(None, details)), dice)


def _motives(answer: ImpactAnswer) -> Iterator[ImpactMotiveLine]:
    """Show the motive rolls: what is rolled, and what comes of it."""
    for each in answer.motives:
        added = [f"{tr(row.label)} {signed(row.value)}" for row in each.modifiers]
        if each.total is not None:
            added.append(_("%(total)s in all", total=each.total))
        title = _("Motive roll") if each.label is None else motive_words(each, tr)
        dice = tuple(map(str, each.dice)) or ("?", "?")
        yield ImpactMotiveLine(title, ", ".join(added), dice, CitedPage(each.cite, answer.edition))


def _row(row: Modifier, edition: str) -> DeskLedgerLine:
    short = {TONS: _("Fall"), WALL: _("Walls")}
    label = short.get(row.key) or tr(row.label)
    return DeskLedgerLine(row.key, label, why_words(row.facts), str(row.value), CitedPage(row.cite, edition))


def _number(answer: ImpactAnswer) -> ImpactNumber | None:
    if answer.to_hit is None:
        return None
    rows = tuple(
        DeskLedgerLine(
            each.key,
            tr(each.label),
            "",
            signed(each.value) if at else str(each.value),
            CitedPage(each.cite, answer.edition),
        )
        for at, each in enumerate(answer.to_hit.modifiers)
    )
    return ImpactNumber(f"{answer.to_hit.target}+", percent(answer.to_hit.odds), rows)


def _facing(answer: ImpactAnswer) -> ImpactGroup | None:
    if answer.facing is not None:
        return ImpactGroup(
            0, tr(answer.facing.label), _("1D6, once for all groups"), (str(answer.facing.die),)
        )
    if any(each.key == "facing" for each in answer.needs):
        return ImpactGroup(0, _("Facing after the fall"), _("1D6, once for all groups"), ("?",))
    return None


def _next(answer: ImpactAnswer, body: Json) -> ImpactNext | None:
    if not answer.needs:
        return None
    need = answer.needs[0]
    labels = {
        "facing": _("Roll facing"),
        "location": _("Next location"),
        "to-hit": _("Roll to hit"),
        "collision": _("Roll collision"),
        "basement": _("Roll basement"),
        "facing-of-group": _("Next facing"),
        "motive": _("Next motive roll"),
        "troopers": _("Roll troopers"),
    }
    faces = range(need.dice, 6 * need.dice + 1)
    return ImpactNext(
        key=need.key,
        label=labels[need.key],
        dice=need.dice,
        typed=tuple(
            DeskChoice(str(face), address_of("impact", with_dice(body, need, dice_for(face, need.dice))))
            for face in faces
        ),
        odds=_odds(need),
        is_one_of_many=sum(1 for each in answer.needs if each.key == need.key) > 1,
    )


def dice_for(total: int, count: int) -> list[int]:
    """Give dice that show so much.

    >>> dice_for(9, 2), dice_for(4, 1), dice_for(11, 3)
    ([6, 3], [4], [6, 4, 1])
    """
    dice: list[int] = []
    for left in range(count - 1, -1, -1):
        dice.append(min(6, total - sum(dice) - left))
    return dice


def with_dice(body: Json, need: NeededDice, dice: list[int]) -> Json:
    """Put dice into a question where they are needed."""
    found: Json = {**body, "dice": {**body.get("dice", {})}}
    match need.key:
        case "facing":
            found["dice"]["facing"] = dice[0]
        case "facing-of-group":
            found["dice"]["facings"] = [*found["dice"].get("facings", ()), dice[0]]
        case "location":
            found["dice"]["locations"] = [*found["dice"].get("locations", ()), dice]
        case "motive":
            found["dice"]["motives"] = [*found["dice"].get("motives", ()), dice]
        case "troopers":
            found["dice"]["troopers"] = dice
        case "collision":
            return changed(body, **{f"path.{need.number - 1}.dice": dice})
        case "to-hit":
            found["dice"]["to_hit"] = dice
        case _:
            found["dice"]["basement"] = dice
    return found


def without_dice(body: Json) -> Json:
    """Leave out dice that only go with these figures; the facing is a die of any fall."""
    facing = body.get("dice", {}).get("facing")
    return changed(body, dice=None if facing is None else {"facing": facing})


def _odds(need: NeededDice) -> str:
    words: dict[str, str] = {
        **COLUMN_WORDS,
        **PART_WORDS,
        "hit": _("hit"),
        "missed": _("missed"),
        "motive.none": _("none"),
        "motive.light": _("light"),
        "motive.moderate": _("moderate"),
        "motive.heavy": _("heavy"),
        "motive.immobile": _("immobile"),
    }
    said = [f"{tr(words.get(each.result, each.result))} {percent(each.probability)}" for each in need.odds]
    return ", ".join(said)


def _roll(each: ImpactRoll, label: str, body: Json) -> ImpactRollLink:
    roll = each.roll
    number = _("fails") if roll.automatic == "fails" else f"{roll.target}+" if roll.target else ""
    address = roll_address(each.asked, body)
    whose = who(each.to, body["kind"]) if body["kind"] in ATTACKS else _("Pilot")
    short = _("%(whose)s fails", whose=whose)
    if roll.automatic != "fails":
        short = _("%(whose)s rolls %(number)s", whose=whose, number=number)
    return ImpactRollLink(label, short, number, address)


def _hexsides(hexsides: tuple[tuple[int, ...], ...]) -> str:
    if not hexsides:
        return ""
    if len(hexsides) == 1 and len(hexsides[0]) == 2:
        return _("hexside %(first)s or %(second)s", first=hexsides[0][0], second=hexsides[0][1])
    order = ", ".join(_(" or ").join(map(str, each)) for each in hexsides)
    if len(hexsides) == 1:
        return _("through hexside %(hexside)s", hexside=order)
    return _("first open hexside of these: %(order)s", order=order)
