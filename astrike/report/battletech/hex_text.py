"""How does an answer of the hex card read on a terminal? The verdict first, then what made it."""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.hex import HexAnswer, HexArc, HexNumber, HexOnLine, HexSight
from astrike.model.battletech.hex_path import PathAnswer, PathRoll, PathSkid
from astrike.model.explain import Citation, Modifier, Reason
from astrike.report.battletech.impact_text import COLUMN_WORDS, PART_WORDS
from astrike.report.battletech.roll_text import number_words
from astrike.report.words.numbers import percent_exactly, signed
from astrike.report.words.pages import page_words
from astrike.report.words.terminal import Column, grid, small_print, with_small_print, wrapped
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _

SIDE_WORDS: Final = {"left": _("left"), "right": _("right")}
MOUNT_WORDS: Final = {
    **PART_WORDS,
    "turret": _("turret"),
    "front": _("front"),
    "right": _("right side"),
    "left": _("left side"),
    "rear": _("rear"),
    "body": _("all around"),
    "weapon": _("this weapon"),
}
THIS_WEAPON: Final = "weapon"
"""Stands for the mount of the weapon that is asked about, which is listed by its own name as well."""
STEP_WORDS: Final = {
    "forward": _("forward"),
    "backward": _("backward"),
    "left": _("turn left"),
    "right": _("turn right"),
    "side-left": _("side-step left"),
    "side-right": _("side-step right"),
    "stand": _("stand up"),
    "careful-stand": _("stand up carefully"),
    "prone": _("drop prone"),
    "up": _("one level up"),
    "down": _("one level down"),
}
PATH_MODE_WORDS: Final = {"walk": _("Walking"), "run": _("Running"), "jump": _("Jumping")}
_LINE_COLUMNS: Final = (Column(), Column(58), Column(16))
_LEDGER_COLUMNS: Final = (Column(), Column(48), Column(right=True), Column(22))
_LEG_COLUMNS: Final = (Column(6, right=True), Column(20), Column(4), Column(8, right=True), Column(34))
_SKILL: Final = "skill"
"""The row that a Target Number starts with, written without a sign."""


def hex_text(answer: HexAnswer, translate: Translate) -> str:
    """Write an answer, at most 78 columns wide."""
    parts = [
        list(_sight(answer, translate)),
        list(_number(answer, translate)),
        list(_move(answer.move, answer.edition, translate)) if answer.move else [],
    ]
    lines = [line for part in parts if part for line in ("", *part)][1:]
    if not lines:
        lines = [translate(_("Nothing to answer. Place two units, or plot a path."))]
    return with_small_print(lines, list(_rows(answer, translate)), translate)


# ---- sight


def verdict(sight: HexSight, translate: Translate) -> str:
    """Say whether there is a line of sight, and over how many hexes."""
    text = _("Clear LOS, %(hexes)s.") if sight.is_clear else _("No LOS, %(hexes)s.")
    return translate(text) % {"hexes": hexes_words(sight.distance, translate)}


def hexes_words(count: int, translate: Translate) -> str:
    """Count hexes.

    >>> hexes_words(1, str), hexes_words(4, str)
    ('1 hex', '4 hexes')
    """
    return translate(_("1 hex")) if count == 1 else translate(_("%(count)s hexes")) % {"count": count}


def on_line_words(each: HexOnLine, translate: Translate) -> str:
    """Say what lies in a hex of the line, and whether it counts."""
    text = translate(each.label)
    if each.side is None:
        return text
    side = translate(SIDE_WORDS[each.side])
    if each.is_counted:
        return translate(_("%(text)s (%(side)s of the border)")) % {"text": text, "side": side}
    return translate(_("%(text)s (%(side)s of the border, not counted)")) % {"text": text, "side": side}


def arc_words(arcs: tuple[HexArc, ...], translate: Translate) -> str:
    """List mounts by their labels."""
    return ", ".join(mount_words(arc, translate) for arc in arcs)


