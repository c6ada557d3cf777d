"""Bytes as text: marks and encodings are known, what is no text is named."""

import pytest

from astrike.errors import InputError
from astrike.formats.encodings import decode


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"]
)
def test_text_is_read_in_any_usual_encoding(encoding: str) -> None:
    decoded = decode("Erle, Größe 2\r\n".encode(encoding))
    assert decoded.text == "Erle, Größe 2\n"
    assert bool(decoded.notes) is (encoding not in ("utf-8", "utf-8-sig"))


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xff\xfe", b"a\x00b", b"\x00" * 9, b"abc\x01", b"\xff\xfe\x00\xd8"]
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        decode(data)


def test_the_limit_is_the_reader_s() -> None:
    assert decode(b"abc", most_bytes=3).text == "abc"
    with pytest.raises(InputError, match="at most 2 bytes"):
        decode(b"abc", most_bytes=2)
