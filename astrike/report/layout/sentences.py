"""How is a finding on a table worded: what it is about, what was measured, and what is allowed?

The same words on the page, in the printed report and on a terminal. A sentence is used when everything it names was
measured, else the next one; the last needs nothing. Findings about units have their words in
`report.movement.sentences`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Fact
from astrike.model.legality import Finding, Legality, SkippedCheck
from astrike.model.number_text import plain_number
from astrike.report.layout.phrases import BEYOND, BOUNDS, DETAILS, LAYOUT_WORDS, SKIPPED_WORDS, TITLES
from astrike.report.movement.sentences import Called, finding_words
from astrike.report.words.names import names_of
from astrike.report.words.numbers import height, inches
from astrike.report.words.texts import Translate, first_sentence, inside_sentence, untranslated
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition

MORE: Final = ".more"
LIST: Final = "list."
_NAMED: Final = 3
"""Pieces of a finding that are named where it is about all of them."""
_SIDES: Final = frozenset({"side", "on", "most", "beside", "edges"})
"""Facts that name one side or several, as "north, east"."""
_LENGTHS: Final = frozenset(
    {"width", "depth", "wanted_width", "wanted_depth", "middle", "ledge", "needed", "step", "inches"}
)


@dataclass(frozen=True, slots=True)
class FindingWords:
    """A finding in pieces that can be set large and small; each but the first may be empty."""

    what: str
    detail: str
    value: str
    limit: str
    """Such as "at least 1.25″"."""

    @property
    def measured(self) -> str:
        """All but what it is about, in one line."""
        figures = ", ".join(filter(None, (self.value, self.limit)))
        return "; ".join(filter(None, (figures, self.detail)))


def words_of_finding(
    finding: Finding, called: Called, *, translate: Translate = untranslated
) -> FindingWords:
    """Say a finding."""
    if not finding.key.startswith(("layout.", LIST)):
        words = finding_words(finding, called, translate=translate)
        return FindingWords(words.what, words.detail, "", "")
    said = _stated(finding, called, translate)
    key = general_words(finding.key.removesuffix(MORE))
    if finding.key.endswith(MORE):
        what = first_sentence(TITLES.get(key, ()), said, translate) or translate(finding.label)
        count = plain_number(finding.value or 0)
        return FindingWords(what, translate(_("%(count)s more of these")) % {"count": count}, "", "")
    detail = first_sentence(DETAILS.get(key, ()), said, translate)
    if finding.severity == "error" and not detail:
        detail = first_sentence(BEYOND.get(finding.unit, ()), said, translate)
    if finding.severity == "close":
        close = translate(_("too close to call, ±%(tolerance)s")) % {"tolerance": inches(finding.tolerance)}
        detail = f"{close}; {detail}" if detail else close
    what = first_sentence(TITLES.get(key, ()), said, translate) or _with_names(translate(finding.label), said)
    if _is_yes_or_no(finding):
        return FindingWords(what, detail, "", "")
    return FindingWords(what, detail, said.get("value", ""), _limit(finding, translate))


def measured_words(value: float, unit: str) -> str:
    """Write a figure in its unit.

    >>> measured_words(1.1, "in"), measured_words(0.281, "share")
    ('1.10″', '28.1 %')
    >>> measured_words(2, "count"), measured_words(1.25, "degrees")
    ('2', '1.25°')
    """
    match unit:
        case "in":
            return inches(value)
        case "share":
            return f"{value * 100:.1f} %"
        case "degrees":
            return f"{plain_number(value)}°"
        case "pv":
            return f"{plain_number(value)} PV"
        case _:
            return plain_number(value)


def skipped_groups(
    skipped: Iterable[SkippedCheck], *, translate: Translate = untranslated
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Say what was not checked: why not, and everything for which that is so."""
    found: dict[str, list[str]] = {}
    for each in skipped:
        found.setdefault(translate(SKIPPED_WORDS.get(each.why, each.why)), []).append(translate(each.label))
    return tuple((why, tuple(labels)) for why, labels in found.items())


def skipped_words(
    skipped: Iterable[SkippedCheck], *, translate: Translate = untranslated
) -> tuple[tuple[str, str], ...]:
    """Say what was not checked, each reason in one line."""
    return tuple((why, "; ".join(labels)) for why, labels in skipped_groups(skipped, translate=translate))


