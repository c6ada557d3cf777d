"""How do the parts that all answers share look as JSON? Terms, reasons, defaults, options, rounded measures.

Inches and shares are rounded to four places here and nowhere else.
"""

from collections.abc import Iterable, Mapping

from astrike.model.explain import Assumed, Citation, Facts, Modifier, OptionUsed, Reason

Json = dict[str, object]
PLACES = 4


def rounded(value: float) -> float:
    """Round what was measured; there is no minus zero.

    >>> rounded(15.128339), rounded(-0.0)
    (15.1283, 0.0)
    """
    return round(float(value), PLACES) + 0.0


def cited(cite: Citation) -> Json:
    """Give a page and its printing, the two keys of everything that cites a source.

    >>> cited(Citation("CE p.42", "ce-5.01"))
    {'ref': 'CE p.42', 'page_of': 'ce-5.01'}
    """
    return {"ref": cite.page, "page_of": cite.page_of}


def modifier_json(modifier: Modifier) -> Json:
    """Give one term of a sum."""
    found: Json = {
        "key": modifier.key,
        "part": modifier.part,
        "value": modifier.value,
        "label": modifier.label,
        **cited(modifier.cite),
    }
    return with_facts(found, modifier.facts)


def reasons_json(reasons: Iterable[Reason]) -> list[Json]:
    """Give reasons with what was measured."""
    return [
        with_facts({"key": reason.key, "label": reason.label, **cited(reason.cite)}, reason.facts)
        for reason in reasons
    ]


def with_facts(found: Json, facts: Facts) -> Json:
    """Add what was measured, when anything was."""
    return {**found, "facts": _rounded_facts(facts)} if facts else found


def _rounded_facts(facts: Facts) -> Mapping[str, object]:
    return {key: rounded(value) if isinstance(value, float) else value for key, value in facts.items()}


def assumed_json(notes: Iterable[Assumed]) -> list[Json]:
    """Give the defaults that an answer used."""
    return [{"at": note.at, "value": note.value, "label": note.label} for note in notes]


def options_json(used: Iterable[OptionUsed]) -> list[Json]:
    """Give the options that decided something."""
    return [{"id": option.id, "value": option.value} for option in used]
