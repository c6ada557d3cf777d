"""How are pages made from templates, and where is what was compiled of them?

It is kept beside the templates, as Python keeps byte code, and under the same switches. What is kept counts only for
the same text, the same Jinja and the same code of ours that Jinja may run while it compiles.
"""

import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

import jinja2
from flask import Flask
from jinja2 import BytecodeCache, Environment, StrictUndefined
from jinja2.bccache import Bucket

from astrike.start_cache import byte_code_folder, digest_of, keep, read_kept

_OURS: Final = "astrike."


class TemplateByteCode(BytecodeCache):
    """Compiled templates, from an earlier start where they are the same."""

    def __init__(self, folder: Path, environment: Environment) -> None:
        self._folder = folder
        self._environment = environment

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template what was kept of the same text."""
        kept = read_kept(self._path_of(bucket), self._key_of(bucket))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, where anything may be kept."""
        keep(self._path_of(bucket), self._key_of(bucket), bucket.bytecode_to_string())

    def _path_of(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.{sys.implementation.cache_tag}.kept"

    def _key_of(self, bucket: Bucket) -> bytes:
        return sha256(self._compiler + bucket.checksum.encode()).digest()

    @cached_property
    def _compiler(self) -> bytes:
        """What compiles: Jinja, and our filters and tests, which it runs for values that never change."""
        return digest_of({Path(__file__), *_files_of(self._environment)}, f"Jinja {jinja2.__version__}")


def _files_of(environment: Environment) -> Iterator[Path]:
    for function in (*environment.filters.values(), *environment.tests.values()):
        if function.__module__.startswith(_OURS):
            yield Path(inspect.getfile(function))


def init_templates(app: Flask) -> None:
    """Say how templates are read: an unknown name is an error, and lines of statements leave no gaps."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    folder = byte_code_folder(Path(app.root_path, str(app.template_folder), "base.html"))
    if folder is not None:
        app.jinja_env.bytecode_cache = TemplateByteCode(folder, app.jinja_env)
