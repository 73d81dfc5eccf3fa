"""The web application at `/`: files of the build, and its page for every path of its own.

The documentation is a folder of the build, `/docs/`; its folders answer with their index.

The page is answered from memory. A path that neither the application nor the build has is 404, with
the same page, which then says so.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from aiohttp import web

from edge.http.compression import gzipped, is_compressible, takes_gzip
from edge.http.gate import Gate
from edge.http.pipeline import matches_tag
from edge.http.response import Reply, WholeResponse

PAGES = "/{path}"  # how the metrics call every path that is not in the table
INDEX = "index.html"
HASHED_FOLDER = "assets"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
PAGE_METHODS = ("GET", "HEAD")
DOCS = "/docs"
API_PAGE = "/api/v1/docs"
# Where tools look first for a description of the API and its news.
DOCUMENTS = {
    "/openapi.json": "/api/v1/openapi.json",
    "/asyncapi.json": "/express/v1/asyncapi.json",
    "/changelog.atom": "/express/v1/changelog.atom",
}
NO_PAGES = ("/swagger.json",)
# The paths of the application, as `web/src/app/router.tsx` has them.
APP_PATHS = (
    "/",
    "/accounts",
    "/alerts",
    "/backtest",
    "/compare",
    "/contests",
    "/contests/$contest",
    "/deal-analysis",
    "/developers",
    "/learn",
    "/liquidity",
    "/market/$symbol",
    "/onboarding",
    "/points",
    "/portfolio",
    "/predictions",
    "/predictions/$marketId",
    "/profile",
    "/refer/$code",
    "/staking",
    "/status",
    "/trade",
    "/trade/$symbol",
    "/wallets",
)
_PLAIN_PATHS = frozenset(path for path in APP_PATHS if "$" not in path)
_PARAMETER_PATHS = frozenset(path.partition("$")[0] for path in APP_PATHS if "$" in path)
RPC_PATH = "/rpc"
API_PREFIXES = ("/api", "/express", RPC_PATH, "/metrics")
# Windows of MetaMask's Solana module and of Solflare without its extension, once chosen.
WALLET_FRAMES = "https://widget.solflare.com https://connect.solflare.com"
_CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "connect-src 'self' {sockets}",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        f"frame-src {WALLET_FRAMES}",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_NOT_BUILT = (
    "<!doctype html><title>Acre</title><p>The web application is not built yet: run "
    "<code>make web</code>. The API answers at <code>/api/v1</code> and "
    "<code>/express/v1</code>.</p>"
)


@lru_cache(maxsize=8)
def content_security_policy(public_url: str, *, is_public: bool) -> str:
    """Return the policy of the pages; without a public address they have several local names."""
    scheme, _, host = public_url.partition("://")
    own = f"{'wss' if scheme == 'https' else 'ws'}://{host}"
    sockets = own if is_public else "ws://localhost:* ws://127.0.0.1:*"
    return _CONTENT_SECURITY_POLICY.replace("{sockets}", sockets)


def is_api_path(path: str) -> bool:
    """Return whether a path belongs to an API, which never answers with a page."""
    return any(path == prefix or path.startswith(prefix + "/") for prefix in API_PREFIXES)


def is_app_path(path: str) -> bool:
    """Return whether the application has a page of its own at a path."""
    plain = path.rstrip("/") or "/"
    head, _, last = plain.rpartition("/")
    return plain in _PLAIN_PATHS or (bool(last) and f"{head}/" in _PARAMETER_PATHS)


def find_file(dist: Path, path: str) -> Path | None:
    """Return the file of the build that a path names, `None` for none or one outside of it."""
    name = path.strip("/")
    if not name or "\0" in name:
        return None
    if path.startswith(f"{DOCS}/") and path.endswith("/"):
        name = f"{name}/{INDEX}"
    try:
        if not (dist / name).is_file():  # most unknown paths end here
            return None
        found = (dist / name).resolve()
        return found if found.is_relative_to(dist.resolve()) else None
    except OSError:  # a name that the file system does not take is no file
        return None


@dataclass(frozen=True, slots=True)
class _Page:
    """The application's page in memory."""

    body: bytes
    tag: str


@lru_cache(maxsize=8)
def _read_page(path: str, public_url: str, _changed_ns: int, _size: int) -> _Page:
    """Return the page; a new build has another time or size.

    Addresses in its metadata become absolute: programs that show links resolve no relative ones.
    """
    body = Path(path).read_bytes().replace(b'content="/', f'content="{public_url}/'.encode())
    return _Page(body, hashlib.blake2b(body, digest_size=12).hexdigest())


def _page_of(dist: Path, public_url: str) -> _Page:
    try:
        facts = (dist / INDEX).stat()
        return _read_page(str(dist / INDEX), public_url, facts.st_mtime_ns, facts.st_size)
    except OSError:
        return _Page(_NOT_BUILT.encode(), "not-built")


def _answer_page(request: web.Request, gate: Gate, headers: dict[str, str], status: int) -> Reply:
    page = _page_of(gate.web_dist, gate.public_url)
    body, tag = page.body, page.tag
    headers["Cache-Control"] = REVALIDATED
    if is_compressible(body):
        headers["Vary"] = "Origin, Accept-Encoding"
        if takes_gzip(request.headers.get("Accept-Encoding")):
            headers["Content-Encoding"] = "gzip"
            body, tag = gzipped(body), f"{tag}-gzip"
    headers["ETag"] = f'"{tag}"'
    if status == 200 and matches_tag(request.headers.get("If-None-Match"), headers["ETag"]):
        headers.pop("Content-Encoding", None)
        return web.Response(status=304, headers=headers)
    headers["Content-Type"] = "text/html; charset=utf-8"
    return WholeResponse(status, body, headers)


def _elsewhere(dist: Path, path: str) -> str | None:
    """Return where a path leads to: a document, the documentation, a folder of it by its slash."""
    if path in DOCUMENTS:
        return DOCUMENTS[path]
    folder = f"{path}/"
    if path.startswith(DOCS) and find_file(dist, path) is None and find_file(dist, folder):
        return folder
    return API_PAGE if path == DOCS else None


async def serve_web(gate: Gate, request: web.Request, methods: set[str]) -> Reply:
    """Answer a path that is not in the table: with a file, or with the application's page.

    Below the API prefixes it is 404, or 405 when the path has other methods.
    """
    if is_api_path(request.path):
        if methods:
            raise web.HTTPMethodNotAllowed(request.method, methods)
        raise web.HTTPNotFound
    if request.method not in PAGE_METHODS:
        raise web.HTTPMethodNotAllowed(request.method, PAGE_METHODS)
    if request.path in NO_PAGES:
        raise web.HTTPNotFound
    dist = gate.web_dist
    location = _elsewhere(dist, request.path)
    if location is not None:
        return web.Response(status=302, headers={"Location": location})
    policy = content_security_policy(gate.public_url, is_public=gate.is_public)
    headers = {"Content-Security-Policy": policy}
    if is_app_path(request.path):
        return _answer_page(request, gate, headers, 200)
    found = find_file(dist, request.path)
    is_hashed = request.path.startswith(f"/{HASHED_FOLDER}/")
    if found is None and is_hashed:
        raise web.HTTPNotFound
    if found in (None, (dist / INDEX).resolve()):
        return _answer_page(request, gate, headers, 404 if found is None else 200)
    headers["Cache-Control"] = IMMUTABLE if is_hashed else REVALIDATED
    return web.FileResponse(found, headers=headers)
