"""In which language does a page speak?

English is the only one so far. Texts of ours are marked with ``_("...")``; texts that come from data or from
an explained result (labels of editions, reasons) go through the filter ``tr``, which translates and never
formats.
"""

from flask import Flask, has_request_context, request
from flask_babel import Babel, get_locale, gettext

from astrike.web.assets import locale_dir

LANGUAGES = ("en",)


def init_i18n(app: Flask) -> None:
    """Install gettext for pages."""
    Babel(
        app,
        default_locale=LANGUAGES[0],
        default_domain="astrike",
        default_translation_directories=str(locale_dir()),
        locale_selector=_wanted_language,
    )
    app.add_template_filter(tr)
    app.add_template_global(language)


def _wanted_language() -> str:
    wanted = request.accept_languages.best_match(LANGUAGES) if has_request_context() else None
    return wanted or LANGUAGES[0]


def _(text: str, **values: object) -> str:
    """Translate a text of ours and put the values in.

    Babel finds the texts by this name, so call it with the text itself.
    """
    return str(gettext(text, **values))


def tr(text: str) -> str:
    """Translate a text that stands in data."""
    return str(gettext(text)) if text else ""


def language() -> str:
    """Name the language of this page for <html lang>."""
    locale = get_locale()
    return locale.language if locale is not None else LANGUAGES[0]
