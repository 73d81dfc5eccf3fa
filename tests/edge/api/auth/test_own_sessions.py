"""A wallet sees its sessions and ends them: what that reaches, and what it never reaches."""

import asyncio
import base64
import uuid

import aiohttp
import pytest
from solders.keypair import Keypair

from chain.client.wallet import address_of
from edge.http.errors import ApiError
from edge.http.limits import RATES
from edge.http.route import Base
from tests.edge.api.auth.test_hardware_login import body_of, memo, message_for, signed
from tests.edge.service_world import GENEROUS, make_sessions, running_service, text_of
from tests.edge.streams.test_stream import listening

MAIN, EXPRESS = (f"{base}/auth" for base in Base)
PRIVATE = "/express/v1/predictions/portfolio"

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def service(shared_service):
    """One service for all: each test brings wallets of its own."""
    return shared_service


def bearer(session) -> dict[str, str]:
    return {"Authorization": f"Bearer {session['accessToken']}"}


async def sessions_of(service, session):
    body = await service.get(f"{MAIN}/sessions", headers=bearer(session))
    return body["info"]["sessions"]


async def id_of(service, session) -> str:
    (own,) = [row["id"] for row in await sessions_of(service, session) if row["isCurrent"]]
    return own


async def revoke(service, session, session_id: str, status: int = 204):
    path = f"{MAIN}/sessions/{session_id}/revoke"
    return await service.post(path, None, status, headers=bearer(session))


async def end_all(service, session, body, status: int = 200):
    return await service.post(f"{MAIN}/logout-all", body, status, headers=bearer(session))


async def refresh(service, session, status: int = 200):
    body = {"refreshToken": session["refreshToken"]}
    return await service.post(f"{MAIN}/refresh-token", body, status)


async def lives(service, session) -> bool:
    async with service.client.get(PRIVATE, headers=bearer(session)) as answer:
        if answer.status == 401:
            assert (await answer.json())["code"] == "INVALID_TOKEN"
        return answer.status == 200


async def test_each_session_is_listed_with_how_it_began_and_when_it_was_used(service):
    wallet = Keypair()
    at_s = int(service.wall.s)
    first = await service.login(wallet)
    service.wall.s += 60
    issued = await service.get(f"{EXPRESS}/login?address={text_of(wallet)}")
    raw = issued["message"].encode()
    body = {
        "address": text_of(wallet),
        "signedMessage": base64.b64encode(raw).decode(),
        "signature": str(wallet.sign_message(raw)),
    }
    await service.post(f"{EXPRESS}/login", body)
    service.wall.s += 60
    transaction = signed([wallet], memo(await message_for(service, wallet)))
    await service.post(f"{MAIN}/login/hardware-wallet", body_of(wallet, transaction))
    service.wall.s += 60
    pair = await refresh(service, first)
    rows = await sessions_of(service, pair)
    month_s = 30 * 86_400
    assert [{key: value for key, value in row.items() if key != "id"} for row in rows] == [
        {
            "createdAt": at_s + created_s,
            "lastUsedAt": at_s + used_s,
            "expiresAt": at_s + created_s + month_s,
            "method": method,
            "isCurrent": method == "message",
        }
        for created_s, used_s, method in (
            (120, 120, "hardware"), (60, 60, "signIn"), (0, 180, "message"),
        )
    ]  # fmt: skip
    assert all(str(uuid.UUID(row["id"])) == row["id"] for row in rows)
    express = await service.get(f"{EXPRESS}/sessions", headers=bearer(pair))
    assert express == {"sessions": rows}


async def test_a_session_from_before_says_what_is_not_known(service):
    session = await service.login(Keypair())
    own = await id_of(service, session)
    forget = "UPDATE session SET method = NULL, used_at_s = NULL WHERE session_id = $1"
    await service.context.store.pool.execute(forget, uuid.UUID(own))
    (row,) = await sessions_of(service, session)
    assert (row["method"], row["lastUsedAt"]) == (None, None)
    service.wall.s += 5
    (row,) = await sessions_of(service, await refresh(service, session))
    assert (row["method"], row["lastUsedAt"]) == (None, int(service.wall.s))