def mount_words(arc: HexArc, translate: Translate) -> str:
    """Name a mount."""
    text = translate(MOUNT_WORDS.get(arc.mount, arc.mount))
    return translate(_("%(part)s (rear)")) % {"part": text} if arc.is_rear else text


def _sight(answer: HexAnswer, translate: Translate) -> Iterator[str]:
    sight, back = answer.sight, answer.back
    if sight is None:
        return
    yield from wrapped(verdict(sight, translate))
    for reason in sight.blocked_by:
        yield from _said(reason, answer.edition, translate, indent="  ")
    rows = [
        ("", on_line_words(each, translate), page_words(each.cite, answer.edition)) for each in sight.hexes
    ]
    yield from grid(rows, _LINE_COLUMNS) if rows else ()
    if sight.woods:
        yield translate(_("Intervening woods and smoke: %(points)s")) % {"points": sight.woods}
    if sight.has_cover:
        yield from wrapped(_cover(sight, answer.edition, translate))
    if sight.attacker_cover_by:
        text = _("Leg weapons cannot fire: %(hex)s is in the way.")
        yield translate(text) % {"hex": sight.attacker_cover_by}
    if back is not None and (back.is_clear != sight.is_clear or back.woods != sight.woods):
        yield from wrapped(translate(_("Back: %(verdict)s")) % {"verdict": verdict(back, translate)})
        for reason in back.blocked_by:
            yield from _said(reason, answer.edition, translate, indent="  ")


def _cover(sight: HexSight, edition: str, translate: Translate) -> str:
    """Say what covers the target, and what that does."""
    if sight.cover is None:
        return translate(_("Partial cover"))
    why = _with_page(translate(sight.cover.label), sight.cover, edition)
    return translate(_("Partial cover: %(why)s")) % {"why": why}


# ---- the number


def _number(answer: HexAnswer, translate: Translate) -> Iterator[str]:
    number, blocked = answer.number, answer.sight.blocked_by if answer.sight else ()
    if number is None:
        return
    yield from wrapped(number_verdict(number, translate))
    for reason in number.refusals:
        if reason not in blocked:
            yield from _said(reason, answer.edition, translate, indent="  ")
    yield from _ledger(number.modifiers, answer.edition, translate)


def number_verdict(number: HexNumber, translate: Translate) -> str:
    """Say which number a weapon needs, or that the attack is not allowed."""
    if number.target is None:
        return translate(_("Attack not allowed."))
    if number.odds is None:
        return translate(_("Target Number %(target)s+")) % {"target": number.target}
    said = {"target": number.target, "odds": percent_exactly(number.odds)}
    return translate(_("Target Number %(target)s+ (%(odds)s)")) % said


# ---- the path


def move_verdict(move: PathAnswer, translate: Translate) -> str:
    """Say what a path costs of the MP there are, over how many hexes, and whether it is allowed."""
    text = _("%(mode)s: %(cost)s of %(mp)s MP, %(hexes)s, %(heat)s heat.")
    if move.refusals:
        text = _("%(mode)s, not allowed: %(cost)s of %(mp)s MP, %(hexes)s, %(heat)s heat.")
    return translate(text) % {
        "mode": translate(PATH_MODE_WORDS[move.mode]),
        "cost": move.cost,
        "mp": move.available.mp,
        "hexes": hexes_words(move.hexes, translate),
        "heat": move.heat,
    }


def step_words(reason: Reason, translate: Translate) -> str:
    """Say why a step is not allowed, and which one, in which hex."""
    if "step" not in reason.facts or "hex" not in reason.facts:
        return translate(reason.label)
    said = {"step": reason.facts["step"], "hex": reason.facts["hex"], "why": translate(reason.label)}
    return translate(_("Step %(step)s, %(hex)s: %(why)s")) % said


