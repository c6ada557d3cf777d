"""How does a page become a response: whole, as one of its blocks, as a new address, or as "nothing new"?"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol

from flask import Response, make_response, redirect, render_template, request
from jinja2_fragments.flask import render_block

from astrike.errors import InputError, Problem


class Context(Protocol):
    """What a template gets: a frozen dataclass; its fields are the names in the template."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


def show(template: str, context: Context, *, parts: tuple[str, ...] = ()) -> str:
    """Render the page, or the block that ``?part=`` asks for; `parts` lists the blocks it may name."""
    names = names_of(context)
    part = request.args.get("part")
    if part is None:
        return render_template(template, **names)
    if part not in parts:
        allowed = ", ".join(parts) or "no part: this page comes whole"
        raise InputError([Problem(at="part", found=repr(part[:40]), expected=allowed)])
    return str(render_block(template, part, **names))


def names_of(context: Context) -> dict[str, Any]:
    """Give a context as the names that the template knows it by."""
    return {spec.name: getattr(context, spec.name) for spec in fields(context)}


def see_other(address: str) -> Response:
    """After a change: answer with the address to look at next."""
    return make_response(redirect(address, 303))


def with_etag(body: str, etag: str) -> Response:
    """Answer with a body and its tag, or with nothing when the asker already has it."""
    response = make_response(body)
    response.set_etag(etag)
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response


@dataclass(frozen=True, slots=True)
class Empty:
    """The context of a page that needs nothing."""
