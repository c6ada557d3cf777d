"""Does the built package work where its source is not? Builds it, installs it, runs it in an empty folder.

The wheel is built from the source distribution, so both are tried. Its dependencies are lent by the
environment that runs this; astrike itself comes from the wheel alone.
"""

import os
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60
DEMO = "target-number-diagram.astrike.json"


class WheelError(Exception):
    """The wheel lacks something or does not run."""


def main() -> None:
    """Check the wheel and say what was tried."""
    with tempfile.TemporaryDirectory(prefix="astrike-wheel-") as name:
        place = Path(name)
        wheel = build(place / "dist")
        check_contents(wheel)
        binaries = install(wheel, place / "venv")
        empty = place / "empty"
        empty.mkdir()
        check_commands(binaries, empty)
        check_server(binaries, empty)
    print(f"{wheel.name} works from an empty directory")


def build(folder: Path) -> Path:
    """Build the source distribution and from it the wheel."""
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)], ROOT)
    return next(folder.glob("*.whl"))


def check_contents(wheel: Path) -> None:
    """Compare the wheel with the files under version control: all of the app, nothing of its tests."""
    tracked = run(["git", "ls-files", "astrike", "templates", "static"], ROOT).splitlines()
    expected = {
        path if path.startswith("astrike/") else f"astrike/{path}"
        for path in tracked
        if (ROOT / path).is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        found = set(archive.namelist())
    missing = sorted(expected - found)
    if missing:
        raise WheelError("the wheel lacks " + ", ".join(missing))
    strangers = sorted(
        path
        for path in found
        if PurePosixPath(path).parts[0] != "astrike" and ".dist-info" not in PurePosixPath(path).parts[0]
    )
    if strangers:
        raise WheelError("the wheel would install " + ", ".join(strangers))


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel into a fresh environment and return where its commands are."""
    venv.create(folder, with_pip=False)
    scheme = {"base": str(folder), "platbase": str(folder)}
    site_packages = Path(sysconfig.get_path("purelib", "venv", vars=scheme))
    # On the path only: the links to this checkout that lie there are not followed from here.
    (site_packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    binaries = Path(sysconfig.get_path("scripts", "venv", vars=scheme))
    python = str(binaries / "python")
    run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", str(wheel)],
        folder,
    )
    where = run([python, "-c", "import astrike; print(astrike.__file__)"], folder).strip()
    if not Path(where).is_relative_to(site_packages):
        raise WheelError(f"astrike came from {where} and not from the wheel")
    return binaries


def check_commands(binaries: Path, empty: Path) -> None:
    """Ask for help both ways, for the editions, and for an answer about the demo table."""
    python = str(binaries / "python")
    astrike = str(binaries / "astrike")
    run([astrike, "--help"], empty)
    run([python, "-m", "astrike", "--help"], empty)
    run([astrike, "editions"], empty)
    demo = run([python, "-c", f"import astrike.model as m; print(m.__path__[0] + '/../demo/{DEMO}')"], empty)
    run([astrike, "attack", demo.strip(), "A", "C", "--json"], empty)


def check_server(binaries: Path, empty: Path) -> None:
    """Serve the demo and fetch the first page with everything that it names of ours."""
    port = free_port()
    command = [str(binaries / "astrike"), "serve", "--demo", "--port", str(port)]
    with (empty.parent / "server.log").open("w+", encoding="utf-8") as log:
        server = subprocess.Popen(command, cwd=empty, stdout=log, stderr=log, env=environment())
        try:
            home = f"http://127.0.0.1:{port}/"
            page = fetch_when_ready(home, server)
            for address in addresses_in(page, home):
                fetch(address)
        except WheelError as fault:
            log.seek(0)
            raise WheelError(f"{fault}\n{log.read()}") from fault
        finally:
            server.terminate()
            server.wait(timeout=20)


def fetch_when_ready(address: str, server: subprocess.Popen[bytes]) -> str:
    """Fetch a page of a server that is just starting."""
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up:
        if server.poll() is not None:
            raise WheelError(f"the server stopped with exit code {server.returncode}")
        with socket.socket() as probe:
            is_listening = probe.connect_ex(("127.0.0.1", urlsplit(address).port)) == 0
        if is_listening:
            return fetch(address).decode()
        time.sleep(0.1)
    raise WheelError(f"the server did not answer within {START_SECONDS} seconds")


def fetch(address: str) -> bytes:
    """Fetch what must be there and not empty."""
    try:
        with urllib.request.urlopen(address, timeout=20) as response:
            body: bytes = response.read()
    except OSError as error:
        raise WheelError(f"{address}: {error}") from error
    if not body:
        raise WheelError(f"{address} is empty")
    return body


def addresses_in(page: str, home: str) -> list[str]:
    """Return the addresses of style sheets, scripts and pictures that a page loads."""
    found = [urljoin(home, address) for address in _Loads.of(page)]
    strangers = [address for address in found if not address.startswith(home)]
    if strangers:
        raise WheelError("the first page loads from elsewhere: " + ", ".join(strangers))
    return found


class _Loads(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    @classmethod
    def of(cls, page: str) -> Iterator[str]:
        parser = cls()
        parser.feed(page)
        return iter(parser.addresses)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attribute = {"link": "href", "script": "src", "img": "src"}.get(tag)
        address = dict(attrs).get(attribute) if attribute else None
        if address and not address.startswith("data:"):
            self.addresses.append(address)


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run(command: Sequence[str], folder: Path) -> str:
    """Run a command that must succeed and return what it printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise WheelError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def environment() -> dict[str, str]:
    """Return the environment without what would lead Python back to the source."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


if __name__ == "__main__":
    try:
        main()
    except WheelError as fault:
        sys.exit(f"wheel check failed: {fault}")
