"""Which settings does every question about classic BattleTech have? Its edition, and options that settle disputes."""

from collections.abc import Mapping
from typing import Annotated

from astrike.model.question_schema import BATTLETECH, EditionField, FieldDescription, OptionValuesField

EditionMember = Annotated[
    str | None,
    FieldDescription(EditionField(BATTLETECH), "An edition of classic BattleTech.", metavar="E"),
]
OptionsMember = Annotated[
    Mapping[str, object] | None,
    FieldDescription(OptionValuesField(), "Option ids and values: they settle disputed points."),
]
