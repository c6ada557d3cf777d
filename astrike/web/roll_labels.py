"""For what were dice rolled, in words? One sentence for each key under which a page keeps dice."""

from collections.abc import Callable, Mapping
from typing import Final

from astrike.model.change import Label
from astrike.report.sentences import kind_label
from astrike.web.i18n import _, tr

Names = Mapping[str, str]


def _attack(names: Names) -> str:
    said = _("%(attacker)s at %(target)s", attacker=names["attacker"], target=names["target"])
    kind = kind_label(names.get("kind", ""))
    return f"{tr(kind)}: {said}" if kind else said


SENTENCES: Final[Mapping[str, Callable[[Names], str]]] = {
    "roll.attack": _attack,
    "roll.free": lambda names: _("Dice"),
    "roll.scatter": lambda names: _("Scatter of %(weapon)s", weapon=names["weapon"]),
    "roll.effect": lambda names: _("%(what)s: %(unit)s", what=tr(names["what"]), unit=names["unit"]),
}


def roll_sentence(label: Label) -> str:
    """Say what dice were for; a key that this program does not know is shown as it is."""
    known = SENTENCES.get(label.key)
    try:
        return known(label.names) if known is not None else label.key
    except KeyError:  # written by another version of this program, with other names
        return label.key
