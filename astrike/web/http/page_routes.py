"""What is a route: its address, who may ask it, how large its request may be, and which work it causes?

Each package lists its routes in one table, a row for each. Code that needs more of a request than its address asks the
row of its route.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY
from enum import Enum
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, Literal, Protocol, cast

from flask import Blueprint, Flask, Request, current_app, g, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug import routing

from astrike.dataclass import dataclass
from astrike.model.byte_limits import FORM, QUESTION, ByteLimit

if TYPE_CHECKING:  # commands hand over work by the same way, and start sooner without a database
    from astrike.store.table.codes import Right

POST: Final = ("POST",)
GET_OR_POST: Final = ("GET", "POST")
_ROUTES: Final = "astrike.routes"

View = Callable[..., ResponseReturnValue]
"""What answers a request; it is called with the variable parts of the address."""


class Holder(Protocol):
    """The holder of the code in the address of a request."""

    @property
    def asker(self) -> str | None:
        """The table or event that takes turns with others at work; None where the sender's address does so."""

    def may(self, right: "Right") -> bool:
        """Tell whether the code allows this much now."""


class Rule(Protocol):
    """Who may ask a route: what the code in its address has to open, and with which right."""

    def admit(self, code: str) -> Holder:
        """Say who holds the code; raise `NotFound`, `Forbidden` or `Locked` where that is not enough."""


class Public(Enum):
    """The type of `PUBLIC`, for routes that need no code."""

    PUBLIC = "public"


PUBLIC: Final = Public.PUBLIC


@dataclass(frozen=True, slots=True)
class PageRoute:
    """One way to ask an address, and all that holds for it."""

    address: str
    view: View
    """The function that answers; its name is the second half of the endpoint."""
    right: Rule | Literal[Public.PUBLIC]
    _: KW_ONLY
    methods: tuple[str, ...] = ("GET",)
    limit: ByteLimit = FORM
    """The size up to which a request is read."""
    is_anonymous_work: bool = False
    """Whether work is done for people without a code: only so many of such requests are answered at once."""
    also_when_locked: bool = False
    """Whether players may use the route while their table is locked: it changes nothing there and is wanted then."""

    @property
    def is_question(self) -> bool:
        """Whether programs ask here, with the table in the question, so that nothing is stored."""
        return self.limit is QUESTION


def blueprint_of(room: str, routes: Iterable[PageRoute]) -> Blueprint:
    """Make the blueprint of a room."""
    blueprint = Blueprint(room, __name__)
    for route in routes:
        blueprint.record(partial(_add, route))
    return blueprint


def add_route(app: Flask, route: PageRoute) -> None:
    """Add a route that belongs to no room."""
    endpoint = route.view.__name__
    app.add_url_rule(route.address, endpoint, route.view, methods=route.methods)
    _keep(app.extensions, endpoint, route)


def routes_of(app: Flask) -> Mapping[str, PageRoute]:
    """Give the routes of an application by their endpoints."""
    return cast(Mapping[str, PageRoute], app.extensions.get(_ROUTES, {}))


class RoutedRequest(Request):
    """A request that looks its route up once, however often it is asked for."""

    @cached_property
    def route(self) -> PageRoute | None:
        """The row of the route; None for an address that nothing answers."""
        return None if self.endpoint is None else routes_of(current_app).get(self.endpoint)


class AddressRule(routing.Rule):
    """An address whose writer is compiled when the first link to it is written: most of hundreds never are."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_it = partial(super()._compile_builder, append_unknown)
        compiled: Callable[..., tuple[str, str]] | None = None

        def build(*given: object, **values: object) -> tuple[str, str]:
            nonlocal compiled
            if compiled is None:
                compiled = compile_it()
            return compiled(*given, **values)

        return build


def route_now() -> PageRoute | None:
    """Give the route of this request; None for an address that nothing answers."""
    return cast(RoutedRequest, request).route


def holder_now() -> Holder | None:
    """Say who holds the code in the address of this request; None where none was needed, or it was refused."""
    holder: Holder | None = g.get("holder")
    return holder


def _add(route: PageRoute, state: BlueprintSetupState) -> None:
    name = route.view.__name__
    state.add_url_rule(route.address, name, route.view, methods=route.methods)
    _keep(state.app.extensions, f"{state.name}.{name}", route)


def _keep(extensions: dict[str, object], endpoint: str, route: PageRoute) -> None:
    routes = cast(dict[str, PageRoute], extensions.setdefault(_ROUTES, {}))
    if endpoint in routes:
        raise RuntimeError(f"{route.address}: {endpoint} answers {routes[endpoint].address} already")
    routes[endpoint] = route
