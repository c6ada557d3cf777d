"""Everything that astrike runs on stands on the page of licenses, with the text that it came with."""

from importlib.metadata import distributions
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from packaging.requirements import Requirement

from astrike.web.home.licenses_page import LicensedPart, key_of, licensed
from tests.web.page import parse
from tools.licenses_page import PAGE, licenses_page

ROOT = Path(__file__).resolve().parents[3]


def needed() -> set[str]:
    """What has to be installed here for astrike to run, worked out by another way: with markers understood."""
    installed = {key_of(each.metadata["Name"]): each for each in distributions()}
    waiting, found = ["astrike"], set()
    while waiting:
        for line in installed[waiting.pop()].requires or ():
            requirement = Requirement(line)
            name = key_of(requirement.name)
            if name in found or not (
                requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            ):
                continue
            found.add(name)
            waiting.append(name)
    return found


def pinned_to_run() -> set[str]:
    text = (ROOT / "requirements.txt").read_text(encoding="ascii").partition("# What tests it")[0]
    return {key_of(line.partition("==")[0]) for line in text.splitlines() if "==" in line}


def test_the_page_is_complete(client: FlaskClient) -> None:
    page = parse(client.get("/licenses").text)
    listed = {a.attributes["href"].removeprefix("/licenses/") for a in page.by_id("licensed").all("a")}
    assert listed == needed() | {"htmx", "dejavu"}


def test_what_is_pinned_to_run_is_what_runs_and_what_builds() -> None:
    builds = {"hatchling", "editables", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}
    assert pinned_to_run() == (needed() - {"pip"}) | builds


@pytest.mark.parametrize("one", licensed(), ids=lambda one: one.key)
def test_each_has_a_license_with_its_text(client: FlaskClient, one: LicensedPart) -> None:
    assert one.license
    assert one.version
    page = parse(client.get(f"/licenses/{one.key}").text)
    assert one.license in page.one("header").text
    assert page.all("section", class_="card") or not one.texts
    assert one.texts, "a package without a text needs to be looked at"


def test_what_is_not_there_is_not_found(client: FlaskClient) -> None:
    assert client.get("/licenses/left-pad").status_code == 404


def test_the_start_page_leads_there(client: FlaskClient) -> None:
    assert parse(client.get("/").text).by_id("licenses").attributes["href"] == "/licenses"


def test_the_document_is_the_newest() -> None:
    assert PAGE.read_text(encoding="utf-8") == licenses_page(), "write it: python -m tools.licenses_page"
