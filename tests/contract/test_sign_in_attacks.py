"""Attacks on the sign-in that the tests of its single steps do not make."""

import asyncio
import base64
import json

import aiohttp
import pytest
import pytest_asyncio
from solders.keypair import Keypair

from edge.api.auth.tokens import AccessTokens
from edge.http.limits import RATES, Rate
from edge.http.middleware.rates import RateLimiter
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.edge.service_world import SECRET, running_service, text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

PRIVATE = f"{EXPRESS}/predictions/portfolio"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def service(tmp_path_factory, database_url):
    """A service whose wall clock these tests move."""
    async with running_service(tmp_path_factory.mktemp("attacks"), database_url) as running:
        yield running


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def signed(service, wallet: Keypair) -> dict[str, str]:
    """Return the body of a login that succeeds once."""
    issued = await service.get(f"{MAIN}/auth/login/message?address={text_of(wallet)}")
    signature = str(wallet.sign_message(issued["message"].encode()))
    return {"address": text_of(wallet), "message": issued["message"], "signature": signature}


async def outcome(service, path: str, body) -> tuple[int, dict]:
    async with service.client.post(path, json=body) as answer:
        return answer.status, await answer.json()


async def refresh(service, token: str) -> tuple[int, dict]:
    return await outcome(service, f"{MAIN}/auth/refresh-token", {"refreshToken": token})


async def test_a_message_logs_in_once_whatever_base_and_form_it_comes_in(service):
    wallet = Keypair()
    body = await signed(service, wallet)
    raw = base64.b64encode(body["message"].encode()).decode()
    other = {**body, "signedMessage": raw}
    del other["message"]
    tries = [(base, form) for base in (MAIN, EXPRESS) for form in (body, other)] * 3
    found = await asyncio.gather(
        *(outcome(service, f"{base}/auth/login", form) for base, form in tries)
    )
    assert sorted(status for status, _ in found) == [200] + [401] * 11
    assert {one["code"] for status, one in found if status == 401} == {"MESSAGE_NOT_ISSUED"}
    for base in (MAIN, EXPRESS):
        status, refused = await outcome(service, f"{base}/auth/login", body)
        assert (status, refused["code"]) == (401, "MESSAGE_NOT_ISSUED")


async def test_a_spent_message_stays_spent_until_it_has_expired(service):
    body = await signed(service, Keypair())
    assert (await outcome(service, f"{MAIN}/auth/login", body))[0] == 200
    service.wall.s += 299
    await service.context.sessions.forget_old()
    assert (await outcome(service, f"{MAIN}/auth/login", body))[1]["code"] == "MESSAGE_NOT_ISSUED"
    service.wall.s += 32
    await service.context.sessions.forget_old()
    assert (await outcome(service, f"{MAIN}/auth/login", body))[1]["code"] == "MESSAGE_EXPIRED"


async def test_a_message_is_good_to_its_last_second(service):
    for wait_s, status in ((299, 200), (300, 401)):
        body = await signed(service, Keypair())
        service.wall.s += wait_s
        assert (await outcome(service, f"{MAIN}/auth/login", body))[0] == status


