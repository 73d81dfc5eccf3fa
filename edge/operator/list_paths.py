"""Paths of the operator's lists."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ListPaths:
    """A file each; None: no such list. A file may be missing, and come or go at any time."""

    risk: Path | None = None
    airdrop: Path | None = None
    badges: Path | None = None
