"""Which texts can be translated? Extractors for Babel, named in babel.cfg.

Below the web nobody knows gettext: labels are plain English there and are translated where they are shown.
So besides the usual ``_("...")`` calls every ``label`` of an explained result in Python, and of a row in
TOML, is a text.
"""

import ast
import dataclasses
import io
from collections.abc import Collection, Iterator, Mapping
from contextlib import redirect_stderr
from typing import Any, BinaryIO

import tomli
from babel.messages.extract import extract_python

from astrike.model import byte_limits, explain, legality

# Line, function, text or texts, comments. Babel's own annotation of these differs from its documentation.
_Message = tuple[Any, ...]

# Where the label stands when it is not given by name: {"Reason": 1, ...}
_LABEL_PLACE = {
    name: [field.name for field in dataclasses.fields(kind)].index("label")
    for name, kind in {**vars(explain), **vars(legality), **vars(byte_limits)}.items()
    if dataclasses.is_dataclass(kind) and "label" in {field.name for field in dataclasses.fields(kind)}
} | {"LimitKind": 1}
_TABLE = "LABELS"
"""What a table of labels by key is called where nobody knows gettext."""


def extract_labels(
    fileobj: BinaryIO, keywords: object, comment_tags: object, options: Mapping[str, str]
) -> Iterator[_Message]:
    """Yield the labels of a TOML file; the option ``keys`` names the keys whose texts people read."""
    text = fileobj.read().decode()
    lines = text.splitlines()
    keys = frozenset(options.get("keys", "label").split())
    for label in _texts(tomli.loads(text), keys):
        line = next((number for number, line in enumerate(lines, 1) if label in line), 1)
        yield line, "", label, []


def extract_python_labels(
    fileobj: BinaryIO, keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterator[_Message]:
    """Yield the gettext calls of a Python file and the labels of its explained results."""
    source = fileobj.read()
    if any(f"{word}(".encode() in source for word in keywords):  # most rooms know no gettext
        # It warns of every f-string between the brackets, `low=f"{low:g}"` too; those that matter ruff finds (INT).
        with redirect_stderr(io.StringIO()):
            texts = list(extract_python(io.BytesIO(source), keywords, comment_tags, options))
        yield from texts
    if not any(word.encode() in source for word in ("label", *_LABEL_PLACE, _TABLE)):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for argument in _labels_of(node):
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
                    yield argument.lineno, "", argument.value, []
        elif (
            isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == _TABLE
        ):
            for each in _values_of(node):
                yield each.lineno, "", each.value, []


def _values_of(table: ast.AnnAssign) -> Iterator[ast.Constant]:
    """Give the texts of a table of labels."""
    for node in ast.walk(table):
        if isinstance(node, ast.Dict):
            for value in node.values:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield value


def _labels_of(call: ast.Call) -> Iterator[ast.expr]:
    place = _LABEL_PLACE.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if place is not None and len(call.args) > place:
        yield call.args[place]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "label")


def _texts(value: object, keys: frozenset[str]) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in keys and isinstance(inner, str) and inner:
                yield inner
            elif key in keys and isinstance(inner, list) and all(isinstance(each, str) for each in inner):
                yield from filter(None, inner)
            elif (
                key in keys
                and isinstance(inner, dict)
                and all(isinstance(each, str) for each in inner.values())
            ):
                yield from inner.values()
            else:
                yield from _texts(inner, keys)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, keys)
