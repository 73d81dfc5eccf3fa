"""Sessions of browsers: the refresh token is in a cookie, and what a hostile page gets from it."""

import asyncio
import base64
import json

import pytest
from solders.keypair import Keypair

from edge.http.limits import COOKIES_MAX
from edge.http.response import WholeResponse
from tests.edge.api.auth.test_hardware_login import body_of, memo, message_for, signed
from tests.edge.service_world import running_service, text_of

MAIN, EXPRESS = "/api/v1/auth", "/express/v1/auth"
PRIVATE = "/express/v1/predictions/portfolio"
OWN = {"Origin": "http://127.0.0.1:8080"}
ALIVE_S = 30 * 86_400
NO_SCRIPT = "HttpOnly; SameSite=Strict"
FOREIGN = (
    "null",
    "",
    "http://evil.example",
    "http://127.0.0.1.evil.example:8080",
    "http://localhost.evil.example",
    "http://evil.example#http://127.0.0.1:8080",
    "http://127.0.0.1:8080@evil.example",
    "http://127.0.0.1:8080/",
    "http://127.0.0.1:8080, http://evil.example",
    "http://localhоst:8080",  # noqa: RUF001 - a Cyrillic letter
    "file://127.0.0.1:8080",
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def service(shared_service):
    """One service for all: each test brings wallets of its own."""
    return shared_service


class Browser:
    """A browser with the cookies of one site, and pages of that site."""

    def __init__(
        self, service, origin: str = OWN["Origin"], port: int = 8080, secure: bool = False
    ):
        self.service, self.headers = service, {"Origin": origin}
        self.prefix = f"{'__Secure-' if secure else ''}acre-refresh-{port}-"
        self.cookies: dict[str, str] = {}
        self.said: list[str] = []  # the Set-Cookie lines of the last answer

    async def post(self, path: str, body, status: int = 200, **headers: str):
        sent = {**self.headers, **headers}
        if self.cookies and path.startswith(MAIN):  # as their Path says
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        async with self.service.client.post(path, json=body, headers=sent) as answer:
            content = await answer.json() if answer.status != 204 else None
            assert answer.status == status, (path, answer.status, content)
            self.said = answer.headers.getall("Set-Cookie", [])
            assert "Access-Control-Allow-Credentials" not in answer.headers
        self.service.client.session.cookie_jar.clear()
        for line in self.said:
            name, _, rest = line.partition("=")
            value, _, attributes = rest.partition("; ")
            if "; Max-Age=0; " in f"; {attributes}":
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return content

    def token(self, wallet: Keypair) -> str | None:
        return self.cookies.get(self.prefix + text_of(wallet))

    async def sign_in(self, wallet: Keypair):
        body = await message_body(self.service, wallet) | {"useCookie": True}
        return (await self.post(f"{MAIN}/login", body))["info"]

    async def refresh(self, wallet: Keypair, status: int = 200, **headers: str):
        body = {"address": text_of(wallet)}
        return await self.post(f"{MAIN}/refresh-token", body, status, **headers)

    async def sign_out(self, wallet: Keypair, status: int = 204, **headers: str):
        body = {"address": text_of(wallet)}
        return await self.post(f"{MAIN}/logout", body, status, **headers)


async def message_body(service, wallet: Keypair) -> dict:
    message = await message_for(service, wallet)
    signature = str(wallet.sign_message(message.encode()))
    return {"address": text_of(wallet), "message": message, "signature": signature}


async def wallets_own_body(service, wallet: Keypair) -> dict:
    body = await message_body(service, wallet)
    body["signedMessage"] = base64.b64encode(body.pop("message").encode()).decode()
    return body


async def hardware_body(service, wallet: Keypair) -> dict:
    return body_of(wallet, signed([wallet], memo(await message_for(service, wallet))))


WAYS = [
    (f"{base}/{path}", body)
    for base in (MAIN, EXPRESS)
    for path, body in (
        ("login", message_body),
        ("login", wallets_own_body),
        ("hardware-wallet-login", hardware_body),
        ("login/hardware-wallet", hardware_body),
    )
]


async def lives(service, session) -> bool:
    headers = {"Authorization": f"Bearer {session['accessToken']}"}
    async with service.client.get(PRIVATE, headers=headers) as answer:
        return answer.status == 200


@pytest.mark.parametrize(("path", "make"), WAYS)
async def test_every_sign_in_puts_the_refresh_token_into_a_cookie_when_asked(service, path, make):
    wallet, browser = Keypair(), Browser(service)
    answer = await browser.post(path, await make(service, wallet) | {"useCookie": True})
    session = answer.get("info", answer)
    assert list(session) == [
        "accessToken",
        "accessTokenExpirationTime",
        "refreshTokenExpirationTime",
        "address",
        "isNewUser",
    ]
    token = browser.token(wallet)
    assert token is not None
    assert len(token) == 43
    assert token not in json.dumps(answer)
    name = f"acre-refresh-8080-{text_of(wallet)}"
    assert browser.said == [f"{name}={token}; Path={MAIN}; Max-Age={ALIVE_S}; {NO_SCRIPT}"]
    pair = await browser.refresh(wallet)
    assert await lives(service, pair)


@pytest.mark.parametrize(("path", "make"), WAYS)
async def test_without_asking_the_answer_is_as_ever_and_sets_no_cookie(service, path, make):
    wallet, browser = Keypair(), Browser(service)
    for asked in ({}, {"useCookie": False}):
        answer = await browser.post(path, await make(service, wallet) | asked)
        session = answer.get("info", answer)
        assert list(session) == [
            "accessToken",
            "refreshToken",
            "accessTokenExpirationTime",
            "refreshTokenExpirationTime",
            "address",
            "isNewUser",
        ]
        assert browser.said == []
    for base in (MAIN, EXPRESS):
        body = {"refreshToken": session["refreshToken"]}
        async with service.client.post(f"{base}/refresh-token", json=body) as answer:
            pair = await answer.json()
        assert list(pair) == [
            "accessToken",
            "refreshToken",
            "accessTokenExpirationTime",
            "refreshTokenExpirationTime",
        ]
        session = pair
        missing = await service.post(f"{base}/refresh-token", {}, 400)
        assert missing["message"] == "refreshToken: is required"
        assert missing["details"] == {"field": "refreshToken"}


async def test_a_refresh_by_cookie_rotates_it_and_it_ends_with_the_session(service):
    wallet, browser = Keypair(), Browser(service)
    session = await browser.sign_in(wallet)
    first = browser.token(wallet)
    service.wall.s += 1_000
    pair = await browser.refresh(wallet)
    assert list(pair) == [
        "accessToken",
        "accessTokenExpirationTime",
        "refreshTokenExpirationTime",
    ]
    assert pair["refreshTokenExpirationTime"] == session["refreshTokenExpirationTime"]
    assert browser.token(wallet) not in (None, first)
    assert f"; Max-Age={ALIVE_S - 1_000}; " in browser.said[0]
    service.wall.s += ALIVE_S - 1_000
    refused = await browser.refresh(wallet, 401)
    assert refused["code"] == "REFRESH_FAILED"
    assert browser.said[0].startswith(f"acre-refresh-8080-{text_of(wallet)}=; Path={MAIN}; Max-Age")
    assert browser.token(wallet) is None


async def test_sign_out_ends_the_session_and_clears_the_cookie(service):
    wallet, browser = Keypair(), Browser(service)
    session = await browser.sign_in(wallet)
    stolen = dict(browser.cookies)
    await browser.sign_out(wallet)
    assert "; Max-Age=0; " in browser.said[0]
    assert browser.cookies == {}
    assert not await lives(service, session)
    browser.cookies = stolen
    await browser.refresh(wallet, 401)
    assert browser.cookies == {}
    await browser.sign_out(wallet)  # a repeat is no error
    refused = await browser.refresh(wallet, 401)
    assert (refused["code"], browser.said) == ("REFRESH_FAILED", [])


async def test_ending_all_sessions_clears_the_cookie_of_the_one_that_asks(service):
    wallet, browser = Keypair(), Browser(service)
    session = await browser.sign_in(wallet)
    bearer = {"Authorization": f"Bearer {session['accessToken']}"}
    for keeps in (True, False):
        await browser.post(f"{MAIN}/logout-all", {"keepCurrent": keeps}, **bearer)
        assert (browser.token(wallet) is not None) == keeps
    bot = await service.login(wallet)
    bearer = {"Authorization": f"Bearer {bot['accessToken']}"}
    await browser.post(f"{MAIN}/logout-all", {"keepCurrent": False}, **bearer)
    assert browser.said == []


async def test_parallel_refreshes_have_one_successor_and_none_of_them_loses_the_cookie(service):
    wallet, browser = Keypair(), Browser(service)
    await browser.sign_in(wallet)
    tabs = [Browser(service) for _ in range(5)]
    for tab in tabs:
        tab.cookies = dict(browser.cookies)
    path, body = f"{MAIN}/refresh-token", {"address": text_of(wallet)}
    cookie = f"{browser.prefix}{text_of(wallet)}={browser.token(wallet)}"

    async def refresh() -> tuple[int, list[str]]:
        headers = {**OWN, "Cookie": cookie}
        async with service.client.post(path, json=body, headers=headers) as answer:
            return answer.status, answer.headers.getall("Set-Cookie", [])

    found = await asyncio.gather(*(refresh() for _ in tabs))
    service.client.session.cookie_jar.clear()
    assert sorted(status for status, _ in found) == [200, 200, 401, 401, 401]
    # the session lives: only the successor is ever set, in whatever order the answers arrive
    assert len({tuple(said) for status, said in found if status == 200}) == 1
    assert all(said == [] for status, said in found if status == 401)
    browser.cookies = dict([next(said for _, said in found if said)[0].split(";")[0].split("=")])
    assert await lives(service, await browser.refresh(wallet))


async def test_an_old_cookie_used_late_ends_the_whole_session(service):
    wallet, browser = Keypair(), Browser(service)
    await browser.sign_in(wallet)
    thief = Browser(service)
    thief.cookies = dict(browser.cookies)
    pair = await browser.refresh(wallet)
    service.wall.s += 11
    await thief.refresh(wallet, 401)
    assert thief.cookies == {}
    await browser.refresh(wallet, 401)
    assert browser.cookies == {}
    assert not await lives(service, pair)


async def test_wallets_of_one_browser_keep_their_sessions_apart(service):
    first, second, browser = Keypair(), Keypair(), Browser(service)
    await browser.sign_in(first)
    await browser.sign_in(second)
    for wallet in (first, second, first):
        assert await lives(service, await browser.refresh(wallet))
    await browser.sign_out(second)
    assert await lives(service, await browser.refresh(first))
    await browser.refresh(second, 401)


async def test_a_page_of_the_development_server_has_a_session_too(service):
    for origin in ("http://127.0.0.1:5173", "http://localhost:5173", "http://[::1]:5173"):
        wallet, browser = Keypair(), Browser(service, origin)
        await browser.sign_in(wallet)
        await browser.refresh(wallet, **{"Sec-Fetch-Site": "same-origin"})
        await browser.sign_out(wallet)
        assert browser.cookies == {}


async def test_a_cookie_under_another_wallets_name_is_none(service):
    """An attacker plants the cookie of a session of his own: it is never taken for the victim's."""
    victim, attacker, browser = Keypair(), Keypair(), Browser(service)
    theirs = await Browser(service).sign_in(attacker)
    session = await service.login(attacker)
    browser.cookies = {browser.prefix + text_of(victim): session["refreshToken"]}
    refused = await browser.refresh(victim, 401)
    assert refused["code"] == "REFRESH_FAILED"
    assert browser.cookies == {}
    assert await lives(service, theirs)
    body = {"refreshToken": session["refreshToken"]}  # it was not even spent
    assert await service.post(f"{MAIN}/refresh-token", body)


async def test_of_two_cookies_of_one_name_neither_is_believed(service):
    wallet, browser = Keypair(), Browser(service)
    session = await browser.sign_in(wallet)
    name, token = browser.prefix + text_of(wallet), browser.token(wallet)
    for cookie in (
        f"{name}={token}; {name}={'A' * 43}",
        f"{name}={'A' * 43};{name}={token}",
        f"{name}={token}; {name}={token}",
    ):
        browser.cookies = {}
        refused = await browser.refresh(wallet, 401, Cookie=cookie)
        assert refused["code"] == "REFRESH_FAILED"
    assert await lives(service, session)
    await browser.sign_out(wallet, Cookie=f"{name}={'A' * 43}; {name}={token}")
    assert not await lives(service, session)


@pytest.mark.parametrize("origin", FOREIGN)
async def test_no_foreign_page_refreshes_signs_out_or_signs_in(service, origin):
    wallet, browser = Keypair(), Browser(service)
    session = await browser.sign_in(wallet)
    kept = dict(browser.cookies)
    foreign = Browser(service, origin)
    foreign.cookies = dict(kept)
    for refused in (
        await foreign.refresh(wallet, 403),
        await foreign.sign_out(wallet, 403),
        await foreign.post(
            f"{MAIN}/login", await message_body(service, wallet) | {"useCookie": True}, 403
        ),
        await foreign.post(
            f"{EXPRESS}/login/hardware-wallet",
            await hardware_body(service, wallet) | {"useCookie": True},
            403,
        ),
    ):
        assert refused["code"] == "ORIGIN_NOT_ALLOWED"
        assert refused["message"].startswith("A cookie counts only in requests of this site's own")
        assert foreign.said == []
    assert foreign.cookies == kept
    assert await lives(service, session)
    await browser.refresh(wallet)


async def test_a_request_without_one_origin_is_refused(service):
    wallet, browser = Keypair(), Browser(service)
    await browser.sign_in(wallet)
    for path in ("refresh-token", "logout"):
        body = {"address": text_of(wallet)}
        for headers in ([], [("Origin", OWN["Origin"]), ("Origin", "http://evil.example")]):
            cookie = ("Cookie", f"{browser.prefix}{text_of(wallet)}={browser.token(wallet)}")
            url = f"{MAIN}/{path}"
            async with service.client.post(url, json=body, headers=[*headers, cookie]) as answer:
                refused = await answer.json()
                assert (answer.status, refused["code"]) == (403, "ORIGIN_NOT_ALLOWED")
    for site in ("cross-site", "same-site", "none", "SAME-ORIGIN"):
        await browser.refresh(wallet, 403, **{"Sec-Fetch-Site": site})
    await browser.refresh(wallet, **{"Sec-Fetch-Site": "same-origin"})


async def test_a_form_of_another_page_is_refused_for_its_content_type(service):
    wallet, browser = Keypair(), Browser(service)
    await browser.sign_in(wallet)
    body = json.dumps({"address": text_of(wallet)})
    cookie = f"{browser.prefix}{text_of(wallet)}={browser.token(wallet)}"
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        headers = {**OWN, "Cookie": cookie, "Content-Type": kind}
        for path in ("refresh-token", "logout"):
            url = f"{MAIN}/{path}"
            async with service.client.post(url, data=body, headers=headers) as answer:
                assert answer.status == 415
    await browser.refresh(wallet)


async def test_a_cookie_opens_nothing_but_refresh_and_sign_out(service):
    wallet, browser = Keypair(), Browser(service)
    await browser.sign_in(wallet)
    cookie = f"{browser.prefix}{text_of(wallet)}={browser.token(wallet)}"
    headers = {**OWN, "Cookie": cookie}
    for path in (PRIVATE, f"{MAIN}/sessions", f"/api/v1/user/{text_of(wallet)}/profile/settings"):
        refused = await service.get(path, 401, headers=headers)
        assert refused["code"] == "NO_TOKEN"
    for body in ({"keepCurrent": False}, {"keepCurrent": True}):
        await service.post(f"{MAIN}/logout-all", body, 401, headers=headers)
    challenge = {"address": text_of(wallet)}
    received = await service.post(f"{MAIN}/challenge", challenge, headers=headers)
    assert received == {"isAuthenticated": False}
    for path in ("refresh-token", "logout"):  # the other base knows tokens in bodies only
        refused = await service.post(f"{EXPRESS}/{path}", challenge, 400, headers=headers)
        assert refused["details"] == {"field": "refreshToken"}
    service.client.session.cookie_jar.clear()
    await browser.refresh(wallet)


async def test_a_token_in_the_body_wins_over_a_cookie_and_leaves_it(service):
    wallet, browser = Keypair(), Browser(service)
    session = await browser.sign_in(wallet)
    bot = await service.login(wallet)
    kept = dict(browser.cookies)
    both = {"refreshToken": bot["refreshToken"], "address": text_of(wallet)}
    pair = await browser.post(f"{MAIN}/refresh-token", both)
    assert (len(pair["refreshToken"]), browser.said) == (43, [])
    await browser.post(f"{MAIN}/logout", {"refreshToken": pair["refreshToken"]}, 204)
    assert (browser.cookies, browser.said) == (kept, [])
    assert await lives(service, session)
    assert not await lives(service, pair)
    await browser.refresh(wallet)


async def test_an_invalid_token_is_refused_and_cleared(service):
    wallet, browser = Keypair(), Browser(service)
    name = browser.prefix + text_of(wallet)
    for value in ("", "x", "A" * 43, "A" * 4_000, '"quoted"', "=", "%00", "é"):
        browser.cookies = {name: value}
        refused = await browser.refresh(wallet, 401)
        assert refused["code"] == "REFRESH_FAILED", value
        assert browser.cookies == {}
    async with service.client.post(
        f"{MAIN}/refresh-token",
        json={"address": text_of(wallet)},
        headers={**OWN, "Cookie": f"{name}={'A' * 9_000}"},
    ) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, "VALIDATION")
    for address, code in (("", "MISSING_ADDRESS"), ("x", "INVALID_ADDRESS")):
        refused = await browser.post(f"{MAIN}/refresh-token", {"address": address}, 400)
        assert refused["code"] == code


