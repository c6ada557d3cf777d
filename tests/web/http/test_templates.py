"""Compiled templates are kept for the next start: never those of an older text, and a page needs none of them."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask, render_template

from astrike.start_cache import byte_code_folder
from astrike.web.http import templates
from astrike.web.http.templates import init_templates


def loud(text: str) -> str:
    return text.upper()


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a template, beside which byte code is kept."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    page = tmp_path / "page.html"
    page.write_text("{{ name }} {{ 'one'|loud }}", encoding="utf-8")
    return page


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Provide the names of the templates that were compiled since."""
    names: list[str] = []
    ours = templates.Environment.compile

    def counted(self: templates.Environment, source: str, name: str, *rest: object) -> object:
        names.append(name)
        return ours(self, source, name, *rest)

    monkeypatch.setattr(templates.Environment, "compile", counted)
    return names


def shown(page: Path, filter_: Callable[[str], str] = loud) -> str:
    """Return the page as a new start of the program shows it."""
    app = Flask("pages", template_folder=str(page.parent))
    init_templates(app)
    app.add_template_filter(filter_, "loud")
    with app.app_context():
        return render_template(page.name, name="<i>")


def test_the_next_start_compiles_nothing(page: Path, compiled: list[str]) -> None:
    assert [shown(page), shown(page)] == ["&lt;i&gt; ONE"] * 2
    assert compiled == [page.name]


def test_a_changed_template_is_shown_at_the_next_start(page: Path, compiled: list[str]) -> None:
    shown(page)
    page.write_text("{{ name }} {{ 'two'|loud }}", encoding="utf-8")
    assert shown(page) == "&lt;i&gt; TWO"
    assert compiled == [page.name] * 2
    kept = byte_code_folder(page)
    assert kept is not None
    assert len(list(kept.iterdir())) == 1


def test_another_filter_of_ours_compiles_anew(
    page: Path, compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = tmp_path / "filters.py"
    monkeypatch.setattr(templates, "_OURS", __name__)
    monkeypatch.setattr(templates.inspect, "getfile", lambda function: str(code))
    code.write_text("1", encoding="utf-8")
    shown(page)
    code.write_text("2", encoding="utf-8")
    assert shown(page, lambda text: text + "!") == "&lt;i&gt; one!"
    assert compiled == [page.name] * 2


def test_another_jinja_compiles_anew(
    page: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(page)
    monkeypatch.setattr(templates.jinja2, "__version__", "9")
    shown(page)
    assert compiled == [page.name] * 2


def test_what_is_damaged_is_compiled_anew(page: Path, compiled: list[str]) -> None:
    shown(page)
    folder = byte_code_folder(page)
    assert folder is not None
    (kept,) = folder.iterdir()
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    assert shown(page) == "&lt;i&gt; ONE"
    assert compiled == [page.name] * 2


def test_a_folder_that_cannot_be_written_is_no_matter(page: Path, compiled: list[str]) -> None:
    (page.parent / "__pycache__").write_text("a file stands where the folder would", encoding="utf-8")
    assert [shown(page), shown(page)] == ["&lt;i&gt; ONE"] * 2
    assert compiled == [page.name] * 2


def test_no_page_needs_a_folder_of_byte_code(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.implementation, "cache_tag", None)
    assert shown(page) == "&lt;i&gt; ONE"
