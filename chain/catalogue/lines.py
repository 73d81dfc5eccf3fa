"""Files of other people as lines of text: bounded, UTF-8, without NUL, hashed as they are read."""

import gzip
import hashlib
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

FILE_BYTES_MAX: Final = 512 * 1024 * 1024  # unpacked
LINE_BYTES_MAX: Final = 128 * 1024
BOM: Final = b"\xef\xbb\xbf"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_GZIP: Final = b"\x1f\x8b"


class CatalogueError(ValueError):
    """A data file that cannot be used; nothing of it was loaded."""


class SourceFile:
    """One file, plain or packed with gzip, open for one reading."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._hash = hashlib.sha256()
        try:
            if not stat.S_ISREG(path.stat().st_mode):  # a pipe would wait for ever
                raise CatalogueError(f"{self.name}: is no regular file")
            self._raw: BinaryIO = path.open("rb")
            is_packed = self._raw.read(2) == _GZIP
            self._raw.seek(0)
        except OSError as error:
            raise CatalogueError(f"{self.name}: cannot be read: {error.strerror}") from None
        self._stream: BinaryIO = (
            gzip.GzipFile(fileobj=self._raw) if is_packed else self._raw  # type: ignore[assignment]
        )

    def __enter__(self) -> "SourceFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._raw.close()

    def lines(self) -> Iterator[str]:
        """Yield the lines with their ends; raise CatalogueError that names the line."""
        total, number = 0, 0
        while line := self._next_line(number + 1):
            number += 1
            self._hash.update(line)
            total += len(line)
            if total > FILE_BYTES_MAX:
                raise CatalogueError(f"{self.name}: has over {FILE_BYTES_MAX} bytes")
            yield self._text(line, number)

    def _next_line(self, number: int) -> bytes:
        try:
            line = self._stream.readline(LINE_BYTES_MAX + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise CatalogueError(f"{self.name}, line {number}: cannot be read: {error}") from None
        if len(line) > LINE_BYTES_MAX:
            raise CatalogueError(f"{self.name}, line {number}: has over {LINE_BYTES_MAX} bytes")
        return line

    def _text(self, line: bytes, number: int) -> str:
        if number == 1:
            if line.startswith(_UTF_16):
                raise CatalogueError(f"{self.name}, line 1: is UTF-16, must be UTF-8")
            line = line.removeprefix(BOM)
        if b"\0" in line:
            raise CatalogueError(f"{self.name}, line {number}: holds a NUL byte")
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise CatalogueError(
                f"{self.name}, line {number}: byte {error.start + 1} is no UTF-8 text"
            ) from None

    def sha256(self) -> str:
        """Return the hash of the unpacked bytes that were read: all of them after the last line."""
        return self._hash.hexdigest()