async def test_nothing_of_a_device_is_kept(service):
    query = (
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_name IN ('session', 'refresh_token', 'wallet', 'consumed_nonce')"
    )
    rows = await service.context.store.pool.fetch(query)
    assert {(row["table_name"], row["column_name"]) for row in rows} == {
        *(("session", name) for name in ("address", "session_id", "created_at_s", "expires_at_s",
                                         "revoked_at_s", "method", "used_at_s")),
        *(("refresh_token", name) for name in ("token_hash", "address", "session_id",
                                               "rotated_at_s", "was_repeated")),
        ("wallet", "address"), ("wallet", "first_login_at_s"),
        ("consumed_nonce", "nonce"), ("consumed_nonce", "expires_at_s"),
    }  # fmt: skip


async def test_an_ended_session_is_over_everywhere_at_once(service):
    wallet = Keypair()
    here, there = await service.login(wallet), await service.login(wallet)
    name = f"user:{text_of(wallet)}"
    theirs = await id_of(service, there)
    async with listening(service) as listener:
        await listener.say(op="auth", token=there["accessToken"])
        await listener.say(op="subscribe", channels=[name])
        await listener.hear("snapshot")
        await revoke(service, here, theirs)
        error = await listener.hear("error")
        assert (error["code"], error["channel"]) == ("TOKEN_EXPIRED", name)
        await listener.say(op="auth", token=there["accessToken"])
        assert (await listener.hear("error"))["code"] == "INVALID_TOKEN"
    assert not await lives(service, there)
    assert (await refresh(service, there, 401))["code"] == "REFRESH_FAILED"
    assert [row["isCurrent"] for row in await sessions_of(service, here)] == [True]
    # a repeat, for example of a request whose answer was lost
    await revoke(service, here, theirs)
    assert await lives(service, here)
    await refresh(service, here)


async def test_an_ended_session_reads_and_ends_nothing(service):
    wallet = Keypair()
    here, there = await service.login(wallet), await service.login(wallet)
    own = await id_of(service, here)
    await revoke(service, here, await id_of(service, there))
    for base in (MAIN, EXPRESS):
        refused = await service.get(f"{base}/sessions", 401, headers=bearer(there))
        assert (refused["code"], refused["expiredToken"]) == ("INVALID_TOKEN", False)
    assert (await revoke(service, there, own, 401))["code"] == "INVALID_TOKEN"
    assert (await end_all(service, there, {"keepCurrent": False}, 401))["code"] == "INVALID_TOKEN"
    assert await lives(service, here)


async def test_only_a_wallets_own_sessions_have_an_id(service):
    one, other = await service.login(Keypair()), await service.login(Keypair())
    theirs = await id_of(service, other)
    own = uuid.UUID(await id_of(service, one))
    ids = [
        theirs, str(uuid.uuid4()), own.hex, str(own).upper(), f"{{{own}}}", f"urn:uuid:{own}",
        "0", "%00", "%20", "x" * 200, "null", str(own)[:-1], f"{own}%0a",
    ]  # fmt: skip
    for session_id in ids:
        assert (await revoke(service, one, session_id, 404))["code"] == "NOT_FOUND", session_id
    assert await lives(service, one)
    assert await lives(service, other)
    await refresh(service, other)


async def test_the_own_session_can_be_ended_like_any_other(service):
    wallet = Keypair()
    here, there = await service.login(wallet), await service.login(wallet)
    own = await id_of(service, here)
    await revoke(service, here, own)
    assert not await lives(service, here)
    assert (await revoke(service, here, own, 401))["code"] == "INVALID_TOKEN"
    assert await lives(service, there)


