"""What can be printed of a table: every sheet is a file, and a QR sheet has no code that its holder does not have."""

import re

import pypdfium2
import pytest
import zxingcpp

from astrike.formats.table.table_file import read_table
from astrike.report.paper.inventory import layout_mark
from astrike.store.table.codes import Right
from astrike.web.home.demo import demo_text
from tests.web.conftest import Kept


def texts(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


@pytest.mark.parametrize(
    ("sheet", "start", "ending"),
    [
        ("setup", b"%PDF", ".pdf"),
        ("codes", b"%PDF", ".pdf"),
        ("picture", b"<svg", ".svg"),
        ("pixels", b"\x89PNG", ".png"),
    ],
)
def test_who_may_look_may_print(kept: Kept, sheet: str, start: bytes, ending: str) -> None:
    response = kept.client.get(kept.url(f"/paper/{sheet}", right=Right.VIEW))
    assert response.status_code == 200
    assert response.data.startswith(start)
    assert f'{ending}"' in response.headers["Content-Disposition"]


def test_the_page_offers_every_sheet(kept: Kept) -> None:
    page = kept.page("/paper", right=Right.VIEW)
    sheets = {
        button.attributes["formaction"].rsplit("/", 1)[-1]
        for button in page.all("button")
        if "formaction" in button.attributes
    }
    assert sheets == {"setup", "codes", "picture", "pixels"}


def test_paper_and_tape_are_as_asked(kept: Kept) -> None:
    demo = kept.client.post("/demo", data={"name": "diagram"}).location
    mark = layout_mark(read_table(demo_text("diagram")))
    sizes = []
    for paper, tape in (("a4", "eighths"), ("letter", "decimal")):
        data = kept.client.get(f"{demo}/paper/setup?paper={paper}&tape={tape}").data
        with pypdfium2.PdfDocument(data) as pdf:
            sizes.append(sorted(pdf[0].get_size()))
        words = "\n".join(texts(data))
        assert mark in words
        assert bool(re.search(r"[WE] \d+ \d/\d", words)) == (tape == "eighths")
    assert [round(small) for small, _large in sizes] == [595, 612]


@pytest.mark.parametrize("asked", ["paper=a3", "tape=cm", "cards=3", "server=9"])
def test_what_is_not_known_is_named(kept: Kept, asked: str) -> None:
    sheet = "setup" if asked.startswith(("paper", "tape")) else "codes"
    response = kept.client.get(kept.url(f"/paper/{sheet}?{asked}"))
    assert response.status_code == 422
    assert asked.split("=", maxsplit=1)[0] in response.text
    assert kept.client.get(kept.url("/paper/poster")).status_code == 404


@pytest.mark.parametrize("right", [Right.VIEW, Right.ORGANISE], ids=lambda right: right.name)
def test_cards_open_what_their_holder_may_pass_on(kept: Kept, right: Right) -> None:
    data = kept.client.get(kept.url("/paper/codes?cards=4", right=right)).data
    with pypdfium2.PdfDocument(data) as pdf:
        read = [each.text for page in pdf for each in zxingcpp.read_barcodes(page.render(scale=2).to_pil())]
    codes = kept.codes.up_to(right)
    passed_on = [codes[each] for each in (Right.PLAY, Right.VIEW) if each in codes]
    assert sorted(address.rsplit("/", 1)[-1] for address in read) == sorted(passed_on)
    assert kept.codes.organise not in data.decode("latin-1")
    opened = kept.client.get(read[0].removeprefix("http://localhost"))
    assert opened.status_code == 200
