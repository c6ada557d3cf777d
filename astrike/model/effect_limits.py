"""Which effects can be asked about, and how much can be said about one?"""

EFFECT_KINDS = (
    "collapse", "crash", "motive", "critical", "hull-breach", "skid", "bog", "support", "air-cover", "heat",
    "threshold", "drop", "harjel", "strain", "intimidation", "booby-trap", "mine-dispenser",
    "hyperpulse", "jam", "control-roll", "quicksand", "rapids", "fire", "wind",
)  # fmt: skip
MOST_SETTINGS = 20
"""How many things can be said beside about an effect."""
MOST_MARGIN = 20
"""By how much an attack can have missed: more than dice are short of a number that still can be rolled."""
