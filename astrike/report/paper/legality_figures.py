"""Which figures of a check are printed, and in which words? What was not measured is left out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from astrike.model.legality import Figures
from astrike.report.figures import inches, percent, plain
from astrike.report.legal_words import kind_said
from astrike.report.words import Names, Translate, same
from astrike.report.words import mark as _

_QUADRANTS: Final = {
    "north-west": _("NW"), "north-east": _("NE"), "south-west": _("SW"), "south-east": _("SE"),
}  # fmt: skip


def figure_rows(figures: Figures, names: Names, *, translate: Translate = same) -> Iterator[tuple[str, str]]:
    """Say what was measured, a line for each: its name and the figures.

    >>> list(figure_rows({"lanes": {"longest": 48.25}}, {}))
    [('Longest open fire lane', '48.25″')]
    """
    yield from _pieces(figures, translate)
    yield from _coverage(figures, translate)
    yield from _ways(figures, names, translate)
    yield from _sides(figures, names, translate)
    yield from _objectives(figures, names, translate)


def _pieces(figures: Figures, translate: Translate) -> Iterator[tuple[str, str]]:
    kinds = _mapping(figures, "counts", "kinds")
    if kinds:
        listed = [
            f"{kind_said(str(kind), translate=translate)} {_plain(count)}" for kind, count in kinds.items()
        ]
        yield translate(_("Pieces")), ", ".join(listed)


def _coverage(figures: Figures, translate: Translate) -> Iterator[tuple[str, str]]:
    found = _mapping(figures, "coverage")
    whole = _number(found.get("whole"))
    if whole is not None:
        yield translate(_("Terrain covers")), percent(whole)
    shares = _mapping(found, "quadrants")
    listed = [
        f"{translate(word)} {percent(share)}"
        for key, word in _QUADRANTS.items()
        if (share := _number(shares.get(key))) is not None
    ]
    if listed:
        yield translate(_("Of each quadrant")), ", ".join(listed)


def _ways(figures: Figures, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    corridors = _mapping(figures, "corridors")
    count, base = _number(corridors.get("count")), _number(corridors.get("base"))
    if count is not None and base is not None:
        text = translate(_("{count} side by side for a base of {base}"))
        yield translate(_("Corridors")), text.format(count=plain(count), base=inches(base))
    gaps = figures.get("gaps")
    if isinstance(gaps, Sequence) and gaps and isinstance(gaps[0], Mapping):
        wide, between = _number(gaps[0].get("inches")), gaps[0].get("between")
        if wide is not None:
            called = (
                [names.get(str(each), str(each)) for each in between] if isinstance(between, Sequence) else []
            )
            yield translate(_("Narrowest gap")), " · ".join(filter(None, (inches(wide), " – ".join(called))))
    longest = _number(_mapping(figures, "lanes").get("longest"))
    if longest is not None:
        yield translate(_("Longest open fire lane")), inches(longest)


def _sides(figures: Figures, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """Say how each side is placed: what its zone sees of the other, and the cover in it and before it."""
    for side in _mappings(_mapping(figures, "zones").get("sides")):
        parts = [
            (_("sees {share} of the other zone"), _number(side.get("sees"))),
            (_("{share} of its zone in cover"), _number(_mapping(side, "cover").get("covered"))),
            (_("{share} of the ground before it in cover"), _number(_mapping(side, "before").get("covered"))),
        ]
        said = [translate(text).format(share=percent(share)) for text, share in parts if share is not None]
        if said:
            name = str(side.get("side", ""))
            yield translate(_("Side {name}")).format(name=names.get(name, name)), "; ".join(said)


def _objectives(figures: Figures, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """Say how many objectives each side reaches, and how far the nearest is."""
    for side in _mappings(_mapping(figures, "objectives").get("sides")):
        one, two, nearest = (_number(side.get(key)) for key in ("one_move", "two_moves", "nearest"))
        if one is not None and two is not None:
            text = translate(_("{one} in one move, {two} in two")).format(one=plain(one), two=plain(two))
            if nearest is not None:
                text += "; " + translate(_("the nearest after {inches}")).format(inches=inches(nearest))
            name = str(side.get("side", ""))
            yield translate(_("Objectives of {name}")).format(name=names.get(name, name)), text


def _mapping(value: object, *keys: str) -> Mapping[str, object]:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _mappings(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, list | tuple):
        yield from (each for each in value if isinstance(each, Mapping))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _plain(value: object) -> str:
    number = _number(value)
    return str(value) if number is None else plain(number)
