"""Who meets whom, and whose score is whose? A pairing is free text; here, and nowhere else, it becomes two names.

A result belongs to names, not to places: when a pairing is turned round or a name is spelled anew, it goes along.
"""

import re
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass

Two = tuple[str, str]

BETWEEN: Final = " v "
"""How two names are written as a pairing."""
# The first of these that is there is what parts the names. `V` comes after `v`: it may be an initial.
_PARTS: Final = (
    re.compile(r"\s+(?:vs?\.?|versus|against)\s+"),
    re.compile(r"\s+(?:VS?\.?|Vs\.?|Versus|VERSUS|AGAINST)\s+"),
    re.compile(r"\t+"),
    re.compile(r"\s+[–—]\s+"),
    re.compile(r"\s+-{1,2}\s+"),
    re.compile(r"\s*[–—]\s*"),
)
_FIGURE: Final = r"[+-]?[0-9]{1,4}(?:[.,][0-9]{1,2})?"
_FIGURES: Final = re.compile(rf"\s*({_FIGURE})\s*(?:[:\-–—/]|to)\s*({_FIGURE})\s*")


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, and for whom: the first score is that of the first player."""

    players: Two
    scores: Two

    @property
    def text(self) -> str:
        """The scores alone, as they are read beside a pairing.

        >>> GameResult(("Marek", "Nadia"), ("14", "6")).text
        '14 : 6'
        """
        return " : ".join(self.scores)

    @property
    def text_with_names(self) -> str:
        """The scores with their names, for where no pairing stands beside them.

        >>> GameResult(("Marek", "Nadia"), ("14", "6")).text_with_names
        'Marek 14 : 6 Nadia'
        """
        return f"{self.players[0]} {self.text} {self.players[1]}"


def players_of(pairing: str) -> Two | None:
    """Split a pairing into its two names; None where it is not two.

    >>> players_of("Marek v Nadia"), players_of("Anna-Lena vs. Ben"), players_of("Jo – Ada"), players_of("08 v 19")
    (('Marek', 'Nadia'), ('Anna-Lena', 'Ben'), ('Jo', 'Ada'), ('08', '19'))
    >>> players_of("Marek V Klein v Nadia"), players_of("Marek"), players_of("A v B v C"), players_of("Jo v jo")
    (('Marek V Klein', 'Nadia'), None, None, None)
    """
    names = names_in(pairing)
    return None if names is None or is_same_name(*names) else names


def names_in(pairing: str) -> Two | None:
    """Split a pairing into its two names, which may be the same; None where it is not two.

    >>> names_in("Jo v jo"), names_in("Marek")
    (('Jo', 'jo'), None)
    """
    for between in _PARTS:
        if not between.search(pairing):
            continue
        names = [" ".join(each.split()) for each in between.split(pairing.strip())]
        return (names[0], names[1]) if len(names) == 2 and all(names) else None
    return None


def pairing_of(players: Two) -> str | None:
    """Write two names as a pairing; None where nobody could tell them apart in it again.

    >>> pairing_of(("O'Neil, Carla", "Dmitri")), pairing_of(("Anna v Ben", "Carla"))
    ("O'Neil, Carla v Dmitri", None)
    """
    pairing = BETWEEN.join(players)
    return pairing if players_of(pairing) == players else None


def is_same_name(one: str, other: str) -> bool:
    """Are these the same name, however they are typed?

    >>> is_same_name("Carla  O'Neil", "carla o'neil"), is_same_name("Anna", "Ann")
    (True, False)
    """
    return name_key(one) == name_key(other)


def name_key(name: str) -> str:
    """Give what is the same for every way to type a name."""
    return " ".join(name.split()).casefold()


def result_typed(score: str, players: Two | None) -> GameResult | None:
    """Read a typed score as that of two players, the first figure for the first; None where it is something else.

    >>> result_typed("14:6", ("Marek", "Nadia"))
    GameResult(players=('Marek', 'Nadia'), scores=('14', '6'))
    >>> result_typed("Marek gave up", ("Marek", "Nadia")) is result_typed("14:6", None) is None
    True
    """
    figures = _FIGURES.fullmatch(score)
    return None if players is None or figures is None else GameResult(players, (figures[1], figures[2]))


def result_under(result: GameResult, players: Two | None) -> GameResult:
    """Give a result in the order of a pairing, with the names as they are spelled there.

    >>> result = GameResult(("Marek", "Nadia"), ("14", "6"))
    >>> [result_under(result, each).text_with_names for each in (("Nadia", "Marek"), ("Marek Klein", "Nadia"))]
    ['Nadia 6 : 14 Marek', 'Marek Klein 14 : 6 Nadia']
    >>> result_under(result, ("Ada", "Ben")) == result_under(result, None) == result
    True
    """
    if players is None:
        return result
    (one, other), (first, second) = result.players, players
    if is_same_name(one, first) or is_same_name(other, second):
        return replace(result, players=players)
    if is_same_name(one, second) or is_same_name(other, first):
        return GameResult(players, (result.scores[1], result.scores[0]))
    return result
