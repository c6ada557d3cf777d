"""Any bytes are a roster, told by what is in them, or are refused with a word on what they seem to be."""

import io
import json
import zipfile
from pathlib import Path
from time import perf_counter

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.cli.files import convert
from astrike.errors import InputError
from astrike.formats.encodings import LARGEST_IMPORT
from astrike.formats.rosters import workbook
from astrike.formats.rosters.limits import MOST_UNITS
from astrike.formats.rosters.reading import EXPECTED, FORMATS
from astrike.formats.table.features import MAX_FEATURES
from astrike.model.roster import Roster
from tests.builders import document
from tests.formats.rosters.sources import (
    CODE,
    LINK,
    csv_text,
    favorites,
    force,
    list_code,
    megamek_list,
    mekbay_row,
    mul_unit,
    notes,
    quicklist,
    read,
    refused,
    repacked,
    table_text,
    unit_list,
    xlsx,
)
from tests.soak import examples

TABLE = b"Id,name,subtype,pv,move,armor,structure,abilities\n11,Alder,BM,30,8,5,4,ECM\n"
ALL: dict[str, bytes] = {
    "mekbay-table": csv_text().encode(),
    "mul-csv": TABLE,
    "mul-quicklist": quicklist().encode(),
    "mekbay-force": force().encode(),
    "mekbay-link": LINK.encode(),
    "jeff": favorites().encode(),
    "terminal": list_code().encode(),
    "tts": CODE.encode(),
    "mekbay-units": unit_list().encode(),
    "megamek": megamek_list().encode(),
    "astrike": table_text().encode(),
}
KINDS = list(ALL)
JSON_KINDS = [kind for kind, data in ALL.items() if data.startswith((b'{"', b"["))]


def test_every_reader_is_held_to_the_laws_of_all() -> None:
    assert set(KINDS) == set(FORMATS)
    assert len(JSON_KINDS) == 6


# A program, or whose: by this people know whether their list can be brought.
PROGRAMS = ("MekBay", "Jeff's", "Master Unit List", "Terminal", "Tabletop Simulator", "MegaMek")
LISTED = {
    "refusals": EXPECTED,
    "the command convert": str(convert.help),
    "the page for lists": Path("templates/units/bring_roster.html").read_text(encoding="utf-8"),
    "astrike/docs/formats.md": Path("astrike/docs/formats.md").read_text(encoding="utf-8"),
}


@pytest.mark.parametrize("where", LISTED)
def test_people_are_told_every_format_that_is_read(where: str) -> None:
    own = FORMATS["astrike"]
    assert [label for label in FORMATS.values() if not any(each in label for each in PROGRAMS)] == [own]
    text = " ".join(LISTED[where].split())
    assert [program for program in PROGRAMS if program not in text] == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["", "x", "x.csv", "x.json", "x.xlsx", "x.png", "../../etc/passwd"])
def test_a_format_is_told_by_what_is_in_it(kind: str, name: str) -> None:
    roster = read(ALL[kind], name=name)
    assert roster.format == kind
    assert len(roster.units) >= 1
    is_other = name in ("x.csv", "x.xlsx") if kind not in ("mekbay-table", "mul-csv") else name == "x.json"
    assert ("whatever its name says" in notes(roster)) is is_other


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_do_not_matter(kind: str, encoding: str, ends: str) -> None:
    text = ALL[kind].decode().replace("\r\n", "\n").replace("\n", ends)
    roster = read(text.encode(encoding))
    assert [unit.mul for unit in roster.units] == [unit.mul for unit in read(ALL[kind]).units]
    assert roster.format == kind


@pytest.mark.parametrize("kind", KINDS)
def test_a_fence_around_pasted_code_does_not_matter(kind: str) -> None:
    assert read(b"```json\n" + ALL[kind] + b"\n```\n").format == kind
    assert refused(b"```")


def test_text_that_is_not_unicode_is_read_and_said() -> None:
    roster = read(TABLE.replace(b"Alder", "Ölbaum".encode("latin-1")))
    assert roster.units[0].name == "Ölbaum"
    assert "read as Windows-1252 (Latin-1) text" in notes(roster)


