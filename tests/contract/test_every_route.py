"""Conventions that hold for every row of the table of routes, including future ones."""

import re

import pytest
from solders.keypair import Keypair
from yarl import URL

from edge.http.limits import RATES, Rate
from edge.http.middleware.rates import RateLimiter
from edge.http.route import ROUTES, Base, Route
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.calls import Sent, filled, name_of, request_of, routes_of
from tests.contract.marks import differences
from tests.contract.shapes import ERROR
from tests.edge.prediction_world import stranger
from tests.edge.service_world import text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

# API 2.6, by hand
NEED_A_BEARER = re.compile(
    r"(GET|PUT|POST) /api/v1/user/{user}/profile/.+"
    r"|POST /api/v1/(contest/{contestName}|points|perpetual-points)/participate"
    r"|(GET|POST) /api/v1(/points|/perpetual-points)?/referrals/.+"
    r"|POST /express/v1/contest/{contestId}"
    r"|GET /express/v1/predictions/(portfolio|positions|trades|orders.*)"
    r"|POST /express/v1/predictions/.+"
    r"|POST /express/v1/(points|ppps3)/participants"
    r"|GET /api/v1/user/{user}/(perp-orders|history/perp-order)"
    r"|GET /express/v1/portfolio/{user}/history/perp-order"
    r"|GET /(api|express)/v1/auth/sessions"  # beyond the contract
    r"|POST /(api|express)/v1/auth/(sessions/{sessionId}/revoke|logout-all)"
)
SECURITY = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
JSON = {"Content-Type": "application/json"}
BAD_ORIGIN = {"Origin": "https://evil.example"}
GOOD_ORIGIN = {"Origin": "http://localhost:5173"}
EXPOSED = (
    "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, "
    "X-Next-Cursor, Idempotency-Replayed, Acre-Sequence, Deprecation, Sunset, Link"
)
ALLOWED = "Authorization, Content-Type, Idempotency-Key, X-Request-Id, If-None-Match, Acre-Sequence"


async def ask(inhabited, what: Sent, headers=None, **options):
    """Send a request and return status, headers and body."""
    if what.body is not None and "data" not in options:
        options["json"] = what.body
    url = URL(str(inhabited.service.client.make_url("/"))[:-1] + what.url, encoded=True)
    async with inhabited.service.client.session.request(
        what.method, url, headers=headers, **options
    ) as got:
        is_json = got.content_type == "application/json"
        has_body = what.method != "HEAD" and got.status != 304
        content = await got.json() if is_json and has_body else await got.read()
        if isinstance(content, dict) and got.status >= 400:
            check_refusal(got, content)
        return got.status, got.headers, content


def check_refusal(got, content) -> None:
    assert not differences(content, ERROR), content
    assert content["requestId"] == got.headers["X-Request-Id"]
    assert ("expiredToken" in content) == (got.status == 401)
    assert re.fullmatch(r"[A-Z][A-Z0-9_]+", content["code"])
    assert content["message"].strip()


def protected() -> list[Route]:
    return [route for route in ROUTES if route.needs_token]


async def test_the_calls_that_need_a_bearer_are_those_of_the_contract():
    for route in ROUTES:
        assert route.needs_token == bool(NEED_A_BEARER.fullmatch(name_of(route))), name_of(route)


async def test_without_a_good_token_every_protected_call_is_401_whatever_its_body(inhabited):
    service = inhabited.service
    token = (await service.login(Keypair()))["accessToken"]
    head, body, signature = token.split(".")
    cases = [
        ({}, "NO_TOKEN", "no token provided"),
        ({"Authorization": ""}, "NO_TOKEN", "no token provided"),
        ({"Authorization": "Bearer"}, "NO_TOKEN", "no token provided"),
        ({"Authorization": "Bearer "}, "NO_TOKEN", "no token provided"),
        ({"Authorization": f"Basic {token}"}, "INVALID_TOKEN", "invalid token"),
        ({"Authorization": "Bearer x"}, "INVALID_TOKEN", "invalid token"),
        ({"Authorization": f"Bearer {head}.{body}."}, "INVALID_TOKEN", "invalid token"),
        ({"Authorization": f"Bearer {head}.{body}.{signature[::-1]}"}, "INVALID_TOKEN",
         "invalid token"),
    ]  # fmt: skip
    for route in protected():
        what = request_of(inhabited, route)
        for headers, code, text in cases:
            for data in (None, b"{", b'{"user":5}'):
                more = {} if data is None or what.body is None else {"data": data}
                status, _, found = await ask(inhabited, what, {**JSON, **headers}, **more)
                assert (status, found["code"]) == (401, code), name_of(route)
                assert found["message"] == f"Unauthorized: {text}"
                assert found["expiredToken"] is False


