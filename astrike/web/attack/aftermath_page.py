"""How is the result of an attack, or a declared attack, applied to the table? Each as one change that can be undone."""

from dataclasses import replace

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import MOVED_INTO
from astrike.model.document_change import ChangeLabel
from astrike.model.table import AttackDeclaration
from astrike.rules.effects.aftermath import Aftermath, aftermath
from astrike.web.attack.aftermath import (
    WrittenAttack,
    change_with,
    declarations_operation,
    declared_words,
    table_begun_from,
    written_attack,
)
from astrike.web.attack.agreed import answer_on, split_on
from astrike.web.attack.attack_form import AttackForm, read_attack
from astrike.web.attack.landing import is_landing
from astrike.web.attack.out_of_order import refuse_out_of_order
from astrike.web.attack.played import attack_played
from astrike.web.attack.together import attacks_operation, without_attack
from astrike.web.current.table import ChangedLine, change, load_current
from astrike.web.current.units import unit_labels
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other


def write_attack(code: str, attacker: str, target: str) -> Response:
    """Write what a rolled attack brought, and go on to the rolls that it left open."""
    return _write(code, attacker, target)


def write_attack_at(code: str, attacker: str) -> Response:
    """Write what an attack at a point brought."""
    return _write(code, attacker, None)


def _write(code: str, attacker: str, target: str | None) -> Response:
    current = load_current(code)
    form = read_attack(current, table_begun_from(current), attacker, target, request.form)
    order = refuse_out_of_order(form)
    _refuse_undecided(form)
    answer = answer_on(form.ground, attacker, form.asked.question)
    found = aftermath(form.ground.prepared, answer, form.asked.question)
    if found is None:
        raise InputError(
            [Problem(at="rolls", found=repr(form.asked.typed["rolls"]), expected=_("dice that fell"))]
        )
    left = change_with(
        current,
        _written(form, answer, found),
        attack_played(form, answer, found, is_out_of_order=order is not None),
        order={} if order is None else order.names,
    )
    return see_other(form.card(("written", left), *_missed(answer, found)))


def _missed(answer: AttackAnswer, found: Aftermath) -> list[tuple[str, str]]:
    """Say by how much an area weapon missed: it scatters, once the attack is noted."""
    return [("missed", str(found.short))] if not found.is_hit and answer.blast is not None else []


def _written(form: AttackForm, answer: AttackAnswer, found: Aftermath) -> WrittenAttack:
    begun, agreement = form.prepared, form.ground.agreement
    was_noted = is_landing(begun, answer.attacker, form.aim, answer.kind)
    written = written_attack(begun, form.asked.question, answer, found, was_noted=was_noted)
    if agreement is not None and agreement.counts:
        what = _("%(attack)s, agreed: %(outcome)s", attack=written.what, outcome=agreement.outcome)
        written = replace(written, what=what)
    left = without_attack(begun.table.attacks, answer.attacker, form.aim, answer.kind)
    if len(left) < len(begun.table.attacks):
        written = replace(written, operations=(*written.operations, attacks_operation(left)))
    return written


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


def _refuse_undecided(form: AttackForm) -> None:
    """Refuse dice that come to different things as long as nobody has decided between two verdicts."""
    split = split_on(form.ground, form.attacker, form.asked.question)
    if split is not None:
        expected = _("an agreement or a judge first: too close to call")
        raise InputError([Problem(at="rolls", found=split.words, expected=expected)])
