"""Pages and metrics under a flood: what they cost, and which paths there are."""

import asyncio
import gzip
import json
import re
import shutil

import pytest

from edge.core import app as application
from edge.http import site
from edge.http.limits import RATES, SITE_FILE_COST, SITE_MISSING_COST, Rate
from edge.http.middleware.metrics import Metrics
from edge.http.middleware.rates import RateLimiter
from edge.http.site import APP_PATHS, is_app_path
from tests.edge.service_world import GENEROUS, running_service
from tests.tidy.tree import ROOT, text_of

PAGE = "<title>Acre</title>"
MANIFEST_TYPE = "application/manifest+json"


@pytest.fixture
def built(service):
    dist = service.context.gate.web_dist
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text(PAGE)
    return service


def test_the_table_has_the_paths_of_the_applications_router():
    router = text_of("web/src/app/router.tsx")
    assert sorted(re.findall(r'^  path: "([^"]+)",$', router, re.M)) == sorted(APP_PATHS)


@pytest.mark.parametrize(
    ("path", "is_known"),
    [
        *((path.replace("$", "a-"), True) for path in APP_PATHS),
        ("/portfolio/", True),
        ("/trade/", True),
        ("/refer", False),
        ("/refer/", False),
        ("/trade/AUS/more", False),
        ("/nothing/here", False),
        ("/portfolio/here", False),
        ("/Portfolio", False),
        ("//", True),
    ],
)
def test_a_path_of_the_application_is_told_from_others(path, is_known):
    assert is_app_path(path) == is_known


async def test_the_documentation_is_a_folder_of_the_build_with_indexes(built):
    async with built.client.get("/docs", allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (302, "/api/v1/docs")
    docs = built.context.gate.web_dist / "docs"
    (docs / "rules").mkdir(parents=True)
    (docs / "index.html").write_text("contents")
    (docs / "rules" / "index.html").write_text("rules")
    (docs / "web.html").write_text("web")
    for folder in ("/docs", "/docs/rules"):
        async with built.client.get(folder, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (302, f"{folder}/")
    for path, text in (
        ("/docs/", "contents"),
        ("/docs/index.html", "contents"),
        ("/docs/rules/", "rules"),
        ("/docs/web.html", "web"),
    ):
        async with built.client.get(path) as answer:
            assert (answer.status, await answer.text()) == (200, text)
            assert answer.content_type == "text/html"
            assert "default-src 'self';" in answer.headers["Content-Security-Policy"]
    for path in ("/docs/none.html", "/docs/none", "/docs/none/", "/docs/../../secret/"):
        async with built.client.get(path) as answer:
            assert answer.status == 404, path


async def test_a_path_that_there_is_not_is_404_with_the_page(built):
    for path, status in (("/trade/AUS", 200), ("/nothing/here", 404), ("/index.html", 200)):
        async with built.client.get(path) as answer:
            assert (answer.status, await answer.text()) == (status, PAGE)
            assert answer.content_type == "text/html"
            assert answer.headers["Cache-Control"] == "no-cache"
            tag = answer.headers["ETag"]
        async with built.client.head(path) as answer:
            assert (answer.status, await answer.read()) == (status, b"")
            assert answer.headers["Content-Length"] == str(len(PAGE))
    async with built.client.get("/portfolio", headers={"If-None-Match": tag}) as answer:
        assert (answer.status, answer.headers["ETag"]) == (304, tag)
        assert await answer.read() == b""
    async with built.client.get("/nothing/here", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 404


async def test_a_new_build_is_served_and_a_long_page_is_compressed(built):
    async with built.client.get("/") as answer:
        tag = answer.headers["ETag"]
    long = f"{PAGE}{'<p>Acre</p>' * 500}"
    (built.context.gate.web_dist / "index.html").write_text(long)
    async with built.client.get("/", headers={"If-None-Match": tag}) as answer:
        assert (answer.status, await answer.text()) == (200, long)
        assert answer.headers["ETag"] != tag
        assert int(answer.headers["Content-Length"]) == len(gzip.compress(long.encode(), 3))
    async with built.client.get("/", headers={"Accept-Encoding": "identity"}) as answer:
        assert "Content-Encoding" not in answer.headers
        assert await answer.text() == long


async def test_the_page_names_its_picture_with_the_public_address(built):
    (built.context.gate.web_dist / "index.html").write_text('<meta content="/icons/link.png" />')
    async with built.client.get("/") as answer:
        url = built.context.gate.public_url
        assert await answer.text() == f'<meta content="{url}/icons/link.png" />'


async def test_the_files_of_an_installed_app_are_served_and_allowed(built):
    web = ROOT / "web"
    shutil.copytree(web / "public", built.context.gate.web_dist, dirs_exist_ok=True)
    manifest = json.loads((web / "public/app.webmanifest").read_text())
    page = (web / "index.html").read_text()
    linked = re.findall(
        r'(?:href|content)="(/[\w.-]+(?:/[\w.-]+)*\.(?:png|svg|webmanifest))"', page
    )
    assert len(linked) == 4
    for path in [*linked, *(icon["src"] for icon in manifest["icons"])]:
        async with built.client.get(path) as answer:
            assert answer.status == 200, path
            assert answer.content_type in ("image/png", "image/svg+xml", MANIFEST_TYPE)
            assert answer.headers["Cache-Control"] == "no-cache"
            assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    for shortcut in manifest["shortcuts"]:
        assert is_app_path(shortcut["url"])


async def test_the_page_is_answered_from_memory(built, monkeypatch):
    async with built.client.get("/") as answer:
        assert answer.status == 200

    def refuse(*_):
        raise AssertionError("a file is read for a page")

    monkeypatch.setattr(site.Path, "read_bytes", refuse)
    monkeypatch.setattr(site.web, "FileResponse", refuse)
    for path in ("/", "/trade/AUS", "/nothing/here"):
        async with built.client.get(path) as answer:
            assert await answer.text() == PAGE


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/nothing"), ("GET", "/api/v1/nothing"), ("POST", "/")]
)
async def test_a_missing_page_costs_more_than_a_page(tmp_path, database_url, method, path):
    burst = 2 * SITE_MISSING_COST
    rates = {**GENEROUS, "site": Rate(0.001, burst)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        statuses = []
        for _ in range(3):
            async with service.client.request(method, path) as answer:
                statuses.append(answer.status)
        assert statuses[2] == 429 not in statuses[:2]
    assert RATES["site"].per_s / SITE_MISSING_COST <= 20
    assert RATES["site"].burst / SITE_FILE_COST >= 500  # files of several page loads at once


def test_tokens_that_are_spent_later_never_become_a_debt():
    limiter = RateLimiter({"site": Rate(1, 10)}, lambda: 0.0)
    limiter.take("site", "a", 4)
    limiter.spend("site", "a", 100)
    limiter.give_back("site", "a")
    assert limiter.take("site", "a")["RateLimit-Remaining"] == "0"


async def test_a_flood_of_the_metrics_makes_their_text_once(tmp_path, database_url, monkeypatch):
    made = []
    text = Metrics.text
    monkeypatch.setattr(Metrics, "text", lambda self: made.append(1) or text(self))
    monkeypatch.setattr(application, "METRICS_AGE_S", 1e9)
    async with running_service(tmp_path, database_url, rates=GENEROUS) as service:

        async def read() -> bytes:
            async with service.client.get("/metrics") as answer:
                assert answer.status == 200
                return await answer.read()

        texts = await asyncio.gather(*(read() for _ in range(20)))
    assert len(made) == 1
    assert len(set(texts)) == 1
