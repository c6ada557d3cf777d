"""Which commands ask about one table, and about the editions of the rules?

The code that does the work is imported when a command runs, not when its help is shown.
"""

from collections.abc import Mapping

import click

from astrike.cli.options import QuestionCommand, as_json_option, table_of
from astrike.errors import InputError, Problem
from astrike.report.words.texts import visible
from astrike.web.server.terminal import print_json, print_text, translation


@click.command(cls=QuestionCommand, question="attack")
@click.argument("file")
@as_json_option
def attack(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """May A attack B (a unit or X,Y[,Z]), what does it need, and why?"""
    from astrike.report.attack.json import attack_json
    from astrike.report.attack.text import attack_text
    from astrike.web.attack.questions import ask_attack

    found = ask_attack({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(attack_json(found.answer, found.margins))
    else:
        print_text(attack_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="sight")
@click.argument("file")
@as_json_option
def sight(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Does A see B, and is B in cover?"""
    from astrike.report.attack.json import sight_json
    from astrike.report.attack.text import sight_text
    from astrike.web.attack.questions import ask_sight

    found = ask_sight({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(sight_json(found.answer, found.margins))
    else:
        print_text(sight_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="matrix")
@click.argument("file")
@as_json_option
def matrix(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """What does every attacker need against every enemy?"""
    from astrike.report.attack.json import matrix_json
    from astrike.report.attack.matrix_text import matrix_text
    from astrike.web.attack.questions import ask_matrix

    found = ask_matrix({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(matrix_json(found.answers, found.calls, tolerance=found.table.tolerance))
    else:
        print_text(matrix_text(found.answers, found.calls, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="move")
@click.argument("file")
@as_json_option
def move(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """May A go there along this path, or into contact, and at what cost?"""
    from astrike.report.movement.json import move_json
    from astrike.report.movement.text import move_text
    from astrike.web.movement.questions import ask_move

    found = ask_move({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(move_json(found.answer, found.contact))
    else:
        print_text(move_text(found.answer, found.table, contact=found.contact, translate=translation()))


@click.command(cls=QuestionCommand, question="reach")
@click.argument("file")
@as_json_option
def reach(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Where can A end its move?"""
    from astrike.report.movement.json import reach_json
    from astrike.report.movement.text import reach_text
    from astrike.web.movement.questions import ask_reach

    found = ask_reach({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(reach_json(found.answer, route=found.route))
    else:
        print_text(
            reach_text(found.answer, found.table, to=found.to, route=found.route, translate=translation())
        )


@click.command(cls=QuestionCommand, question="unit")
@click.argument("file")
@as_json_option
def unit(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """What are A's Move, TMM, arcs and modifiers now, and why?"""
    from astrike.report.movement.json import unit_json
    from astrike.report.movement.text import unit_text
    from astrike.web.movement.questions import ask_unit

    found = ask_unit({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(unit_json(found.answer))
    else:
        print_text(unit_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="networks")
@click.argument("file")
@as_json_option
def networks(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Which networks and electronic fields are on, and for whom?"""
    from astrike.report.electronics.json import networks_json
    from astrike.report.electronics.text import networks_text
    from astrike.web.electronics.questions import ask_networks

    found = ask_networks({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(networks_json(found.answer))
    else:
        print_text(networks_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="order")
@click.argument("file")
@as_json_option
def order(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Who moves how many units when? LOST names sides, who lost initiative first; else what the file says."""
    from astrike.report.movement.order import order_json, order_text
    from astrike.web.movement.questions import ask_order

    found = ask_order({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(order_json(found.answer))
    else:
        print_text(order_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="blast")
@click.argument("file")
@as_json_option
def blast(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Who is caught by an area effect at a point?"""
    from astrike.report.area.json import blast_json
    from astrike.report.area.text import blast_text
    from astrike.web.area.questions import ask_blast

    found = ask_blast({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(blast_json(found.answer, found.margins))
    else:
        print_text(blast_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="scatter")
@click.argument("file")
@as_json_option
def scatter(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Where does a miss land, and who is caught there?"""
    from astrike.report.area.json import blast_json
    from astrike.report.area.text import blast_text
    from astrike.web.area.questions import ask_scatter

    found = ask_scatter({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(blast_json(found.answer, found.margins))
    else:
        print_text(blast_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="effect")
@click.argument("file")
@as_json_option
def effect(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """What comes of a critical or motive roll, a fall, a collapse?

    KIND is one of collapse, crash, motive, critical, hull-breach, skid, bog, support, air-cover, heat; with any other
    word the answer names them all.
    """
    from astrike.report.effects.json import effect_json
    from astrike.report.effects.text import effect_text
    from astrike.web.effects.questions import ask_effect

    found = ask_effect({"table": table_of(file), **asked}, table_at="")
    if as_json:
        print_json(effect_json(found.answer))
    else:
        print_text(effect_text(found.answer, found.table, translate=translation()))


@click.command()
@click.argument("pair", metavar="[A B]", nargs=-1)
@as_json_option
def editions(pair: tuple[str, ...], *, as_json: bool) -> None:
    """List the editions of the rules, or show where two of one game differ."""
    from astrike.rulebook.systems import pair_problems

    if len(pair) not in (0, 2):
        raise click.UsageError("Name no edition or two: A B.", click.get_current_context())
    if not pair:
        _list_editions(as_json=as_json)
        return
    problems = [
        Problem("AB"[place], visible(repr(found)), expected)
        for place, found, expected in pair_problems(*pair)
    ]
    if problems:
        raise InputError(problems)
    _compare_editions(*pair, as_json=as_json)


def _list_editions(*, as_json: bool) -> None:
    """Print the editions of each game."""
    from astrike.model.question_schema import ALPHA_STRIKE, BATTLETECH
    from astrike.report.rulebook.editions import EditionsByGame, editions_json, editions_of_games_text
    from astrike.rulebook.systems import edition_of_any_game, ids_of

    found = EditionsByGame(
        *([edition_of_any_game(each) for each in ids_of(system)] for system in (ALPHA_STRIKE, BATTLETECH))
    )
    if as_json:
        print_json(editions_json(found))
    else:
        print_text(editions_of_games_text(found, translate=translation()))


def _compare_editions(a: str, b: str, *, as_json: bool) -> None:
    """Print where two editions of one game differ; of classic BattleTech also the rulings that are only looked up."""
    from astrike.report.battletech.rulings import compared_json, compared_text, compared_with_reference
    from astrike.report.rulebook.editions import differences_json, differences_text
    from astrike.rulebook.battletech.schema import BattleTechEdition
    from astrike.rulebook.compare import differences
    from astrike.rulebook.systems import edition_of_any_game

    first, second = edition_of_any_game(a), edition_of_any_game(b)
    rows = differences(first, second)
    if isinstance(first, BattleTechEdition) and isinstance(second, BattleTechEdition):
        found = compared_with_reference(rows)
        if as_json:
            print_json(compared_json(found))
        else:
            print_text(compared_text(found, first, second, translate=translation()))
    elif as_json:
        print_json(differences_json(rows))
    else:
        print_text(differences_text(rows, first, second, translate=translation()))
