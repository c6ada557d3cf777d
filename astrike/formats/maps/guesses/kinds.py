"""Which kind of terrain might a layer, class or label of another tool mean?

A guess from its words that the user sees and can change; no answer is better than a bold one.
"""

import re
from dataclasses import replace
from typing import Final

from astrike.model.drawing import Group
from astrike.rulebook.loader import DEFAULT, load_edition

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
    kinds = load_edition(DEFAULT).terrain
    for text in texts:
        plain = "-".join(text.strip().lower().replace("_", " ").split())
        if plain in kinds:
            return plain
    return kind_of(*texts)


def with_something(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Take what has an unknown name for buildings and walls where nothing else would be on the table.

    >>> [group.kind for group in with_something((Group("a", "A", 1, why=UNKNOWN), Group("b", "B", 1, why="hidden")))]
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