def skid_words(skid: PathSkid, translate: Translate) -> str:
    """Say which hexes a skid would lead through."""
    through = ", ".join(skid.hexes)
    said = {"step": skid.leg, "hexes": through, "moved": skid.moved_before}
    return translate(_("Step %(step)s: would skid into %(hexes)s after %(moved)s hexes moved")) % said


def path_roll_words(roll: PathRoll, translate: Translate) -> str:
    """Say which roll a step brings."""
    said = {
        "step": roll.leg,
        "what": translate(roll.roll.label),
        "number": number_words(roll.roll, translate),
    }
    return translate(_("Step %(step)s: %(what)s: %(number)s")) % said


def _move(move: PathAnswer, edition: str, translate: Translate) -> Iterator[str]:
    yield from wrapped(_with_cite(move_verdict(move, translate), move.cite, edition))
    for reason in move.refusals:
        yield from wrapped(f"  {_with_page(step_words(reason, translate), reason, edition)}", indent="    ")
    rows = [
        (
            f"  {number}",
            translate(STEP_WORDS.get(leg.step, leg.step)),
            leg.hex,
            f"+{leg.cost} = {leg.total}",
            "; ".join(f"{translate(row.label)} {signed(row.value)}" for row in leg.ledger),
        )
        for number, leg in enumerate(move.legs, start=1)
    ]
    yield from grid(rows, _LEG_COLUMNS) if rows else ()
    for roll in move.rolls:
        yield from wrapped(f"  {path_roll_words(roll, translate)}", indent="    ")
    for skid in move.skids:
        yield from wrapped(f"  {skid_words(skid, translate)}", indent="    ")


# ---- what all parts share


def _said(reason: Reason, edition: str, translate: Translate, *, indent: str) -> Iterator[str]:
    yield from wrapped(
        f"{indent}{_with_page(translate(reason.label), reason, edition)}", indent=f"{indent}  "
    )


def _lower(text: str) -> str:
    """Begin with a small letter, for the middle of a sentence."""
    return f"{text[:1].lower()}{text[1:]}"


def _with_page(text: str, reason: Reason | None, edition: str) -> str:
    return text if reason is None else _with_cite(text, reason.cite, edition)


def _with_cite(text: str, cite: Citation, edition: str) -> str:
    return f"{text} ({page_words(cite, edition)})"


def _ledger(rows: tuple[Modifier, ...], edition: str, translate: Translate) -> Iterator[str]:
    cells = [
        (
            "",
            translate(row.label),
            str(row.value) if row.key == _SKILL else signed(row.value),
            page_words(row.cite, edition),
        )
        for row in rows
    ]
    yield from grid(cells, _LEDGER_COLUMNS) if cells else ()


def _rows(answer: HexAnswer, translate: Translate) -> Iterator[tuple[str, str]]:
    sight = answer.sight
    if sight is not None and sight.side_hit is not None:
        side = translate(COLUMN_WORDS[sight.side_hit])
        why = sight.side_reason
        said = f"{side}: {_lower(translate(why.label))}" if why else side
        yield translate(_("Side hit")), _with_page(said, why, answer.edition)
    if sight is not None and sight.side_taken is not None:
        yield (
            translate(_("Border")),
            translate(_("the %(side)s side counts")) % {"side": translate(SIDE_WORDS[sight.side_taken])},
        )
    mounts = [arc for arc in answer.arcs if arc.mount != THIS_WEAPON]
    inside = tuple(arc for arc in mounts if arc.is_in)
    outside = tuple(arc for arc in mounts if not arc.is_in and not arc.is_rear)
    if inside:
        yield translate(_("In arc")), arc_words(inside, translate)
    if outside:
        yield translate(_("Out of arc")), arc_words(outside, translate)
    for number, note in enumerate((*(sight.line_notes if sight else ()), *answer.notes)):
        yield "" if number else translate(_("Notes")), _with_page(translate(note.label), note, answer.edition)
    yield from small_print(answer.options_used, (), translate)
    yield translate(_("Edition")), answer.edition
