"""Does this request carry a code with the right that its route needs? Checked before every request.

A route that does not state who may ask it stops the program at startup. Holding a code is the right: the code is part
of the address, is looked up, and is never listed anywhere.
"""

from flask import Flask, g, request

from astrike.store.table.codes import Right
from astrike.web.access.codes import forget_guesses
from astrike.web.access.rights import may, may_rule
from astrike.web.http.page_routes import PUBLIC, route_now, routes_of


def init_rights(app: Flask) -> None:
    """Check the code of every request."""
    forget_guesses(app)
    app.before_request(_check_code)
    app.add_template_global(may)
    app.add_template_global(may_rule)
    app.add_template_global(Right, "Right")


def check_rules(app: Flask) -> None:
    """Stop the program when a route states no right, or needs one that does not fit its address."""
    routes = routes_of(app)
    wrong: list[str] = []
    for rule in app.url_map.iter_rules():
        methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        what = f"{', '.join(methods)} {rule.rule} ({rule.endpoint})"
        route = routes.get(rule.endpoint)
        if route is None:
            wrong.append(f"{what} has no rule: the row of a route says who may ask it")
        elif (route.right is not PUBLIC) != ("code" in rule.arguments):
            wrong.append(f"{what}: a right and <code> belong together")
    if wrong:
        raise RuntimeError("\n".join(wrong))


def _check_code() -> None:
    route = route_now()
    if route is None or request.method == "OPTIONS" or route.right is PUBLIC:
        return
    values = request.view_args or {}
    g.holder = route.right.admit(values["code"])