async def test_the_domain_is_never_that_of_the_request(service):
    user = text_of(Keypair())
    headers = {"Host": "evil.example", "Origin": "https://evil.example",
               "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}  # fmt: skip
    issued = await service.get(f"{EXPRESS}/auth/login?address={user}", headers=headers)
    assert issued["fields"]["domain"] == "localhost:8080"
    assert "evil" not in issued["message"]


async def test_messages_asked_for_by_a_stranger_evict_none(service):
    wallet = Keypair()
    body = await signed(service, wallet)
    for _ in range(50):
        await service.get(f"{MAIN}/auth/login/message?address={text_of(wallet)}")
    assert (await outcome(service, f"{MAIN}/auth/login", body))[0] == 200


async def test_a_stranger_cannot_lock_a_user_out(service):
    wallet, generous = Keypair(), service.context.gate.limiter
    tight = {**dict.fromkeys(RATES, Rate(1000, 1000)), "auth-address": RATES["auth-address"]}
    object.__setattr__(service.context.gate, "limiter", RateLimiter(tight, service.wall))
    path = f"{MAIN}/auth/login/message?address={text_of(wallet)}"
    url = service.client.make_url(path)
    elsewhere = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
    try:
        async with aiohttp.ClientSession(connector=elsewhere) as stranger:
            statuses = []
            for _ in range(12):
                async with stranger.get(url) as answer:
                    statuses.append(answer.status)
            assert statuses == [200] * 10 + [429] * 2
        body = await signed(service, wallet)
        forged = {**body, "signature": str(Keypair().sign_message(b"x"))}
        assert (await outcome(service, f"{MAIN}/auth/login", forged))[0] == 401
        assert (await service.login(wallet))["address"] == text_of(wallet)
        service.wall.s += 6  # a tenth of a minute: one more
        async with service.client.get(path) as answer:
            assert answer.status == 200
    finally:
        object.__setattr__(service.context.gate, "limiter", generous)


async def test_a_token_of_another_environment_or_secret_is_none(service):
    wallet = Keypair()
    session = await service.login(wallet)
    good = service.context.sessions.check(session["accessToken"])
    now_s = int(service.wall())
    for secret, env in ((SECRET, "dev"), (SECRET, "mainnet"), (SECRET, ""), (bytes(32), "local")):
        foreign = AccessTokens(secret, env, service.wall)
        token = foreign.issue(good.address, good.session_id, "id", now_s)
        assert foreign.check(token).address == good.address
        for path in (PRIVATE, f"{EXPRESS}/predictions/orders"):
            refused = await service.get(path, 401, headers=bearer(token))
            assert (refused["code"], refused["expiredToken"]) == ("INVALID_TOKEN", False)
    await service.get(PRIVATE, headers=bearer(session["accessToken"]))


def encoded(value: dict) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


async def test_no_other_algorithm_or_claim_is_taken(service):
    wallet = Keypair()
    token = (await service.login(wallet))["accessToken"]
    tokens = service.context.sessions._tokens
    header, claims, signature = token.split(".")
    said = json.loads(base64.urlsafe_b64decode(claims + "=="))
    forged = [f"{encoded({'alg': name, 'typ': 'JWT'})}.{claims}.{end}"
              for name in ("none", "None", "HS384", "HS512", "RS256", "EdDSA")
              for end in ("", signature)]  # fmt: skip
    # even under the right key
    for head in ({"alg": "none"}, {"alg": "HS256"}, {"alg": "HS256", "typ": "JWT", "kid": "x"}):
        start = f"{encoded(head)}.{claims}"
        forged.append(f"{start}.{tokens._signature(start)}")
    forged += [
        f"{header}.{encoded({**said, **change})}.{signature}"
        for change in ({"sub": text_of(Keypair())}, {"exp": said["exp"] + 9}, {"aud": "dev"})
    ]
    forged += [f"{token}.", f".{token}", f"{token}=", token.swapcase(), token * 8]
    for one in forged:
        refused = await service.get(PRIVATE, 401, headers=bearer(one))
        assert refused["code"] == "INVALID_TOKEN", one
        assert refused["message"] == "Unauthorized: invalid token"
    for name in ("token", "access_token", "accessToken", "Authorization"):
        refused = await service.get(f"{PRIVATE}?{name}={token}", 401)
        assert refused["code"] == "NO_TOKEN"


async def test_a_token_from_the_future_is_good_within_the_tolerance_of_clocks(service):
    wallet = Keypair()
    good = service.context.sessions.check((await service.login(wallet))["accessToken"])
    tokens, now_s = service.context.sessions._tokens, int(service.wall())
    for ahead_s, status in ((30, 200), (31, 401)):
        token = tokens.issue(good.address, good.session_id, "id", now_s + ahead_s)
        found = await service.get(PRIVATE, status, headers=bearer(token))
        assert status == 200 or found["code"] == "INVALID_TOKEN"


async def test_of_many_refreshes_at_once_one_rotates_and_one_is_told_again(service):
    wallet = Keypair()
    session = await service.login(wallet)
    found = await asyncio.gather(*(refresh(service, session["refreshToken"]) for _ in range(6)))
    pairs = [body for status, body in found if status == 200]
    assert len(pairs) == 2
    assert pairs[0] == pairs[1]
    assert {body["code"] for status, body in found if status == 401} == {"REFRESH_FAILED"}
    # nothing was revoked
    await service.get(PRIVATE, headers=bearer(pairs[0]["accessToken"]))
    assert (await refresh(service, pairs[0]["refreshToken"]))[0] == 200


async def test_the_eleventh_second_is_late(service):
    for wait_s, status in ((10, 200), (11, 401)):
        session = await service.login(Keypair())
        pair = (await refresh(service, session["refreshToken"]))[1]
        service.wall.s += wait_s
        assert (await refresh(service, session["refreshToken"]))[0] == status
        assert (await refresh(service, pair["refreshToken"]))[0] == status


async def test_an_old_token_of_the_family_ends_it_after_many_rotations(service):
    session = await service.login(Keypair())
    token = session["refreshToken"]
    for _ in range(4):
        service.wall.s += 60
        _, pair = await refresh(service, token)
        token = pair["refreshToken"]
    assert (await refresh(service, session["refreshToken"]))[0] == 401
    assert (await refresh(service, token))[0] == 401
    refused = await service.get(PRIVATE, 401, headers=bearer(pair["accessToken"]))
    assert refused["code"] == "INVALID_TOKEN"


async def test_whatever_a_refresh_and_a_logout_meet_in_nothing_is_left(service):
    for _ in range(5):
        session = await service.login(Keypair())
        out = service.post(f"{MAIN}/auth/logout", {"refreshToken": session["refreshToken"]}, 204)
        (status, body), _ = await asyncio.gather(refresh(service, session["refreshToken"]), out)
        tokens = [session["refreshToken"], *([body["refreshToken"]] if status == 200 else [])]
        for token in tokens:
            assert (await refresh(service, token))[0] == 401
        if status == 200:
            await service.get(PRIVATE, 401, headers=bearer(body["accessToken"]))


async def test_at_most_twenty_sessions_live_however_they_were_opened(service):
    wallet, other = Keypair(), Keypair()
    kept = await service.login(other)
    bodies = [await signed(service, wallet) for _ in range(24)]
    found = await asyncio.gather(*(outcome(service, f"{MAIN}/auth/login", body) for body in bodies))
    sessions = [body["info"] for status, body in found if status == 200]
    assert len(sessions) == 24
    alive = 0
    for session in sessions:
        async with service.client.get(PRIVATE, headers=bearer(session["accessToken"])) as answer:
            is_alive = answer.status == 200
        status, _ = await refresh(service, session["refreshToken"])
        assert status == (200 if is_alive else 401)
        alive += is_alive
    assert alive == 20
    assert (await refresh(service, kept["refreshToken"]))[0] == 200
