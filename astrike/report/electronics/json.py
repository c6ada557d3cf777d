"""How do networks and electronic fields look as JSON?"""

from typing import Final

from astrike.model.electronics_answer import ElectronicField, MemberAnswer, NetworkAnswer, NetworksAnswer
from astrike.report.schema import (
    CITED,
    EDITION,
    FLAG,
    INCHES,
    OPTION_USED,
    REASON,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    key,
    list_of,
    or_null,
    word,
)

_MEMBER: Final = JsonRecord[MemberAnswer](
    "", key("unit", TEXT), key("role", TEXT), key("on", FLAG), key("reasons", list_of(REASON))
)
NETWORK: Final = JsonRecord[NetworkAnswer](
    "Network",
    key("id", TEXT),
    key("type", TEXT),
    key("label", TEXT),
    *CITED,
    key("on", FLAG),
    key("members", list_of(_MEMBER)),
    key("findings", list_of(REASON)),
)
ELECTRONIC_FIELD: Final = JsonRecord[ElectronicField](
    "Bubble",
    key("unit", TEXT),
    key("code", TEXT),
    key("kind", word("ecm", "eccm", "probe", "tag")),
    key("label", TEXT),
    *CITED,
    key("radius", INCHES),
    key("measured_from", word("edge", "centre")),
    key("count", WHOLE),
    key("hidden", INCHES),
    key("side", or_null(TEXT)),
    key("on", FLAG),
    key("reasons", list_of(REASON)),
)
NETWORKS: Final = JsonRecord[NetworksAnswer](
    "NetworksAnswer",
    EDITION,
    key("networks", list_of(NETWORK)),
    key("bubbles", list_of(ELECTRONIC_FIELD), "electronic_fields"),
    key("options_used", list_of(OPTION_USED)),
)


def networks_json(answer: NetworksAnswer) -> Json:
    """Give every network with its members, and every electronic field."""
    return NETWORKS.written(answer)
