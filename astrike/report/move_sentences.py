"""How does an answer about a move sound? Verdict, reasons, lines of the ledger and rolls, as a player says them.

The same words on the page and on the command line. What stands here was decided in `rules`; a sentence is said when
everything it names was measured, else a plainer one. Functions take the table, or what everything on it is called.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from astrike.model.explain import Fact, Facts
from astrike.model.movement import Check, Finding, MoveAnswer, MoveMargin, MoveReason, MoveTerm
from astrike.model.table import Table
from astrike.report.figures import height, inches, plain
from astrike.report.words import Names, Translate, inside_sentence, listed, names_of, same
from astrike.report.words import mark as _

Called = Table | Names
"""A table, or the names made of it once for many sentences."""

MODES: Mapping[str, str] = {
    "ground": _("on the ground"),
    "minimum": _("minimum movement"),
    "sprint": _("sprinting"),
    "jump": _("jumping"),
    "vtol": _("in flight"),
    "wige": _("as a WiGE"),
    "submersible": _("under water"),
    "standstill": _("standing still"),
}
"""Ways to move, as they stand inside a sentence."""

_SENTENCES: Mapping[str, tuple[str, ...]] = {
    "move.no-move": (_("Its card prints no Move for this."),),
    "move.immobile": (_("It is immobile."),),
    "move.done": (_("It has already moved this turn."),),
    "move.mode": (_("Its card prints no such way to move."),),
    "move.too-far": (
        _("Too far: %(cost)s of Move, it has %(available)s."),
        _("Too far: %(inches)s of less than %(limit)s."),
        _("Too far."),
    ),
    "move.prohibited": (_("%(by)s is closed to it."), _("This ground is closed to it.")),
    "move.wall": (_("%(by)s is in the way."), _("A wall is in the way.")),
    "move.steep": (
        _("Too steep: %(rise)s up or down in %(inches)s of travel."),
        _("Too steep: %(rise)s up or down at once."),
        _("Too steep."),
    ),
    "move.cliff": (
        _("Too steep a step under the base: from %(low)s to %(high)s."),
        _("Too steep a step under the base."),
    ),
    "move.enemy": (_("%(by)s is in the way."), _("An enemy is in the way.")),
    "move.gap": (
        _("Too narrow: a gap of %(gap)s for a base of %(base)s."),
        _("The gap is narrower than the base."),
    ),
    "move.stacking": (_("No room: it would end on %(by)s."), _("No room: it would end on another unit.")),
    "move.off-table": (_("Off the table, by %(inches)s."), _("Off the table.")),
    "move.headroom": (
        _("Too low under %(by)s: %(headroom)s of headroom for a height of %(height)s."),
        _("Too low under %(by)s."),
        _("Too low to pass under it."),
    ),
    "move.roof": (_("It may not go onto the roof of %(by)s."), _("It may not go onto roofs.")),
    "move.floor": (_("%(by)s has no such floor."), _("There is no such floor.")),
    "move.hull-down": (_("It is hull down: it first has to come out."),),
    "move.bogged": (_("It is bogged down: it first has to come free."),),
    "move.carried": (_("It is being carried."),),
    "move.dismounted": (_("It has dismounted this turn."),),
    "move.destroyed": (_("It is destroyed."),),
    "move.minimum-far": (
        _("Too far for minimum movement: %(inches)s of at most %(limit)s."),
        _("Too far for minimum movement."),
    ),
    "move.minimum-climb": (_("Minimum movement does not climb."),),
    "move.not-straight": (_("A jump goes in one straight line."),),
    "move.jump-ceiling": (
        _("Too high to jump: %(by)s reaches %(top)s, the jump %(ceiling)s."),
        _("Too high to jump: up to %(top)s, the jump reaches %(ceiling)s."),
        _("Too high to jump."),
    ),
    "move.jump-water": (_("It cannot jump out of %(by)s."), _("It cannot jump out of water.")),
    "move.jump-enemy": (
        _("Too low over %(by)s: it reaches %(top)s, the jump %(ceiling)s."),
        _("It cannot jump over %(by)s."),
        _("It cannot jump over an enemy."),
    ),
    "move.jump-landing": (_("It may not land on %(by)s."), _("It may not land there.")),
    "move.sprint-transport": (_("With a transport involved there is no sprint."),),
    "move.terrain-height": (
        _("%(by)s is higher than it flies: %(top)s, flying at %(z)s."),
        _("%(by)s is higher than it flies."),
        _("Terrain there is higher than it flies."),
    ),
    "move.take-off": (
        _("From the ground it first rises to %(limit)s."),
        _("From the ground it first gains height."),
    ),
    "move.landing": (_("It would crash: %(by)s is no ground to land on."), _("It would crash there.")),
    "move.wige-rise": (
        _("%(by)s rises too steeply for a WiGE: %(rise)s."),
        _("The ground rises too steeply for a WiGE."),
    ),
    "move.wige-taxi": (
        _("On the ground a WiGE moves %(limit)s at most, not %(inches)s."),
        _("On the ground a WiGE moves 2″ at most."),
    ),
    "move.wige-take-off": (_("Too little Move to take off."),),
    "move.dry": (_("It cannot leave the water."),),
    "move.bottom": (
        _("Deeper than the bottom: %(z)s, the bottom is at %(bottom)s."),
        _("Deeper than the bottom."),
    ),
    "move.surface": (_("It leaves the surface of the water."),),
    "move.grounded": (_("It is not in the air."),),
    "move.structure-turn": (_("A mobile structure turns no farther."),),
    "move.vacuum": (_("Nothing of its kind moves without air."),),
    "transport.contact": (
        _("It does not touch %(by)s: %(gap)s apart."),
        _("It does not touch %(by)s: %(rise)s higher or lower, at most %(limit)s."),
        _("It does not touch %(by)s."),
        _("It does not touch the transport."),
    ),
    "transport.capacity": (
        _("%(by)s is full: %(load)s of %(capacity)s."),
        _("There is no room left in %(by)s."),
        _("There is no room left in the transport."),
    ),
    "transport.flying": (_("%(by)s is in the air."), _("The transport is in the air.")),
    "transport.moved": (_("%(by)s has already moved."), _("The transport has already moved.")),
    "transport.sprint": (_("%(by)s has sprinted."), _("The transport has sprinted.")),
    "transport.same-turn": (_("Nobody mounts and dismounts in one turn."),),
    "transport.not-carried": (_("It is not on board %(by)s."), _("It is not on board.")),
    "transport.kind": (_("%(by)s cannot carry it."), _("This transport cannot carry it.")),
    "transport.mode": (_("Not with this way to move."),),
    "transport.not-moved": (_("%(by)s has not moved yet."), _("The transport has not moved yet.")),
    "grid.not-yet": (_("Hex tables come with a later version."),),
    "air.not-yet": (_("Flight paths of aerospace units come with a later version."),),
}
"""By reason: sentences, the one that says most first."""

_RULES: Mapping[str, tuple[str, ...]] = {
    "move.too-far": (_("%(missing)s too much."),),
    "move.steep": (
        _("At most %(limit)s in any %(window)s of travel."),
        _("At most %(limit)s in one step."),
    ),
    "move.cliff": (_("At most %(limit)s of difference under the whole base."),),
    "move.enemy": (_("Enemies are passed above or below, never through."),),
    "move.gap": (_("The whole base has to fit."),),
    "move.stacking": (_("Two units never share the same place, whatever their heights."),),
    "move.jump-ceiling": (_("It clears half its jump Move above where it starts."),),
    "move.prohibited": (_("Not even minimum movement enters it."),),
    "transport.kind": (_("Nothing on the two cards lets it ride there."),),
}
"""By reason: the rule in a few words, where the sentence alone does not say it."""

_CHECKS: Mapping[str, tuple[str, ...]] = {
    "skid": (
        _("or it skids %(distance)s, %(damage)s damage; %(inches)s on it"),
        _("or it skids %(distance)s, %(damage)s damage"),
    ),
    "bog": (_("to come free"), _("or it is stuck")),
    "ice": (
        _("%(roll)s: breaks at %(breaks_at)s or more, modifier %(modifier)s"),
        _("%(roll)s: breaks at %(breaks_at)s or more"),
    ),
    "magma-crust": (
        _("%(roll)s: breaks at %(breaks_at)s or more, modifier %(modifier)s"),
        _("%(roll)s: breaks at %(breaks_at)s or more"),
    ),
    "magma": (_("heat %(heat)s, damage %(damage)s"),),
    "hull-down": (_("%(price)s a try, Move for %(tries)s"),),
    "overhang": (_("%(inches)s over the edge"),),
    "building-damage": (_("%(lost)s of CF %(cf)s for %(inches)s inside"),),
    "collapse": (_("%(lost)s of CF %(cf)s lost on the way"), _("too large a unit inside")),
    "building-load": (_("the Sizes of %(units)s units add up to %(load)s, at most %(capacity)s"),),
    "bridge-load": (_("the Sizes of %(units)s units add up to %(load)s, at most %(capacity)s"),),
}
"""By check: what was measured."""

_FINDINGS: Mapping[str, tuple[str, ...]] = {
    "standing.overlap": (_("%(value)s over each other"),),
    "standing.straddle": (_("ground from %(low)s to %(high)s, at most %(limit)s apart"),),
    "standing.steep": (_("a slope of %(value)s in 1″, at most %(limit)s"),),
    "standing.off-table": (_("%(value)s beyond it"),),
    "standing.overhang": (_("by %(value)s"),),
    "standing.floating": (_("at %(value)s, something to stand on is at %(limit)s"),),
    "standing.contact": (_("%(rise)s higher or lower"),),
    "standing.prohibited": ("",),
}
"""By finding on a table: what was measured."""

_SHORT: Mapping[str, str] = {
    "move.steep": _("no way up or down"),
    "move.cliff": _("no way up or down"),
    "move.prohibited": _("not over this ground"),
    "move.wall": _("a wall in the way"),
    "move.enemy": _("an enemy in the way"),
    "move.gap": _("no way through"),
    "move.stacking": _("no room at the end"),
    "move.off-table": _("not off the table"),
    "move.jump-ceiling": _("too high to jump"),
    "move.terrain-height": _("flying too low"),
    "move.landing": _("it would crash"),
    "move.done": _("but not twice in a turn"),
    "air.not-yet": _("flight paths come with a later version"),
    "grid.not-yet": _("hex tables come with a later version"),
}
"""Reasons in a few words beside the sum."""

_MARGINS: Mapping[str, str] = {
    "move": _("of Move"),
    "clearance": _("between base and %(by)s"),
    "travel": _("of travel between two climbs"),
    "height": _("of height"),
}
"""What a margin is measured of."""

_HITS: Mapping[str, str] = {
    "mp": _("MP hit"),
    "engine": _("engine hit"),
    "motive": _("motive hit"),
}
_LOSSES: Mapping[str, str] = {"half": _("half"), "immobile": _("immobile")}

_FACTS: Mapping[str, str] = {
    "skill": _("Skill"),
    "tmm": _("TMM"),
    "move": _("of Move"),
    "load": _("load"),
    "capacity": _("capacity"),
    "damage": _("damage"),
    "modifier": _("modifier"),
    "size": _("Size"),
    "count": _("count"),
    "height": _("height"),
    "depth": _("depth"),
    "gravity": _("gravity"),
}
"""What measured facts are called, where no sentence holds them."""

_LENGTHS = frozenset({"base", "clearance", "cost", "gap", "inches", "left", "length", "missing", "over"})
"""Facts measured along the table: two places. Heights and figures of the rules are as short as they are exact."""
_HEIGHTS = frozenset(
    {
        *(
            "available",
            "bottom",
            "ceiling",
            "depth",
            "distance",
            "headroom",
            "height",
            "high",
            "limit",
            "low",
        ),
        *("price", "rise", "top", "window", "z"),
    }
)
_LABELS = frozenset({"ability", "kind", "mover", "row"})
"""Facts that are labels of an edition."""
_IDS = frozenset({"by", "building", "enemy", "piece", "pieces", "transport", "unit", "units"})


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict in pieces that can be set large and small."""

    word: str
    """Yes or No."""
    cost: str
    """Such as 19.89″."""
    available: str
    """Such as "of 20″"."""
    note: str
    """What stands behind: what is left, what is missing, or in a few words why not."""


