"""What is a change or a roll called in words? One sentence for each key that pages give their changes and dice.

The log keeps keys and names. The words are chosen when they are shown, so they can be translated.
"""

from collections.abc import Callable, Mapping
from typing import Final

from astrike.model.document_change import ChangeLabel
from astrike.report.attack.sentences import kind_label
from astrike.store.table.log import Kind
from astrike.web.http.i18n import _, tr

Names = Mapping[str, str]


def _moved_by_the_rules(names: Names) -> str:
    """Say a judged move: how, how far, and whom it left or boarded."""
    stated = _WAYS.get(names["mode"], _WAYS["ground"])(names)
    if "cost" in names:
        stated = _("%(what)s on the table for %(cost)s″ of Move", what=stated, cost=names["cost"])
    if "dismount" in names:
        stated = _("%(what)s, leaving %(transport)s", what=stated, transport=names["dismount"])
    if "mount" in names:
        stated = _("%(what)s and boards %(transport)s", what=stated, transport=names["mount"])
    if "charge" in names:
        stated = _("%(what)s and charges %(target)s", what=stated, target=names["charge"])
    if "dfa" in names:
        stated = _("%(what)s onto %(target)s: Death From Above", what=stated, target=names["dfa"])
    if "due" in names:
        stated = _("%(what)s, out of order: %(side)s was to move", what=stated, side=names["due"])
    return stated


