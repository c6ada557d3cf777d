"""What stands below every answer on a terminal: options that decided, and what was assumed."""

from collections.abc import Iterator, Sequence

from astrike.model.explain import Assumed, OptionUsed
from astrike.report.columns import facts
from astrike.report.figures import plain
from astrike.report.pages import printing_note
from astrike.report.words import Translate, visible
from astrike.report.words import mark as _


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


def told(lines: Sequence[str], rows: Sequence[tuple[str, str]], translate: Translate) -> str:
    """Put an answer together: its lines, its facts, and the note on pages of other printings where it has some.

    Nothing in it steers a terminal.
    """
    texts = (*lines, *(text for _name, text in rows))
    every = [*rows, *printing_note(texts, translate)]
    return "\n".join(visible(line) for line in [*lines, "", *facts(every)])
