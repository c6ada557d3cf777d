"""What may an option be, and what does this value or these words mean for it?

Reads values of table files and words of command lines; which options there are, the edition says.
"""

from collections.abc import Mapping

from astrike.errors import Problem, child
from astrike.formats.checks import number_words, one_of
from astrike.formats.json_text import shown
from astrike.formats.typed_words import number_in
from astrike.model.table import Option
from astrike.rulebook.schema import OptionRow


def allowed_words(row: OptionRow) -> str:
    """Say what an option may be."""
    if row.values and isinstance(row.default, tuple):
        return f"a list of one or more of {', '.join(row.values)}"
    if row.values:
        return one_of(row.values)
    if isinstance(row.default, bool):
        return "true or false"
    if isinstance(row.default, tuple):
        return f"a list of {len(row.default)} numbers from {row.low:g} to {row.high:g}"
    if isinstance(row.default, int | float):
        words = number_words(row.low, row.high)
        return words.replace("a number", "a whole number") if _is_whole_only(row) else words
    return "text"


def option_value(row: OptionRow, value: object) -> Option | None:
    """Give the value as the rules use it, or None when the option may not be that.

    >>> from astrike.rulebook.loader import load_edition
    >>> jumps = load_edition("ce-5.01").options["jump.woods"]
    >>> [option_value(jumps, word) for word in ("height", "over", "under")]
    ['height', 'height', None]
    """
    if row.values and isinstance(row.default, tuple):
        return _chosen(row, value)
    if row.values:
        word = value if isinstance(value, str) else ""
        now = dict(zip(row.formerly, row.values, strict=False)).get(word, word) if word else ""
        return now if now in row.values else None
    if isinstance(row.default, bool):
        return value if isinstance(value, bool) else None
    if isinstance(row.default, tuple):
        return _several(row, value)
    if isinstance(row.default, int | float):
        return _number(row, value)
    return value if isinstance(value, str) else None


def _is_whole_only(row: OptionRow) -> bool:
    """Only whole numbers? Where the edition gives whole numbers as default and limits."""
    return isinstance(row.default, int) and row.low == int(row.low) and row.high == int(row.high)


def _number(row: OptionRow, value: object) -> int | float | None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not row.low <= value <= row.high:
        return None
    if _is_whole_only(row):
        return int(value) if value == int(value) else None
    return float(value)


def _several(row: OptionRow, value: object) -> tuple[float, ...] | None:
    expected = len(row.default) if isinstance(row.default, tuple) else 0
    if not isinstance(value, list | tuple) or len(value) != expected:
        return None
    numbers = [number for item in value if (number := _number(row, item)) is not None]
    return tuple(float(number) for number in numbers) if len(numbers) == expected else None


def _chosen(row: OptionRow, value: object) -> tuple[str, ...] | None:
    """Give the words of a list in the edition's order, each once; None for none, or for others."""
    if not isinstance(value, list | tuple) or not value or not all(word in row.values for word in value):
        return None
    return tuple(word for word in row.values if word in value)


def value_of_words(row: OptionRow, words: str) -> object:
    """Turn what someone typed into what a table file would say; words that mean nothing stay words.

    >>> from astrike.rulebook.loader import load_edition
    >>> options = load_edition("ce-5.01").options
    >>> value_of_words(options["sight.eye"], "0.9"), value_of_words(options["extreme-range"], "true")
    (0.9, True)
    >>> value_of_words(options["crippling.causes"], "immobile, no-damage")
    ['immobile', 'no-damage']
    """
    if row.values and isinstance(row.default, tuple):
        return [word.strip() for word in words.strip("[] ").split(",")]
    if row.values:
        return words.strip()
    if isinstance(row.default, bool):
        return {"true": True, "false": False}.get(words.strip().lower(), words)
    if isinstance(row.default, tuple):
        numbers = [number_in(word) for word in words.strip("[] ").split(",")]
        return words if None in numbers else numbers
    if isinstance(row.default, int | float):
        number = number_in(words)
        return words if number is None else number
    return words


def words_of_value(value: object) -> str:
    """Write what a table file says as people type it; nothing for nothing.

    >>> words_of_value(["immobile", "no-damage"]), words_of_value((2.0, 0.5)), words_of_value(False)
    ('immobile, no-damage', '2, 0.5', 'false')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(words_of_value, value))
    return str(value)


def check_options(
    given: Mapping[str, object], rows: Mapping[str, OptionRow], *, at: str, problems: list[Problem]
) -> dict[str, Option]:
    """Check options by their id; what is wrong is added to the problems."""
    read: dict[str, Option] = {}
    for key, value in given.items():
        row = rows.get(key)
        if row is None:
            problems.append(Problem(child(at, key), f"the option {shown(key)}", one_of(sorted(rows))))
            continue
        found = option_value(row, value)
        if found is None:
            problems.append(Problem(child(at, key), shown(value), allowed_words(row)))
        else:
            read[key] = found
    return read
