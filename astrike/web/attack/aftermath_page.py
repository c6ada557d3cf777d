"""How is the result of an attack, or a declared attack, applied to the table? Each as one change that can be undone."""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import MOVED_INTO, AttackQuestion
from astrike.model.document_change import ChangeLabel
from astrike.model.table import AttackDeclaration
from astrike.rules.effects.aftermath import Aftermath, aftermath
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.aftermath import (
    change_with,
    declarations_operation,
    declared_words,
    table_begun_from,
    written_attack,
)
from astrike.web.attack.agreed import AgreedTable, agreed_table, answer_on, split_on
from astrike.web.attack.played import Aimed, attack_played
from astrike.web.attack.questions import read_question, refuse_wrong
from astrike.web.attack.together import attacks_operation, without_attack
from astrike.web.current.table import ChangedLine, Current, change, load_current
from astrike.web.current.tape_ends import point_named
from astrike.web.current.units import unit_labels
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other
from astrike.web.questions.form_answers import AskedQuestion


def write_attack(code: str, attacker: str, target: str) -> Response:
    """Write what a rolled attack brought, and go on to the rolls that it left open."""
    current = load_current(code)
    asked, prepared = read_question(request.form, current.table), table_begun_from(current)
    refuse_wrong(prepared, attacker, target, asked)
    ground = agreed_table(current, prepared, attacker, target, asked.question, request.form)
    _refuse_undecided(ground, attacker, asked)
    answer = answer_on(ground, attacker, asked.question)
    found = aftermath(ground.prepared, answer, asked.question)
    left = _write(current, prepared, asked, answer, found, Aimed(target, ground.agreement))
    address = url_for("attack.show_attack", code=current.code, attacker=attacker, target=target)
    query = urlencode([*asked.query_without("rolls"), ("written", left), *_missed(answer, found)])
    return see_other(f"{address}?{query}#outcome")


def write_attack_at(code: str, attacker: str) -> Response:
    """Write what an attack at a point brought."""
    current = load_current(code)
    asked, prepared = read_question(request.form, current.table), table_begun_from(current)
    at = point_named(current.table, "to", request.form.get("to", ""), beside=asked.problems)
    refuse_wrong(prepared, attacker, at, asked)
    ground = agreed_table(current, prepared, attacker, at, asked.question, request.form)
    _refuse_undecided(ground, attacker, asked)
    answer = answer_on(ground, attacker, asked.question)
    found = aftermath(ground.prepared, answer, asked.question)
    left = _write(current, prepared, asked, answer, found, Aimed(at, ground.agreement))
    address = url_for("attack.show_attack_at", code=current.code, attacker=attacker)
    asked_again = [("to", str(at)), *asked.query_without("rolls")]
    query = urlencode([*asked_again, ("written", left), *_missed(answer, found)])
    return see_other(f"{address}?{query}#outcome")


def _missed(answer: AttackAnswer, found: Aftermath | None) -> list[tuple[str, str]]:
    """Say by how much an area weapon missed: it scatters, once the attack is noted."""
    is_missed = found is not None and not found.is_hit and answer.blast is not None
    return [("missed", str(found.short))] if is_missed and found is not None else []


def declare_attack(code: str, attacker: str, target: str) -> Response:
    """Declare a charge or a Death From Above, or withdraw it."""
    current = load_current(code)
    kind = request.form.get("kind", "")
    if kind not in MOVED_INTO:
        raise InputError([Problem(at="kind", found=repr(kind[:20]), expected=", ".join(MOVED_INTO))])
    prepared, labels = table_begun_from(current), unit_labels(current.table)
    prepared.place_of(attacker)
    prepared.place_of(target)
    if attacker == target:
        raise InputError([Problem(at="target", found=repr(target[:20]), expected=_("another unit"))])
    wanted = AttackDeclaration(attacker, kind, target)
    kept = [each for each in prepared.table.declarations if each.by != attacker]
    is_back = request.form.get("do") == "back"
    words = declared_words(wanted, labels)
    label = ChangeLabel("declaration.back" if is_back else "declaration.made", {"what": words})
    declared = kept if is_back else [*kept, wanted]
    change(
        current,
        [declarations_operation(declared)],
        label=label,
        lines=[ChangedLine(_("Declared"), words, "")],
    )
    wished = request.form.get("next", "")
    return see_other(
        local_path(wished)
        if wished
        else url_for("attack.show_attack", code=current.code, attacker=attacker, target=target, kind=kind)
    )


def _refuse_undecided(ground: AgreedTable, attacker: str, asked: AskedQuestion[AttackQuestion]) -> None:
    """Refuse dice that come to different things as long as nobody has decided between two verdicts."""
    split = split_on(ground, attacker, asked.question)
    if split is not None:
        expected = _("an agreement or a judge first: too close to call")
        raise InputError([Problem(at="rolls", found=split.words, expected=expected)])


def _write(
    current: Current,
    begun: PreparedTable,
    asked: AskedQuestion[AttackQuestion],
    answer: AttackAnswer,
    found: Aftermath | None,
    aimed: Aimed,
) -> str:
    if found is None:
        raise InputError(
            [Problem(at="rolls", found=repr(asked.typed["rolls"]), expected=_("dice that fell"))]
        )
    play = attack_played(current, begun, aimed, asked.question, answer, found)
    written = written_attack(begun, asked.question, answer, found)
    if aimed.agreement is not None and aimed.agreement.counts:
        what = _("%(attack)s, agreed: %(outcome)s", attack=written.what, outcome=aimed.agreement.outcome)
        written = replace(written, what=what)
    left = without_attack(begun.table.attacks, answer.attacker, aimed.at, answer.kind)
    if len(left) < len(begun.table.attacks):
        written = replace(written, operations=(*written.operations, attacks_operation(left)))
    return change_with(current, written, play)
