"""Which options and codes do the rules know? Read from the editions."""

from collections.abc import Iterable, Mapping, Sequence

from astrike.formats.options import allowed_words, words_of_value
from astrike.rulebook.ability_rows import ChoiceRow
from astrike.rulebook.row import RulebookRow as LabelledRow
from astrike.rulebook.schema import Edition, ModifierRow, OptionRow
from astrike.rules.effects.effect_settings import SETTINGS
from tools.contract.block import Block, Row


def edition_blocks(editions: Sequence[Edition]) -> Mapping[str, Block]:
    """Give a block for each area of options, and for codes that files and questions name; the first edition leads."""
    first = editions[0]
    areas = dict.fromkeys(row.area for row in first.options.values())
    return {
        **{f"options {area}": _block(area, editions) for area in areas},
        "types": _codes("Type", first.units, [each.units for each in editions], editions),
        "environments": _codes("Row", first.visual, [each.visual for each in editions], editions),
        "weapons": _codes("Code", first.artillery, [each.artillery for each in editions], editions),
        "modifiers": _modifiers(first.modifiers.values()),
        "reasons": _codes("Key", first.reasons, [each.reasons for each in editions], editions),
        "choices": _choices(first.choices.values()),
        "settings": _settings(),
    }


def _codes(
    head: str,
    rows: Mapping[str, LabelledRow],
    tables: Sequence[Mapping[str, object]],
    editions: Sequence[Edition],
) -> Block:
    found: list[Row] = []
    for key, row in rows.items():
        lacking = [edition.id for edition, table in zip(editions, tables, strict=True) if key not in table]
        not_in = f" (not in {', '.join(lacking)})" if lacking else ""
        found.append((f"`{key}`", f"{row.label}{not_in}", row.ref))
    return Block((head, "What it is", "Page"), tuple(found))


def _modifiers(rows: Iterable[ModifierRow]) -> Block:
    """Tell the keys that terms carry; of several rows under one key the first says what it is."""
    found: dict[str, Row] = {}
    for row in rows:
        key = f"`{row.emits or row.key}`"
        found.setdefault(key, (key, row.part, row.label, row.ref))
    return Block(("Key", "Part", "What it is", "Page"), tuple(found.values()))


def _choices(rows: Iterable[ChoiceRow]) -> Block:
    return Block(
        ("Name", "Value", "What it is", "Page"),
        tuple((f"`{row.key}`", _choice(row), row.label, row.ref) for row in rows),
    )


def _choice(row: ChoiceRow) -> str:
    if row.kind == "number":
        return f"whole number {row.low} to {row.high}"
    return ", ".join(_STANDS_FOR.get(word, f"`{word}`") for word in row.values) or "true or false"


def _settings() -> Block:
    rows: list[Row] = []
    for kind, settings in SETTINGS.items():
        stated = [
            f"`{name}`: {each.expected}{'; needed' if each.needed else ''}" for name, each in settings.items()
        ]
        rows.append((f"`{kind}`", ". ".join(stated) or "nothing"))
    return Block(("Kind", "`set` may say"), tuple(rows))


def _block(area: str, editions: Sequence[Edition]) -> Block:
    rows = [row for row in editions[0].options.values() if row.area == area]
    return Block(
        ("Option", "May be", "Default", "What it settles", "Page"), tuple(_row(row, editions) for row in rows)
    )


def _row(row: OptionRow, editions: Sequence[Edition]) -> Row:
    every = [edition.options[row.key] for edition in editions]
    stated = [
        f"`{edition.id}`: {_default(each)}"
        for edition, each in zip(editions, every, strict=True)
        if _default(each) != _default(row)
    ]
    later = " (no answer depends on it yet)" if row.later else ""
    return (
        f"`{row.key}`",
        _allowed(row),
        "; ".join((_default(row), *stated)),
        f"{row.label}{later}",
        row.ref,
    )


_STANDS_FOR: Mapping[str, str] = {
    "enemies": "the id of an enemy",
    "antagonizers": "the id of a unit that antagonizes",
}
"""Words of the choices table that stand for others."""


def _default(row: OptionRow) -> str:
    return f"`{words_of_value(row.default)}`"


def _allowed(row: OptionRow) -> str:
    words = allowed_words(row)
    if not row.values:
        return words
    start = words[: words.index(row.values[0])]
    return f"{start}{', '.join(f'`{each}`' for each in row.values)}"