@pytest.mark.parametrize("kind", JSON_KINDS)
@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text[:-1],
        lambda text: text + text,
        lambda text: text.replace('"name"', '"name": 1, "name"').replace('"Id"', '"Id": 1, "Id"'),
        lambda text: text.replace("11", "NaN"),
        lambda text: text.replace("11", "1e999"),
        lambda text: text.replace("11", "9" * 5000),
        lambda text: text.replace("11", "[" * 100 + "]" * 100).replace("3,", "[" * 100 + "]" * 100 + ","),
        lambda text: text.replace("Alder", "\\ud800").replace("Trees", "\\ud800"),
    ],
    ids=[
        "half",
        "cut off",
        "twice",
        "doubled key",
        "NaN",
        "endless",
        "many digits",
        "nested",
        "half a character",
    ],
)
def test_spoiled_json_is_refused(kind: str, spoil: object) -> None:
    text = ALL[kind].decode()
    spoiled = spoil(text)  # type: ignore[operator]  # one of the functions above
    assert spoiled != text
    assert refused(spoiled)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "nothing"),
        (b" \n\t ", "nothing"),
        (b"\xef\xbb\xbf", "nothing"),
        (b"\x89PNG\r\n\x1a\n....", "a picture (PNG)"),
        (b"%PDF-1.7 ....", "a PDF"),
        (b"\x1f\x8b\x08\x00....", "a gzip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "an old Excel or Word file"),
        (b"SQLite format 3\x00", "a database"),
        (bytes(range(256)), "binary data"),
        (b"\xff\xfe\x00", "not UTF-16"),
        (b"PK\x03\x04rubbish", "a zip archive that cannot be read"),
        (b"<!doctype html><html><body>", "a web page"),
        (b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "XML"),
        (b"size 16 17\nhex 0101 0 \"\" \"\"\nend", "a MegaMek board"),
        (b"https://example.org/list/7", "a link without units; nothing is fetched"),
        (b"Dear all, here is my list.", "text that begins with 'Dear all"),
        (b"{}", "JSON with nothing in it"),
        (b"[]", "a JSON list without units"),
        (b'{"walls": [], "grid": 100}', "a map of another program"),
        (b'{"type": "FeatureCollection", "features": []}', "a GeoJSON map"),
        (b'"units"', "text that begins"),
        (b"[1, [2], null, \"a\"]", "a JSON list without units"),
        (b'{"units": [1, null, {"a": 2}]}', "JSON with units"),
        (b'{"groups": "none", "members": 7}', "JSON with groups, members"),
        (b"chassis,model,MV\n", "MekBay table without units"),
        (b"name,name,subtype,pv,move,armor\nA,B,C\n", "'name' twice"),
    ],
)  # fmt: skip
def test_rubbish_is_refused_with_what_it_seems_to_be(data: bytes, words: str) -> None:
    assert words in refused(data)[0].found


@pytest.mark.parametrize("kind", KINDS)
def test_more_units_than_anybody_has_are_refused(kind: str) -> None:
    many = MOST_UNITS + 30
    if kind in JSON_KINDS:
        least = {
            "mul-quicklist": '{"BFType":0,"BFMove":0}',
            "mekbay-force": '{"unit":"a"}',
            "jeff": '{"mulID":1,"move":1}',
            "terminal": '{"mulId":1}',
            "mekbay-units": '{"as":{}}',
            "astrike": '{"type":"Feature"}',
        }
        assert kind in least, "the smallest unit of this format, and below a list of them"
        listed = ",".join([least[kind]] * many)
        data = {
            "mul-quicklist": f'{{"Units":[{listed}]}}',
            "mekbay-force": f'{{"instanceId":"","groups":[{{"units":[{listed}]}}]}}',
            "jeff": f'{{"members":[{listed}]}}',
            "terminal": f'{{"lcVersion":2,"units":[{listed}]}}',
            "mekbay-units": f"[{listed}]",
            "astrike": json.dumps(document()).replace('"features": []', f'"features": [{listed}]'),
        }[kind].encode()
    elif kind == "tts":
        data = b"{" + b"{1,4}," * many + b"}"
    elif kind == "megamek":
        data = megamek_list(many).encode()
    elif kind == "mekbay-link":
        data = b"mul_ids=" + b"1," * many
    else:
        head = ALL[kind].partition(b"\n")[0]
        data = head + b"\n" + (b"," * head.count(b",") + b"\n").replace(b",", b"a,", 2) * many
    most = MAX_FEATURES if kind == "astrike" else MOST_UNITS
    assert f"at most {most:,}" in refused(data)[0].expected


