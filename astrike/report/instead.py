"""How are the attacks called that may be used where one is refused?"""

from collections.abc import Sequence

from astrike.model.combat import Instead
from astrike.report.figures import percent_exactly
from astrike.report.sentences import kind_label
from astrike.report.words import Translate, same
from astrike.report.words import mark as _
from astrike.rulebook.loader import DEFAULT, load_edition


def instead_name(each: Instead, *, translate: Translate = same) -> str:
    """Name another attack in a word or two.

    >>> heat = Instead("weapon", "HT", None, 8, 0.4167, 0)
    >>> instead_name(heat), instead_name(Instead("tag", None, None, 8, 0.4167, None))
    ('HT', 'TAG')
    """
    if each.special is not None:
        row = load_edition(DEFAULT).abilities.get(each.special)
        has_name = row is not None and "called-by-label" in row.tags
        return translate(row.label) if row is not None and has_name else each.special
    name = translate(kind_label(each.kind) or _("Weapons"))
    return f"{name} {each.weapon}" if each.weapon is not None else name


def instead_words(instead: Sequence[Instead], translate: Translate = same) -> str:
    """Name what may be used where an attack is refused, each with what it needs."""
    return ", ".join(
        f"{instead_name(each, translate=translate)} {each.target_number}+ ({percent_exactly(each.probability)})"
        for each in instead
    )