@dataclass(frozen=True, slots=True)
class Worded:
    """What something is, and what was measured; the second may be empty."""

    what: str
    detail: str = ""


def verdict_words(answer: MoveAnswer, *, translate: Translate = same) -> VerdictWords:
    """Say yes or no, the sum, and what stands behind it."""
    return VerdictWords(
        word=translate(_("Yes") if answer.allowed else _("No")),
        cost=inches(answer.cost),
        available=translate(_("of %(available)s")) % {"available": height(answer.available)},
        note=_note(answer, translate),
    )


def margin_words(answer: MoveAnswer, *, translate: Translate = same) -> str:
    """Say that a verdict hangs on less than anybody measures; empty when it does not."""
    if answer.margin is None or not answer.margin.close:
        return ""
    return translate(_("too close to call: %(inches)s")) % {"inches": inches(abs(answer.margin.inches))}


def margin_of_words(margin: MoveMargin, called: Called, *, translate: Translate = same) -> str:
    """Say what a verdict hangs on, as it stands behind the inches."""
    names = _names(called)
    if margin.of == "height" and margin.by is not None:
        return translate(_("of height at %(by)s")) % {"by": names.get(margin.by, margin.by)}
    by = names.get(margin.by, margin.by) if margin.by is not None else translate(_("what is in the way"))
    return translate(_MARGINS.get(margin.of, margin.of)) % {"by": by}