async def test_an_expired_token_is_named_by_every_protected_call(inhabited):
    service = inhabited.service
    token = (await service.login(Keypair()))["accessToken"]
    before_s, service.wall.s = service.wall.s, service.wall.s + 900 + 30
    try:
        for route in protected():
            what = request_of(inhabited, route)
            headers = {"Authorization": f"Bearer {token}"}
            status, _, found = await ask(inhabited, what, headers)
            assert (status, found["code"]) == (401, "TOKEN_EXPIRED"), name_of(route)
            assert found["message"] == "Unauthorized: token expired"
            assert found["expiredToken"] is True
    finally:
        service.wall.s = before_s


async def test_the_token_of_another_wallet_is_403_before_the_body_is_looked_at(inhabited):
    headers = {**JSON, **(await stranger(inhabited.service)).headers}
    seen = 0
    for route in protected():
        what = request_of(inhabited, route)
        bodies: list[bytes | None] = []
        if "{user}" in route.path:
            bodies = [None, b"{", b'{"a":'] if what.body is not None else [None]
        elif route.body is not None:
            named = {"user", "address"} & set(route.body.__struct_fields__)
            bodies = [
                f'{{"{name}":"{inhabited.user}"{rest}}}'.encode()
                for name in named
                for rest in ("", ',"isForPerpetualPoints":7', ',"referralCode":[]')
            ]
        for data in bodies:
            more = {} if data is None else {"data": data}
            status, _, found = await ask(inhabited, what, headers, **more)
            assert (status, found["code"]) == (403, "WRONG_USER"), (name_of(route), data)
            assert found["message"] == "Forbidden: token does not belong to this user"
            seen += 1
    assert seen >= 4


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "MISSING_ADDRESS", "Missing user address: address is required"),
        ("%20", "MISSING_ADDRESS", "Missing user address: address is required"),
        ("%E2%80%83", "MISSING_ADDRESS", "Missing user address: address is required"),
        ("abc", "INVALID_ADDRESS", "Invalid user address"),
        ("0" * 44, "INVALID_ADDRESS", "Invalid user address"),
        ("1" * 45, "INVALID_ADDRESS", "Invalid user address"),
        ("%00", "INVALID_ADDRESS", "Invalid user address"),
    ],
)
async def test_a_blank_or_bad_user_in_a_path_is_named_by_every_call(inhabited, text, code, message):
    for route in ROUTES:
        if "{user}" not in route.path:
            continue
        what = request_of(inhabited, route)
        path = route.base + filled(route.path.replace("{user}", text), inhabited, {})
        query = what.url.partition("?")[2]
        changed = Sent(what.method, f"{path}?{query}", what.body)
        status, _, found = await ask(inhabited, changed, inhabited.alice.headers)
        assert (status, found.get("code")) == (400, code), (name_of(route), found)
        assert found["message"] == message


async def test_a_path_that_lacks_its_user_says_so(inhabited):
    paths = {str(route.base) + route.path for route in ROUTES}
    for route in ROUTES:
        short = str(route.base) + route.path.replace("/{user}", "")
        if "{user}" not in route.path or "{" in short or short in paths:
            continue
        got = await inhabited.service.get(short, 400)
        assert got["message"].startswith("Missing user address"), short


