"""The template for translators has every text, those of labels in Python and TOML included."""

import io
from pathlib import Path

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from tools.messages import extract_labels, extract_python_labels

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "astrike" / "web" / "locales" / "astrike.pot"


def texts_in(template: Path) -> set[object]:
    with template.open("rb") as file:
        return {message.id for message in read_po(file) if message.id}


def test_the_template_for_translators_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.pot"
    CommandLineInterface().run(
        ["pybabel", "-q", "extract", "-F", str(ROOT / "babel.cfg"), "-o", str(fresh), str(ROOT)]
    )
    assert texts_in(TEMPLATE) == texts_in(fresh), "run make messages"


def test_labels_of_a_toml_table_are_texts() -> None:
    table = b"""
        [[row]]
        key = "range.medium"
        label = "Medium range"
        unknown = "not printed"
        [nested.row]
        label = "Skill"
        note = "for us"
    """
    found = list(extract_labels(io.BytesIO(table), (), (), {"keys": "label unknown"}))
    assert [(line, text) for line, _, text, _ in found] == [
        (4, "Medium range"),
        (5, "not printed"),
        (7, "Skill"),
    ]


def test_labels_of_explained_results_are_texts() -> None:
    source = b"""
Reason("sight.blocked", "No line of sight", Citation("CE p.41", None))
Modifier("skill", "S", 4, "Skill", Citation("CE p.42", None))
Modifier(key="skill", part="S", value=4, label="Gunnery", cite=row.cite)
Reason(key, row.label, row.cite)
Other("sight", "not for people")
_("Open a table")
"""
    found = extract_python_labels(io.BytesIO(source), {"_": None}, (), {})
    assert {text for _, _, text, _ in found} == {"No line of sight", "Skill", "Gunnery", "Open a table"}