async def test_all_sessions_end_or_all_but_the_one_that_asks(service):
    wallet, stranger = Keypair(), await service.login(Keypair())
    sessions = [await service.login(wallet) for _ in range(4)]
    one, *others = sessions
    assert await end_all(service, one, {"keepCurrent": True}) == {"info": {"endedCount": 3}}
    assert [await lives(service, session) for session in sessions] == [True, False, False, False]
    for session in others:
        assert (await refresh(service, session, 401))["code"] == "REFRESH_FAILED"
    assert await end_all(service, one, {"keepCurrent": True}) == {"info": {"endedCount": 0}}
    again = await service.login(wallet)
    path = f"{EXPRESS}/logout-all"
    # the sessions must be named: an empty or unknown body ends none
    for body in ({}, {"zz": 1}, *({"keepCurrent": value} for value in (1, "false", None))):
        refused = await service.post(path, body, 400, headers=bearer(one))
        assert refused["details"] == {"field": "keepCurrent"}
    body = {"keepCurrent": False}
    assert await service.post(path, body, headers=bearer(one)) == {"endedCount": 2}
    assert [await lives(service, session) for session in (one, again)] == [False, False]
    assert await lives(service, stranger)
    assert await lives(service, await service.login(wallet))


async def test_families_that_ended_another_way_are_not_listed(service):
    wallet = Keypair()
    old = await service.login(wallet)
    service.wall.s += 29 * 86_400
    here, spent, out = [await service.login(wallet) for _ in range(3)]
    ids = [await id_of(service, session) for session in (spent, out)]
    pair = await refresh(service, spent)
    service.wall.s += 11
    await refresh(service, spent, 401)  # a spent token comes back: it was copied
    await service.post(f"{MAIN}/logout", {"refreshToken": out["refreshToken"]}, 204)
    service.wall.s += 86_400 - 11
    here = await refresh(service, here)
    assert [row["isCurrent"] for row in await sessions_of(service, here)] == [True]
    for session_id in ids:
        await revoke(service, here, session_id)  # they are over, and stay so
    for session in (old, pair, out):
        assert (await refresh(service, session, 401))["code"] == "REFRESH_FAILED"
    assert await lives(service, here)


async def test_an_ended_session_is_forgotten_when_its_tokens_would_be_over(service):
    wallet, pool = Keypair(), service.context.store.pool
    here, there = await service.login(wallet), await service.login(wallet)
    theirs = await id_of(service, there)
    await revoke(service, here, theirs)
    for wait_s, kept in ((960, 1), (1, 0)):
        service.wall.s += wait_s
        await service.context.sessions.forget_old()
        query = "SELECT count(*) FROM refresh_token WHERE session_id = $1"
        assert await pool.fetchval(query, uuid.UUID(theirs)) == kept
    assert (await refresh(service, there, 401))["code"] == "REFRESH_FAILED"
    here = await refresh(service, here)
    assert (await revoke(service, here, theirs, 404))["code"] == "NOT_FOUND"
    assert len(await sessions_of(service, here)) == 1


async def test_whatever_a_refresh_and_a_revocation_meet_in_nothing_is_left(service):
    wallet = Keypair()
    here = await service.login(wallet)
    for _ in range(8):
        there = await service.login(wallet)
        theirs = await id_of(service, there)

        async def renew(session=there):
            body = {"refreshToken": session["refreshToken"]}
            async with service.client.post(f"{MAIN}/refresh-token", json=body) as answer:
                return await answer.json() if answer.status == 200 else None

        pair, _ = await asyncio.gather(renew(), revoke(service, here, theirs))
        for left in (there, *([pair] if pair is not None else [])):
            assert (await refresh(service, left, 401))["code"] == "REFRESH_FAILED"
            assert not await lives(service, left)
    assert len(await sessions_of(service, here)) == 1


