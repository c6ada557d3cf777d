"""Units are pasted, looked at and placed by thumb on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from astrike.formats.table.table_file import parse_document
from astrike.store.database.connection import connect
from astrike.store.table.tables import create_table, load_table
from astrike.web.settings import utc_now
from tests.browser.conftest import Server, faults, overhang, small_targets, squeezed
from tests.builders import document

pytestmark = pytest.mark.browser

NO_TARGET = re.compile('type="checkbox"')
"""A box to tick is as large as its label."""
CSV = """chassis,model,mul_id,PV,SZ,MV,TMM,OV,Arm,Str,TP,dmgS,dmgM,dmgL,specials,skill
Alder,ALD-1,101,20,2,"8""/6""j",1,0,4,3,BM,2,2,1,"ECM, IF1",4
Birch,BIR-2,102,30,3,"6""\",1,1,6,5,BM,3,3,3,"TUR(2/2/-,SRM1/1), LRM1/1/1",3
Cedar,CED-3R,103,41,4,"6""\",1,2,9,8,BM,5,5,2,"AC2/2/-, CASE",4
Elm,Scout Tank,104,14,1,"12""h",2,0,2,1,CV,1,1,0,RCN,4
Fir,FIR-7,105,26,2,"10""j",2,0,4,3,BM,3,2,0*,,4
Hazel,Foot Platoon,106,8,1,"4""f",0,0,1,1,CI,1,0*,0,CAR3,5
Juniper,JUN-1,107,35,3,"8""\",1,1,7,6,BM,4,4,1,REAR1/1/-,4
Larch,LAR-9 Long Name of a Regiment,108,52,4,"4""\",0,3,12,10,BM,6,6,4,"C3M, IF2, TAG",2
"""


def found_wrong(page: Page) -> list[str]:
    """What is wrong with the page as it stands, in light and dark."""
    wrong = [each for each in small_targets(page) if not NO_TARGET.search(each)]
    high = page.locator("label.tick, label.read-unit").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    wrong += [f"a box of {each} px" for each in high if each < 44]
    wrong += squeezed(page)
    if over := overhang(page):
        wrong.append(f"overhang {over}")
    wrong += faults(page)
    page.emulate_media(color_scheme="dark")
    wrong += faults(page, dark=True)
    page.emulate_media(color_scheme="light")
    return [f"{page.url}: {each}" for each in wrong]


def test_eight_pasted_units_are_looked_at_and_stand_on_the_table(phone: Page, server: Server) -> None:
    wrong: list[str] = []
    with connect(server.db) as db:
        kept = create_table(db, document=document(name="Hall table 7"), now=utc_now(), author="test")
    phone.goto(f"{server.address}/t/{kept.codes.play}")
    phone.get_by_role("link", name="Bring units").tap()
    phone.get_by_label("Paste what you have").fill(CSV)
    wrong += found_wrong(phone)
    phone.get_by_role("button", name="Look at them").tap()
    add = phone.locator("#add-units")
    expect(add).to_have_text("Add 8 · PV 251")
    wrong += found_wrong(phone)
    phone.get_by_label("Elm Scout Tank").first.tap()
    expect(add).to_have_text("Add 7 · PV 237")
    phone.get_by_label("Elm Scout Tank").first.tap()
    phone.get_by_label("Skill Elm Scout Tank").fill("3")
    expect(add).to_have_text("Add 8 · PV 254")
    add.tap()
    expect(phone.locator("#done")).to_contain_text("8 units added.")
    expect(phone.locator(".roster .card-head")).to_contain_text("8 units · PV 254")
    wrong += found_wrong(phone)
    with connect(server.db) as db:
        table = parse_document(load_table(db, kept.id).document)
    assert [unit.at[1] for unit in table.units] == [0.625] * 8
    phone.locator("a.unit-row").first.tap()
    phone.get_by_label("Short").fill("many")
    phone.locator("summary").tap()
    phone.get_by_role("button", name="Save").tap()
    expect(phone.locator("#short-problem")).to_contain_text("a number, 0* or -")
    phone.locator("details").evaluate_all("all => all.forEach(fold => { fold.open = true; })")
    wrong += found_wrong(phone)
    phone.get_by_label("Short").fill("3")
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("status")).to_have_text("Saved.")
    phone.get_by_role("link", name="Back to the units").tap()
    phone.get_by_role("link", name="Edit side").tap()
    phone.get_by_label("Home edge").select_option("north")
    wrong += found_wrong(phone)
    phone.get_by_role("button", name="Save").tap()
    phone.get_by_role("button", name="Place all").tap()
    expect(phone.locator("#done")).to_contain_text("8 units placed.")
    phone.get_by_role("link", name="Export").tap()
    expect(phone.get_by_label("Tabletop Simulator code")).to_have_value(
        re.compile(r"^\{\{101,4\},\{102,3\},")
    )
    phone.get_by_label("Tabletop Simulator code").tap()
    assert phone.evaluate("getSelection().toString()").startswith("{{101,4}")
    wrong += found_wrong(phone)
    assert wrong == []
