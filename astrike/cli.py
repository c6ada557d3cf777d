"""What was asked on the command line, and how is it answered there?

Parses, asks, prints. Exit code 0: answered, also with a no; 2: the question or its file is wrong, and standard
error says everything that is. With --json answers and errors are JSON.
"""

from collections.abc import Mapping
from pathlib import Path

import click

from astrike.errors import InputError, Problem
from astrike.flags import (
    CHECK_FAILED,
    CHECK_HELP,
    Program,
    QuestionCommand,
    Wishes,
    documents_of,
    number_of,
    numbers_of,
    pairs_of,
    preset_of,
    questions,
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


@main.command()
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


@main.command(cls=QuestionCommand, question="attack")
@click.argument("file")
@questions
def attack(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """May A attack B (a unit or X,Y[,Z]), what does it need, and why?"""
    from astrike.report.answer_json import attack_json
    from astrike.report.text import attack_text
    from astrike.web.asking.attacks import ask_attack

    found = ask_attack(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(attack_json(found.answer, found.margins))
    else:
        say(attack_text(found.answer, found.table, margins=found.margins, translate=translation()))


@main.command(cls=QuestionCommand, question="sight")
@click.argument("file")
@questions
def sight(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """Does A see B, and is B in cover?"""
    from astrike.report.answer_json import sight_json
    from astrike.report.text import sight_text
    from astrike.web.asking.attacks import ask_sight

    found = ask_sight(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(sight_json(found.answer, found.margins))
    else:
        say(sight_text(found.answer, found.table, margins=found.margins, translate=translation()))


@main.command(cls=QuestionCommand, question="matrix")
@click.argument("file")
@questions
def matrix(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """What does every attacker need against every enemy?"""
    from astrike.report.answer_json import matrix_json
    from astrike.report.matrix_text import matrix_text
    from astrike.web.asking.attacks import ask_matrix

    found = ask_matrix(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(matrix_json(found.answers, found.calls, tolerance=found.table.tolerance))
    else:
        say(matrix_text(found.answers, found.calls, found.table, translate=translation()))


@main.command(cls=QuestionCommand, question="move")
@click.argument("file")
@questions
def move(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """May A go there along this path, and at what cost?"""
    from astrike.report.move_json import move_json
    from astrike.report.move_text import move_text
    from astrike.web.asking.moves import ask_move

    found = ask_move(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(move_json(found.answer))
    else:
        say(move_text(found.answer, found.table, translate=translation()))


@main.command(cls=QuestionCommand, question="reach")
@click.argument("file")
@questions
def reach(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """Where can A end its move?"""
    from astrike.report.move_json import reach_json
    from astrike.report.move_text import reach_text
    from astrike.web.asking.moves import ask_reach

    found = ask_reach(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(reach_json(found.answer, route=found.route))
    else:
        say(reach_text(found.answer, found.table, to=found.to, route=found.route, translate=translation()))


@main.command(cls=QuestionCommand, question="unit")
@click.argument("file")
@questions
def unit(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """What are A's Move, TMM, arcs and modifiers now, and why?"""
    from astrike.report.move_json import unit_json
    from astrike.report.move_text import unit_text
    from astrike.web.asking.moves import ask_unit

    found = ask_unit(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(unit_json(found.answer))
    else:
        say(unit_text(found.answer, found.table, translate=translation()))


@main.command(cls=QuestionCommand, question="networks")
@click.argument("file")
@questions
def networks(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """Which networks and electronic fields are on, and for whom?"""
    from astrike.report.combat_json import networks_json
    from astrike.report.combat_text import networks_text
    from astrike.web.asking.combat import ask_networks

    found = ask_networks(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(networks_json(found.answer))
    else:
        say(networks_text(found.answer, found.table, translate=translation()))


@main.command(cls=QuestionCommand, question="order")
@click.argument("file")
@questions
def order(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """Who moves how many units when? LOST names sides, who lost initiative first; else what the file says."""
    from astrike.report.order_json import order_json
    from astrike.report.order_text import order_text
    from astrike.web.asking.order import ask_order

    found = ask_order(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(order_json(found.answer))
    else:
        say(order_text(found.answer, found.table, translate=translation()))


@main.command(cls=QuestionCommand, question="blast")
@click.argument("file")
@questions
def blast(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """Who is caught by an area effect at a point?"""
    from astrike.report.combat_json import blast_json
    from astrike.report.combat_text import blast_text
    from astrike.web.asking.combat import ask_blast

    found = ask_blast(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(blast_json(found.answer, found.margins))
    else:
        say(blast_text(found.answer, found.table, margins=found.margins, translate=translation()))


@main.command(cls=QuestionCommand, question="scatter")
@click.argument("file")
@questions
def scatter(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """Where does a miss land, and who is caught there?"""
    from astrike.report.combat_json import blast_json
    from astrike.report.combat_text import blast_text
    from astrike.web.asking.combat import ask_scatter

    found = ask_scatter(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(blast_json(found.answer, found.margins))
    else:
        say(blast_text(found.answer, found.table, margins=found.margins, translate=translation()))


@main.command(cls=QuestionCommand, question="effect")
@click.argument("file")
@questions
def effect(file: str, *, wishes: Wishes, asked: Mapping[str, object]) -> None:
    """What comes of a critical or motive roll, a fall, a collapse?

    KIND is one of collapse, crash, motive, critical, hull-breach, skid, bog, support, air-cover, heat; with any other
    word the answer names them all.
    """
    from astrike.report.combat_json import effect_json
    from astrike.report.combat_text import effect_text
    from astrike.web.asking.combat import ask_effect

    found = ask_effect(wishes.body(file, **asked), table_at="")
    if wishes.as_json:
        say_json(effect_json(found.answer))
    else:
        say(effect_text(found.answer, found.table, translate=translation()))


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--profile", metavar="P", help="An event's rules: an id, or a .toml or .json file of your own.")
@click.option("--tolerance", metavar="INCHES", help="How close is too close to call; else the preset's.")
@click.option("--base", metavar="INCHES", help="The base that has to pass; else the preset's.")
@click.option("--pack", metavar="FILE", help="A table that the pieces have to lie like.")
@click.option("--check", "is_check", is_flag=True, help=CHECK_HELP)
@questions
def legal(
    files: tuple[str, ...],
    *,
    is_check: bool,
    profile: str | None,
    tolerance: str | None,
    base: str | None,
    pack: str | None,
    wishes: Wishes,
) -> None:
    """Does a table, or do several, meet what an event prescribes?"""
    from astrike.report.legal_json import files_json
    from astrike.web.asking.legal_batch import ask_many

    several = len(files) > 1
    said = wishes.said(
        profile=None if profile is None else preset_of(profile),
        tolerance=None if tolerance is None else number_of(tolerance),
        base=None if base is None else number_of(base),
        pack=None if pack is None else documents_of([pack])[0],
    )
    answers = ask_many(
        {"tables": documents_of(files), **said},
        tables_at=files if several else [""],
        titles=files if several else [""],
        translate=translation(),
    )
    if wishes.as_json:
        say_json(files_json([each.as_json for each in answers], files))
    else:
        say("\n\n\n".join(each.as_text for each in answers))
    if is_check and not all(each.as_json["ok"] for each in answers):
        click.get_current_context().exit(CHECK_FAILED)


@main.command("list")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--profile", metavar="P", help="An event's rules: an id, or a .toml or .json file of your own.")
@click.option("--cards", metavar="FILE", multiple=True, help="A roster with cards, for ids without.")
@click.option("--check", "is_check", is_flag=True, help=CHECK_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_units(
    files: tuple[str, ...], *, profile: str | None, cards: tuple[str, ...], is_check: bool, as_json: bool
) -> None:
    """Is a list of units, or are several, as an event wants them? A table has one for each side."""
    from astrike.report.legal_json import files_json, legal_json
    from astrike.report.legal_text import legal_text
    from astrike.web.asking.legal_lists import ask_list

    checked = ask_list(
        {
            "rosters": [read_file(each, most=LARGEST_IMPORT) for each in files],
            "cards": [read_file(each, most=LARGEST_IMPORT) for each in cards],
            "profile": None if profile is None else preset_of(profile),
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


@main.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--to",
    "wanted",
    metavar="FORMAT",
    help="table, svg, png, tiled, uvtt, tts, mekbay, mekbay-csv; else by OUT's name.",
)
@click.option("--scale", metavar="N", help="Inches a unit of a map that does not say.")
@click.option("--y", "way", metavar="up|down", help="Which way y runs in a map that does not say.")
@click.option(
    "--kind",
    "kinds",
    metavar="GROUP=KIND",
    multiple=True,
    help="What a group of outlines is; empty: left out.",
)
@click.option(
    "--height", "heights", metavar="GROUP=N", multiple=True, help="How high or deep a group is, in inches."
)
@click.option("--thickness", metavar="N", help="Inches that lines are thick.")
@click.option(
    "--simplify", metavar="N", help="Inches that outlines may be off, for a map with too many corners."
)
@click.option("--size", metavar="W,D", help="Width and depth of the table in inches.")
@click.option(
    "--ignore-origin", is_flag=True, help="Count places from the map's corner, whatever origin it names."
)
@click.option("--scene", metavar="NAME|ID|NUMBER", help="Which scene, of a Foundry file with several.")
@click.option("--name", "title", metavar="NAME", help="Name of the table.")
@click.option("--edition", metavar="E", help="ce-5.01, ce-7 or classic-2.3.1.")
@click.option("--cards", metavar="FILE", multiple=True, help="A roster with cards, for ids without.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def convert(
    source: str,
    target: str,
    *,
    wanted: str | None,
    way: str | None,
    kinds: tuple[str, ...],
    heights: tuple[str, ...],
    size: str | None,
    cards: tuple[str, ...],
    ignore_origin: bool,
    scene: str | None,
    title: str | None,
    edition: str | None,
    as_json: bool,
    **said: str | None,
) -> None:
    """Turn a map or a roster of another tool into a table, or a table into what others read.

    IN and OUT are files, or - for standard input and output. Maps: UniversalVTT, Foundry scene, Tiled JSON, MegaMek
    board, GeoJSON, SVG. Rosters: MekBay, Jeff's and IIC's JSON, Master Unit List, Terminal, Tabletop Simulator,
    MegaMek's .mul. What a format cannot hold is listed by name.
    """
    from astrike.report.conversion import conversion_json, conversion_text
    from astrike.web.asking.conversions import ask_convert, target_of

    pairs = {name: number_of(word) for name, word in pairs_of(heights, "--height", last=True).items()}
    numbers = {key: None if value is None else number_of(value) for key, value in said.items()}
    asked = {
        **numbers,
        "y": way,
        "kinds": pairs_of(kinds, "--kind", last=True),
        "heights": pairs,
        "size": None if size is None else numbers_of(size),
        "ignore_origin": ignore_origin,
        "scene": scene,
        "title": title,
        "edition": edition,
    }
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


@main.command("backup")
@click.argument("database", metavar="DB")
@click.argument("copy", metavar="FILE")
@click.option("--replace", is_flag=True, help="FILE may be there; it is replaced when the copy is complete.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def back_up(database: str, copy: str, *, replace: bool, as_json: bool) -> None:
    """Copy the database DB into FILE, verified, also while a server writes into it."""
    from astrike.web.asking.databases import ask_backup
    from astrike.web.care_words import backup_json, backup_text

    made = ask_backup(database, copy, replace=replace)
    if as_json:
        say_json(backup_json(made))
    else:
        say(backup_text(made))


@main.command()
@click.argument("copy", metavar="FILE")
@click.argument("database", metavar="DB")
@click.option("--replace", is_flag=True, help="DB may be there; it is kept under another name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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


@main.command("check-db")
@click.argument("database", metavar="DB")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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


@main.command()
@click.argument("pair", metavar="[A B]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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
            say_json(editions_json(all_editions, default=DEFAULT))
        else:
            say(editions_text(all_editions, default=DEFAULT, translate=translation()))
        return
    first, second = (load_edition(each) for each in pair)
    rows = differences(first, second)
    if as_json:
        say_json(differences_json(rows))
    else:
        say(differences_text(rows, first, second, translate=translation()))
