"""Every page can be reached from another: its address is asked for by some template or view."""

import re
from pathlib import Path

from tests.web.every_route import ALL_ROUTES

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_A_LINK = {
    "layout.show_legal_json": "programs that watch a table by its code",
    "static": "asked by its own function, with the newest version of a file",
}
"""Endpoints that no page of ours leads to, and who asks them."""
NAMED = re.compile(r"""["']([a-z_]+\.[a-z_]+)["']""")


def test_every_page_is_linked_from_somewhere() -> None:
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "astrike" / "web").rglob("*.py")]
    linked = {name for path in files for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    pages = {route.endpoint for route in ALL_ROUTES if route.method == "GET" and "/api/" not in route.rule}
    assert len(pages) > 80
    assert pages - linked == set(WITHOUT_A_LINK)
