"""Which kind of terrain might a name in another tool's map mean, and how many inches might one of its units be?

Only guesses, from words and sizes, which the user sees and can change. Words that fit nothing give no kind rather than
a bold one; a guessed scale only makes sure that the proposed table can exist.
"""

import math
import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Final

from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import ShapeGroup
from astrike.model.inch_limits import LARGEST_TABLE, SMALLEST_TABLE
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition

UNKNOWN: Final = "what it is called is no kind of terrain"

_SOLID: Final = "nothing says what it is: taken for something solid"

_WORD: Final = re.compile(r"[^\W\d_]+")

_KINDS: Final = (
    ("deployment", "deployment"),
    ("objective-area", "objective objectives"),
    ("minefield", "minefield minefields mines"),
    ("smoke", "smoke"),
    ("bridge", "bridge bridges ponte brücke brücken"),
    ("ramp", "ramp ramps slope slopes"),
    ("jungle", "jungle jungles dschungel"),
    ("planted-fields", "crops cornfield wheat orchard vineyard"),
    ("woods", "wood woods forest forests tree trees grove copse thicket wald bäume"),
    ("rapids", "rapids"),
    ("hazardous-liquid", "acid"),
    ("quicksand", "quicksand"),
    ("tundra", "tundra"),
    ("gravel", "gravel"),
    ("magma-crust", "crust"),
    ("magma", "magma lava"),
    ("fortified", "fortified trench trenches"),
    ("heavy-industrial", "industrial"),
    ("ultra-rough", ""),
    ("ultra-rubble", ""),
    ("water", "water waters river rivers lake lakes pond stream creek canal sea harbor harbour moat wasser fluss"),
    ("rail", "rail rails railway railroad"),
    ("road", "road roads street streets highway straße weg"),
    ("paved", "paved pavement plaza concrete asphalt runway parking"),
    ("swamp", "swamp swamps marsh bog sumpf"),
    ("mud", "mud"),
    ("ice", "ice"),
    ("snow", "snow"),
    ("sand", "sand desert beach dunes"),
    ("rubble", "rubble ruin ruins debris wreckage"),
    ("rough", "rough rocks boulders crater craters scree"),
    ("wall", "wall walls fence fences hedge hedges barricade barrier mauer mauern wand wände"),
    ("building", "building buildings house houses structure structures tower hangar warehouse bunker gebäude haus"),
    ("hill", "hill hills elevation mountain mountains plateau mesa ridge cliff hügel berg"),
)  # fmt: skip

KINDS: Final = frozenset(kind for kind, _ in _KINDS)

_OF: Final = {word: kind for kind, words in _KINDS for word in words.split()}


def kind_of(*words: str) -> str:
    """Give the kind that the first telling word means, or nothing.

    >>> kind_of("layer-3", "Light Woods (2)"), kind_of("planted-fields"), kind_of("Layer 1"), kind_of("Seeblick")
    ('woods', 'planted-fields', '', '')
    """
    for text in words:
        plain = text.strip().lower()
        if plain in KINDS:
            return plain
        for word in _WORD.findall(plain):
            if word in _OF:
                return _OF[word]
    return ""


def kind_meant(*texts: str) -> str:
    """Give the kind of terrain that is named, else the one that the words hint at, else nothing.

    >>> kind_meant("Layer 1", "magma_crust"), kind_meant("Old forest"), kind_meant("Spawn")
    ('magma-crust', 'woods', '')
    """
    kinds = load_edition(DEFAULT_EDITION).terrain
    for text in texts:
        plain = "-".join(text.strip().lower().replace("_", " ").split())
        if plain in kinds:
            return plain
    return kind_of(*texts)


def with_something(groups: tuple[ShapeGroup, ...]) -> tuple[ShapeGroup, ...]:
    """Take what has an unknown name for buildings and walls where nothing else would be on the table.

    >>> groups = ShapeGroup("a", "A", 1, why=UNKNOWN), ShapeGroup("b", "B", 1, why="hidden")
    >>> [group.kind for group in with_something(groups)]
    ['building', '']
    """
    if any(group.kind for group in groups):
        return groups
    return tuple(
        replace(group, kind="wall" if group.is_line else "building", why=_SOLID)
        if group.why == UNKNOWN
        else group
        for group in groups
    )