async def test_every_answer_has_its_id_and_the_headers_of_security(inhabited):
    for route in ROUTES:
        what = request_of(inhabited, route)
        for given, is_echoed in (("abcd-EFGH-1234", True), ("a" * 64, True), ("a" * 7, False)):
            headers = {"X-Request-Id": given, "Authorization": "Bearer x"}
            _, received, _ = await ask(inhabited, what, headers)
            assert (received["X-Request-Id"] == given) == is_echoed, name_of(route)
            assert re.fullmatch(r"[A-Za-z0-9-]{8,64}", received["X-Request-Id"])
            assert {name: received[name] for name in SECURITY} == SECURITY
            assert "Strict-Transport-Security" not in received  # of `local`
            assert "Set-Cookie" not in received
            assert "RateLimit-Limit" in received


# API 1.6, by hand; the first that fits counts
CACHE_S = (
    (1, r"/account/(exchange|market.*)|/market/(?!market-filter|compare|correl)[^/]+"
        r"|/trade-stream.*"
        r"|/predictions/markets(?!.*/history).*|.*/quote/.*|/status|/liquidations/candidates"
        r"|/staking/.*period.*"),
    (2, r"/account/(paused|cluster-health|lp-scenarios)|/user/{user}/.*|/solvency"
        r"|/portfolio/{user}(/positions/.*)?"
        r"|/liquidations|/settlement-requests|/staking/{user}/balance|.*/participa.*"
        r"|/points/balances?|/perpetual-points/(user-status|points-summary|grand-total-points)"
        r"|/staking|/hoa-staking/{user}|/contest(/filter|/{contestId})?"),
    (3_600, r".*final.*|.*/ppps1|/metadata/.*|/collections/.*|/real-estate-data/acre-ids"
        r"|/contest/ids|.*/(demographics|financials|absorption-rate-history)"
        r"|/(openapi.json|asyncapi.json|changelog.atom|docs)"),
    (15, r".*/price-feed|.*leaderboard.*|/portfolio/{user}/history/.*|.*/price-feed-stats"
        r"|.*/breakdown/.*"),
    (60, r"/market/.*/.*|/market-time-series/.*|/time-series/.*|/real-estate-data/acre-info"
        r"|/predictions/.*|/contest.*|/deal-analysis/.*|/market/market-filter-distribution"
        r"|/market/(compare|correlations)"
        r"|/account/lp-return"),
)  # fmt: skip
NOT_CACHED = (
    *("/health", "/ready", "/auth/login", "/auth/login/message"),
    "/referral-codes/{referralCode}",
)


def cache_s(path: str) -> int:
    return next(age for age, pattern in CACHE_S if re.fullmatch(pattern, path))


async def test_every_public_read_has_the_age_of_the_contract_and_a_tag_that_is_known_again(
    inhabited,
):
    for route in routes_of("GET"):
        what = request_of(inhabited, route)
        status, received, content = await ask(inhabited, what, inhabited.alice.headers)
        if route.needs_token:
            assert received["Cache-Control"] == "private, no-store", name_of(route)
            assert "ETag" not in received
            continue
        assert status == 200, (name_of(route), content)
        is_kept = route.path not in NOT_CACHED
        expected = f"max-age={cache_s(route.path)}" if is_kept else "no-store"
        assert received["Cache-Control"] == expected, name_of(route)
        again = {"If-None-Match": f'"x", W/{received["ETag"]}'}
        status, tagged, body = await ask(inhabited, what, again)
        if status == 304:
            assert (body, tagged["ETag"]) == (b"", received["ETag"]), name_of(route)
            assert tagged["Cache-Control"] == expected
            assert "RateLimit-Limit" in tagged
        else:  # it holds the time or a nonce, and has another tag
            assert received["ETag"] != tagged["ETag"], name_of(route)


async def test_answers_of_writes_are_not_cached(inhabited):
    for route in ROUTES:
        if route.method == "GET":
            continue
        what = request_of(inhabited, route)
        _, received, _ = await ask(inhabited, what, JSON, data=b"{")
        assert received["Cache-Control"] == "no-store", name_of(route)
        assert "ETag" not in received


