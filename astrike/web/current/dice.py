"""Which dice does a page use? Rolled by the server or typed, read from an address, and kept for both players."""

import re
import secrets

from flask import g, request

from astrike.errors import InputError, Problem
from astrike.formats.typed_words import sum_in
from astrike.model.dice import DiceRoll, DiceTray
from astrike.model.document_change import ChangeLabel
from astrike.store.table.rolls import KeptRoll, is_asked_alike, keep_roll, roll_under
from astrike.web.current.table import FELL, Current, form_id, player_name
from astrike.web.database import database
from astrike.web.http.i18n import _
from astrike.web.settings import settings


def tray_of(typed: tuple[int, ...] = ()) -> DiceTray:
    """Give dice: those that were typed first, then rolled ones."""
    return DiceTray(typed, lambda sides: 1 + secrets.randbelow(sides))


def keep(current: Current, label: ChangeLabel, dice: tuple[DiceRoll, ...]) -> KeptRoll:
    """Write down what fell; a form that is sent twice, or again after it was refused, gives what fell first."""
    before = dice_before(current)
    if before is not None and is_asked_alike(before.label, label):
        return before
    g.fell = form_id()
    return keep_roll(
        database(),
        current.stored.id,
        label=label,
        dice=dice,
        author=player_name(current),
        client_id=form_id(),
        now=settings().now(),
    )


def dice_before(current: Current) -> KeptRoll | None:
    """Give the dice that fell for this wish when somebody else was faster; None where none have."""
    first = request.form.get(FELL, "")
    return roll_under(database(), current.stored.id, first) if first else None


def read_dice(text: str, expected: str, *, at: str = "dice", highest: int, most: int) -> tuple[int, ...]:
    """Read dice that fell, such as `8, 12` or `8 12`, or each die: `3+5`; raise `InputError` for anything else.

    The digits of a phone come with a point or a comma and no blank, so either stands between two dice.
    """
    words = re.sub(r"\s*\+\s*", "+", re.sub(r"[.,]", " ", text)).split()
    numbers = [sum_in(word) for word in words]
    found = tuple(each for each in numbers if isinstance(each, int) and 1 <= each <= highest)
    if len(found) != len(words) or len(found) > most:
        raise InputError([Problem(at=at, found=repr(text[:20]), expected=expected)])
    return found


def refuse_unused(tray: DiceTray) -> None:
    """Refuse dice that nothing asked for."""
    if tray.left:
        found = ", ".join(map(str, tray.left))
        raise InputError([Problem(at="dice", found=found, expected=_("no more dice than are rolled"))])
