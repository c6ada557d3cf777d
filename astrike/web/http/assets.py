"""Where are the templates, the static files and the translations?

In a source checkout ``templates/`` and ``static/`` stand beside the package; the wheel carries them inside.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


def template_dir() -> Path:
    """Return the folder of the page templates."""
    return _find("templates")


def static_dir() -> Path:
    """Return the folder of the style sheets, scripts and vendored libraries."""
    return _find("static")


def locale_dir() -> Path:
    """Return the folder of the translations, whose gettext domain is ``astrike``."""
    return _PACKAGE / "web" / "locales"


def _find(name: str) -> Path:
    # Inside first: beside an installed package are the folders of other packages.
    for folder in (_PACKAGE / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"astrike is not fully installed: no folder {name!r} in or beside {_PACKAGE}")