LARGEST_GUESS: Final = 96.0
"""Inches; a map is guessed to be no larger than this, since few tables are."""

_STEPS: Final = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)

_ROUND: Final = tuple(round(step * 10.0**power, 9) for power in range(-7, 8) for step in _STEPS)


def guess_scale(width: float, depth: float, *, usual: float = 1.0) -> float:
    """Give the usual inches a unit, or the nearest round number with which the table is 12 to 144 inches.

    >>> guess_scale(33, 46), guess_scale(10, 10), guess_scale(400, 400)
    (1.0, 1.5, 0.3)
    """
    least, most = min(width, depth), max(width, depth)
    if not least > 0:
        return usual
    if usual * least >= SMALLEST_TABLE and usual * most <= LARGEST_TABLE:
        return usual
    fitting = [step for step in _ROUND if step * most <= LARGEST_TABLE]
    if not fitting:
        return LARGEST_TABLE / most
    if usual * most > LARGEST_TABLE:
        found = fitting[-1]
    else:
        found = next(
            (step for step in fitting if step > usual and step * least >= SMALLEST_TABLE), fitting[-1]
        )
    # Of a long map hardly any scale makes a table, and maybe no round one.
    smallest = SMALLEST_TABLE / least
    return smallest if found < smallest <= LARGEST_TABLE / most else found


def makes_a_table(scale: float, width: float, depth: float) -> bool:
    """Is a map of this size a table of 12 to 144 inches at this scale?

    >>> makes_a_table(1, 30, 22), makes_a_table(1e-05, 30, 22)
    (True, False)
    """
    return all(SMALLEST_TABLE <= round(scale * side, 4) <= LARGEST_TABLE for side in (width, depth))


def can_make_a_table(width: float, depth: float) -> bool:
    """Is there any scale that makes a table of a map of this size?

    >>> can_make_a_table(4000, 3000), can_make_a_table(4000, 30)
    (True, False)
    """
    least, most = min(width, depth), max(width, depth)
    return least > 0 and SMALLEST_TABLE / least <= LARGEST_TABLE / most


def scale_words(scale: float) -> str:
    """Write a scale as it is typed, to six digits.

    >>> scale_words(0.00001), scale_words(2.0), scale_words(1 / 3)
    ('0.00001', '2', '0.333333')
    """
    return f"{Decimal(f'{scale:.6g}'):f}"


def guess_by_size(width: float, depth: float) -> float:
    """Guess inches a unit, a round number, so that a map becomes a table of a usual size.

    >>> guess_by_size(1410, 1560), guess_by_size(33, 46), guess_by_size(1000, 100)
    (0.05, 2.0, 0.12)
    """
    longest = max(width, depth)
    if not longest > 0:
        return 1.0
    most = LARGEST_GUESS / longest
    power = 10.0 ** math.floor(math.log10(most))
    step = next((step for step in (5, 2) if most >= step * power * (1 - 1e-9)), 1)
    return guess_scale(width, depth, usual=float(f"{step * power:.6g}"))


def stated_or_guessed(
    stated: float | None,
    width: float,
    depth: float,
    *,
    unit: str,
    guess: Callable[[float, float], float] = guess_by_size,
) -> tuple[float, tuple[ImportNote, ...]]:
    """Give the inches a unit that a file says, or a guess where it says none, or one that makes no table of it."""
    if stated is None or stated <= 0:
        return guess(width, depth), ()
    if makes_a_table(stated, width, depth) or not can_make_a_table(width, depth):
        return stated, ()
    size = f"{stated * width:.6g} by {stated * depth:.6g}″"
    words = f"the file says {scale_words(stated)}″ a {unit}: {size}, which is no table"
    return guess(width, depth), (ImportNote("scale", words),)