async def test_a_browser_holds_a_bounded_number_of_cookies(service):
    browser, wallets = Browser(service), [Keypair() for _ in range(COOKIES_MAX + 2)]
    browser.cookies = {"theme": "dark", f"{browser.prefix}no-address": "x"}
    for wallet in wallets[:-1]:
        await browser.sign_in(wallet)
    assert browser.token(wallets[0]) is None
    assert [browser.token(wallet) is not None for wallet in wallets[1:-1]] == [True] * COOKIES_MAX
    # a sign-in on the other base is sent no cookies, so the next refresh counts
    body = await message_body(service, wallets[-1]) | {"useCookie": True}
    await browser.post(f"{EXPRESS}/login", body)
    await browser.refresh(wallets[-1])
    ours = [name for name in browser.cookies if name.startswith(browser.prefix)]
    assert len(ours) == COOKIES_MAX + 1  # with the one that is none of ours
    assert browser.token(wallets[1]) is None
    flood = {f"{browser.prefix}{text_of(Keypair())}": "x" for _ in range(90)}
    browser.cookies = {**flood, **browser.cookies}
    await browser.refresh(wallets[-1])
    assert len(browser.said) == 1 + COOKIES_MAX


async def test_https_makes_the_cookie_secure_and_installations_have_names_of_their_own(
    tmp_path, database_url
):
    url, other = "https://acre.example", "https://acre.example:8443"
    wallet = Keypair()
    changes = {"env": "dev", "allowed_origins": frozenset({url}), "public_url": url}
    async with running_service(tmp_path, database_url, **changes) as service:
        browser = Browser(service, url, 443, secure=True)
        await browser.sign_in(wallet)
        token, name = browser.token(wallet), f"__Secure-acre-refresh-443-{text_of(wallet)}"
        line = f"{name}={token}; Path={MAIN}; Max-Age={ALIVE_S}; {NO_SCRIPT}; Secure"
        assert browser.said == [line]
        for origin in (
            other,
            "http://acre.example",
            "http://localhost:8080",
            "https://acre.example.",
        ):
            foreign = Browser(service, origin)
            foreign.cookies = dict(browser.cookies)
            await foreign.refresh(wallet, 403)
        await browser.refresh(wallet, Origin="https://ACRE.example:443")
        # the same token under the name of another installation of this host
        for prefix in (
            "__Secure-acre-refresh-8443-",
            "acre-refresh-443-",
            "__Host-acre-refresh-443-",
        ):
            browser.cookies = {prefix + text_of(wallet): browser.token(wallet) or ""}
            await browser.refresh(wallet, 401)


async def test_no_cookie_holds_a_line_end():
    sent = WholeResponse(200, b"", {"A": "b"}, ["x=y\r\nSet-Cookie: z=1"])
    with pytest.raises(ValueError, match="line end"):
        await sent.write_eof()
