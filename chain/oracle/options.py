"""Oracle options; a separate module because every command reads the settings."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleOptions:
    """Oracle sources, their quorum and their locations."""

    sources: tuple[str, ...] = ("replay",)
    quorum: int = 1
    tolerance_bp: int = 50
    hermes_url: str = ""
    hermes_key_file: Path | None = None  # None: the server asks for no key
    prints: Path | None = None  # a file or a directory of prints