def sum_words(answer: MoveAnswer, *, translate: Translate = same) -> str:
    """Say what is left or missing, or in a few words why not, however close it is."""
    return _behind(answer, translate)


def reason_title(reason: MoveReason, called: Called, *, translate: Translate = same) -> str:
    """Say a reason why not in one sentence."""
    said = _measured(reason, _names(called))
    if "row" in said:
        what = translate(str(reason.facts["row"]))
        return translate(_("%(what)s: no figure in this edition.")) % {"what": what}
    return _first(_SENTENCES.get(reason.key, ()), said, translate) or _as_sentence(translate(reason.label))


def reason_detail(reason: MoveReason, called: Called, *, translate: Translate = same) -> str:
    """Say the rule behind a reason, which piece or unit it is about, and at which inch of the way."""
    names = _names(called)
    said = _measured(reason, names)
    # A row that the sources do not print says why in its label.
    why = _as_sentence(translate(reason.label)) if "row" in said else ""
    rule = why or _first(_RULES.get(reason.key, ()), said, translate)
    title = reason_title(reason, names, translate=translate)
    who = said.get("by", "")
    parts = [] if not who or who in title else [who]
    if reason.until > reason.at:
        where = translate(_("from %(at)s to %(until)s of the way"))
        parts.append(where % {"at": inches(reason.at), "until": inches(reason.until)})
    elif reason.at > 0:
        parts.append(translate(_("at %(at)s of the way")) % {"at": inches(reason.at)})
    place = _as_sentence(", ".join(parts)) if parts else ""
    return " ".join(each for each in (rule, place) if each)


