"""What was asked on the command line, and how is it answered there?

Parses, asks, prints. Exit code 0: answered, also with a no; 2: the question or its file is wrong, and standard
error says everything that is. With --json answers and errors are JSON.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from astrike.errors import InputError, Problem
from astrike.flags import (
    CHECK_FAILED,
    CHECK_HELP,
    Program,
    QuestionCommand,
    as_json_option,
    documents_of,
    preset_of,
    table_of,
)
from astrike.formats.encodings import LARGEST_IMPORT
from astrike.report.words import visible
from astrike.web.jobs.limits import USUAL, Limits
from astrike.web.terminal import (
    STANDARD_INPUT,
    read_file,
    say,
    say_json,
    translation,
    write_file,
)

DEMOS = ("diagram", "big")
FOUND_WRONG = 1
"""Exit code of check-db for a database that is not sound."""


@click.group(cls=Program, name="astrike", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="astrike", message="%(prog)s %(version)s")
def main() -> None:
    """Measure a BattleTech: Alpha Strike table and explain what an attack needs, and why.

    FILE is a table file (.astrike.json), or - for standard input. Negative numbers follow --.
    """


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@click.option("--db", default="./astrike.db", show_default=True, help="The file that keeps the tables.")
@click.option("--lan", is_flag=True, help="Listen on all addresses; prints each, with a QR code.")
@click.option(
    "--demo",
    type=click.Choice(DEMOS),
    is_flag=False,
    flag_value=DEMOS[0],
    help="Offer a demo table on the start page (diagram when not said otherwise).",
)
@click.option(
    "--name",
    "names",
    metavar="HOST",
    multiple=True,
    help="A name this server is called by, such as hall.lan or https://hall.example; offered first. May be repeated.",
)
@click.option("--no-rights", is_flag=True, help="Any code of a table opens everything about it.")
@click.option(
    "--workers",
    default=USUAL.workers,
    show_default=True,
    type=click.IntRange(0, 32),
    help="Processes for long work, at most one for each processor; 0: none beside the server.",
)
@click.option(
    "--tables-per-day",
    default=USUAL.tables_a_day,
    show_default=True,
    type=click.IntRange(0),
    help="Tables that can be made without a code in a day, in all.",
)
@click.option(
    "--tables-per-address",
    default=USUAL.tables_a_day_each,
    show_default=True,
    type=click.IntRange(0),
    help="The same from one address.",
)
def serve(
    host: str,
    port: int,
    *,
    db: str,
    lan: bool,
    demo: str | None,
    names: tuple[str, ...],
    no_rights: bool,
    workers: int,
    tables_per_day: int,
    tables_per_address: int,
) -> None:
    """Serve the web app until interrupted.

    It answers to localhost, the addresses it listens on and every --name.
    """
    from astrike.web.serve import serve as serve_app

    limits = Limits(workers=workers, tables_a_day=tables_per_day, tables_a_day_each=tables_per_address)
    serve_app(host, port, db=Path(db), lan=lan, demo=demo, rights=not no_rights, names=names, limits=limits)


@click.command(cls=QuestionCommand, question="attack")
@click.argument("file")
@as_json_option
def attack(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """May A attack B (a unit or X,Y[,Z]), what does it need, and why?"""
    from astrike.report.answer_json import attack_json
    from astrike.report.text import attack_text
    from astrike.web.asking.attacks import ask_attack

    found = ask_attack({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(attack_json(found.answer, found.margins))
    else:
        say(attack_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="sight")
@click.argument("file")
@as_json_option
def sight(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Does A see B, and is B in cover?"""
    from astrike.report.answer_json import sight_json
    from astrike.report.text import sight_text
    from astrike.web.asking.attacks import ask_sight

    found = ask_sight({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(sight_json(found.answer, found.margins))
    else:
        say(sight_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="matrix")
@click.argument("file")
@as_json_option
def matrix(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """What does every attacker need against every enemy?"""
    from astrike.report.answer_json import matrix_json
    from astrike.report.matrix_text import matrix_text
    from astrike.web.asking.attacks import ask_matrix

    found = ask_matrix({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(matrix_json(found.answers, found.calls, tolerance=found.table.tolerance))
    else:
        say(matrix_text(found.answers, found.calls, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="move")
@click.argument("file")
@as_json_option
def move(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """May A go there along this path, and at what cost?"""
    from astrike.report.move_json import move_json
    from astrike.report.move_text import move_text
    from astrike.web.asking.moves import ask_move

    found = ask_move({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(move_json(found.answer))
    else:
        say(move_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="reach")
@click.argument("file")
@as_json_option
def reach(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Where can A end its move?"""
    from astrike.report.move_json import reach_json
    from astrike.report.move_text import reach_text
    from astrike.web.asking.moves import ask_reach

    found = ask_reach({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(reach_json(found.answer, route=found.route))
    else:
        say(reach_text(found.answer, found.table, to=found.to, route=found.route, translate=translation()))


@click.command(cls=QuestionCommand, question="unit")
@click.argument("file")
@as_json_option
def unit(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """What are A's Move, TMM, arcs and modifiers now, and why?"""
    from astrike.report.move_json import unit_json
    from astrike.report.move_text import unit_text
    from astrike.web.asking.moves import ask_unit

    found = ask_unit({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(unit_json(found.answer))
    else:
        say(unit_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="networks")
@click.argument("file")
@as_json_option
def networks(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Which networks and electronic fields are on, and for whom?"""
    from astrike.report.combat_json import networks_json
    from astrike.report.combat_text import networks_text
    from astrike.web.asking.combat import ask_networks

    found = ask_networks({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(networks_json(found.answer))
    else:
        say(networks_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="order")
@click.argument("file")
@as_json_option
def order(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Who moves how many units when? LOST names sides, who lost initiative first; else what the file says."""
    from astrike.report.order_json import order_json
    from astrike.report.order_text import order_text
    from astrike.web.asking.order import ask_order

    found = ask_order({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(order_json(found.answer))
    else:
        say(order_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="blast")
@click.argument("file")
@as_json_option
def blast(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Who is caught by an area effect at a point?"""
    from astrike.report.combat_json import blast_json
    from astrike.report.combat_text import blast_text
    from astrike.web.asking.combat import ask_blast

    found = ask_blast({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(blast_json(found.answer, found.margins))
    else:
        say(blast_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="scatter")
@click.argument("file")
@as_json_option
def scatter(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """Where does a miss land, and who is caught there?"""
    from astrike.report.combat_json import blast_json
    from astrike.report.combat_text import blast_text
    from astrike.web.asking.combat import ask_scatter

    found = ask_scatter({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(blast_json(found.answer, found.margins))
    else:
        say(blast_text(found.answer, found.table, margins=found.margins, translate=translation()))


@click.command(cls=QuestionCommand, question="effect")
@click.argument("file")
@as_json_option
def effect(file: str, *, as_json: bool, asked: Mapping[str, object]) -> None:
    """What comes of a critical or motive roll, a fall, a collapse?

    KIND is one of collapse, crash, motive, critical, hull-breach, skid, bog, support, air-cover, heat; with any other
    word the answer names them all.
    """
    from astrike.report.combat_json import effect_json
    from astrike.report.combat_text import effect_text
    from astrike.web.asking.combat import ask_effect

    found = ask_effect({"table": table_of(file), **asked}, table_at="")
    if as_json:
        say_json(effect_json(found.answer))
    else:
        say(effect_text(found.answer, found.table, translate=translation()))


@click.command(cls=QuestionCommand, question="legal")
@click.option("--check", "is_check", is_flag=True, help=CHECK_HELP)
@as_json_option
def legal(*, is_check: bool, as_json: bool, asked: dict[str, Any]) -> None:
    """Does a table, or do several, meet what an event prescribes?"""
    from astrike.report.legal_json import files_json
    from astrike.web.asking.legal_batch import ask_many

    files = asked["tables"]
    titles = files if len(files) > 1 else [""]
    if "profile" in asked:
        asked["profile"] = preset_of(asked["profile"])
    if "pack" in asked:
        asked["pack"] = documents_of([asked["pack"]])[0]
    answers = ask_many(
        {**asked, "tables": documents_of(files)}, tables_at=titles, titles=titles, translate=translation()
    )
    if as_json:
        say_json(files_json([each.as_json for each in answers], files))
    else:
        say("\n\n\n".join(each.as_text for each in answers))
    if is_check and not all(each.as_json["ok"] for each in answers):
        click.get_current_context().exit(CHECK_FAILED)


@click.command("list", cls=QuestionCommand, question="list")
@click.option("--check", "is_check", is_flag=True, help=CHECK_HELP)
@as_json_option
def list_units(*, is_check: bool, as_json: bool, asked: dict[str, Any]) -> None:
    """Is a list of units, or are several, as an event wants them? A table has one for each side."""
    from astrike.report.legal_json import files_json, legal_json
    from astrike.report.legal_text import legal_text
    from astrike.web.asking.legal_lists import ask_list

    files, cards = asked["rosters"], asked.get("cards", [])
    if "profile" in asked:
        asked["profile"] = preset_of(asked["profile"])
    checked = ask_list(
        {
            **asked,
            "rosters": [read_file(each, most=LARGEST_IMPORT) for each in files],
            "cards": [read_file(each, most=LARGEST_IMPORT) for each in cards],
        },
        rosters_at=files,
        cards_at=[f"--cards {each}" for each in cards],
    )
    if as_json:
        say_json(files_json([legal_json(each.legality) for each in checked], [each.name for each in checked]))
    else:
        told = [
            legal_text(each.legality, each.table, title=each.name, translate=translation())
            for each in checked
        ]
        say("\n\n\n".join(told))
    if is_check and any(each.legality.verdict == "error" for each in checked):
        click.get_current_context().exit(CHECK_FAILED)


@click.command(cls=QuestionCommand, question="convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--to",
    "wanted",
    metavar="FORMAT",
    help="table, svg, png, tiled, uvtt, tts, mekbay, mekbay-csv; else by OUT's name.",
)
@click.option("--cards", metavar="FILE", multiple=True, help="A roster with cards, for ids without.")
@as_json_option
def convert(
    source: str,
    target: str,
    *,
    wanted: str | None,
    cards: tuple[str, ...],
    as_json: bool,
    asked: Mapping[str, object],
) -> None:
    """Turn a map or a roster of another tool into a table, or a table into what others read.

    IN and OUT are files, or - for standard input and output. Maps: UniversalVTT, Foundry scene, Tiled JSON, MegaMek
    board, GeoJSON, SVG. Rosters: MekBay, Jeff's and IIC's JSON, Master Unit List, Terminal, Tabletop Simulator,
    MegaMek's .mul. What a format cannot hold is listed by name.
    """
    from astrike.report.conversion import conversion_json, conversion_text
    from astrike.web.asking.conversions import ask_convert, target_of

    converted = ask_convert(
        read_file(source, most=LARGEST_IMPORT),
        source,
        target_of(target, wanted),
        asked,
        cards=[(each, read_file(each, most=LARGEST_IMPORT)) for each in cards],
    )
    write_file(target, converted.data)
    if target == STANDARD_INPUT:
        for note in converted.notes:  # not among what others read
            click.echo(visible(note.sentence), err=True)
        return
    if as_json:
        say_json(conversion_json(converted))
    else:
        say(conversion_text(converted, translate=translation()))


@click.command("backup")
@click.argument("database", metavar="DB")
@click.argument("copy", metavar="FILE")
@click.option("--replace", is_flag=True, help="FILE may be there; it is replaced when the copy is complete.")
@as_json_option
def back_up(database: str, copy: str, *, replace: bool, as_json: bool) -> None:
    """Copy the database DB into FILE, verified, also while a server writes into it."""
    from astrike.web.asking.databases import ask_backup
    from astrike.web.care_words import backup_json, backup_text

    made = ask_backup(database, copy, replace=replace)
    if as_json:
        say_json(backup_json(made))
    else:
        say(backup_text(made))


@click.command()
@click.argument("copy", metavar="FILE")
@click.argument("database", metavar="DB")
@click.option("--replace", is_flag=True, help="DB may be there; it is kept under another name.")
@as_json_option
def restore(copy: str, database: str, *, replace: bool, as_json: bool) -> None:
    """Put the backup FILE in the place of the database DB; FILE is checked first."""
    from astrike.web.asking.databases import ask_restore
    from astrike.web.care_words import restored_json, restored_text
    from astrike.web.settings import utc_now

    done = ask_restore(copy, database, now=utc_now(), replace=replace)
    if as_json:
        say_json(restored_json(done))
    else:
        say(restored_text(done))


@click.command("check-db")
@click.argument("database", metavar="DB")
@as_json_option
@click.pass_context
def check_db(context: click.Context, database: str, *, as_json: bool) -> None:
    """Is the database DB sound? Changes nothing; exit code 1 with anything wrong in it."""
    from astrike.web.asking.databases import ask_check
    from astrike.web.care_words import check_json, check_text

    found = ask_check(database)
    if as_json:
        say_json(check_json(found))
    else:
        say(check_text(found))
    if not found.is_sound:
        context.exit(FOUND_WRONG)


@click.command()
@click.argument("pair", metavar="[A B]", nargs=-1)
@as_json_option
def editions(pair: tuple[str, ...], *, as_json: bool) -> None:
    """List the editions of the rules, or show where two differ."""
    from astrike.report.answer_json import differences_json, editions_json
    from astrike.report.editions_text import differences_text, editions_text
    from astrike.rulebook.compare import differences
    from astrike.rulebook.loader import DEFAULT, IDS, load_edition

    if len(pair) not in (0, 2):
        raise click.UsageError("Name no edition or two: A B.", click.get_current_context())
    problems = [
        Problem(place, visible(repr(each)), f"one of {', '.join(IDS)}")
        for place, each in zip("AB", pair, strict=False)
        if each not in IDS
    ]
    if problems:
        raise InputError(problems)
    if not pair:
        all_editions = [load_edition(each) for each in IDS]
        if as_json:
            say_json(editions_json(all_editions))
        else:
            say(editions_text(all_editions, default=DEFAULT, translate=translation()))
        return
    first, second = (load_edition(each) for each in pair)
    rows = differences(first, second)
    if as_json:
        say_json(differences_json(rows))
    else:
        say(differences_text(rows, first, second, translate=translation()))


for command in (
    serve,
    attack,
    sight,
    matrix,
    move,
    reach,
    unit,
    networks,
    order,
    blast,
    scatter,
    effect,
    legal,
    list_units,
    convert,
    back_up,
    restore,
    check_db,
    editions,
):
    main.add_command(command)
