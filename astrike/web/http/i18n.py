"""In which language does a page speak?

English is the only one so far. Texts of the program are marked with ``_("...")``; texts that come from data or from
an explained result (labels of editions, reasons) go through the filter ``tr``, which translates and never formats.

An attack card asks for hundreds of texts, so the catalog is looked up once for each request.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from babel.support import NullTranslations, Translations
from flask import Flask, g, has_app_context, has_request_context, request
from flask_babel import Babel, get_locale, get_translations
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from astrike.web.http.assets import locale_dir

LANGUAGES = ("en",)
_SPOKEN: Final[ContextVar[str]] = ContextVar("language", default="")
"""The language where nobody asks: work for a request that is done elsewhere."""


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
    app.add_template_global(_in_template, "_")


def _wanted_language() -> str:
    wanted = request.accept_languages.best_match(LANGUAGES) if has_request_context() else None
    return wanted or LANGUAGES[0]


def _(text: str, **values: object) -> str:
    """Translate a text of ours and put the values in.

    Babel finds the texts by this name, so call it with the text itself.
    """
    found = str(_catalog().gettext(text))
    return found % values if values else found


def tr(text: str) -> str:
    """Translate a text that stands in data."""
    return str(_catalog().gettext(text)) if text else ""


def language() -> str:
    """Name the language of this page for <html lang>."""
    locale = get_locale()
    return locale.language if locale is not None else LANGUAGES[0]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Translate the texts inside into a language, outside of any request."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def _catalog() -> NullTranslations:
    """Give the texts in the language of this request."""
    if not has_app_context():
        return _catalog_of(_SPOKEN.get())
    found: NullTranslations | None = g.get("catalog")
    if found is None:
        found = g.catalog = get_translations()
    return found


@lru_cache
def _catalog_of(language: str) -> NullTranslations:
    return Translations.load(str(locale_dir()), [language], "astrike") if language else NullTranslations()


@pass_eval_context
def _in_template(context: EvalContext, text: str, /, **values: object) -> str:
    """Translate a text of a template, with its values escaped; a percent sign of its own stands twice in it."""
    found = str(_catalog().gettext(text))
    stated = Markup(found) if context.autoescape else found
    return stated % values if values or "%" in found else stated
