"""Which commands does `astrike` have, and how do they exit?

The commands themselves are defined in the other modules of this package and are put into one group here.
"""

from pathlib import Path

import click

from astrike.cli.classic import classic
from astrike.cli.databases import back_up, check_db, restore
from astrike.cli.files import convert, legal, list_units
from astrike.cli.options import Program
from astrike.cli.questions import (
    attack,
    blast,
    editions,
    effect,
    matrix,
    move,
    networks,
    order,
    reach,
    scatter,
    sight,
    unit,
)
from astrike.web.work_limits import USUAL, ServerLimits

DEMOS = ("diagram", "big", "eight")


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
    "--processes",
    default=1,
    show_default=True,
    type=click.IntRange(1, 32),
    help="Server processes that share port and database, for a large event: one per processor core. Linux only.",
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
    processes: int,
    tables_per_day: int,
    tables_per_address: int,
) -> None:
    """Serve the web app until interrupted.

    It answers to localhost, the addresses it listens on and every --name.
    """
    from astrike.web.server.serve import serve as serve_app

    limits = ServerLimits(workers=workers, tables_a_day=tables_per_day, tables_a_day_each=tables_per_address)
    serve_app(
        host,
        port,
        db=Path(db),
        lan=lan,
        demo=demo,
        rights=not no_rights,
        names=names,
        limits=limits,
        processes=processes,
    )


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
    classic,
):
    main.add_command(command)
