"""Whoever wants no events deletes their folders: the rest starts, answers as before, and passes its tests."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = ("astrike", "static", "templates", "tests", "tools", "pyproject.toml")
OF_EVENTS = (
    "astrike/*/events",
    "astrike/*/events.py",
    "templates/events",
    "static/*/events*",
    "tests/*/events",
)
"""All that there is of events, and nothing else."""
QUICK_TESTS = (
    "tests/store/table/test_codes.py",
    "tests/web/table/test_history_page.py",
    "tests/web/home/test_home_page.py",
)
"""Those that ask at the places which events fill."""

ASK = """
import json
import sys
from pathlib import Path

from astrike.store.database.connection import connect
from astrike.web.app import create_app
from astrike.web.settings import Settings

path, demo = Path(sys.argv[1]), Path(sys.argv[2])
connect(path).close()
client = create_app(Settings(db_path=path, testing=True)).test_client()
client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
table = client.post("/demo").headers["Location"]
code = table.removeprefix("/t/").strip("/")
asked = {
    address: client.get(address)
    for address in (
        "/", "/new", "/editions", "/quick", "/presets", "/api/v1/openapi.json", f"/t/{code}",
        *(f"/t/{code}/{page}" for page in (
            "more", "edit", "history", "version", "rulings", "deployments", "legal", "units", "codes", "paper/codes",
        )),
        "/events/new", f"/e/{code}",
    )
}
found = {address.replace(code, "CODE"): response.status_code for address, response in asked.items()}
question = {"table": json.loads(demo.read_text(encoding="utf-8")), "attacker": "A", "target": "C"}
found["sight"] = client.post("/api/v1/sight", json=question).status_code
found["open"] = client.post("/open", data={"code": code}).status_code
found["open nothing"] = client.post("/open", data={"code": "7KQ2011M3Z"}).status_code
print(json.dumps({"found": found, "front": asked["/"].text, "news": asked[f"/t/{code}/version"].json}))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide this program as it is without the folders of events."""
    folder = tmp_path_factory.mktemp("tree")
    for name in KEPT:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, folder / name)
        else:
            shutil.copy(place, folder / name)
    for pattern in OF_EVENTS:
        for place in folder.glob(pattern):
            if place.is_dir():
                shutil.rmtree(place)
            else:
                place.unlink()
    return folder


def run(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the tree, and on nothing of the one that this test belongs to."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def test_the_program_answers_without_events(tree: Path, tmp_path: Path) -> None:
    demo = tree / "astrike" / "demo" / "target-number-diagram.astrike.json"
    done = run(tree, "-c", ASK, str(tmp_path / "astrike.db"), str(demo))
    assert done.returncode == 0, done.stderr
    stated = json.loads(done.stdout)
    expected = {"/events/new": 404, "/e/CODE": 404, "open": 303, "open nothing": 404}
    assert stated["found"] == {address: expected.get(address, 200) for address in stated["found"]}
    assert "event" not in stated["front"].lower()
    assert "event" not in stated["news"]
    checked = run(tree, "-m", "astrike", "check-db", str(tmp_path / "astrike.db"))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    attack = run(tree, "-m", "astrike", "attack", str(demo), "A", "C")
    assert (attack.returncode, attack.stderr) == (0, ""), attack.stderr


def test_its_tests_pass_without_events(tree: Path) -> None:
    done = run(tree, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *QUICK_TESTS)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