def term_words(term: MoveTerm, called: Called, *, translate: Translate = same) -> Worded:
    """Name a line of the ledger and what was measured for it."""
    said = _said(term.facts, None, _names(called))
    label = translate(term.label)
    rate = term.facts.get("rate", 1.0)
    if term.key == "path":
        legs = term.facts.get("legs", 1)
        if legs != 1 and "inches" in said:
            return Worded(label, translate(_("%(inches)s in %(legs)s legs")) % said)
        return Worded(label, translate(_("%(inches)s at %(rate)s each")) % said if rate != 1 else "")
    if term.key.startswith("terrain.") and "inches" in said:
        what = said.get("pieces") or label
        if isinstance(rate, int | float):
            said["rate"] = f"{'+' if rate >= 0 else ''}{plain(rate)}"
        return Worded(what, translate(_("%(inches)s at %(rate)s")) % said)
    if {"height", "rate"} <= said.keys():
        return Worded(label, translate(_("%(height)s at %(rate)s each")) % said)
    return Worded(label, ", ".join(_rest(term.facts, said, translate)))


def check_words(check: Check, called: Called, *, translate: Translate = same) -> Worded:
    """Name a roll or damage that the move brings about, and what it needs."""
    said = _said(check.facts, check.by, _names(called))
    found = [translate(_("2D6: %(need)s or more")) % {"need": check.need}] if check.need is not None else []
    if who := said.get("by"):
        found.append(who)
    texts = _CHECKS.get(check.key, ())
    if check.key == "bog":
        texts = texts[:1] if check.facts.get("escape") else texts[1:]
    if measured := _first(texts, said, translate):
        found.append(measured)
    else:
        found += _rest(check.facts, said, translate)
    if check.at > 0:
        found.append(translate(_("at %(at)s of the way")) % {"at": inches(check.at)})
    return Worded(translate(check.label), ", ".join(found))


