"""The changelog: its shape by hand, and the feed that the service makes of it."""

import gzip
import re
from xml.etree import ElementTree

from edge.api.changelog.feed import CHARACTERS_MAX, ENTRIES_MAX, feed, versions_of
from edge.http import costs
from tests.tidy.tree import text_of

ATOM = "{http://www.w3.org/2005/Atom}"
PATH = "/express/v1/changelog.atom"
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
SHORT = """\
# Changelog

## [2.0.0] - 2026-02-03

### Added

- A <b>bold</b> & `GET /x?a=1&b=2`
  in two lines, see [the page](docs/x.md).
- Second.

### Fixed

- Third.

## [1.0.0] - 2025-01-02

### Added

- First.
"""


def test_the_changelog_has_the_shape_of_keep_a_changelog():
    text = text_of("CHANGELOG.md")
    heads = re.findall(r"^## (.*)$", text, re.M)
    versions = list(versions_of(text))
    assert [f"[{one.name}] - {one.day}" for one in versions] == heads
    days = [one.day for one in versions]
    assert days == sorted(days, reverse=True)
    assert len({one.name for one in versions}) == len(versions)
    for part in re.split(r"^## .*$", text, flags=re.M)[1:]:
        kinds = re.findall(r"^### (.*)$", part, re.M)
        assert kinds == [kind for kind in KINDS if kind in kinds]
        for line in part.splitlines():
            assert line == "" or line.startswith(("### ", "- ", "  ")), line
        assert part.strip().startswith("### ")


def entries_of(body: bytes) -> list[ElementTree.Element]:
    return ElementTree.fromstring(body).findall(f"{ATOM}entry")


def test_an_entry_is_a_version_with_its_notes_as_html():
    whole = ElementTree.fromstring(feed(SHORT, "https://a.example/?x&y"))
    assert whole.findtext(f"{ATOM}updated") == "2026-02-03T00:00:00Z"
    (one, link) = whole.findall(f"{ATOM}link")
    assert one.get("href") == "https://a.example/?x&y/express/v1/changelog.atom"
    assert link.get("rel") == "alternate"
    first, second = whole.findall(f"{ATOM}entry")
    assert first.findtext(f"{ATOM}title") == "2.0.0"
    assert first.findtext(f"{ATOM}content") == (
        "<h3>Added</h3><ul><li>A &lt;b&gt;bold&lt;/b&gt; &amp; "
        "<code>GET /x?a=1&amp;b=2</code> in two lines, see the page.</li><li>Second.</li></ul>"
        "<h3>Fixed</h3><ul><li>Third.</li></ul>"
    )
    assert second.findtext(f"{ATOM}updated") == "2025-01-02T00:00:00Z"


def test_ids_stay_when_versions_or_the_address_change():
    before = entries_of(feed(SHORT.partition("## [2.0.0]")[0] + SHORT[SHORT.index("## [1") :], "a"))
    after = entries_of(feed(SHORT, "b"))
    ids = [entry.findtext(f"{ATOM}id") for entry in after]
    assert before[0].findtext(f"{ATOM}id") == ids[1] != ids[0]


def test_old_versions_and_long_notes_are_left_out():
    def versions(count: int, note: str) -> str:
        return "".join(f"## [{n}] - 2026-01-01\n\n### Added\n\n- {note}\n" for n in range(count))

    assert len(entries_of(feed(versions(3 * ENTRIES_MAX, "x"), ""))) == ENTRIES_MAX
    long = feed(versions(10, "&" * (CHARACTERS_MAX // 20)), "")
    assert len(entries_of(long)) == 3  # 5 characters for each
    assert len(long) < costs.FEED.kib * 1024
    assert entries_of(feed("# Changelog\n", "")) == []


async def test_the_service_answers_with_it_packed_and_confirms_it(service):
    async with service.client.get(PATH, auto_decompress=False) as answer:
        assert (answer.status, answer.content_type) == (200, "application/atom+xml")
        assert answer.headers["Cache-Control"] == "max-age=3600"
        tag, body = answer.headers["ETag"], await answer.read()
        if answer.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
    async with service.client.get(PATH, headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304
    assert len(body) < costs.FEED.kib * 1024
    newest = next(versions_of(text_of("CHANGELOG.md")))
    entries = entries_of(body)
    assert entries[0].findtext(f"{ATOM}title") == newest.name
    assert entries[0].findtext(f"{ATOM}content") == newest.notes
    self_ = ElementTree.fromstring(body).find(f"{ATOM}link[@rel='self']")
    assert self_.get("href").endswith(PATH)
