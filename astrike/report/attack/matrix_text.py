"""How do all attacks of a table read on a terminal? Attackers down, targets across, and why not in letters."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from string import ascii_lowercase

from astrike.model.attack_answer import AttackAnswer
from astrike.model.explain import Reason
from astrike.model.margin import Margin, verdict_parts
from astrike.model.table import Table
from astrike.report.rulings.margins import call_words
from astrike.report.words.names import names_of
from astrike.report.words.numbers import inches
from astrike.report.words.pages import page_words, printing_note
from astrike.report.words.terminal import COLUMN_GAP, WIDTH, Column, grid, width_of, wrapped
from astrike.report.words.texts import Names, Translate, untranslated, visible
from astrike.report.words.texts import to_translate as _

_WIDEST_LABEL = 18
_WIDEST_CELL = 8
_LONGEST_HEAD = 5
_Pair = tuple[str, str]


def matrix_text(
    answers: Sequence[AttackAnswer],
    calls: Sequence[Margin | None],
    table: Table,
    *,
    translate: Translate = untranslated,
) -> str:
    """Show every attacker against every enemy: what it needs, or `no` and letters for the reasons.

    A `?` marks what is too close to call; `calls` has of each answer what it could be.
    """
    if not answers:
        return translate(_("Nobody on this table has an enemy to attack."))
    names = names_of(table)
    letters = _letters(answers)
    close = {
        (answer.attacker, answer.target): call_words(call, verdict_parts(answer), translate=translate)
        for answer, call in zip(answers, calls, strict=True)
        if call is not None
    }
    lines = wrapped(translate(_("What each attacker needs on 2D6: attackers down, targets across.")))
    for group in _by_side(answers, table):
        lines += ["", *_block(group, names, letters, close)]
    if letters:
        lines.append("")
        rows = [
            (letter, f"{translate(reason.label)} ({page_words(reason.cite, answers[0].edition)})")
            for reason, letter in letters.values()
        ]
        lines += grid(rows, [Column(3), Column(WIDTH - 5)])
    lines += [translate(text) for text in _notes_on_numbers(answers)]
    lines += _close_lines(close, table.tolerance, translate)
    lines += ["", translate(_("Edition  %(edition)s")) % {"edition": answers[0].edition}]
    lines += [f"{name}  {text}" for name, text in printing_note(lines, translate)]
    return "\n".join(visible(line) for line in lines)


def _close_lines(close: Mapping[_Pair, str], tolerance: float, translate: Translate) -> Iterator[str]:
    """Say between what the marked ones cannot be called."""
    if not close:
        return
    yield ""
    stated = translate(_("? Too close to call: another answer if a base is off by less than %(tolerance)s."))
    yield from wrapped(stated % {"tolerance": inches(tolerance)})
    for (attacker, target), words in close.items():
        yield from wrapped(f"{attacker} → {target}: {words}", indent=COLUMN_GAP)


def _notes_on_numbers(answers: Sequence[AttackAnswer]) -> Iterator[str]:
    """Say what numbers mean that no roll decides."""
    found = {answer.automatic for answer in answers}
    if found & {"hit", "miss"}:
        yield ""
    if "hit" in found:
        yield _("2 or less hits without a roll.")
    if "miss" in found:
        yield _("More than 12 cannot be rolled.")


def _letters(answers: Sequence[AttackAnswer]) -> dict[str, tuple[Reason, str]]:
    """Give each reason a letter, in the order in which they appear."""
    found: dict[str, tuple[Reason, str]] = {}
    for answer in answers:
        for reason in answer.refusals:
            if reason.key not in found:
                found[reason.key] = (reason, _letter(len(found)))
    return found


def _letter(number: int) -> str:
    more, last = divmod(number, len(ascii_lowercase))
    return (ascii_lowercase[more - 1] if more else "") + ascii_lowercase[last]


def _by_side(answers: Sequence[AttackAnswer], table: Table) -> Iterator[list[AttackAnswer]]:
    """Put the attackers of each side together; those of no side come together too."""
    sides = {unit.id: unit.side for unit in table.units}
    for side in dict.fromkeys(sides[answer.attacker] for answer in answers):
        yield [answer for answer in answers if sides[answer.attacker] == side]


def _block(
    answers: Sequence[AttackAnswer],
    names: Names,
    letters: Mapping[str, tuple[Reason, str]],
    close: Collection[_Pair],
) -> Iterator[str]:
    attackers = list(dict.fromkeys(answer.attacker for answer in answers))
    targets = list(dict.fromkeys(answer.target for answer in answers))
    heads = _heads(targets)
    cells = {(answer.attacker, answer.target): _cell(answer, letters, close) for answer in answers}
    labels = {unit: _label(unit, names) for unit in attackers}
    room = WIDTH - min(_WIDEST_LABEL, max(width_of(label) for label in labels.values()))
    for group in _columns_that_fit(targets, heads, cells, room=room):
        rows = [("", *(heads[target] for target in group))]
        rows += [(labels[unit], *(cells.get((unit, target), "·") for target in group)) for unit in attackers]
        yield from grid(
            rows, [Column(_WIDEST_LABEL), *(Column(_WIDEST_CELL, right=True) for _target in group)]
        )
        yield ""
    rows = [(heads[target], names[target]) for target in targets if heads[target] != names[target]]
    if rows:
        text = ", ".join(f"{head} {name}" for head, name in rows)
        yield from wrapped(text, indent=COLUMN_GAP)


def _heads(targets: Sequence[str]) -> dict[str, str]:
    """Head each column with the unit's id, or with a number where an id is too long."""
    if all(width_of(target) <= _LONGEST_HEAD for target in targets):
        return {target: target for target in targets}
    return {target: str(number) for target, number in zip(targets, count(1), strict=False)}


def _label(unit: str, names: Names) -> str:
    name = names[unit]
    return name if unit in name else f"{unit} {name}"


def _cell(answer: AttackAnswer, letters: Mapping[str, tuple[Reason, str]], close: Collection[_Pair]) -> str:
    doubt = "?" if (answer.attacker, answer.target) in close else ""
    if answer.allowed:
        return f"{answer.target_number}{doubt}"
    found = sorted(letters[reason.key][1] for reason in answer.refusals)
    return f"no{doubt} {''.join(found)}"


def _columns_that_fit(
    targets: Sequence[str], heads: Mapping[str, str], cells: Mapping[tuple[str, str], str], *, room: int
) -> Iterator[list[str]]:
    """Deal the targets out to as many grids as the width needs."""
    group: list[str] = []
    used = 0
    for target in targets:
        texts = [heads[target], *(cell for (_attacker, of), cell in cells.items() if of == target)]
        wide = len(COLUMN_GAP) + min(_WIDEST_CELL, max(width_of(text) for text in texts))
        if group and used + wide > room:
            yield group
            group, used = [], 0
        group.append(target)
        used += wide
    if group:
        yield group
