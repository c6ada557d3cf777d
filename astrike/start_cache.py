"""What does one start of the program keep for the next? What it made of files, as long as these stay as they are.

It lies where Python keeps byte code, and under the same switches: nothing is kept with `PYTHONDONTWRITEBYTECODE`, and
in a folder that cannot be written everything is made anew each time.
"""

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, TypeVar, cast

T = TypeVar("T")
PACKAGE: Final = Path(__file__).parent
_LENGTH: Final = hashlib.sha256().digest_size


def kept_from_last_start(beside: Path, files: Iterable[Path], make: Callable[[], T], *, also: str = "") -> T:
    """Give what `make` makes of files, from an earlier start where it has kept that.

    `files` are all that it depends on, the code that does it among them, and `also` says what else does. It is kept in
    the folder of byte code that is `beside` a file or folder.
    """
    folder = byte_code_folder(beside)
    if folder is None:
        return make()
    path, key = folder / f"{beside.name}.{sys.implementation.cache_tag}.kept", digest_of(files, also)
    kept = read_kept(path, key)
    if kept is not None:
        return cast(T, pickle.loads(kept))  # noqa: S301 - our own, beside byte code, which is run as well
    made = make()
    keep(path, key, pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
    return made


def byte_code_folder(beside: Path) -> Path | None:
    """Give the folder of byte code beside a file or folder; None where Python keeps none."""
    return None if sys.implementation.cache_tag is None else Path(cache_from_source(str(beside))).parent


def digest_of(files: Iterable[Path], also: str) -> bytes:
    """Give a key that is another one for other files, another content, another Python or other words."""
    digest = hashlib.sha256(f"{sys.version} {also}".encode())
    for path in sorted(files):
        digest.update(f"\0{path}\0".encode())
        digest.update(_digest_of_content(path))
    return digest.digest()


def _digest_of_content(path: Path) -> bytes:
    """Give a key for what stands in a file; of a folder, or a link that an editor left, it says that nothing does.

    Whoever makes something of the files finds what is wrong with them.
    """
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError as error:
        return repr(error.errno).encode()


def read_kept(path: Path, key: bytes) -> bytes | None:
    """Read what was kept under a key; None where that is something else, or not whole."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    found, whole, kept = data[:_LENGTH], data[_LENGTH : 2 * _LENGTH], data[2 * _LENGTH :]
    return kept if found == key and whole == hashlib.sha256(kept).digest() else None


def keep(path: Path, key: bytes, kept: bytes) -> None:
    """Keep it under a key where anything may be kept; at once, as another program may start just now, or not at all."""
    if sys.dont_write_bytecode:
        return
    with suppress(OSError):  # the next start makes it anew as well
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            made = Path(file.name)
            try:
                file.write(key + hashlib.sha256(kept).digest() + kept)
                file.flush()
                made.chmod(path.parent.stat().st_mode & 0o666)  # for whoever may read the byte code
                made.replace(path)
            except OSError:
                made.unlink()
                raise