@pytest.mark.parametrize(
    ("head", "pattern"),
    [
        (b"", b"a"), (b"", b"\n"), (b"", b","), (b"", b"a\n"), (b"", b'"'), (b"", b"["), (b"", b'{"a":'), (b"[", b"0,"),
        (b"[", b"{},"), (b"[", b" "), (b"[", b"9"), (b"{", b"{1,4},"), (b"{{1", b" "), (b"", b"units=a\n"),
        (b"mul_ids=", b"|~,"), (b"chassis,model,MV,TP\n", b"a,"), (b"chassis,model,MV,TP\n", b"\n"),
        (b'chassis,model,MV,TP\n"', b"a\n"), (b"chassis,model,MV,TP\n", b"A,B,8,BM\n"), (b"", b"\xe9\r"),
        (b"", b"\x00"), (b"PK\x03\x04", b"\x00"), (b"", b"<b>"),
    ],
)  # fmt: skip
def test_the_largest_rubbish_is_refused_at_once(head: bytes, pattern: bytes) -> None:
    data = (head + pattern * (LARGEST_IMPORT // len(pattern)))[:LARGEST_IMPORT]
    start = perf_counter()
    assert refused(data)
    assert perf_counter() - start < 10  # a tenth of that on a machine that does nothing else


def test_a_larger_file_is_refused_unread() -> None:
    assert f"{LARGEST_IMPORT + 1:,} bytes" in refused(bytes(LARGEST_IMPORT + 1))[0].found


# ---- workbooks


def zipped(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return file.getvalue()


def test_a_bomb_is_not_unpacked() -> None:
    assert "200,000,000 bytes when unpacked" in refused(zipped(xl__workbook_xml=bytes(200_000_000)))[0].found


def test_other_archives_and_broken_workbooks_are_refused() -> None:
    book = xlsx()
    for data, words in (
        (zipped(notes=b"hello"), "a zip archive of notes"),
        (zipped(xl__workbook_xml=b"<workbook/>"), "a zip archive of xl/workbook.xml"),
        (zipped(**{f"xl__{number}": b"" for number in range(600)}), "600 files"),
        (book[: len(book) // 2], "cannot be read"),
        (repacked(book, sheet2="<worksheet"), "cannot be read"),
        (repacked(book, sheet2="<worksheet><row><c t='s'><v>7</v></c></row></worksheet>"), "shared text '7'"),
        (book.replace(b"PK\x01\x02\x14\x03\x14\x00", b"PK\x01\x02\x14\x03\x99\x00"), "zip file version"),
        (
            repacked(
                book, sheet2="<worksheet><sheetData><row><c r='ZZZZZZ1'/></row></sheetData></worksheet>"
            ),
            "",
        ),
        (
            repacked(book, sheet2="<!DOCTYPE a [<!ENTITY b 'bb'>]><worksheet>&b;</worksheet>"),
            "a document type",
        ),
        (repacked(book, sheet2="<worksheet><sheetData>" + "<c/>" * 10), "cannot be read"),
    ):
        assert words in refused(data)[0].found


def test_a_workbook_that_claims_to_be_huge_is_read_as_far_as_it_goes() -> None:
    rows = "".join(
        f"<row r='{number}'>"
        + "".join(f"<c t='inlineStr'><is><t>{cell}</t></is></c>" for cell in cells)
        + "</row>"
        for number, cells in (
            (1, ("chassis", "model", "MV", "TP", "Arm")),
            (2, ("Alder", "ALD-2", "8", "BM", "5")),
        )
    )
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    claim = "<dimension ref='A1:XFD1048576'/>"
    sheet = f"<worksheet xmlns='{space}'>{claim}<sheetData>{rows}</sheetData></worksheet>"
    assert [unit.name for unit in read(repacked(xlsx(), sheet2=sheet)).units] == ["Alder ALD-2"]
    far = sheet.replace("<row r='2'>", "<row r='1048576'>")
    assert [unit.name for unit in read(repacked(xlsx(), sheet2=far)).units] == ["Alder ALD-2"]
    wide = sheet.replace("<c t='inlineStr'><is><t>Alder<", "<c r='XFD2' t='inlineStr'><is><t>Alder<")
    assert "without units" in refused(repacked(xlsx(), sheet2=wide))[0].found
    many = sheet.replace("</sheetData>", "<row><c><v>1</v></c></row>" * (MOST_UNITS + 200) + "</sheetData>")
    assert "rows" in refused(repacked(xlsx(), sheet2=many))[0].found


def test_a_workbook_of_more_tags_than_cells_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_MARKS", 100)
    assert "tags in a workbook" in refused(xlsx())[0].found


def test_what_is_wide_or_endless_in_a_workbook_is_refused_at_once() -> None:
    wide = b"<worksheet>" + b"<row><c r='KN1'><v>1</v></c></row>" * 2000 + b"</worksheet>"
    attributes = b"<worksheet" + b"".join(b" a%d=''" % number for number in range(30_000)) + b"/>"
    names = b"<worksheet>" + b"".join(b"<a%d/>" % number for number in range(10_100)) + b"</worksheet>"
    start = perf_counter()
    for parts, words in (
        ({f"xl__worksheets__sheet{number}_xml": wide for number in range(1, 9)}, "cells"),
        ({"xl__worksheets__sheet1_xml": attributes}, "bytes in a tag"),
        ({"xl__worksheets__sheet1_xml": names}, "names of tags"),
    ):
        assert words in refused(zipped(**parts))[0].found
    assert perf_counter() - start < 10


def test_texts_of_a_workbook_are_read_without_how_they_are_pronounced() -> None:
    texts = "<sst><si><r><t>chas</t></r><r><rPr/><t>sis</t></r><rPh sb='0' eb='1'><t>x</t></rPh></si></sst>"
    sheet = "<worksheet><row><c t='s'><v>0</v></c><c t='b'><v>true</v></c><c t='e'><v>#SPILL!</v></c></row></worksheet>"
    data = zipped(xl__sharedStrings_xml=texts.encode(), xl__worksheets__sheet1_xml=sheet.encode())
    assert workbook.sheets_of(data) == (((1, ["chassis", True, None]),),)


def test_a_workbook_of_a_plain_writer_is_read() -> None:
    plain = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(xlsx())) as old, zipfile.ZipFile(plain, "w") as new:
        for item in old.infolist():
            if "styles" not in item.filename and "theme" not in item.filename:
                new.writestr(item.filename, old.read(item))
    assert read(plain.getvalue()).units[0].name == "Alder ALD-2"


def test_a_workbook_without_units_is_refused() -> None:
    file = io.BytesIO()
    book = openpyxl.Workbook()
    book.active.append(["Date", "Score"])
    book.save(file)
    assert "without columns of units" in refused(file.getvalue())[0].found


# ---- anything


def read_or_none(data: bytes | str) -> Roster | None:
    """A roster, or nothing where the bytes are refused in the right way; any other exception goes on."""
    try:
        return read(data)
    except InputError:
        return None


@settings(max_examples=examples(25, soaked=60))
@given(st.sampled_from(KINDS), st.data())
def test_bytes_that_were_changed_are_read_or_refused(kind: str, data: st.DataObject) -> None:
    original = ALL[kind]
    at = data.draw(st.integers(0, len(original)))
    pieces = [b"{", b"[", b'"', b",", b"null", b"-1", b"(", b"\n"]
    piece = data.draw(st.one_of(st.binary(max_size=6), st.sampled_from(pieces)))
    changed = original[:at] + piece + original[at + data.draw(st.integers(0, 8)) :]
    roster = read_or_none(changed)
    assert roster is None or roster.label


PLAIN = st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=4)
VALUES = st.recursive(
    PLAIN | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=examples(30, soaked=80))
@given(st.sampled_from(JSON_KINDS), st.data())
def test_any_value_in_any_field_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    content = json.loads(ALL[kind])
    holders = [content]
    for holder in holders:
        inside = holder.values() if isinstance(holder, dict) else holder
        holders.extend(value for value in inside if isinstance(value, dict | list) and value)
    holder = data.draw(st.sampled_from(holders))
    key = data.draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
    holder[key] = data.draw(VALUES)
    roster = read_or_none(json.dumps(content))
    for unit in roster.units if roster else ():
        assert unit.name
        assert unit.problems or unit.card or not unit.is_resolved


@settings(max_examples=examples(25, soaked=60))
@given(st.sampled_from(sorted(mekbay_row())), st.text(max_size=8))
def test_any_text_in_any_cell_is_read_or_a_problem(heading: str, text: str) -> None:
    roster = read_or_none(csv_text(mekbay_row(**{heading: text})))
    assert roster is None or roster.format == "mekbay-table"


def test_a_unit_s_card_is_what_a_table_file_takes() -> None:
    for unit in read(quicklist(mul_unit(), mul_unit(BFType="AF", BFMove="5a"))).units:
        feature = {"type": "Feature", "id": unit.name, "geometry": {"type": "Point", "coordinates": [1, 1]}}
        read(json.dumps(document({**feature, "properties": {"kind": "unit", **unit.card}})))