def open_words(legality: Legality, *, translate: Translate = untranslated) -> tuple[tuple[str, str], ...]:
    """Say what the verdict leaves open, each reason in one line."""
    return skipped_words(legality.open, translate=translate)


def open_names(legality: Legality, *, translate: Translate = untranslated) -> tuple[str, ...]:
    """Name what the verdict leaves open, as it stands inside a sentence."""
    return tuple(inside_sentence(translate(each.label)) for each in legality.open)


def count_words(legality: Legality, *, translate: Translate = untranslated) -> tuple[tuple[str, str], ...]:
    """Count the findings by verdict: severity and words, without those that there are none of.

    What is always stated is how many points are in order and how many were not checked.
    """
    counted = [
        ("error", _("%(count)s fail"), legality.count("error")),
        ("close", _("%(count)s too close to call"), legality.count("close")),
        ("warning", _("%(count)s to look at"), legality.count("warning")),
        ("note", _("%(count)s noted"), legality.count("note")),
        ("pass", _("%(count)s pass"), legality.count("pass")),
        ("skipped", _("%(count)s not checked"), len(legality.skipped)),
    ]
    return tuple(
        (severity, translate(text) % {"count": count})
        for severity, text, count in counted
        if count or severity in ("pass", "skipped")
    )


def verdict_sentence(legality: Legality, *, translate: Translate = untranslated) -> str:
    """Say the verdict in one sentence, with the preset, the points checked and the tolerance; never "legal" alone."""
    by = legality.title or translate(_("the rules"))
    held = sum(each.severity in ("pass", "error", "close") for each in legality.findings)
    said = {
        "preset": by,
        "count": held,
        "errors": legality.count("error"),
        "close": legality.count("close"),
        "tolerance": inches(legality.tolerance),
    }
    if said["errors"]:
        text = _(
            "Does not meet %(preset)s. Points checked: %(count)s, failed: %(errors)s. Tolerance %(tolerance)s."
        )
    elif said["close"]:
        text = _(
            "Too close to call by %(preset)s. Points checked: %(count)s, too close: %(close)s."
            " Tolerance %(tolerance)s."
        )
    elif legality.undecided:
        text = _("Not decided by %(preset)s. Points checked: %(count)s. Tolerance %(tolerance)s.")
    elif legality.open:
        text = _(
            "Meets %(preset)s, as far as checked (not checked: %(open)s)."
            " Points checked: %(count)s. Tolerance %(tolerance)s."
        )
    else:
        text = _("Meets %(preset)s. Points checked: %(count)s. Tolerance %(tolerance)s.")
    names = ", ".join(open_names(legality, translate=translate))
    if not legality.open or legality.verdict == "pass":
        return translate(text) % {**said, "open": names}
    left = translate(_("Not checked: %(open)s.")) % {"open": names}
    return f"{translate(text) % said} {left}"


def terrain_words(kind: str, *, translate: Translate = untranslated) -> str:
    """Name a kind of terrain, as several pieces."""
    row = load_edition(DEFAULT_EDITION).terrain.get(kind)
    return kind.replace("-", " ").capitalize() if row is None else translate(row.plural or row.label)


def bounds_words(
    at_least: float | None, at_most: float | None, unit: str, *, translate: Translate = untranslated
) -> str:
    """Say what a limit wants.

    >>> bounds_words(2, None, "count"), bounds_words(2, 6, "count"), bounds_words(4, 4, "count")
    ('at least 2', '2 to 6', '4')
    >>> bounds_words(None, 0.2, "share")
    'at most 20.0 %'
    """
    low, high = (None if each is None else _figure(each, unit) for each in (at_least, at_most))
    if low is None or high is None:
        bound, figure = ("at-most", high) if low is None else ("at-least", low)
        return translate(BOUNDS[bound]) % {"limit": figure}
    return low if low == high else translate(_("%(low)s to %(high)s")) % {"low": low, "high": high}


def general_words(key: str) -> str:
    """Give the key under which words are kept: kinds of terrain are one.

    >>> general_words("layout.count.woods"), general_words("layout.footprint.hill.width"), general_words(
    ...     "layout.gap.edge"
    ... )
    ('layout.count.KIND', 'layout.footprint.KIND.width', 'layout.gap.edge')
    """
    kinds = load_edition(DEFAULT_EDITION).terrain
    return ".".join("KIND" if word in kinds else word for word in key.split("."))


