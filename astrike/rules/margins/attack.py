"""By how much does the verdict on an attack hold?

Which question: how far may either base be off before the answer is another one, and each aspect of it? The verdict
never depends on this.
"""

from astrike.model.attack import PLAIN, AttackQuestion
from astrike.model.margin import Margins
from astrike.rules.attack import Detail, attack
from astrike.rules.battlefield import Field
from astrike.rules.margins.asked import AttackAsked, is_singly
from astrike.rules.margins.close_calls import as_called, close_calls
from astrike.rules.margins.likeness import can_be_alike, company
from astrike.rules.margins.pairs import pair_margins


def attack_margins(field: Field, attacker: str, target: str, question: AttackQuestion = PLAIN) -> Margins:
    """Say how far the answer to one attack holds; raise as `attack` does."""
    a, t = field.place_of(attacker), field.place_of(target)
    (answer,) = attack(field, [(attacker, target)], question, detail=Detail.LISTED)
    (call,) = close_calls(field, (answer,), question)
    is_plain = can_be_alike(field, a, t, question)
    found = pair_margins(
        field,
        a,
        t,
        lambda: AttackAsked(question, is_plain=is_plain),
        singly=is_singly(field, question),
        others=company(field, a, t) if is_plain else None,
        known=call,
    )
    return as_called(found, call)
