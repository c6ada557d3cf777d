"""How does a view become SVG? By a macro of the folder `templates/svg`."""

from flask import get_template_attribute
from markupsafe import Markup


def draw_svg(template: str, macro: str, *arguments: object) -> Markup:
    """Draw with a macro, which escapes what it gets."""
    return Markup(get_template_attribute(f"svg/{template}.html", macro)(*arguments))