async def test_of_two_that_end_each_other_at_once_one_is_left(service):
    for body in ({"keepCurrent": True}, None):
        wallet = Keypair()
        pair = [await service.login(wallet) for _ in range(2)]
        ids = [await id_of(service, session) for session in pair]

        async def strike(session, other, body=body):
            path = f"sessions/{other}/revoke" if body is None else "logout-all"
            url = f"{MAIN}/{path}"
            async with service.client.post(url, json=body, headers=bearer(session)) as answer:
                return answer.status

        statuses = await asyncio.gather(strike(pair[0], ids[1]), strike(pair[1], ids[0]))
        assert sorted(statuses) == [200 if body else 204, 401]
        alive = [await lives(service, session) for session in pair]
        assert alive == [status < 400 for status in statuses]


async def test_a_sign_in_that_meets_the_end_of_all_is_whole_or_over(service):
    wallet = Keypair()
    for _ in range(5):
        here = await service.login(wallet)
        new, _ = await asyncio.gather(
            service.login(wallet), end_all(service, here, {"keepCurrent": False})
        )
        assert not await lives(service, here)
        if await lives(service, new):
            assert len(await sessions_of(service, new)) == 1
            await refresh(service, new)
            await end_all(service, new, {"keepCurrent": False})
        else:
            await refresh(service, new, 401)


async def test_a_repeat_ends_what_the_database_ended_and_the_answer_was_lost(service):
    """The sessions of another process: its memory has not heard of the first attempt."""
    wallet, store = Keypair(), service.context.store
    here, one, two = [await service.login(wallet) for _ in range(3)]
    ids = [await id_of(service, session) for session in (one, two)]
    asks = service.context.sessions.check(here["accessToken"])
    assert asks.address == address_of(wallet)
    await revoke(service, here, ids[0])
    other = make_sessions(store, service.wall)
    await other.revoke(asks, uuid.UUID(ids[0]))
    assert [other.is_revoked(session_id) for session_id in ids] == [True, False]
    await end_all(service, here, {"keepCurrent": True})
    other = make_sessions(store, service.wall)
    assert await other.revoke_all(asks, keeps_current=True) == 0
    assert [other.is_revoked(session_id) for session_id in ids] == [True, True]
    assert not other.is_revoked(asks.session_id)


@pytest.mark.parametrize("ends_all", [True, False])
async def test_a_repeat_by_an_ended_session_still_hears_what_the_database_ended(service, ends_all):
    wallet, store = Keypair(), service.context.store
    here, there = await service.login(wallet), await service.login(wallet)
    asks = service.context.sessions.check(here["accessToken"])
    theirs = await id_of(service, there)
    await end_all(service, here, {"keepCurrent": False})
    other = make_sessions(store, service.wall)
    ended = (
        other.revoke_all(asks, keeps_current=False)
        if ends_all
        else other.revoke(asks, uuid.UUID(asks.session_id))
    )
    with pytest.raises(ApiError, match="INVALID_TOKEN"):
        await ended
    assert other.is_revoked(asks.session_id)
    assert other.is_revoked(theirs)


async def test_a_flooding_thief_cannot_keep_the_owner_from_ending_the_session(
    tmp_path_factory, database_url
):
    """The bucket is the address's, not the wallet's: a stolen token elsewhere empties its own."""
    rates = {**GENEROUS, "auth": RATES["auth"]}
    home = tmp_path_factory.mktemp("bounded")
    async with running_service(home, database_url, rates=rates) as service:
        session = await service.login(Keypair())
        elsewhere = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
        async with aiohttp.ClientSession(connector=elsewhere) as thief:
            url = service.client.make_url(f"{MAIN}/sessions")
            statuses = []
            for _ in range(12):
                async with thief.get(url, headers=bearer(session)) as answer:
                    statuses.append(answer.status)
            assert statuses == [200] * 10 + [429] * 2
            assert len(await sessions_of(service, session)) == 1
            await end_all(service, session, {"keepCurrent": False})
            service.wall.s += 2
            async with thief.get(url, headers=bearer(session)) as answer:
                assert answer.status == 401
