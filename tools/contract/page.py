"""Does astrike/docs/contract.md say what the program does? Fills its tables: ``python -m tools.contract``.

What the program knows comes from it; what it means is written by hand and stays. A test fails when the page is not the
newest, when a row says nothing, and when the program has something that no table of the page is about.
"""

from collections.abc import Mapping

from astrike.cli.main import main
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.web.openapi.document import openapi_document
from tools.casefiles import ROOT
from tools.contract.block import Block, filled, names_in, unsaid_in
from tools.contract.commands import command_blocks
from tools.contract.editions import edition_blocks
from tools.contract.limits import limit_blocks
from tools.contract.outputs import output_blocks
from tools.contract.schemas import address_blocks, schema_blocks
from tools.contract.table_keys import table_blocks

PAGE = ROOT / "astrike" / "docs" / "contract.md"


def all_blocks() -> Mapping[str, Block]:
    """Give everything that the program knows about what it takes and gives."""
    editions = [load_edition(each) for each in sorted(IDS, key=lambda each: each != DEFAULT_EDITION)]
    description = openapi_document()
    return {
        **table_blocks(editions),
        **command_blocks(main),
        **output_blocks(),
        **address_blocks(description),
        **schema_blocks(description),
        **limit_blocks(),
        **edition_blocks(editions),
    }


def newest(text: str, blocks: Mapping[str, Block]) -> str:
    """Give the page with the newest rows."""
    return filled(text, blocks)


def faults(text: str, blocks: Mapping[str, Block]) -> list[str]:
    """Name what the page leaves out: tables, and words beside rows."""
    names = names_in(text)
    lacking = [f"no table of {name}: <!-- rows: {name} -->" for name in blocks if name not in names]
    twice = [f"two tables of {name}" for name in dict.fromkeys(names) if names.count(name) > 1]
    return [*lacking, *twice, *(f"nothing said about {row}" for row in unsaid_in(text, blocks))]
