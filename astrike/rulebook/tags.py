"""Which rows does code mean where it treats several alike?

Code asks an edition for the rows with a tag (`Edition.tagged`) and names none of them, so that another edition may
mean others without a line of Python. All tags are listed here, with what code does with their rows.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Protocol

from astrike.rulebook.references import AllowedWords, KnownWords

TAGS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "abilities": {
            "missile": "Anti-missile systems shoot at it, reactive armor weakens it, a beacon guides it.",
            "launcher": "A weapon with damage of its own that launches missiles.",
            "ballistic": "Ballistic-reinforced armor takes half of it.",
            "protection": "It changes what damage or heat does to the unit.",
            "weapon-quality": "It says how the unit's weapons work, and is no weapon.",
            "fuel-burning": "The engine burns fuel: hits of it bring no heat, and may make it explode.",
            "sealing": "It closes breaches of the hull.",
            "regaining-armor": "It brings armor back in the End Phase, as `harjel.CODE` among the numbers says.",
            "safe-ammunition": "An ammunition hit does nothing.",
            "virus-jammer": "It may jam those around it.",
            "taser-proof": "Tasers do nothing to it.",
            "tsemp-proof": "A TSEMP does nothing to it.",
            "called-by-label": "A weapon whose code is no name: answers call it by its label.",
            "many-legged": "The unit has more than two legs.",
            "mechanized": "Battle armor with it rides on others.",
            "clamping": "A ProtoMech with it burdens the unit that it rides on.",
        },
        "kinds": {
            "own-kind": "Its codes are no special attacks of a weapon attack.",
            "moved-into": "The attacker may move into contact for it, and declares it.",
            "landed-only": "It never reaches a target in the air.",
            "needs-arc": "The target has to lie in the firing arc, though nothing is fired.",
            "at-walls": "It may be aimed at a building, from beside its wall.",
            "seen-by-walls": "Aimed at a building, it looks for the nearest wall in sight.",
            "at-whole-building": "Aimed at a building, it hurts the infantry inside.",
            "by-rotor": "VTOLs may make it as well.",
            "bombing": "It drops bombs.",
            "from-off-table": "The attacker may be off the table.",
            "choosing-guns": "It is made with one of the artillery weapons on the card.",
            "in-passing": "It is looked at where another attack is refused.",
            "over-an-area": "It catches everyone in an area around a point that players choose.",
            "without-brackets": "It knows no range brackets.",
            "within-brackets": "It reaches no farther than the last range bracket.",
            "between-two": "No friend and no path plays a part in it.",
            "rolled-apart": "With the option for it, each point of damage is rolled for.",
            "beside": "It is made beside the unit's one attack of the turn.",
            "at-once": "What it hits takes effect at once, not in the End Phase.",
            "diced": "With the option for it, dice say how many points it does.",
        },
        "modifiers": {
            "see-through": "It counts for inches of terrain on the line, which are said with it.",
        },
        "units": {
            "exceptionally-large": "It is so without a special ability that says it.",
            "dropship": "Target Numbers against DropShips and of them count.",
            "space-only": "It never comes down to a table.",
            "never-tasered": "Tasers do nothing to it.",
        },
        "terrain": {
            "arises": "It may come onto a table in play.",
            "perishes": "It may be destroyed in play.",
            "collapses": "It falls with all that is on it and in it.",
            "trees": "On hexes it has levels of its own, whatever its inches; flechettes cut it.",
            "heating": "Who stands on it in the End Phase gets hotter, as `magma.heat` among the numbers says.",
            "movable": "It lies there as one thing that can be moved, and does not go on like a road.",
        },
        "movers": {
            "on-foot": "It walks, and gets onto roofs by itself: 'Mechs up the outside, the others inside.",
            "changes-floors": "It goes from floor to floor inside buildings.",
            "own-element": "It moves in the air or under water, whatever the mode's name.",
            "flying": "In its own element it is in flight over the table.",
            "afloat": "It has to stay in the water.",
            "gains-on-roads": "Who moves by one of its motive codes gets farther on roads.",
            "ground-mover": "A layout has to let it through.",
            "looked-at": "Ways across and bottlenecks of a layout are looked for with its base.",
        },
        "modes": {
            "on-ground": "Its inches are those of the Move for the ground.",
            "whole-move": "On the ground, as far as the Move goes; a way back to its start may count as no distance.",
            "few-inches": "It is so many inches, whatever the Move is.",
            "in-flight": "Who moved so flew, and makes no physical attack.",
            "low-flight": "In flight over the table; else it has landed.",
            "in-element": "In the air or under water, up and down as well; with riders outside nobody does.",
            "same-for-all": "It is judged alike for all kinds of mover, and nobody takes off or lands in it.",
            "own-manner": "A unit that moved so counts as having moved so; after other modes, as on the ground.",
            "shielding": "A unit that moved so shields those behind it.",
            "may-bog": "A unit that moves so may bog down where it comes down.",
            "never-has-to": "A crippled unit need not use it to withdraw.",
            "not-hull-down": "Nobody moves so out of a hull-down position.",
            "not-dismounted": "Nobody moves so in the turn in which it left its transport.",
        },
    }
)
"""By table, each tag with what it stands for; a tag belongs to one table."""


class TaggedField(Protocol):
    """A row of any table: its key and its tags."""

    @property
    def key(self) -> str:
        """The key of the row."""

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of the row."""


def keys_by_tag(tables: Mapping[str, Mapping[str, TaggedField]]) -> dict[str, tuple[str, ...]]:
    """Give for each tag the keys of the rows that have it, in the order of their table."""
    found: dict[str, list[str]] = {tag: [] for tags in TAGS.values() for tag in tags}
    for table, known in TAGS.items():
        for row in tables[table].values():
            for tag in row.tags:
                if tag in known:
                    found[tag].append(row.key)
    return {tag: tuple(keys) for tag, keys in found.items()}


def _tag(word: str, known: KnownWords) -> str:
    """Allow the tags of the table."""
    tags = TAGS.get(known.table, {})
    return "" if word in tags else f"one of {', '.join(tags)}" if tags else "none"


Tag = Annotated[str, AllowedWords(_tag)]
"""A tag of the table that the row is in."""
