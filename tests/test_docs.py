"""The examples in the documentation do what they show."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import architecture_page
from tools.architecture_page import read_house

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "astrike" / "docs").glob("*.md")))
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield page, command and the output that the page shows."""
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                yield page.name, command, output


EXAMPLES = list(examples())


def test_the_readme_shows_an_answer() -> None:
    assert any(page == "README.md" and command.startswith("astrike attack") for page, command, _ in EXAMPLES)


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES, ids=[each[1] for each in EXAMPLES])
def test_an_example_prints_what_the_page_shows(page: str, command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "astrike", f"{page}: {command}"
    done = subprocess.run(
        [sys.executable, "-m", "astrike", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "LANGUAGE": "en"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip("\n") == output.rstrip("\n"), f"{page} shows something else"


def test_the_readme_names_both_commands_on_its_first_screen() -> None:
    first_screen = "\n".join(PAGES[0].read_text(encoding="utf-8").splitlines()[:40])
    for words in ("make run", "make test", "$ astrike attack"):
        assert words in first_screen


def test_the_picture_of_the_house_is_the_newest() -> None:
    house = read_house()
    assert architecture_page.PAGE.read_text(encoding="utf-8") == architecture_page.page(
        house, architecture_page.PAGE.read_text(encoding="utf-8")
    ), "python -m tools.architecture_page"
    assert architecture_page.PICTURE.read_text(encoding="utf-8") == architecture_page.picture(house), (
        "python -m tools.architecture_page"
    )


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "astrike/docs/architecture.md"])
def test_what_a_page_names_is_there(page: str) -> None:
    named = re.findall(
        r"`([\w./<>*-]+(?:\.(?:py|toml|md|html|js)|/[\w-]+))`", (ROOT / page).read_text(encoding="utf-8")
    )
    missing = [
        name
        for name in named
        if not set("<>*") & set(name)
        and not any((root / name).exists() for root in (ROOT, ROOT / "astrike", ROOT / "tests"))
        and not any(path.name == name for path in ROOT.glob("astrike/**/*") if "/" not in name)
    ]
    assert missing == []
    assert len(named) > 20
