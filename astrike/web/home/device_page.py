"""What is this phone called, and is it light or dark?"""

from flask import Response, request

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.web.http.device import NAME_LENGTH, THEMES, chosen_name, keep_name, keep_theme, local_path
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again


@dataclass(frozen=True, slots=True)
class DeviceContext:
    """Name and theme of this device; `next` is where it came from."""

    name: str
    next: str
    themes: tuple[str, ...] = THEMES
    longest_name: int = NAME_LENGTH
    problem: str = ""


def show_device() -> str:
    """Show name and theme of this device."""
    return show("home/device.html", DeviceContext(chosen_name(), local_path(request.args.get("next", "/"))))


def set_name() -> Response:
    """Remember the name of this device."""
    wished = local_path(request.form.get("next", "/"))
    name = request.form.get("name", "")
    response = see_other(wished)
    try:
        keep_name(response, name)
    except InputError as error:
        problem = error.problems[0]
        context = DeviceContext(name, wished, problem=f"{problem.found}, {problem.expected}")
        return form_again(show("home/device.html", context), error)
    return response


def set_theme() -> Response:
    """Remember the theme of this device."""
    response = see_other(local_path(request.form.get("next", "/")))
    keep_theme(response, request.form.get("theme", ""))
    return response
