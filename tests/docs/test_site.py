"""The built site: scripts of its own files only, links that lead somewhere, its weight.

`make test` builds the site; a test run without one says so.
"""

import gzip
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import edge.core.app  # noqa: F401 - fills the table of routes
from edge.http.route import ROUTES
from tests.tidy.tree import ROOT

SITE = ROOT / "web/dist/docs"
pytestmark = pytest.mark.skipif(
    not (SITE / "index.html").exists(), reason="the site is not built: make docs"
)
# As a page of the app: what a first visit loads, compressed, beside the fonts of the system.
FIRST_VISIT_MAX = 120_000
SEARCH_MAX = 120_000
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """What a page loads, where its links lead, and the anchors it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        self._in_script = False
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors.update(found[name] for name in ("id", "name") if name in found)
        self.inline += [name for name in found if name.startswith("on")]
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if (address := found.get(LOADED.get(tag, ""))) and found.get("rel") not in {"next", "prev"}:
            self.loads.append(address)
        self._in_script = tag == "script" and "src" not in found

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.inline.append(data)


@cache
def pages() -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(SITE.rglob("*.html"))}


def target(page: Path, address: str) -> Path:
    path = unquote(urlsplit(address).path)
    found = (page.parent / path).resolve() if path else page
    return found / "index.html" if found.is_dir() else found


def compressed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9))


def test_each_document_is_a_page():
    sources = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    assert len(sources) > 100
    missing = [source for source in sources if not (SITE / source.with_suffix(".html")).exists()]
    assert missing == []


def test_no_page_has_a_script_of_its_own():
    found = {str(path): page.inline for path, page in pages().items() if page.inline}
    assert found == {}
    assert "localStorage" in (SITE / "_static/theme.js").read_text()


def test_pages_load_files_of_the_site_only():
    bad = [
        (str(path), address)
        for path, page in pages().items()
        for address in page.loads
        if urlsplit(address).netloc or not target(path, address).exists()
    ]
    assert bad == []


def test_each_link_leads_to_a_page_and_its_anchor():
    bad = []
    for path, page in pages().items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("/"):
                continue
            found = target(path, link)
            anchors = pages()[found].anchors if found in pages() else set()
            has_anchor = found.suffix != ".html" or unquote(parts.fragment) in {"", *anchors}
            if not found.exists() or not has_anchor:
                bad.append((str(path.relative_to(SITE)), link))
    assert bad == []


def test_links_to_the_service_are_calls_of_it():
    links = {link for page in pages().values() for link in page.links if link.startswith("/")}
    known = {f"{each.base}{each.path}" for each in ROUTES if each.method == "GET"}
    assert {"/api/v1/docs", "/express/v1/asyncapi.json"} <= links <= known


def test_a_first_visit_and_a_search_are_light():
    shared = {
        target(SITE / "index.html", address)
        for address in pages()[SITE / "index.html"].loads
        if not address.endswith((".html", ".svg"))
    }
    weight = compressed(SITE / "index.html") + sum(compressed(file) for file in shared)
    assert 10_000 < weight < FIRST_VISIT_MAX
    assert compressed(SITE / "searchindex.js") < SEARCH_MAX


def test_found_words_are_marked_in_the_text_only():
    script = (SITE / "_static/sphinx_highlight.js").read_text()
    assert 'querySelectorAll("article")' in script
    assert all("<article" in path.read_text() for path in pages())


def test_what_is_sent_compressed_is_the_file():
    kept = sorted(SITE.rglob("*.gz"))
    assert len(kept) > 100
    for file in kept:
        assert gzip.decompress(file.read_bytes()) == file.with_suffix("").read_bytes(), file


def test_the_search_finds_the_words_of_the_rules():
    index = (SITE / "searchindex.js").read_text()
    for word in ("liquid", "fund", "deleg", "surcharg"):
        assert re.search(rf'"?{word}"?:', index), word
