"""QR sheets can be read by a phone, the printed check says what the page says, and the typeface is what it was."""

import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from types import MappingProxyType

import pypdfium2
import pytest
import zxingcpp

from astrike.editing.terrain.saved import shipped_layouts
from astrike.model.explain import Citation
from astrike.model.legality import Finding, Legality, SkippedCheck
from astrike.report.layout.sentences import verdict_sentence
from astrike.report.paper.canvas import FONTS, SIZES, Paper
from astrike.report.paper.code_cards import CodeCard, halves, qr_sheet
from astrike.report.paper.inventory import inventory, layout_mark
from astrike.report.paper.legality_report import legality_paper
from astrike.report.paper.reset_picture import reset_picture, reset_png

TABLE = shipped_layouts()["border-post"]
CARDS = tuple(
    CodeCard(
        f"Table {number}",
        f"http://192.168.178.42:8765/t/7KQ2011M{number}Z",
        f"7KQ2011M{number}Z",
        ("Spring Cup",),
    )
    for number in range(1, 4)
)


def words_on(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as pdf:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pdf]


@pytest.mark.parametrize(("per_page", "paper"), [(1, "letter"), (2, "a4"), (4, "letter")])
def test_every_code_is_read_and_stands_below_in_two_halves(per_page: int, paper: Paper) -> None:
    data = qr_sheet(CARDS, paper=paper, per_page=per_page)
    with pypdfium2.PdfDocument(data) as pdf:
        assert len(pdf) == -(-len(CARDS) // per_page)
        assert tuple(round(side, 1) for side in pdf[0].get_size()) == tuple(
            round(side, 1) for side in SIZES[paper]
        )
        read = [each.text for page in pdf for each in zxingcpp.read_barcodes(page.render(scale=1.5).to_pil())]
    assert sorted(read) == [card.address for card in CARDS]
    words = "\n".join(words_on(data))
    for card in CARDS:
        for text in (card.title, halves(card.code), card.address):
            assert text in words


def test_a_long_address_and_title_stay_on_their_card() -> None:
    long = CodeCard(
        "The great hall of the mountain king, upper gallery", "http://" + "a" * 120 + ".example/t/X", "AB-CDE"
    )
    (words,) = words_on(qr_sheet([long], per_page=4))
    assert "ABC-DE" in words
    assert "".join(words.split()).count(long.address) == 1


# ---- the check


def checked(*findings: Finding, **figures: object) -> Legality:
    return Legality(
        "club", "Club night, version 3", "high", 0.1, findings,
        (SkippedCheck("layout.pack", "How far a piece lies from where the pack has it", "no-limit"),),
        MappingProxyType(figures),
    )  # fmt: skip


FAILS = Finding(
    "layout.gap.pieces", "error", "Distance between two solid pieces", Citation("club, line 12", None), (18.0, 18.0),
    limit=3.0, value=2.24, by=("building-1", "hill-1"),
    bound="at-least", tolerance=0.1, lines=(((17.0, 18.0), (19.0, 18.0)),),
)  # fmt: skip
HOLDS = replace(FAILS, severity="pass", key="layout.gap.edge", value=3.5, by=(), lines=())


def test_the_report_says_verdict_findings_figures_and_what_was_not_checked() -> None:
    legality = checked(
        FAILS,
        HOLDS,
        counts={"kinds": {"hill": 3, "woods": 4}},
        coverage={"whole": 0.2274, "quadrants": {"north-west": 0.21, "south-east": None}},
        corridors={"count": 2, "base": 1.25},
        gaps=[{"inches": 0.98, "between": ["hill-1", "woods-1"]}],
        lanes={"longest": 41.5},
        zones={"sides": [{"side": "south", "sees": 0.12, "cover": {"covered": 0.5}}]},
        objectives={"sides": [{"side": "south", "one_move": 1, "two_moves": 3, "nearest": 7.25}]},
    )
    pages = words_on(legality_paper(legality, TABLE, title="Border post", lines=("Spring Cup", "2026-11-28")))
    words = " ".join(" ".join(pages).split())
    assert verdict_sentence(legality) in words
    expected = (
        "2.24″, at least 3″", "club, line 12", "3.50″, at least 3″", "Hills 3, Woods 4", "23 %", "NW 21 %",
        "2 side by side for a base of 1.25″", "0.98″ · Hill 1 – Woods 1", "41.50″", "sees 12 % of the other zone",
        "1 in one move, 3 in two; the nearest after 7.25″", "How far a piece lies from where the pack has it",
        "Spring Cup · 2026-11-28", layout_mark(TABLE),
    )  # fmt: skip
    for text in expected:
        assert text in words, text


def test_many_findings_take_as_many_pages_as_they_need_and_none_is_lost() -> None:
    many = tuple(replace(FAILS, where=(1.0 + k % 34, 2.0 + k // 34 * 3), lines=()) for k in range(90))
    pages = words_on(legality_paper(checked(*many), TABLE, title="Border post", paper="letter"))
    assert len(pages) > 2
    assert sum(words.count("2.24″, at least 3″") for words in pages) == 90


def test_no_heading_of_a_report_stands_alone_at_the_foot_of_a_page() -> None:
    for count in (22, 23, 24):  # 23 fill the first page but for one line
        pages = words_on(legality_paper(checked(*(FAILS,) * count), TABLE, title="Border post"))
        assert "Not checked" in " ".join(pages)
        assert not any(re.search(r"Not checked\s+Layout ", page) for page in pages), count


def test_a_report_without_a_preset_or_findings_is_printed() -> None:
    bare = Legality("", "", "", 0.1, (), (), MappingProxyType({}))
    (page,) = words_on(legality_paper(bare, TABLE, title="Border post"))
    assert verdict_sentence(bare) in " ".join(page.split())


# ---- the picture


class Words(HTMLParser):
    """Collects the texts of a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def test_the_reset_picture_has_the_numbers_of_the_sheet() -> None:
    svg = reset_picture(TABLE)
    words = Words()
    words.feed(svg)
    found = inventory(TABLE)
    assert {entry.number for entry in (*found.pieces, *found.zones)} <= set(words.found)
    assert any(layout_mark(TABLE) in text for text in words.found)
    assert reset_png(TABLE).startswith(b"\x89PNG")


def test_a_name_stays_text_in_the_picture() -> None:
    assert "<script>" not in reset_picture(replace(TABLE, name="<script>alert(1)</script>"))


# ---- the typeface


def test_the_typeface_is_what_was_taken_in_with_its_licence() -> None:
    lines = (FONTS / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    kept = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {path.name: path for path in FONTS.iterdir() if path.name != "SHA256SUMS"}
    assert kept == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    assert "Bitstream Vera Fonts Copyright" in files["dejavu-LICENSE.txt"].read_text(encoding="utf-8")