# API 1.7, by hand
RATE_CLASSES = (
    ("auth", r".* /(api|express)/v1/auth/.*"),
    ("quotes", r".* /api/v1(/user/{user})?/quote/.*"),
    ("building", r"POST .*/(transaction/.+|staking/{user}/.+)"),
    ("predictions", r"POST /express/v1/predictions/.*"),
    ("participation", r"(POST|PUT) .*/(profile/.*|participate|participants|referrals/.*"
                      r"|contest/{contestId})"),
    ("none", r".* /(api|express)/v1/health"),
    ("public", r".*"),
)  # fmt: skip
CONTRACT_RATES = {  # tokens a second, burst
    "public": Rate(50, 200),
    "auth": Rate(0.5, 10),
    "auth-address": Rate(1 / 6, 10),
    "quotes": Rate(100, 400),
    "building": Rate(10, 40),
    "predictions": Rate(10, 20),
    "participation": Rate(0.5, 10),
    "rpc-send": Rate(5, 20),
    "ws-connect": Rate(1, 20),
    "faucet": Rate(1 / 60, 3),
}


async def test_the_rates_are_those_of_the_contract():
    assert {name: RATES[name] for name in CONTRACT_RATES} == CONTRACT_RATES
    for route in ROUTES:
        named = name_of(route)
        expected = next(rate for rate, pattern in RATE_CLASSES if re.fullmatch(pattern, named))
        assert route.rate == expected, named


async def test_over_its_rate_every_call_is_429_and_says_when_to_come_again(inhabited):
    service = inhabited.service
    generous = service.context.gate.limiter
    try:
        for route in ROUTES:
            if route.rate == "none":
                continue
            tight = {name: Rate(0.5, 1) for name in RATES}
            object.__setattr__(service.context.gate, "limiter", RateLimiter(tight, service.wall))
            what = request_of(inhabited, route)
            headers = {**JSON, **inhabited.alice.headers}
            data = {} if what.body is None else {"data": b"{}"}
            await ask(inhabited, what, headers, **data)
            status, received, found = await ask(inhabited, what, headers, **data)
            assert (status, found["code"]) == (429, "RATE_LIMITED"), name_of(route)
            assert found["message"] == "Too many requests"
            assert received["Retry-After"] == "2"
            assert received["RateLimit-Limit"] == "1"
            assert received["RateLimit-Remaining"] == "0"
            assert received["RateLimit-Reset"] == "2"
    finally:
        object.__setattr__(service.context.gate, "limiter", generous)


async def test_every_path_answers_a_preflight_for_origins_of_the_list_only(inhabited):
    for route in ROUTES:
        what = request_of(inhabited, route)
        preflight = Sent("OPTIONS", what.url, None)
        asks = {"Access-Control-Request-Method": "POST"}
        status, received, body = await ask(inhabited, preflight, {**GOOD_ORIGIN, **asks})
        assert (status, body) == (204, b""), name_of(route)
        assert received["Access-Control-Allow-Origin"] == GOOD_ORIGIN["Origin"]
        assert received["Access-Control-Allow-Methods"] == "GET, POST, PUT, OPTIONS"
        assert received["Access-Control-Allow-Headers"] == ALLOWED
        assert received["Access-Control-Max-Age"] == "600"
        assert "Origin" in received["Vary"]
        assert "Access-Control-Allow-Credentials" not in received
        status, received, _ = await ask(inhabited, preflight, {**BAD_ORIGIN, **asks})
        assert status == 204
        assert not [name for name in received if name.startswith("Access-Control")]


async def test_answers_and_refusals_are_shown_to_origins_of_the_list_only(inhabited):
    for route in ROUTES:
        what = request_of(inhabited, route)
        for headers, is_shown in ((GOOD_ORIGIN, True), (BAD_ORIGIN, False)):
            _, received, _ = await ask(inhabited, what, headers)
            shown = {name for name in received if name.startswith("Access-Control")}
            if not is_shown:
                assert not shown, name_of(route)
                continue
            assert shown == {"Access-Control-Allow-Origin", "Access-Control-Expose-Headers"}
            assert received["Access-Control-Expose-Headers"] == EXPOSED


