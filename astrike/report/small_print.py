"""What stands below an answer on a terminal: the dice that fell, options that decided, and what was assumed?"""

from collections.abc import Iterable, Iterator, Sequence

from astrike.model.dice import Die
from astrike.model.explain import Assumed, OptionUsed
from astrike.report.columns import Column, facts
from astrike.report.figures import plain
from astrike.report.pages import printing_note
from astrike.report.words import Translate, visible
from astrike.report.words import mark as _

FOUR_COLUMNS = (Column(4), Column(26), Column(24), Column(18))


def small_print(
    options: Sequence[OptionUsed], assumed: Sequence[Assumed], translate: Translate
) -> Iterator[tuple[str, str]]:
    """List the options that decided and what was assumed."""
    for number, option in enumerate(options):
        yield "" if number else translate(_("Options")), f"{option.id} = {_value(option.value)}"
    for number, note in enumerate(assumed):
        text = f"{translate(note.label)}: {note.at} = {_value(note.value)}"
        yield "" if number else translate(_("Assumed")), text


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return plain(value) if isinstance(value, int | float) else str(value)


def dice_rows(dice: Iterable[Die], translate: Translate) -> Iterator[tuple[str, str]]:
    """List the dice that fell, for what, and whether they were typed in."""
    for number, die in enumerate(dice):
        origin = translate(_("typed in") if die.typed else _("rolled"))
        dice_word = f"{die.count}D{die.sides}"
        text = f"{translate(die.label)}: {die.fell} ({dice_word}, {origin})"
        yield "" if number else translate(_("Dice")), text


def told(lines: Sequence[str], rows: Sequence[tuple[str, str]], translate: Translate) -> str:
    """Put an answer together: its lines, its facts, and the note on pages of other printings where it has some.

    Nothing in it steers a terminal.
    """
    texts = (*lines, *(text for _name, text in rows))
    every = [*rows, *printing_note(texts, translate)]
    return "\n".join(visible(line) for line in [*lines, "", *facts(every)])