def _stated(finding: Finding, called: Called, translate: Translate) -> Mapping[str, str]:
    names = called if isinstance(called, Mapping) else names_of(called)
    said = {key: _fact(key, value, names, translate) for key, value in finding.facts.items()}
    for key, value in (("value", finding.value), ("limit", finding.limit)):
        if value is not None:
            said[key] = measured_words(value, finding.unit)
    if finding.by and finding.key.startswith(LIST) and finding.severity != "pass":
        said["by"] = ", ".join(_counted(names.get(each, each) for each in finding.by))
    elif finding.by:
        said["by"] = " – ".join(names.get(each, each) for each in finding.by[:2])
        if len(finding.by) > 2:
            said["by"] = translate(_("%(by)s and %(count)s more")) % {
                "by": said["by"],
                "count": len(finding.by) - 2,
            }
    if finding.by:
        said["all"] = ", ".join(names.get(each, each) for each in finding.by[:_NAMED])
        if len(finding.by) > _NAMED:
            more = {"by": said["all"], "count": len(finding.by) - _NAMED}
            said["all"] = translate(_("%(by)s and %(count)s more")) % more
        if "pieces" in finding.facts:
            ranged = _ranged([names.get(each, each) for each in finding.by])
            said["ranged"] = ", ".join(ranged[:_NAMED])
            if len(ranged) > _NAMED:
                more = {"by": said["ranged"], "count": len(ranged) - _NAMED}
                said["ranged"] = translate(_("%(by)s and %(count)s more")) % more
        said["first"] = names.get(finding.by[0], finding.by[0])
        said["second"] = names.get(finding.by[-1], finding.by[-1])
    return said


def _counted(names: Iterable[str]) -> Iterator[str]:
    """Name units; several of one name once, with their number.

    >>> list(_counted(["Alder ALD-1", "Birch", "Alder ALD-1"]))
    ['2 × Alder ALD-1', 'Birch']
    """
    for name, count in Counter(names).items():
        yield name if count == 1 else f"{count} × {name}"


def _fact(key: str, value: Fact, names: Mapping[str, str], translate: Translate) -> str:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        if key == "kind":
            return terrain_words(value, translate=translate)
        if key in _SIDES and ", " in value:
            return _listed([translate(LAYOUT_WORDS.get(each, each)) for each in value.split(", ")], translate)
        return translate(LAYOUT_WORDS[value]) if value in LAYOUT_WORDS else names.get(value, value)
    return height(value) if key in _LENGTHS else plain_number(value)


def _ranged(names: Sequence[str]) -> list[str]:
    """Name pieces; those that are counted on from each other as one.

    >>> _ranged(["Hill 1", "Hill 2", "Hill 3", "Hill 5", "Woods 6"])
    ['Hill 1–3', 'Hill 5', 'Woods 6']
    """
    found: list[tuple[str, int, int]] = []
    for name in names:
        head, _space, tail = name.rpartition(" ")
        if not (head and tail.isdecimal()):
            found.append((name, -1, -1))
        elif found and found[-1][0] == head and found[-1][2] == int(tail) - 1:
            found[-1] = (head, found[-1][1], int(tail))
        else:
            found.append((head, int(tail), int(tail)))
    return [
        head if last < 0 else f"{head} {first}" if first == last else f"{head} {first}–{last}"
        for head, first, last in found
    ]


def _listed(words: Sequence[str], translate: Translate) -> str:
    """Write several words as they are read aloud."""
    return translate(_("%(words)s and %(last)s")) % {"words": ", ".join(words[:-1]), "last": words[-1]}


def _is_yes_or_no(finding: Finding) -> bool:
    """Say whether a finding is one thing that must not be: its count of one or none says nothing more."""
    is_named = finding.key.startswith(LIST) and bool({"type", "code"} & set(finding.facts))
    return finding.unit == "count" and finding.limit == 0.0 and (is_named or finding.value in (0.0, 1.0))


def _limit(finding: Finding, translate: Translate) -> str:
    if finding.limit is None or finding.bound not in BOUNDS:
        return ""
    return translate(BOUNDS[finding.bound]) % {"limit": _figure(finding.limit, finding.unit)}


def _figure(limit: float, unit: str) -> str:
    """Write a limit as short as it is exact."""
    return height(limit) if unit == "in" else measured_words(limit, unit)


def _with_names(label: str, said: Mapping[str, str]) -> str:
    return f"{label}: {said['by']}" if "by" in said else label
