"""What lies on the table, and who can hit whom?"""

from flask import Blueprint

from astrike.web.respond import Empty, show

blueprint = Blueprint("table", __name__, url_prefix="/t/<code>")


@blueprint.get("")
def show_table(code: str) -> str:
    """Show the table."""
    return show("table/table.html", Empty())
