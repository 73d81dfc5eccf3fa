"""The web application at `/`: files of the build, and its page for every path of its own."""

from pathlib import Path
from typing import NoReturn

from aiohttp import web

from edge.context import CONTEXT

INDEX = "index.html"
HASHED_FOLDER = "assets"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
PAGE_METHODS = ("GET", "HEAD")
API_PREFIXES = ("/api", "/express", "/rpc", "/metrics")
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "connect-src 'self' ws://localhost:* ws://127.0.0.1:*",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
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


async def _refuse_api(request: web.Request) -> NoReturn:
    """Say 405 when the path exists for another method, else 404."""
    here = request.match_info.route.resource
    allowed: set[str] = set()
    for resource in request.app.router.resources():
        if resource is not here:
            _, methods = await resource.resolve(request)
            allowed |= methods
    if allowed:
        raise web.HTTPMethodNotAllowed(request.method, allowed)
    raise web.HTTPNotFound


async def serve_web(request: web.Request) -> web.StreamResponse:
    """Answer with a file, with the application's page, or with 404 below the API prefixes."""
    if is_api_path(request.path):
        await _refuse_api(request)
    if request.method not in PAGE_METHODS:
        raise web.HTTPMethodNotAllowed(request.method, PAGE_METHODS)
    dist = request.app[CONTEXT].web_dist
    headers = {"Content-Security-Policy": CONTENT_SECURITY_POLICY}
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
