"""How does it look as JSON by how much an answer holds?"""

from astrike.model.margin import Margin, Margins, Outcome, Unmeasured
from astrike.report.json_parts import Json, rounded
from astrike.report.margins import NOT_MEASURED


def margin_json(margins: Margins | None) -> Json | None:
    """Give how far an answer holds, or why nothing was measured; nothing where nobody asked."""
    if margins is None or not (margins.beyond or margins.unmeasured):
        return None
    least = margins.least
    hidden = margins.hidden
    return {
        "inches": None if least is None else rounded(least.inches),
        "of": None if least is None else least.of,
        "close": margins.close,
        "unit": None if least is None else least.unit,
        "toward": None if least is None else [rounded(value) for value in least.toward],
        "becomes": None if least is None else _outcome(least.becomes),
        "holds": rounded(margins.holds),
        "beyond": margins.beyond,
        "looked": [{"unit": each.unit, "inches": each.inches} for each in margins.looked],
        "unmeasured": [_unmeasured(each) for each in margins.unmeasured],
        "tolerance": margins.tolerance,
        "units": [_margin(each) for each in margins.units],
        "aspects": [_margin(each) for each in margins.aspects],
        "hidden": None
        if hidden is None
        else {
            "share": rounded(hidden.share),
            "to_third": rounded(hidden.to_third),
            "to_two_thirds": rounded(hidden.to_two_thirds),
        },
    }


def call_json(call: Margin | None, *, tolerance: float) -> Json:
    """Say of an attack in a list whether it is too close to call; by how much exactly, only an attack alone tells."""
    return {
        "inches": None,
        "of": None if call is None else call.of,
        "close": call is not None,
        "unit": None if call is None else call.unit,
        "becomes": None if call is None else _outcome(call.becomes),
        "tolerance": tolerance,
    }


def _outcome(outcome: Outcome) -> Json:
    """Give what an answer would be."""
    return {
        "allowed": outcome.allowed,
        "target_number": outcome.target_number,
        "probability": rounded(outcome.probability),
        "bracket": outcome.bracket,
        "state": outcome.state,
        "cover": outcome.cover,
        "arc": outcome.arc,
        "direction": outcome.direction,
        "ring": outcome.ring,
        "damage": outcome.damage,
        "reasons": list(outcome.reasons),
    }


def _unmeasured(each: Unmeasured) -> Json:
    label = NOT_MEASURED[each.why] % {"unit": each.unit}
    return {"unit": each.unit, "key": each.why, "label": label}


def _margin(margin: Margin) -> Json:
    return {
        "unit": margin.unit,
        "of": margin.of,
        "inches": rounded(margin.inches),
        "toward": [rounded(value) for value in margin.toward],
        "becomes": _outcome(margin.becomes),
        "facts": {
            key: rounded(value) if isinstance(value, float) else value for key, value in margin.facts.items()
        },
    }
