"""What does a value of an option mean, in words that a player understands?

Files and commands write the value itself; pages say these words. A value without words is shown as it is.
"""

from astrike.report.words import Translate
from astrike.rulebook.loader import DEFAULT, load_edition


def option_words(option: str, value: str, translate: Translate) -> str:
    """Say what a value of an option means; the words of a list each for itself.

    >>> option_words("woods.line-to", "middle", str), option_words("own.option", "per-2", str)
    ('half its height', 'per 2')
    >>> option_words("crippling.causes", "immobile, no-damage", str)
    'immobile, no damage left'
    """
    row = load_edition(DEFAULT).options.get(option)
    known = {} if row is None or not row.said else dict(zip(row.values, row.said, strict=True))
    parts = value.split(", ") if known else [value]
    return ", ".join(translate(known.get(part) or part.replace("-", " ")) for part in parts)
