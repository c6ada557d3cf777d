"""Every step that looks at attacker and target together, with what abilities add.

Which question: which function is the step of this name? Abilities take back what other steps have put in, so they know
those; the others know nothing of them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.rules.abilities.ledger import abilities
from astrike.rules.steps.pair import PLAIN_STEPS
from astrike.rules.steps.terms import PairStep

PAIR_STEPS: Mapping[str, PairStep] = MappingProxyType({**PLAIN_STEPS, "abilities": abilities})
