"""Which commands look after a database: check it, back it up, restore it?

The code that does the work is imported when a command runs, not when its help is shown.
"""

import click

from astrike.cli.options import as_json_option
from astrike.web.server.terminal import print_json, print_text

FOUND_WRONG = 1
"""Exit code of check-db for a database that is not sound."""


@click.command("backup")
@click.argument("database", metavar="DB")
@click.argument("copy", metavar="FILE")
@click.option("--replace", is_flag=True, help="FILE may be there; it is replaced when the copy is complete.")
@as_json_option
def back_up(database: str, copy: str, *, replace: bool, as_json: bool) -> None:
    """Copy the database DB into FILE, verified, also while a server writes into it."""
    from astrike.cli.database_care import ask_backup
    from astrike.cli.database_words import backup_json, backup_text

    made = ask_backup(database, copy, replace=replace)
    if as_json:
        print_json(backup_json(made))
    else:
        print_text(backup_text(made))


@click.command()
@click.argument("copy", metavar="FILE")
@click.argument("database", metavar="DB")
@click.option("--replace", is_flag=True, help="DB may be there; it is kept under another name.")
@as_json_option
def restore(copy: str, database: str, *, replace: bool, as_json: bool) -> None:
    """Put the backup FILE in the place of the database DB; FILE is checked first."""
    from astrike.cli.database_care import ask_restore
    from astrike.cli.database_words import restored_json, restored_text
    from astrike.web.settings import utc_now

    done = ask_restore(copy, database, now=utc_now(), replace=replace)
    if as_json:
        print_json(restored_json(done))
    else:
        print_text(restored_text(done))


@click.command("check-db")
@click.argument("database", metavar="DB")
@as_json_option
@click.pass_context
def check_db(context: click.Context, database: str, *, as_json: bool) -> None:
    """Is the database DB sound? Changes nothing; exit code 1 with anything wrong in it."""
    from astrike.cli.database_care import ask_check
    from astrike.cli.database_words import check_json, check_text

    found = ask_check(database)
    if as_json:
        print_json(check_json(found))
    else:
        print_text(check_text(found))
    if not found.is_sound:
        context.exit(FOUND_WRONG)
