"""Which commands check files of tables and lists, and convert one file format into another?

The code that does the work is imported when a command runs, not when its help is shown.
"""

from collections.abc import Mapping
from typing import Any

import click

from astrike.cli.options import (
    CHECK_FAILED,
    CHECK_HELP,
    QuestionCommand,
    as_json_option,
    documents_of,
    preset_of,
)
from astrike.formats.encodings import LARGEST_IMPORT
from astrike.report.words.texts import visible
from astrike.web.server.terminal import (
    STANDARD_INPUT,
    print_json,
    print_text,
    read_file,
    translation,
    write_file,
)


@click.command(cls=QuestionCommand, question="legal")
@click.option("--check", "is_check", is_flag=True, help=CHECK_HELP)
@as_json_option
def legal(*, is_check: bool, as_json: bool, asked: dict[str, Any]) -> None:
    """Does a table, or do several, meet what an event prescribes?"""
    from astrike.cli.table_checks import check_many_tables
    from astrike.report.layout.json import files_json

    files = asked["tables"]
    titles = files if len(files) > 1 else [""]
    if "profile" in asked:
        asked["profile"] = preset_of(asked["profile"])
    if "pack" in asked:
        asked["pack"] = documents_of([asked["pack"]])[0]
    answers = check_many_tables(
        {**asked, "tables": documents_of(files)}, tables_at=titles, titles=titles, translate=translation()
    )
    if as_json:
        print_json(files_json([each.as_json for each in answers], files))
    else:
        print_text("\n\n\n".join(each.as_text for each in answers))
    if is_check and not all(each.as_json["ok"] for each in answers):
        click.get_current_context().exit(CHECK_FAILED)


@click.command("list", cls=QuestionCommand, question="list")
@click.option("--check", "is_check", is_flag=True, help=CHECK_HELP)
@as_json_option
def list_units(*, is_check: bool, as_json: bool, asked: dict[str, Any]) -> None:
    """Is a list of units, or are several, as an event wants them? A table has one for each side."""
    from astrike.report.layout.json import files_json, legal_json
    from astrike.report.layout.text import legal_text
    from astrike.web.layout.list_questions import ask_list

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
        print_json(
            files_json([legal_json(each.legality) for each in checked], [each.name for each in checked])
        )
    else:
        reported = [
            legal_text(each.legality, each.table, title=each.name, translate=translation())
            for each in checked
        ]
        print_text("\n\n\n".join(reported))
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
    from astrike.cli.conversions import ask_convert, target_of
    from astrike.report.table.conversion import conversion_json, conversion_text

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
        print_json(conversion_json(converted))
    else:
        print_text(conversion_text(converted, translate=translation()))
