"""How pages and files travel: packed, kept by phones, and small enough for a hall."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from astrike.web.http.assets import static_dir, template_dir
from tests.web.conftest import Kept
from tests.web.page import Element, parse

GZIP = {"Accept-Encoding": "gzip, deflate"}


def files_of(page: Element) -> list[str]:
    scripts = [each.attributes["src"] for each in page.all("script")]
    links = [each.attributes["href"] for each in page.all("link")]
    pictures = [each.attributes["src"] for each in page.all("img")]
    return [*scripts, *links, *pictures]


def test_pages_opened_first_are_under_45_kb_and_need_nobody_else(kept: Kept) -> None:
    for path in ("/", kept.url(), kept.url("/settings"), kept.url("/codes")):
        with kept.client.get(path, headers=GZIP) as response:
            sizes = {path: len(response.data)}
            page = parse(gzip.decompress(response.data).decode())
        waiting = files_of(page)
        while waiting:
            name = waiting.pop()
            if name in sizes:
                continue
            with kept.client.get(name, headers=GZIP) as response:
                assert response.status_code == 200, name
                sizes[name] = len(response.data)
                body = (
                    gzip.decompress(response.data)
                    if "Content-Encoding" in response.headers
                    else response.data
                )
            if name.endswith(".js"):
                imports = re.findall(rb'(?:from|import)"\./([\w.-]+)"', body)
                waiting += [f"{name.rsplit('/', 1)[0]}/{each.decode()}" for each in imports]
        assert sum(sizes.values()) < 45_000, sizes


def test_text_is_packed_for_those_who_take_it(kept: Kept) -> None:
    for path in ("/", "/editions", kept.url("/download"), kept.url("/settings")):
        plain = kept.client.get(path, headers={"Accept-Encoding": "identity"})
        packed = kept.client.get(path, headers=GZIP)
        assert "Content-Encoding" not in plain.headers
        assert "Accept-Encoding" in packed.headers["Vary"]
        if packed.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(packed.data)
            assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
            if "change_id" not in plain.text:
                assert body == plain.data
        else:
            assert len(plain.data) < 600
        refused = kept.client.get(path, headers={"Accept-Encoding": "gzip;q=0"})
        assert "Content-Encoding" not in refused.headers


def test_a_packed_answer_without_news_stays_without_a_body(kept: Kept) -> None:
    etag = kept.client.get(kept.url("/version"), headers=GZIP).headers["ETag"]
    response = kept.client.get(kept.url("/version"), headers={**GZIP, "If-None-Match": etag})
    assert (response.status_code, response.data) == (304, b"")


SERVED = [path.relative_to(static_dir()).as_posix() for path in sorted(static_dir().rglob("*.*"))]
BUNDLED = ("connection", "notice", "replace", "taps")  # in that of base.js, and asked for by nobody


@pytest.mark.parametrize("name", [name for name in SERVED if not name.endswith(".gz")])
def test_every_file_is_served_and_kept_for_a_year(client: FlaskClient, name: str) -> None:
    known = files_of(parse(client.get("/").text))[0].split("/")[2]
    with client.get(f"/static/{known}/{name}", headers=GZIP) as response:
        if Path(name).parent.name == "js" and Path(name).stem in BUNDLED:
            assert response.status_code == 404
            return
        assert response.status_code == 200
        assert "max-age=31536000, immutable" in response.headers["Cache-Control"]
        packed = response.headers.get("Content-Encoding") == "gzip"
        body = gzip.decompress(response.data) if packed else response.data
    if not name.startswith(("css/", "js/")):
        assert body == (static_dir() / name).read_bytes()
    with client.get(f"/static/{known}/{name}", headers={"Accept-Encoding": "identity"}) as response:
        assert response.data == body


def test_style_sheets_are_joined_in_the_order_in_which_a_page_names_them(client: FlaskClient) -> None:
    def styles(name: str) -> str:
        with client.get(f"/static/x/css/{name}.css") as response:
            assert response.mimetype == "text/css"
            return response.text

    assert styles("map+table") == styles("map") + styles("table")
    assert styles("table+map") == styles("table") + styles("map")
    assert "/*" not in styles("tokens+app")


@pytest.mark.parametrize(
    "name", ["css/map+map.css", "css/map+nothing.css", "css/+.css", "css/" + "+".join("abcdefghi") + ".css"]
)
def test_only_different_style_sheets_that_exist_are_joined(client: FlaskClient, name: str) -> None:
    with client.get(f"/static/x/{name}") as response:
        assert response.status_code == 404


def test_a_page_names_one_script_beside_that_of_all_pages() -> None:
    """What two bundles of a page shared beside `base.js` would run twice."""
    for path in sorted(template_dir().rglob("*.html")):
        scripts = re.search(
            r"{% block scripts %}(.*?){% endblock %}", path.read_text(encoding="utf-8"), re.DOTALL
        )
        if scripts is not None and path.name != "base.html":
            assert scripts[1].count("<script") == 1, path
            assert "super()" not in scripts[1], path


def test_files_have_the_type_that_browsers_insist_on(client: FlaskClient) -> None:
    types = {
        "vendor/htmx-4.0.1.min.js": "text/javascript",
        "css/app.css": "text/css",
        "icon.svg": "image/svg+xml",
    }
    for name, mimetype in types.items():
        with client.get(f"/static/x/{name}") as response:
            assert response.mimetype == mimetype


def test_an_old_address_has_todays_file_and_is_not_kept(client: FlaskClient) -> None:
    with client.get("/static/0000000000/css/app.css") as response:
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["nothing.css", "../templates/base.html", "css", "css/", "%2e%2e/%2e%2e/README.md"]
)
def test_only_what_lies_there_is_served(client: FlaskClient, name: str) -> None:
    with client.get(f"/static/x/{name}") as response:
        assert response.status_code in (404, 308)


def test_no_style_sheet_or_script_asks_another_site() -> None:
    for path in static_dir().rglob("*.css"):
        assert not re.search(r"@import|url\(|//[a-z]", path.read_text(encoding="utf-8")), path.name
    for path in (static_dir() / "js").rglob("*.js"):
        assert not re.search(r"https?://(?!www\.w3\.org/)", path.read_text(encoding="utf-8")), path.name


def test_htmx_is_told_what_not_to_swap_and_to_bring_no_style(client: FlaskClient) -> None:
    config = parse(client.get("/").text).one("meta", name="htmx-config").attributes["content"]
    htmx = (static_dir() / "vendor" / "htmx-4.0.1.min.js").read_text(encoding="utf-8")
    for name in re.findall(r'"(\w+)":', config):
        assert re.search(rf"\b{name}:", htmx), f"htmx knows no {name}"
    assert '"noSwap":[204,304,"5xx"]' in config
    assert '"includeIndicatorCSS":false' in config
