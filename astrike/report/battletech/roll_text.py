"""How does an answer about piloting rolls read, on a terminal and on its card?"""

from collections.abc import Iterator

from astrike.model.battletech.answers import CardAnswer, DueRoll, FailureEffect
from astrike.model.battletech.rolls import RollAnswer, RollResult
from astrike.model.explain import Modifier
from astrike.report.words.numbers import percent_exactly, signed
from astrike.report.words.pages import page_words
from astrike.report.words.terminal import Column, grid, wrapped
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _

_COLUMNS = (Column(44), Column(4, right=True), Column(26))
_WHEN = {
    "at-once": _("roll at once"),
    "end-of-phase": _("end of the phase"),
    "end-of-move": _("end of its move"),
    "physical-phase": _("Physical Attack Phase"),
}
_AUTOMATIC = {"fails": _("fails without a roll"), "succeeds": _("always succeeds"), "none": _("no roll")}
_OUTCOMES = {"succeeds": _("succeeds"), "fails": _("fails"), "lapses": _("lapses")}
_SKILL = "skill"
_ROLLS = 36


def when_words(when: str, translate: Translate) -> str:
    """Say when a roll is made."""
    return translate(_WHEN[when])


def automatic_words(automatic: str, translate: Translate) -> str:
    """Say how a roll ends without dice.

    >>> automatic_words("none", str)
    'no roll'
    """
    return translate(_AUTOMATIC[automatic])


def number_words(roll: DueRoll, translate: Translate) -> str:
    """Say which number a roll needs, or how it ends without dice."""
    if roll.automatic is not None or roll.target is None:
        return automatic_words(roll.automatic or "none", translate)
    return f"{roll.target}+"


def ways_words(odds: float, translate: Translate) -> str:
    """Say with how many rolls of two dice something comes about.

    >>> ways_words(0.2778, str)
    '10 of 36 rolls'
    """
    return translate(_("%(ways)s of %(all)s rolls")) % {"ways": round(odds * _ROLLS), "all": _ROLLS}


def effect_words(effect: FailureEffect, translate: Translate) -> str:
    """Say what a failed roll brings about, with its numbers."""
    label = translate(effect.label)
    if effect.groups:
        said = {"what": label, "damage": effect.damage, "groups": groups_words(effect.groups, translate)}
        if len(effect.groups) == 1:
            return translate(_("%(what)s, %(damage)s damage")) % said
        return translate(_("%(what)s, %(damage)s damage as %(groups)s")) % said
    if effect.target is not None:
        return translate(_("%(what)s: %(target)s+")) % {"what": label, "target": effect.target}
    if effect.hexes:
        return translate(_("%(what)s: %(hexes)s")) % {"what": label, "hexes": effect.hexes}
    return label


def groups_words(groups: tuple[int, ...], translate: Translate) -> str:
    """Say in which groups damage comes: several of a size are counted.

    >>> groups_words((5, 2), str), groups_words((5, 5, 5, 2), str)
    ('5 and 2', '3 × 5 and 2')
    """
    sizes = list(dict.fromkeys(groups))
    parts = [str(size) if groups.count(size) == 1 else f"{groups.count(size)} × {size}" for size in sizes]
    if len(parts) == 1:
        return parts[0]
    return translate(_("%(first)s and %(last)s")) % {"first": parts[0], "last": parts[1]}


def result_words(result: RollResult, translate: Translate) -> str:
    """Say how a roll ended."""
    outcome = translate(_OUTCOMES[result.outcome])
    if result.rolled is None:
        return outcome
    said = {"rolled": result.rolled, "outcome": outcome}
    return translate(_("rolled %(rolled)s: %(outcome)s")) % said


def value_words(row: Modifier) -> str:
    """Write the value of a row of a ledger: the skill as it is, others with their sign."""
    return str(row.value) if row.key in (_SKILL, "wounds") else signed(row.value)


def option_lines(answer: CardAnswer, translate: Translate) -> list[str]:
    """Say how disputed points were settled."""
    return [f"{translate(_('Option'))} {used.id} = {used.value}" for used in answer.options_used]


def roll_text(answer: RollAnswer, translate: Translate) -> str:
    """Write an answer for a terminal."""
    lines: list[str] = []
    for reason in answer.refusals:
        lines += wrapped(f"{translate(reason.label)} ({page_words(reason.cite, answer.edition)})")
    for roll in (*answer.consciousness, *answer.rolls):
        lines += (
            ["", *_roll_lines(roll, answer.edition, translate)]
            if lines
            else _roll_lines(roll, answer.edition, translate)
        )
    lines += _results(answer, translate)
    for note in answer.notes:
        lines += ["", *wrapped(f"{translate(note.label)} ({page_words(note.cite, answer.edition)})")]
    lines += option_lines(answer, translate)
    return "\n".join(lines) if lines else translate(_("Nothing that asks for a roll."))


def _roll_lines(roll: DueRoll, edition: str, translate: Translate) -> list[str]:
    return [
        *wrapped(_headline(roll, translate)),
        *_ledger(roll, edition, translate),
        *_failing(roll, translate),
    ]


def _headline(roll: DueRoll, translate: Translate) -> str:
    label = translate(roll.label)
    if roll.target is None or roll.odds is None:
        return f"{label}: {automatic_words(roll.automatic or 'none', translate)}"
    if roll.automatic is not None:
        return f"{label}: {roll.target}+, {automatic_words(roll.automatic, translate)}"
    said = {
        "what": label,
        "target": roll.target,
        "odds": percent_exactly(roll.odds),
        "when": when_words(roll.when, translate),
    }
    return translate(_("%(what)s: %(target)s+ (%(odds)s), %(when)s")) % said


def _ledger(roll: DueRoll, edition: str, translate: Translate) -> list[str]:
    rows = [
        (f"  {translate(row.label)}", value_words(row), page_words(row.cite, edition))
        for row in roll.modifiers
    ]
    return grid(rows, _COLUMNS) if rows else []


def _failing(roll: DueRoll, translate: Translate) -> Iterator[str]:
    if roll.on_failure:
        effects = "; ".join(effect_words(effect, translate) for effect in roll.on_failure)
        yield from wrapped(f"  {translate(_('If it fails'))}: {effects}", indent="    ")


def _results(answer: RollAnswer, translate: Translate) -> Iterator[str]:
    for result in answer.results:
        if result.rolled is not None:
            yield f"{result.event}: {result_words(result, translate)}"
