"""Scripts as phones load them: a bundle is one file with all modules that a script imports.

The bundle of ``base.js`` is on every page; other bundles take from it what it has. A script that another one asks for
with ``import()`` comes when it is wanted, and takes what is there already from the bundle that asked for it. So every
module runs once, wherever it is.

Inside a bundle each module is a function whose result is what it exports. That asks three things of the scripts, which
are checked: imports and exports stand at the beginning of a line, modules do not import each other in a circle, and
nothing exported is assigned anew.
"""

import re
from collections.abc import Iterable, Mapping

from rjsmin import jsmin

from astrike.dataclass import dataclass

BASE = "base.js"
_IMPORT = re.compile(r'import (?:\{(?P<names>[^}]*)\} from )?"\./(?P<name>[\w.-]+)";')
_DECLARED = re.compile(r"export (?P<rest>(?:async )?(?:function|const|class) (?P<name>\w+).*)")
_LISTED = re.compile(r"export \{(?P<names>[^}]*)\};")
_LATE = re.compile(r'import\("\./([\w.-]+)"\)')


@dataclass(frozen=True, slots=True)
class _Module:
    """One script: what it imports at once, what it asks for later, and itself as a function."""

    imports: tuple[str, ...]
    late: tuple[str, ...]
    exports: tuple[str, ...]
    code: str


def bundles_of(scripts: Mapping[str, str]) -> dict[str, str]:
    """Join modules, by the names of their files, to a minified bundle for each that a page or a script may ask for.

    Whoever imports a module of ``base.js`` gets it from there, so such a module has no bundle of its own.
    """
    modules = {name: _read(name, text) for name, text in scripts.items()}
    within = {name: _in_order(modules, name) for name in modules}
    asked = {name: names for name, names in within.items() if name == BASE or name not in within[BASE]}
    return {name: _bundle(modules, asked, name) for name in asked}


def _read(name: str, text: str) -> _Module:
    imports: list[str] = []
    exports: dict[str, str] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith(("import ", "export ")):
            lines.append(line)
        elif found := _IMPORT.fullmatch(line):
            imports.append(found["name"])
            taken = _fields(_pairs(found["names"]))
            lines.append(f"const {{{taken}}} = {_variable(found['name'])};" if taken else "")
        elif found := _DECLARED.fullmatch(line):
            exports[found["name"]] = found["name"]
            lines.append(found["rest"])
        elif found := _LISTED.fullmatch(line):
            exports |= {theirs: ours for ours, theirs in _pairs(found["names"])}
        else:
            raise ValueError(f"{name}: {line!r} cannot be bundled")
    body = "\n".join(lines)
    code = jsmin(f"(() => {{\n{body}\nreturn {{{_fields(exports.items())}}};\n}})();")
    return _Module(tuple(imports), tuple(_LATE.findall(text)), tuple(exports), code)


def _pairs(names: str | None) -> list[tuple[str, str]]:
    """Read ``a, b as c``: each name, and what it is called on the other side."""
    pairs = [each.split(" as ") for each in (names or "").split(",") if each.strip()]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


def _fields(pairs: Iterable[tuple[str, str]]) -> str:
    return ",".join(theirs if theirs == ours else f"{theirs}:{ours}" for theirs, ours in pairs)


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _in_order(modules: Mapping[str, _Module], root: str) -> tuple[str, ...]:
    """Give a module and all that it imports, each once and after what it imports itself."""
    found: dict[str, None] = {}

    def walk(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"scripts import each other in a circle: {' '.join((*above, name))}")
        if name not in found:
            for each in modules[name].imports:
                walk(each, (*above, name))
            found[name] = None

    walk(root, ())
    return tuple(found)


def _parent(modules: Mapping[str, _Module], root: str) -> str:
    """Give the bundle that has been loaded before another: the one that asks for it later, or else the base."""
    asking = sorted(name for name, module in modules.items() if root in module.late)
    if len(asking) > 1:
        raise ValueError(f"{root} is asked for by {' and '.join(asking)}: which of them was there before?")
    for name in asking:
        if around := sorted(each for each, module in modules.items() if name in module.imports):
            raise ValueError(f"{root} is asked for by {name}, which {around[0]} imports: it must ask itself")
    return asking[0] if asking else BASE


def _bundle(modules: Mapping[str, _Module], within: Mapping[str, tuple[str, ...]], root: str) -> str:
    there: dict[str, str] = {}
    above = root
    while above != BASE:
        above = _parent(modules, above)
        there |= dict.fromkeys(within[above], above)
    own = [name for name in within[root] if name not in there]
    taken: dict[str, set[str]] = {}
    for each in {each for name in own for each in modules[name].imports if each in there}:
        taken.setdefault(there[each], set()).add(_variable(each))
    parts = [f'import{{{",".join(sorted(taken[bundle]))}}}from"./{bundle}";' for bundle in sorted(taken)]
    parts += [f"const {_variable(name)}={modules[name].code}\n" for name in own]
    parts.append(f"export{{{','.join(_variable(name) for name in own)}}};")
    if names := modules[root].exports:
        parts.append(f"export const{{{','.join(names)}}}={_variable(root)};")
    return "".join(parts)
