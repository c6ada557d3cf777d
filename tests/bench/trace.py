"""Through how much of the program does one attack card go? `python -m tests.bench.trace`.

A hook sees every function that is entered while the server answers for a card of the big demo, which nobody has asked
for before. A reader who follows the same card opens as many modules, and turns to another package as often.
"""

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

import astrike
from astrike.formats.table.table_file import read_table
from astrike.store.database.connection import connect
from astrike.web.app import create_app
from astrike.web.home.demo import demo_text
from astrike.web.settings import Settings
from tests.bench.cards import cards_of, copy_of, get_cards

PACKAGE = Path(astrike.__file__).parent


@dataclass(slots=True)
class Trace:
    """What was entered: of the package's own functions alone."""

    modules: set[str] = field(default_factory=set)
    functions: set[CodeType] = field(default_factory=set)
    calls: int = 0
    changes: int = 0
    """Calls into another package than that of the function entered before."""
    _last: str = ""

    def of(self, work: Callable[[], object]) -> None:
        """Watch some work."""
        before = sys.getprofile()
        sys.setprofile(self._see)
        try:
            work()
        finally:
            sys.setprofile(before)

    def _see(self, frame: FrameType, event: str, _argument: object) -> None:
        if event != "call":
            return
        path = Path(frame.f_code.co_filename)
        if PACKAGE not in path.parents:
            return
        module = str(path.relative_to(PACKAGE))
        package = str(Path(module).parent)
        self.modules.add(module)
        self.functions.add(frame.f_code)
        self.calls += 1
        self.changes += package != self._last
        self._last = package


def traced_card() -> Trace:
    """Trace the first card of a table that nobody has seen; editions are loaded and templates compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "trace.db")
        client = create_app(Settings(db_path=path)).test_client()
        document = read_table(demo_text("big")).document
        card = cards_of(document)[:1]
        with closing(connect(path)) as db:
            first, other = (copy_of(db, document, name, 0) for name in ("one", "two"))
        get_cards(client, first, card)
        trace = Trace()
        trace.of(lambda: get_cards(client, other, card))
        return trace


def main() -> int:
    """Print what one attack card takes."""
    found = traced_card()
    print(f"modules entered       {len(found.modules):6,}")
    print(f"functions             {len(found.functions):6,}")
    print(f"changes of package    {found.changes:6,}")
    print(f"calls                 {found.calls:6,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
