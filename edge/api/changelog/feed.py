"""The changelog as an Atom feed (RFC 4287), one entry for each version, the newest first."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby, islice
from uuid import NAMESPACE_URL, uuid5

ENTRIES_MAX = 20
CHARACTERS_MAX = 96 * 1024  # of all notes, which are escaped once more
PAGE = "/docs/changelog.html"
PATH = "/changelog.atom"
_NAME = "acre:changelog"
_SECTION = re.compile(r"^## \[([^\]\n]+)\] - (\d{4}-\d\d-\d\d)$", re.M)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"`([^`]*)`")


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the changelog: its name, its day and its notes as HTML."""

    name: str
    day: str
    notes: str


def versions_of(text: str) -> Iterator[Version]:
    """Yield the versions of a changelog in the shape of Keep a Changelog."""
    _, *parts = _SECTION.split(text)
    for name, day, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield Version(name, day, _notes(body))


def feed(text: str, public_url: str) -> bytes:
    """Return the newest versions of a changelog as the feed of a service at `public_url`."""
    chosen, size = [], 0
    for version in islice(versions_of(text), ENTRIES_MAX):
        size += len(version.notes)
        if size > CHARACTERS_MAX:
            break
        chosen.append(version)
    newest = chosen[0].day if chosen else "1970-01-01"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "<title>Acre changelog</title>",
        f"<id>{uuid5(NAMESPACE_URL, _NAME).urn}</id>",
        f"<updated>{newest}T00:00:00Z</updated>",
        "<author><name>Acre</name></author>",
        f'<link rel="self" href="{escape(f"{public_url}/express/v1{PATH}")}"/>',
        f'<link rel="alternate" type="text/html" href="{escape(public_url + PAGE)}"/>',
        *(_entry(version, public_url) for version in chosen),
        "</feed>\n",
    ]
    return "\n".join(lines).encode()


def _entry(version: Version, public_url: str) -> str:
    return (
        f"<entry><title>{escape(version.name)}</title>"
        f"<id>{uuid5(NAMESPACE_URL, f'{_NAME}:{version.name}').urn}</id>"
        f"<updated>{version.day}T00:00:00Z</updated>"
        f'<link href="{escape(public_url + PAGE)}"/>'
        f'<content type="html">{escape(version.notes)}</content></entry>'
    )


def _notes(body: str) -> str:
    """Return the lists of a section as HTML; a line that begins with two spaces continues one."""
    joined = body.strip().replace("\n  ", " ")
    lines = [line for line in joined.split("\n") if line.strip()]
    parts = []
    for is_item, group in groupby(lines, lambda line: line.startswith("- ")):
        if is_item:
            items = "".join(f"<li>{_inline(line.removeprefix('- '))}</li>" for line in group)
            parts.append(f"<ul>{items}</ul>")
        else:
            parts += [f"<h3>{_inline(line.lstrip('# '))}</h3>" for line in group]
    return "".join(parts)


def _inline(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", _LINK.sub(r"\1", escape(text, quote=False)))