_WAYS: Final[Mapping[str, Callable[[Names], str]]] = {
    "ground": lambda names: _("%(unit)s moves %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "walk": lambda names: _("%(unit)s walks %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "minimum": lambda names: _(
        "%(unit)s makes a minimum move of %(inches)s″", unit=names["unit"], inches=names["inches"]
    ),
    "jump": lambda names: _("%(unit)s jumps %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "sprint": lambda names: _("%(unit)s sprints %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "vtol": lambda names: _("%(unit)s flies %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "wige": lambda names: _("%(unit)s flies low %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "submersible": lambda names: _("%(unit)s dives %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "standstill": lambda names: _("%(unit)s stands still", unit=names["unit"]),
}


def _with_order(names: Names, attack: str) -> str:
    """Say an attack, and how it was out of order if it was."""
    if "due" in names:
        return _("%(attack)s, out of order: %(side)s was to attack", attack=attack, side=names["due"])
    if "again" in names:
        return _("%(attack)s, out of order: it had attacked this turn", attack=attack)
    return attack


def _named(names: Names) -> str:
    """Say which pieces of terrain: the first by its name, the others by their number."""
    if "more" in names:
        return _("%(piece)s and %(more)s more", piece=names["piece"], more=names["more"])
    return names["piece"]


def _set_on_terrain(names: Names) -> str:
    """Name the fields of pieces that a change set."""
    fields = ", ".join(_FIELDS[key]() if key in _FIELDS else key for key in names["what"].split(", "))
    return _("%(piece)s: %(what)s changed", piece=_named(names), what=fields)


_FIELDS: Final[Mapping[str, Callable[[], str]]] = {
    "kind": lambda: _("kind"),
    "name": lambda: _("name"),
    "height": lambda: _("height"),
    "base": lambda: _("underside"),
    "depth": lambda: _("depth"),
    "class": lambda: _("class"),
    "cf": lambda: _("CF"),
    "floors": lambda: _("floors"),
    "toward": lambda: _("direction"),
    "density": lambda: _("density"),
    "side": lambda: _("side"),
    "radius": lambda: _("radius"),
}

_RIGHTS: Final[Mapping[str, Callable[[], str]]] = {
    "view": lambda: _("Spectator code replaced"),
    "play": lambda: _("Player code replaced"),
    "organise": lambda: _("Organizer code replaced"),
}

CHANGE_SENTENCES: Final[Mapping[str, Callable[[Names], str]]] = {
    "table.created": lambda names: _("Table made"),
    "table.locked": lambda names: _("Table locked: only the organizer changes it"),
    "table.unlocked": lambda names: _("Table unlocked"),
    "table.code-reissued": lambda names: _RIGHTS[names["right"]](),
    "table.renamed": lambda names: _("Table named %(name)s", name=names["name"]),
    "table.setup": lambda names: _("Settings: %(what)s", what=names["what"]),
    "table.initiative": lambda names: _("%(side)s lost initiative", side=names["side"]),
    "table.phase": lambda names: _("%(phase)s begins", phase=names["phase"]),
    "turn.hold-fire": lambda names: _("%(who)s: no more attacks this turn", who=names["who"]),
    "end.rolled": lambda names: names["what"],
    "table.turn": lambda names: _("Turn %(turn)s begins", turn=names["turn"]),
    "round.started": lambda names: _("Round %(round)s started", round=names["round"]),
    "table.event-options": lambda names: _("Options of %(event)s applied", event=names["event"]),
    "step.undo": lambda names: _("Undo: %(what)s", what=names["what"]),
    "step.redo": lambda names: _("Redo: %(what)s", what=names["what"]),
    "table.deleted": lambda names: _("Delete the table"),
    "table.replaced": lambda names: _("Table replaced by a file"),
    "terrain.imported": lambda names: _(
        "Terrain from %(format)s: %(count)s pieces", format=names["format"], count=names["count"]
    ),
    "terrain.added": lambda names: _("%(piece)s added", piece=_named(names)),
    "terrain.moved": lambda names: _("%(piece)s moved", piece=_named(names)),
    "terrain.placed": lambda names: _("%(piece)s put in place", piece=_named(names)),
    "terrain.turned": lambda names: _("%(piece)s turned", piece=_named(names)),
    "terrain.resized": lambda names: _("%(piece)s resized", piece=_named(names)),
    "terrain.reshaped": lambda names: _("Outline of %(piece)s changed", piece=_named(names)),
    "terrain.set": _set_on_terrain,
    "terrain.copied": lambda names: _("%(piece)s added as a copy", piece=_named(names)),
    "terrain.mirrored": lambda names: _("%(piece)s mirrored", piece=_named(names)),
    "terrain.grouped": lambda names: _("%(piece)s grouped", piece=_named(names)),
    "terrain.ungrouped": lambda names: _("%(piece)s ungrouped", piece=_named(names)),
    "terrain.locked": lambda names: _("%(piece)s locked", piece=_named(names)),
    "terrain.unlocked": lambda names: _("%(piece)s unlocked", piece=_named(names)),
    "terrain.removed": lambda names: _("%(piece)s removed", piece=_named(names)),
    "terrain.ordered": lambda names: _("Order of %(piece)s changed", piece=_named(names)),
    "library.placed": lambda names: _("%(piece)s from the library added", piece=names["piece"]),
    "layout.used": lambda names: _("Layout %(name)s used", name=names["piece"]),
    "deployment.laid": lambda names: _("Deployment zones: %(name)s", name=names["name"]),
    "layout.random": lambda names: _("Random table %(seed)s used", seed=names["seed"]),
    "unit.moved": lambda names: _("%(unit)s moved %(inches)s″", unit=names["unit"], inches=names["inches"]),
    "unit.walked": _moved_by_the_rules,
    "unit.walked-anyway": lambda names: _("%(what)s, against the rules", what=_moved_by_the_rules(names)),
    "unit.turned": lambda names: _("%(unit)s turned", unit=names["unit"]),
    "effect.applied": lambda names: _("%(unit)s: %(what)s", unit=names["unit"], what=names["what"]),
    "effect.rolled": lambda names: names["what"],
    "attack.settled": lambda names: _with_order(names, names["what"]),
    "attack.declared": lambda names: _with_order(names, _("%(what)s, declared", what=names["what"])),
    "attack.withdrawn": lambda names: _("%(what)s, taken back", what=names["what"]),
    "attack.together": lambda names: _("%(count)s attacks resolved together", count=names["count"]),
    "declaration.made": lambda names: _("Declared: %(what)s", what=names["what"]),
    "declaration.back": lambda names: _("Taken back: %(what)s", what=names["what"]),
    "units.added": lambda names: _(
        "%(side)s: %(count)s units added", side=names["side"], count=names["count"]
    ),
    "units.placed": lambda names: _(
        "%(side)s: %(count)s units placed", side=names["side"], count=names["count"]
    ),
    "unit.added": lambda names: _("%(unit)s added", unit=names["unit"]),
    "unit.copied": lambda names: _("One more %(unit)s", unit=names["unit"]),
    "unit.removed": lambda names: _("%(unit)s removed", unit=names["unit"]),
    "unit.card": lambda names: _("Card of %(unit)s: %(what)s", unit=names["unit"], what=names["what"]),
    "side.added": lambda names: _("Side %(side)s added", side=names["side"]),
    "side.set": lambda names: _("Side %(side)s changed", side=names["side"]),
    "side.removed": lambda names: _("Side %(side)s removed", side=names["side"]),
    "unit.edited": lambda names: _("%(unit)s: %(what)s", unit=names["unit"], what=names["what"]),
}


def change_sentence(label: ChangeLabel, kind: Kind = "change") -> str:
    """Say what changed; a key that this program does not know is shown as it is."""
    known = CHANGE_SENTENCES.get(label.key)
    try:
        text = known(label.names) if known is not None else label.key
    except KeyError:  # written by another version of this program, with other names
        text = label.key
    match kind:
        case "undo":
            return _("Undone: %(what)s", what=text)
        case "redo":
            return _("Done again: %(what)s", what=text)
        case _:
            return text


RollNames = Mapping[str, str]


def _attack(names: RollNames) -> str:
    stated = _("%(attacker)s at %(target)s", attacker=names["attacker"], target=names["target"])
    kind = kind_label(names.get("kind", ""))
    return _again(names, f"{tr(kind)}: {stated}" if kind else stated)


def _again(names: RollNames, roll: str) -> str:
    """Say why dice fell a second time, if they did."""
    why = ROLLED_AGAIN.get(names.get("again", ""))
    return roll if why is None else _("%(attack)s, again: %(why)s", attack=roll, why=why())


ROLLED_AGAIN: Final[Mapping[str, Callable[[], str]]] = {
    "cocked": lambda: _("a die was cocked"),
    "typo": lambda: _("wrong number entered"),
    "reroll": lambda: _("an ability allows a reroll"),
    "agreed": lambda: _("both players agree"),
}
"""Why dice may fall a second time."""


def reasons_to_roll_again() -> list[tuple[str, str]]:
    """Give the reasons why dice may fall a second time, as a form offers them."""
    return [(key, words()) for key, words in ROLLED_AGAIN.items()]


def _said(names: RollNames) -> str:
    """Say what dice brought, and of how many more nothing is told."""
    if "more" not in names:
        return names["said"]
    return _("%(said)s; and %(count)s more", said=names["said"], count=names["more"])


ROLL_SENTENCES: Final[Mapping[str, Callable[[RollNames], str]]] = {
    "roll.attack": _attack,
    "roll.together": lambda names: _("%(count)s attacks together", count=names["count"]),
    "roll.free": lambda names: _("Dice"),
    "roll.initiative": lambda names: _("Initiative") + (f": {names['sums']}" if "sums" in names else ""),
    "roll.end-phase": lambda names: _("End Phase") + (f": {_said(names)}" if "said" in names else ""),
    "roll.scatter": lambda names: _again(names, _("Scatter of %(weapon)s", weapon=names["weapon"])),
    "roll.due": lambda names: names.get("said") or _("%(count)s rolls after an attack", count=names["count"]),
    "roll.effect": lambda names: _("%(what)s: %(unit)s", what=tr(names["what"]), unit=names["unit"]),
}


def roll_news(label: ChangeLabel, fell: str, author: str) -> str:
    """Say on other phones what fell: for an attack the side that rolled, else who."""
    if label.key == "roll.initiative" and "sums" in label.names:
        return roll_sentence(label)
    if "said" in label.names:
        return _("%(author)s rolled. %(said)s", author=author, said=_said(label.names))
    if label.key != "roll.attack" or not {"attacker", "target"} <= label.names.keys():
        what = roll_sentence(label)
        return _("%(author)s rolled %(fell)s: %(what)s", author=author, fell=fell, what=what)
    stated = {"who": label.names.get("side", author), "fell": fell}
    pair = {name: label.names[name] for name in ("attacker", "target")}
    if "needs" in label.names:
        words = _("%(who)s rolled %(fell)s for %(attacker)s at %(target)s, needing %(needs)s+")
        words = words % {**stated, **pair, "needs": label.names["needs"]}
    else:
        words = _("%(who)s rolled %(fell)s for %(attacker)s at %(target)s", **stated, **pair)
    came = label.names.get("came", "")
    return _("%(rolled)s. %(came)s", rolled=words, came=came) if came else words


def roll_sentence(label: ChangeLabel) -> str:
    """Say what dice were for; a key that this program does not know is shown as it is."""
    known = ROLL_SENTENCES.get(label.key)
    try:
        return known(label.names) if known is not None else label.key
    except KeyError:  # written by another version of this program, with other names
        return label.key
