"""How does an answer about an impact read on a terminal?"""

from collections.abc import Iterator

from astrike.model.battletech.impact import ATTACKS, ImpactAnswer, ImpactDamage, ImpactHit, ImpactMotive
from astrike.model.explain import Modifier
from astrike.report.battletech.roll_text import number_words
from astrike.report.words.numbers import percent, signed
from astrike.report.words.pages import page_words
from astrike.report.words.terminal import Column, grid, small_print, with_small_print, wrapped
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _

TO_WORDS = {
    "attacker": _("Attacker"),
    "target": _("Target"),
    "building": _("Building"),
    "rider": _("Load"),
}
COLUMN_WORDS = {
    "front": _("front"),
    "left": _("left side"),
    "right": _("right side"),
    "rear": _("rear"),
}
PART_WORDS = {
    "head": _("head"),
    "center-torso": _("center torso"),
    "left-torso": _("left torso"),
    "right-torso": _("right torso"),
    "left-arm": _("left arm"),
    "right-arm": _("right arm"),
    "left-leg": _("left leg"),
    "right-leg": _("right leg"),
    "front-left-leg": _("front left leg"),
    "front-right-leg": _("front right leg"),
    "rear-left-leg": _("rear left leg"),
    "rear-right-leg": _("rear right leg"),
    "front": _("front"),
    "left-side": _("left side"),
    "right-side": _("right side"),
    "rear": _("rear"),
    "turret": _("turret"),
}
NEED_WORDS = {
    "to-hit": _("To hit"),
    "collision": _("Collision"),
    "basement": _("Basement"),
    "facing": _("Facing after the fall"),
    "location": _("Hit location"),
    "facing-of-group": _("Facing for a group"),
    "motive": _("Motive damage"),
    "troopers": _("Troopers"),
}
_COLUMNS = (Column(50), Column(right=True), Column(20))


def impact_text(answer: ImpactAnswer, translate: Translate) -> str:
    """Explain an answer, at most 78 columns wide."""
    lines: list[str] = []
    for refusal in answer.refusals:
        lines += wrapped(f"{translate(refusal.label)} ({page_words(refusal.cite, answer.edition)})")
    for lot in answer.damage:
        lines += [*wrapped(headline(lot, translate)), *_ledger(lot.ledger, answer.edition, translate)]
        lines += [f"  {hit_words(hit, translate)}" for hit in lot.hits if hit.location]
        lines.append("")
    if answer.to_hit is not None:
        number = {"number": answer.to_hit.target, "odds": percent(answer.to_hit.odds)}
        lines += wrapped(translate(_("To hit: %(number)s+ (%(odds)s)")) % number)
        lines += [*_ledger(answer.to_hit.modifiers, answer.edition, translate), ""]
    if not lines:
        lines = [translate(_("No damage."))]
    return with_small_print(lines, list(_rows(answer, translate)), translate)


def who_words(to: str, kind: str, translate: Translate) -> str:
    """Name who is meant: whoever attacks nobody is just the unit."""
    is_alone = to == "attacker" and kind not in ATTACKS
    return translate(_("Unit")) if is_alone else translate(TO_WORDS[to])


def headline(lot: ImpactDamage, translate: Translate) -> str:
    """Say how much damage goes to whom, and in which groups."""
    stated = {"to": translate(TO_WORDS[lot.to]), "total": lot.total, "groups": grouped(lot.groups)}
    text = translate(_("%(to)s: %(total)s damage (%(groups)s)")) % stated
    return f"{text}, {translate(COLUMN_WORDS[lot.column])}" if lot.column and lot.to != "building" else text


def grouped(groups: tuple[int, ...]) -> str:
    """List groups; many equal ones as so many times.

    >>> grouped((5, 5, 4)), grouped((5, 5, 5, 5, 5, 2))
    ('5 · 5 · 4', '5 × 5 · 2')
    """
    full = sum(1 for each in groups if each == groups[0])
    if full <= 4:
        return " · ".join(map(str, groups))
    return " · ".join([f"{full} × {groups[0]}", *map(str, groups[full:])])


def hit_words(hit: ImpactHit, translate: Translate) -> str:
    """Say where a group lands."""
    part = translate(PART_WORDS.get(hit.location or "", hit.location or ""))
    if hit.is_rear:
        part = translate(_("%(part)s (rear)")) % {"part": part}
    if hit.is_critical:
        part = translate(_("%(part)s, critical chance")) % {"part": part}
    if hit.is_motive:
        part = translate(_("%(part)s, motive hit")) % {"part": part}
    return f"{hit.points}: {part} [{', '.join(map(str, hit.dice))}]"


def motive_words(motive: ImpactMotive, translate: Translate) -> str:
    """Say what a motive roll does."""
    parts = [translate(motive.label or "")]
    if motive.driving:
        parts.append(translate(_("driving %(value)s")) % {"value": signed(motive.driving)})
    if motive.cruise:
        parts.append(translate(_("cruise %(value)s")) % {"value": signed(motive.cruise)})
    if motive.is_halved:
        parts.append(translate(_("cruise halved, rounded up")))
    return ", ".join(parts)


def _ledger(rows: tuple[Modifier, ...], edition: str, translate: Translate) -> list[str]:
    cells = [(translate(row.label), signed(row.value), page_words(row.cite, edition)) for row in rows]
    return grid(cells, _COLUMNS)


def _rows(answer: ImpactAnswer, translate: Translate) -> Iterator[tuple[str, str]]:
    for need in answer.needs[:1]:
        yield translate(_("To roll")), f"{need.dice}D6, {translate(NEED_WORDS[need.key])}"
    for number, motive in enumerate(answer.motives):
        if motive.label is not None:
            said = f"{translate(TO_WORDS[motive.to])}: {motive_words(motive, translate)} [{motive.total}]"
            yield "" if number else translate(_("Motive")), said
    for number, move in enumerate(answer.moves):
        yield (
            "" if number else translate(_("Moves")),
            f"{translate(TO_WORDS[move.to])}: {translate(move.label)} ({page_words(move.cite, answer.edition)})",
        )
    for number, roll in enumerate(answer.rolls):
        yield (
            "" if number else translate(_("Rolls")),
            f"{translate(TO_WORDS[roll.to])}: {translate(roll.roll.label)}: {number_words(roll.roll, translate)}",
        )
    for each in answer.shooting:
        yield translate(_("Shooting")), f"{translate(each.label)} {signed(each.value)}"
    for number, note in enumerate(answer.notes):
        said = f"{translate(note.label)} ({page_words(note.cite, answer.edition)})"
        yield "" if number else translate(_("Also")), said
    yield from small_print(answer.options_used, (), translate)
    yield translate(_("Edition")), answer.edition
