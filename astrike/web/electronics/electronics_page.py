"""Which networks work, and how far do electronic fields reach? Fields drawn on the map on demand, with every reason."""

from collections.abc import Iterable
from typing import Final

from flask import request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.electronics_answer import NetworkAnswer, NetworksAnswer
from astrike.model.explain import Reason
from astrike.report.electronics.ecm_overlay import ALL_FIELDS, EcmOverlay, ecm_overlay
from astrike.report.words.reasons import reason_detail
from astrike.rules.electronics.networks import networks
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import show, with_query
from astrike.web.map import MapOverlay, MapView, land_of, map_view, read_section

KINDS: Final = ("ecm", "eccm", "probe", "tag")


@dataclass(frozen=True, slots=True)
class MemberLine:
    """One member of a network: on, or off and why."""

    name: str
    role: str
    is_on: bool
    why: str


@dataclass(frozen=True, slots=True)
class NetworkLine:
    """One network with its members."""

    name: str
    label: str
    ref: CitedPage
    is_on: bool
    members: tuple[MemberLine, ...]
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldsContext:
    """Networks and electronic fields on the map."""

    current: Current
    map: MapView
    view: EcmOverlay
    networks: tuple[NetworkLine, ...]
    kinds: tuple[tuple[str, str, bool], ...]
    """Key, name, and whether it is shown."""
    next_turn: bool
    address: str
    edition: str


def show_electronics(code: str) -> str:
    """Show networks and fields."""
    current = load_current(code)
    state, labels = state_of(current), unit_labels(current.table)
    prepared, section = prepared_state(state).prepared, read_section(request.args)
    kinds = _kinds(request.args.getlist("kind"))
    next_turn = request.args.get("turn") == "next"
    answer = networks(prepared, next_turn=next_turn)
    view = ecm_overlay(current.table, answer, prepared.bodies, land=land_of(state, section), kinds=kinds)
    return show(
        "electronics/electronics.html",
        FieldsContext(
            current=current,
            map=map_view(
                state, section, known_land=request.args.get("land", ""), overlay=MapOverlay(keep=view.keep)
            ),
            view=view,
            networks=tuple(_network(each, answer.edition, labels) for each in answer.networks),
            kinds=_offered(answer, kinds),
            next_turn=next_turn,
            address=_address(current, kinds, next_turn=next_turn),
            edition=prepared.edition.id,
        ),
        parts=("live",),
    )


def _kinds(asked: list[str]) -> frozenset[str]:
    for kind in asked:
        if kind not in KINDS:
            raise InputError([Problem(at="kind", found=repr(kind[:20]), expected=", ".join(KINDS))])
    return frozenset(asked) if asked else ALL_FIELDS


def _offered(answer: NetworksAnswer, kinds: frozenset[str]) -> tuple[tuple[str, str, bool], ...]:
    names = {"ecm": _("ECM"), "eccm": _("ECCM"), "probe": _("Probes"), "tag": _("TAG")}
    there = {each.kind for each in answer.electronic_fields}
    return tuple((kind, names[kind], kind in kinds) for kind in KINDS if kind in there)


def _network(each: NetworkAnswer, edition: str, labels: UnitLabels) -> NetworkLine:
    roles = {"master": _("master"), "slave": _("slave"), "peer": _("member")}

    return NetworkLine(
        name=each.id,
        label=tr(each.label),
        ref=CitedPage(each.cite, edition),
        is_on=each.on,
        members=tuple(
            MemberLine(labels.names[m.unit], roles[m.role], m.on, _why(m.reasons, labels))
            for m in each.members
        ),
        findings=tuple(_why((finding,), labels) for finding in each.findings),
    )


def _why(reasons: Iterable[Reason], labels: UnitLabels) -> str:
    found: list[str] = []
    for reason in reasons:
        detail = reason_detail(reason, labels.names, translate=tr)
        found.append(f"{tr(reason.label)}: {detail}" if detail else tr(reason.label))
    return "; ".join(found)


def _address(current: Current, kinds: frozenset[str], *, next_turn: bool) -> str:
    query: list[tuple[str, str]] = []
    if kinds != ALL_FIELDS:
        query += [("kind", kind) for kind in KINDS if kind in kinds]
    query += [("turn", "next")] if next_turn else []
    address = url_for("electronics.show_electronics", code=current.code)
    return with_query(address, query)
