"""Which keys has the JSON of commands and pages that no address under /api/v1 answers?"""

from collections.abc import Mapping
from typing import Any, Final

from astrike.cli.database_words import BACKUP, CHECKUP, RESTORED
from astrike.report.battletech.ruling_json import CLASSIC_RULING
from astrike.report.battletech.rulings import COMPARED
from astrike.report.rulebook.editions import DIFFERENCES, EDITIONS
from astrike.report.schema import JsonRecord
from astrike.report.table.conversion import CONVERSION
from tools.contract.block import Block
from tools.contract.schemas import record_block

OUTPUTS: Final[Mapping[str, JsonRecord[Any]]] = {
    "convert": CONVERSION,
    "backup": BACKUP,
    "restore": RESTORED,
    "check-db": CHECKUP,
    "editions": EDITIONS,
    "editions A B": DIFFERENCES,
    "editions A B (classic BattleTech)": COMPARED,
    "classic ruling.json": CLASSIC_RULING,
}
"""What is printed, by the command and what it is given; the last is given by pages."""


def output_blocks() -> Mapping[str, Block]:
    """Give a block for each of these commands."""
    return {f"output {name}": record_block(record) for name, record in OUTPUTS.items()}