async def test_another_version_of_any_path_is_unknown(inhabited):
    for route in ROUTES:
        what = request_of(inhabited, route)
        for version in ("v2", "v0", "v10", "V1", "latest"):
            changed = what.url.replace("/v1/", f"/{version}/", 1)
            status, _, found = await ask(inhabited, Sent(what.method, changed, what.body))
            assert (status, found["code"]) == (404, "UNKNOWN_VERSION"), changed


async def test_every_path_refuses_other_methods_and_names_its_own(inhabited):
    by_path: dict[str, set[str]] = {}
    urls: dict[str, str] = {}
    for route in ROUTES:
        path = str(route.base) + route.path
        more = {"HEAD"} if route.method == "GET" else set()
        by_path.setdefault(path, set()).update({route.method}, more)
        urls[path] = request_of(inhabited, route).url
    taken = [(path, re.compile(re.sub(r"{\w+}", "[^/]+", path))) for path in by_path]
    for path, url in urls.items():
        # another path may fit as well, with parameters where this one has words
        plain = url.partition("?")[0]
        own = {m for other, fits in taken if fits.fullmatch(plain) for m in by_path[other]}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - own:
            status, received, found = await ask(inhabited, Sent(method, url, None))
            assert (status, found["code"]) == (405, "METHOD_NOT_ALLOWED"), (method, path)
            assert set(received["Allow"].split(",")) == own, path


async def test_a_head_is_its_answer_without_the_body(inhabited):
    for route in routes_of("GET"):
        what = request_of(inhabited, route)
        headers = inhabited.alice.headers
        status, received, _ = await ask(inhabited, what, headers)
        assert status == 200, name_of(route)
        status, alike, body = await ask(inhabited, Sent("HEAD", what.url, None), headers)
        assert (status, body) == (200, b""), name_of(route)
        for name in ("Content-Type", "Cache-Control", "X-Content-Type-Options"):
            assert alike[name] == received[name], name_of(route)


async def test_every_body_must_be_json_of_a_bounded_size(inhabited):
    for route in ROUTES:
        if route.body is None:
            continue
        what = request_of(inhabited, route)
        user = inhabited.alice.headers
        full = b'{"zz":"' + b"x" * (65_536 - 9) + b'"}'
        assert len(full) == 65_536
        for data, content_type, expected in (
            (full + b" ", "application/json", (413, "PAYLOAD_TOO_LARGE")),
            (b"{}", "text/plain", (415, "UNSUPPORTED_MEDIA_TYPE")),
            (b"{}", "application/x-www-form-urlencoded", (415, "UNSUPPORTED_MEDIA_TYPE")),
            (b"{}", "application/json; charset=utf-16", (415, "UNSUPPORTED_MEDIA_TYPE")),
            (b"{}", "application/problem+json", (415, "UNSUPPORTED_MEDIA_TYPE")),
        ):
            headers = {**user, "Content-Type": content_type}
            status, _, found = await ask(inhabited, what, headers, data=data)
            assert (status, found["code"]) == expected, name_of(route)
        for content_type in ("application/json", "application/json; charset=UTF-8"):
            headers = {**user, "Content-Type": content_type}
            status, _, found = await ask(inhabited, what, headers, data=full)
            assert status not in {413, 415}, name_of(route)


async def test_a_path_of_no_route_is_not_found_on_both_bases(inhabited):
    for base in (MAIN, EXPRESS):
        for path in ("/nothing", "/account/nothing/here", "/user", "/%2e%2e/health", "//health"):
            got = Sent("GET", base + path, None)
            status, _, found = await ask(inhabited, got)
            assert (status, found["code"]) == (404, "NOT_FOUND"), path


async def test_tokens_are_good_on_both_bases(inhabited):
    for base in Base:
        body = {"address": inhabited.user}
        path = f"{base}/auth/challenge"
        headers = inhabited.alice.headers
        found = await inhabited.service.post(path, body, headers=headers)
        assert found == {"isAuthenticated": True}
    assert text_of(inhabited.alice.wallet) == inhabited.user