def finding_words(finding: Finding, called: Called, *, translate: Translate = same) -> Worded:
    """Say what is wrong on a table: who is concerned, what was measured, what is allowed."""
    names = _names(called)
    said = _said(finding.facts, None, names)
    for key, value in (("value", finding.value), ("limit", finding.limit)):
        if value is not None:
            said[key] = height(value)
    parts = [listed(finding.by, names)] if finding.by else []
    texts = _FINDINGS.get(finding.key)
    if texts is not None:
        parts += filter(None, [_first(texts, said, translate)])
    else:
        parts += _rest(finding.facts, said, translate)
        if finding.value is not None and finding.limit is not None:
            parts.append(translate(_("%(value)s, at most %(limit)s")) % said)
    return Worded(translate(finding.label), ", ".join(parts))


# ---- words of facts


def _names(called: Called) -> Names:
    return names_of(called) if isinstance(called, Table) else called


def _note(answer: MoveAnswer, translate: Translate) -> str:
    return margin_words(answer, translate=translate) or _behind(answer, translate)


def _behind(answer: MoveAnswer, translate: Translate) -> str:
    left = answer.available - answer.cost
    if answer.allowed:
        if answer.mode in ("minimum", "standstill"):
            return translate(MODES[answer.mode])
        return translate(_("%(left)s left")) % {"left": inches(max(0.0, left))}
    if any(reason.key == "move.too-far" for reason in answer.refusals):
        return translate(_("%(missing)s too much")) % {"missing": inches(max(0.0, -left))}
    first = answer.refusals[0]
    short = next((each for each in answer.refusals if each.key in _SHORT), first)
    why = translate(_SHORT[short.key]) if short.key in _SHORT else inside_sentence(translate(short.label))
    if "row" in short.facts:
        why = translate(_("no figure in this edition"))
    if left >= 0 and answer.cost > 0:
        return translate(_("enough Move, %(why)s")) % {"why": why}
    return why


def _first(texts: tuple[str, ...], said: Mapping[str, str], translate: Translate) -> str:
    """Say the first sentence of which everything is known."""
    for text in texts:
        try:
            return translate(text) % said
        except KeyError:
            continue
    return ""


def _measured(reason: MoveReason, names: Names) -> dict[str, str]:
    """Give what was measured for a reason; a rise at one place has no length of travel, a single step no window."""
    facts = {key: value for key, value in reason.facts.items() if value or key not in ("inches", "window")}
    cost, available = facts.get("cost"), facts.get("available")
    if isinstance(cost, int | float) and isinstance(available, int | float):
        facts["missing"] = cost - available
    return _said(facts, reason.by, names)


def _said(facts: Facts, by: str | None, names: Names) -> dict[str, str]:
    found = {key: _fact(key, value, names) for key, value in facts.items()}
    if by is not None:
        found["by"] = _fact("by", by, names)
    return found


def _fact(key: str, value: Fact, names: Names) -> str:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return ", ".join(names.get(each, each) for each in value.split(", ")) if key in _IDS else value
    if key in _LENGTHS:
        return inches(value)
    return height(value) if key in _HEIGHTS or key == "rate" else plain(value)


def _rest(facts: Facts, said: Mapping[str, str], translate: Translate) -> Iterator[str]:
    """List what was measured and stands in no sentence."""
    for key, value in facts.items():
        match key:
            case "by" | "loss" | "going":
                continue
            case "hit":
                loss = str(facts.get("loss", ""))
                hit, lost = translate(_HITS.get(str(value), str(value))), translate(_LOSSES.get(loss, ""))
                yield f"{hit}: {lost}" if lost else hit
            case "factor":
                yield f"× {said[key]}"
            case "heat":
                yield translate(_("level %(heat)s")) % said
            case _ if key in _FACTS:
                yield f"{translate(_FACTS[key])} {said[key]}"
            case "condition":
                yield str(value).replace(".", " ")
            case _ if key in _LABELS:
                yield translate(str(value))
            case _ if (key in _IDS and isinstance(value, str)) or key == "code":
                yield said[key]
            case _ if isinstance(value, bool):
                continue
            case _:
                yield f"{key} {said[key]}"


def _as_sentence(text: str) -> str:
    """Let a label begin and end as a sentence does.

    >>> _as_sentence("farther than its Move")
    'Farther than its Move.'
    """
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
