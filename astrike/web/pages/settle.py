"""Write down what an attack or an area effect brought, or what is declared: each one change, and each can be undone."""

from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.formats.tablefile import parse_document
from astrike.model.answer import AttackAnswer
from astrike.model.attack import MOVED_INTO, AttackQuestion
from astrike.model.change import Label
from astrike.model.table import Declaration, Table
from astrike.report.figures import plain
from astrike.report.sentences import kind_label
from astrike.rules.battlefield import Field
from astrike.rules.effects.aftermath import Aftermath, aftermath, toll_of
from astrike.web.asked_questions import Asked
from astrike.web.current import Current, Line, change, form_document, form_version, load_current
from astrike.web.device import local_path
from astrike.web.i18n import _, tr
from astrike.web.problems import all_of
from astrike.web.respond import see_other
from astrike.web.views.areas import area_answer, read_area, wrong_with
from astrike.web.views.attack.aftermath import (
    aftermath_card,
    aftermath_operations,
    declarations_operation,
    declared_words,
    to_roll,
)
from astrike.web.views.attack.agreed import Ground, answer_on, ground_of, split_on
from astrike.web.views.attack.questions import read_question, refuse_wrong
from astrike.web.views.fields import prepare, prepared, state_of
from astrike.web.views.measures import point_named
from astrike.web.views.units import cast_of


def write_attack(code: str, attacker: str, target: str) -> Response:
    """Write what a rolled attack brought, and go on to the rolls that it left open."""
    current = load_current(code)
    asked, field = read_question(request.form, current.table), _begun(current)
    refuse_wrong(field, attacker, target, asked)
    ground = ground_of(current, field, attacker, target, asked.question, request.form)
    _refuse_undecided(ground, attacker, asked)
    answer = answer_on(ground, attacker, asked.question)
    left = _write(current, field.table, asked, answer, aftermath(ground.field, answer, asked.question))
    address = url_for("attack.show_attack", code=current.code, attacker=attacker, target=target)
    return see_other(f"{address}?{urlencode([*asked.query_without('rolls'), ('written', left)])}#outcome")


def write_attack_at(code: str, attacker: str) -> Response:
    """Write what an attack at a point brought."""
    current = load_current(code)
    asked, field = read_question(request.form, current.table), _begun(current)
    at = point_named(current.table, "to", request.form.get("to", ""), beside=asked.problems)
    refuse_wrong(field, attacker, at, asked)
    ground = ground_of(current, field, attacker, at, asked.question, request.form)
    _refuse_undecided(ground, attacker, asked)
    answer = answer_on(ground, attacker, asked.question)
    left = _write(current, field.table, asked, answer, aftermath(ground.field, answer, asked.question))
    address = url_for("attack.show_attack_at", code=current.code, attacker=attacker)
    query = urlencode([("to", str(at)), *asked.query_without("rolls"), ("written", left)])
    return see_other(f"{address}?{query}#outcome")


def write_area(code: str) -> Response:
    """Write what an area effect brought where it came down."""
    current = load_current(code)
    field = _begun(current)
    area = read_area(field, request.form)
    if problems := wrong_with(field, area):
        raise all_of(problems)
    answer = area_answer(field, area.asked.question)
    left = _change(current, field.table, toll_of(field, answer), tr(answer.label), None)
    query = urlencode([*area.query, ("written", left)])
    return see_other(f"{url_for('area.show_area', code=current.code)}?{query}")


def declare_attack(code: str, attacker: str, target: str) -> Response:
    """Declare a charge or a Death From Above, or take it back."""
    current = load_current(code)
    kind = request.form.get("kind", "")
    if kind not in MOVED_INTO:
        raise InputError([Problem(at="kind", found=repr(kind[:20]), expected=", ".join(MOVED_INTO))])
    field, cast = _begun(current), cast_of(current.table)
    field.place_of(attacker)
    field.place_of(target)
    if attacker == target:
        raise InputError([Problem(at="target", found=repr(target[:20]), expected=_("another unit"))])
    wanted = Declaration(attacker, kind, target)
    kept = [each for each in field.table.declarations if each.by != attacker]
    is_back = request.form.get("do") == "back"
    words = declared_words(wanted, cast)
    label = Label("declaration.back" if is_back else "declaration.made", {"what": words})
    declared = kept if is_back else [*kept, wanted]
    change(current, [declarations_operation(declared)], label=label, lines=[Line(_("Declared"), words, "")])
    wished = request.form.get("next", "")
    return see_other(
        local_path(wished)
        if wished
        else url_for("attack.show_attack", code=current.code, attacker=attacker, target=target, kind=kind)
    )


def _begun(current: Current) -> Field:
    """Prepare the table that the form was made from: a form that is sent twice asks for the same change twice."""
    if form_version() == current.version:
        return prepared(state_of(current)).field
    return prepare(parse_document(form_document(current))).field


def _refuse_undecided(ground: Ground, attacker: str, asked: Asked[AttackQuestion]) -> None:
    """Refuse dice that come to different things as long as nobody has decided between two verdicts."""
    split = split_on(ground, attacker, asked.question)
    if split is not None:
        expected = _("an agreement or a judge first: too close to call")
        raise InputError([Problem(at="rolls", found=split.words, expected=expected)])


def _write(
    current: Current,
    begun: Table,
    asked: Asked[AttackQuestion],
    answer: AttackAnswer,
    found: Aftermath | None,
) -> str:
    if found is None:
        raise InputError(
            [Problem(at="rolls", found=repr(asked.typed["rolls"]), expected=_("dice that fell"))]
        )
    names = cast_of(current.table).names
    said = _(
        "%(attacker)s at %(target)s",
        attacker=names[answer.attacker],
        target=names.get(answer.target, _("a point")),
    )
    kind, outcome = kind_label(answer.kind), answer.outcome
    what = f"{tr(kind)}: {said}" if kind else said
    if outcome is not None and outcome.dealt:
        what = _("%(attack)s, %(points)s damage", attack=what, points=plain(outcome.dealt))
    return _change(current, begun, found, what, answer)


def _change(current: Current, begun: Table, found: Aftermath, what: str, answer: AttackAnswer | None) -> str:
    """Make the change, and name the rolls that are still to be made."""
    if not found.is_anything:
        raise InputError([Problem(at="rolls", found=_("nothing"), expected=_("something to write"))])
    card = aftermath_card(found, begun, cast_of(begun))
    operations = aftermath_operations(found, begun)
    lines = [Line(words, "", "") for words in card.lines]
    change(current, operations, label=Label("attack.settled", {"what": what}), lines=lines)
    return to_roll(found, answer) or "nothing"
