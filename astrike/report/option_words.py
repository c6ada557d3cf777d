"""What does a value of an option mean, in words that a player understands?

Files and commands write the value itself; pages say these words. A value without words is shown as it is.
"""

from collections.abc import Mapping

from astrike.report.words import Translate
from astrike.report.words import mark as _

WORDS: Mapping[str, Mapping[str, str]] = {
    "sight.thirds-tie": {"lower": _("counts as less hidden"), "higher": _("counts as more hidden")},
    "sight.attacker-hidden": {"blocks": _("cannot shoot"), "ignored": _("does not matter")},
    "sight.large-units": {"smaller": _("smaller units"), "none": _("nobody"), "all": _("everybody")},
    "cover.types": {"mechs": _("'Mechs"), "all": _("every unit")},
    "concealing-unit-data": {
        "auto": _("unless it is daylight"),
        "on": _("always"),
        "off": _("never"),
    },
    "woods.attacker-occupied": {
        "example": _("count as in the printed example"),
        "text": _("do not count, as in the text"),
        "always": _("always count"),
    },
    "woods.line-to": {"middle": _("half its height"), "top": _("its top"), "foot": _("its foot")},
    "woods.mixed": {"sum": _("inches add up"), "separate": _("each kind for itself")},
    "woods.advanced": {
        "off": _("all alike"),
        "flat": _("one modifier for each kind"),
        "per-2": _("one point for every 2″"),
    },
    "setup.pursuit-order": {
        "example": _("as in the printed example: the defender lays the last of six"),
        "text": _("as in the text: the attacker lays the last of six"),
    },
    "move.overlap": {"nearest": _("the nearest place, counted in Move"), "owner": _("its owner")},
    "order.unequal": {
        "multiples": _("two at a time with twice as many left, three with thrice, and so on"),
        "one-each": _("one at a time, the rest at the end"),
    },
    "order.groups": {
        "units": _("one by one"),
        "lance": _("by lances of four"),
        "star": _("by Stars of five"),
        "level-ii": _("by Level IIs of six"),
    },
    "armor.bra-rca": {"by-half": _("take half off"), "to-half": _("leave half")},
    "air.dropship-arc": {"spheroid-rear": _("rear of spheroids"), "front": _("front")},
    "indirect.spotter-attacked": {"allowed": _("may spot"), "refused": _("may not spot")},
    "indirect.spotter-attack": {"weapon": _("a weapon attack"), "any": _("any attack")},
    "indirect.with-los": {"refuse": _("is refused"), "allow": _("is allowed")},
    "ecm.measure": {"edge": _("the edge of the base"), "centre": _("the middle of the base")},
    "c3.stealth-bracket": {"attacker": _("the attacker's own"), "network": _("the lent one")},
    "intimidation": {"automatic": _("halve at once"), "roll": _("are rolled for and take 2″ and 1")},
    "range-master": {
        "swap": _("swaps the bracket with Short"),
        "minus-two": _("takes 2 there and adds 2 at Short"),
    },
    "precision-ac": {"bonus": _("does more damage or aims better"), "near-miss": _("hurts with a near miss")},
    "mines.dispenser": {"scenario": _("once a game"), "turn": _("once a turn")},
    "munitions.guided": {"easier": _("aim better"), "near-miss": _("hurt with a near miss")},
    "abilities.silent": {"ce-7": _("the later printings"), "none": _("are left out")},
    "physical.standard-reach": {"contact": _("base contact"), "one-inch": _("within 1″")},
    "charge.tmm": {"current": _("as it now is"), "printed": _("as printed")},
    "charge.infantry": {"as-others": _("as any other target"), "no-recoil": _("does not hurt the charger")},
    "artillery.scatter": {"die": _("rolled on a die"), "margin": _("by how much the roll was short")},
    "bomb.scatter": {"die": _("rolled on a die"), "margin": _("by how much the roll was short")},
    "artillery.numbering": {"clockwise": _("clockwise"), "counter-clockwise": _("counter-clockwise")},
    "scatter.sides": {"left-first": _("left"), "right-first": _("right")},
    "artillery.poi-terrain": {
        "intervening": _("counts where it lies before it"),
        "none": _("does not count"),
    },
    "artillery.beyond-42": {"off-table": _("fires as from off the table"), "refused": _("does not fire")},
    "artillery.cluster-ring": {"0*": _("0*, as in the printed example"), "1": _("1, as by the rule alone")},
    "artillery.flight-fraction": {"up": _("are rounded up"), "down": _("are rounded down")},
    "area.submerged": {"depth": _("adds its depth to the distance"), "spared": _("does nothing")},
    "critical.mp-rounding": {"down": _("down"), "normal": _("to the nearest")},
    "move.level-limit": {"per-2": _("within every 2″ of travel"), "step": _("step by step")},
    "move.level-window": {
        "rolling": _("any 2″ along the path"),
        "fixed": _("2″ steps from the start of the move"),
        "sum": _("any 2″ along the path, up and down added"),
    },
    "move.level-fraction": {"half-inch": _("paid in half inches"), "whole": _("rounded to whole inches")},
    "move.slope": {"ratio": _("by their height"), "every-inch": _("for every inch of travel on them")},
    "move.terrain-entry": {
        "exact": _("by its exact length"),
        "whole-inch": _("bought whole, then half inches"),
    },
    "move.loop": {
        "path-length": _("the length of its path"),
        "displacement": _("how far it ends from its start"),
    },
    "c3.lends-to": {"weapons": _("weapon attacks only"), "all": _("every attack at range")},
    "crippling.causes": {
        "immobile": _("immobile"),
        "no-damage": _("no damage left"),
        "half-structure": _("half its structure lost"),
    },
    "jump.in-place": {"jump": _("is a jump"), "standstill": _("is standing still")},
    "jump.over-enemies": {"clear-height": _("only higher than they are"), "always": _("always possible")},
    "standing.low-flyers": {
        "blocks": _("block each other"),
        "passes": _("pass each other"),
    },
    "jump.woods": {"height": _("count with their height"), "free": _("do not count")},
    "paths.straight": {
        "over": _("climbs over, where it can; into a building only if told to"),
        "through": _("goes straight through buildings and stops at walls"),
    },
    "move.friend-gap": {"pass": _("can be passed"), "refuse": _("are closed, as between enemies")},
    "road.under": {
        "centre": _("its center"),
        "half-base": _("at least half of it"),
        "whole-base": _("all of it"),
    },
    "sprint.bonus": {"after": _("bonuses are added afterwards"), "before": _("bonuses are sprinted too")},
    "wige.take-off": {
        "full-move": _("the whole Move"),
        "ground-allowance": _("its inches on the ground"),
    },
    "skid.pavement": {"half-move": _("above half the Move"), "sprint": _("when sprinting")},
    "dismount.move": {"none": _("none"), "half": _("half of it")},
    "unload.airborne": {"drop": _("jumpers drop"), "direct": _("jumpers get off right below")},
    "zipline.carriers": {"all": _("VTOLs, WiGEs and airships"), "vtol": _("VTOLs alone")},
    "transport.same-turn": {"forbidden": _("is forbidden"), "allowed": _("is allowed")},
}


def option_words(option: str, value: str, translate: Translate) -> str:
    """Say what a value of an option means; the words of a list each for itself.

    >>> option_words("woods.line-to", "middle", str), option_words("own.option", "per-2", str)
    ('half its height', 'per 2')
    >>> option_words("crippling.causes", "immobile, no-damage", str)
    'immobile, no damage left'
    """
    known = WORDS.get(option, {})
    parts = value.split(", ") if known else [value]
    return ", ".join(translate(known.get(part) or part.replace("-", " ")) for part in parts)
