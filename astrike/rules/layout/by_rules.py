"""What do the rules alone find on a table, whatever event it is for?

Which question: who stands where it cannot, what carries too much, what does the table say that excludes itself, which
networks do not fit, which heights are rounded? One list, for the check of a table and for that of a layout.
"""

from astrike.model.legality import Finding
from astrike.rules.battlefield import Field
from astrike.rules.electronics.networks import misfits
from astrike.rules.movement.loads import overloaded
from astrike.rules.movement.standing import standing
from astrike.rules.movement.stated_moves import stated_move_findings


def found_by_rules(field: Field) -> tuple[Finding, ...]:
    """Name everything, kind by kind in a fixed order."""
    return (
        *standing(field),
        *overloaded(field),
        *stated_move_findings(field),
        *misfits(field),
        *field.metric.rounded(field.units),
    )
