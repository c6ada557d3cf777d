"""How does someone get to a table? The front page: type a code, start the demo, make or bring a table."""

from flask import Blueprint

from astrike.web.respond import Empty, show

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def show_home() -> str:
    """Show the ways to a table."""
    return show("home/home.html", Empty())
