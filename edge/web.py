"""The web application at `/`: files of the build, and its page for every path of its own."""

from functools import lru_cache
from pathlib import Path

from aiohttp import web

from edge.context import Context

PAGES = "/{path}"  # how the metrics call every path that is not in the table
INDEX = "index.html"
HASHED_FOLDER = "assets"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
PAGE_METHODS = ("GET", "HEAD")
# Where tools look first for a description of the API; there is none of the websocket.
DOCUMENTS = {"/docs": "/api/v1/docs", "/openapi.json": "/api/v1/openapi.json"}
NO_PAGES = ("/asyncapi.json", "/swagger.json")
API_PREFIXES = ("/api", "/express", "/rpc", "/metrics")
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
    """Tell whether a path belongs to an API, which never answers with a page."""
    return any(path == prefix or path.startswith(prefix + "/") for prefix in API_PREFIXES)


def find_file(dist: Path, path: str) -> Path | None:
    """Return the file of the build that a path names, `None` for none or one outside of it."""
    name = path.strip("/")
    if not name or "\0" in name:
        return None
    root = dist.resolve()
    try:
        found = (root / name).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None
    except OSError:  # a name that the file system does not take is no file
        return None


async def serve_web(
    context: Context, request: web.Request, methods: set[str]
) -> web.StreamResponse:
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
    if request.path in DOCUMENTS:
        return web.Response(status=302, headers={"Location": DOCUMENTS[request.path]})
    dist = context.web_dist
    policy = content_security_policy(context.public_url, is_public=context.is_public)
    headers = {"Content-Security-Policy": policy}
    found = find_file(dist, request.path)
    if found is not None and found.name != INDEX:
        is_hashed = request.path.startswith(f"/{HASHED_FOLDER}/")
        headers["Cache-Control"] = IMMUTABLE if is_hashed else REVALIDATED
        return web.FileResponse(found, headers=headers)
    if request.path.startswith(f"/{HASHED_FOLDER}/"):
        raise web.HTTPNotFound
    headers["Cache-Control"] = REVALIDATED
    page = find_file(dist, INDEX)
    if page is None:
        return web.Response(status=200, text=_NOT_BUILT, content_type="text/html", headers=headers)
    return web.FileResponse(page, headers=headers)
