"""Sign-in: the happy path and every way to fail, in the contract's order."""

import asyncio
import base64

from solders.keypair import Keypair
from solders.signature import Signature

from chain.client.addresses import to_base58
from edge.http.limits import Rate
from tests.edge.service_world import GENEROUS, running_service, text_of

MAIN = "/api/v1/auth"
EXPRESS = "/express/v1/auth"
NOT_ISSUED = "Unauthorized: login message was not issued for this address"
LATER = "Unauthorized: login message has expired, please request a new one"
LOGIN_AGAIN = "Unauthorized: failed to refresh token, please login again"


async def message_for(service, wallet: Keypair) -> str:
    body = await service.get(f"{MAIN}/login/message?address={text_of(wallet)}")
    return body["message"]


async def login(service, wallet: Keypair, message: str, status: int = 200, **changes):
    signature = str(wallet.sign_message(message.encode()))
    body = {"address": text_of(wallet), "message": message, "signature": signature} | changes
    return await service.post(f"{MAIN}/login", body, status)


async def test_a_wallet_signs_in_and_its_token_works_on_both_bases(service):
    wallet = Keypair()
    message = await message_for(service, wallet)
    lines = message.split("\n")
    assert lines[0] == "localhost:8080 wants you to sign in with your Solana account:"
    assert lines[1] == text_of(wallet)
    assert "Chain ID: localnet" in lines
    session = (await login(service, wallet, message))["info"]
    assert session["isNewUser"] is True
    assert session["accessTokenExpirationTime"] == int(service.wall()) + 900
    assert session["refreshTokenExpirationTime"] == int(service.wall()) + 30 * 86_400
    headers = {"Authorization": f"Bearer {session['accessToken']}"}
    for base in (MAIN, EXPRESS):
        body = {"address": text_of(wallet)}
        assert await service.post(f"{base}/challenge", body, headers=headers) == {
            "isAuthenticated": True
        }
        assert await service.post(f"{base}/challenge", body) == {"isAuthenticated": False}
        other = {"address": text_of(Keypair())}
        assert await service.post(f"{base}/challenge", other, headers=headers) == {
            "isAuthenticated": False
        }
    again = (await service.login(wallet))["isNewUser"]
    assert again is False


async def test_the_express_base_gives_the_fields_and_takes_a_signed_message(service):
    wallet = Keypair()
    issued = await service.get(f"{EXPRESS}/login?address={text_of(wallet)}")
    assert issued["fields"]["address"] == text_of(wallet)
    assert issued["fields"]["notBefore"] is None
    assert f"Nonce: {issued['fields']['nonce']}" in issued["message"]
    raw = issued["message"].encode()
    body = {
        "address": text_of(wallet),
        "signedMessage": base64.b64encode(raw).decode(),
        "signature": str(wallet.sign_message(raw)),
    }
    session = await service.post(f"{EXPRESS}/login", body)
    assert session["address"] == text_of(wallet)


async def test_a_login_can_fail_at_each_step(service):
    wallet, stranger = Keypair(), Keypair()
    message = await message_for(service, wallet)
    missing = await login(service, wallet, message, 400, address=None)
    assert missing["message"] == "Missing user address: address is required"
    assert (await login(service, wallet, message, 400, address="x"))["code"] == "INVALID_ADDRESS"
    for signature in ("", "abc", text_of(wallet), "0" * 88):
        body = await login(service, wallet, message, 400, signature=signature)
        assert body["message"] == "Signature must be 64 bytes long"
    for changed in (
        message + "\n",
        message.replace("localhost:8080 wants", "evil.example wants"),
        message.replace("Version: 1", "Version: 2"),
        message.replace("\n", "\r\n"),
        message.replace("/terms", "/other"),
        message.split("\n\n")[0],
        "hello",
        "",
        "x" * 60_000,
    ):
        body = await login(service, wallet, changed, 401)
        assert (body["message"], body["code"]) == (NOT_ISSUED, "MESSAGE_NOT_ISSUED")
        assert body["expiredToken"] is False
    body = await login(service, stranger, message, 401)
    assert body["code"] == "MESSAGE_NOT_ISSUED"  # issued to another address
    session = await login(service, wallet, message)
    assert session["info"]["address"] == text_of(wallet)
    assert (await login(service, wallet, message, 401))["code"] == "MESSAGE_NOT_ISSUED"  # replay


async def test_a_message_expires(service):
    wallet = Keypair()
    message = await message_for(service, wallet)
    service.wall.s += 300
    assert (await login(service, wallet, message, 401))["message"] == LATER


async def test_a_wrong_signature_spends_the_message(service):
    wallet, stranger = Keypair(), Keypair()
    message = await message_for(service, wallet)
    forged = str(stranger.sign_message(message.encode()))
    body = await login(service, wallet, message, 401, signature=forged)
    assert (body["message"], body["code"]) == (
        "Unauthorized: invalid signature",
        "INVALID_SIGNATURE",
    )
    assert (await login(service, wallet, message, 401))["code"] == "MESSAGE_NOT_ISSUED"


async def test_a_signature_that_is_not_canonical_is_refused(service):
    wallet = Keypair()
    message = await message_for(service, wallet)
    raw = bytearray(bytes(wallet.sign_message(message.encode())))
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(raw[32:], "little") + order
    raw[32:] = s.to_bytes(32, "little")
    body = await login(service, wallet, message, 401, signature=str(Signature(bytes(raw))))
    assert body["code"] == "INVALID_SIGNATURE"


async def test_of_two_logins_with_one_message_exactly_one_succeeds(service):
    wallet = Keypair()
    message = await message_for(service, wallet)
    body = {
        "address": text_of(wallet),
        "message": message,
        "signature": str(wallet.sign_message(message.encode())),
    }

    async def attempt() -> int:
        async with service.client.post(f"{MAIN}/login", json=body) as answer:
            return answer.status

    statuses = await asyncio.gather(*(attempt() for _ in range(5)))
    assert sorted(statuses) == [200, 401, 401, 401, 401]


async def challenge(service, wallet: Keypair, token: str, status: int = 200):
    headers = {"Authorization": f"Bearer {token}"}
    return await service.post(
        f"{MAIN}/challenge", {"address": text_of(wallet)}, status, headers=headers
    )


async def test_an_expired_token_says_so_and_a_forged_one_does_not(service):
    wallet = Keypair()
    token = (await service.login(wallet))["accessToken"]
    head, body, signature = token.split(".")
    ends = f"{head}.{body}."
    for forged in (f"{ends}{signature[:-2]}aa", ends, "x", f"{body}.{head}.{signature}"):
        assert await challenge(service, wallet, forged) == {"isAuthenticated": False}
    service.wall.s += 900 + 29
    assert await challenge(service, wallet, token) == {"isAuthenticated": True}
    service.wall.s += 1
    expired = await challenge(service, wallet, token, 401)
    assert (expired["message"], expired["expiredToken"]) == ("Unauthorized: token expired", True)


async def refresh(service, token: str, status: int = 200):
    return await service.post(f"{MAIN}/refresh-token", {"refreshToken": token}, status)


async def test_refresh_tokens_rotate_and_a_lost_answer_is_given_once_more(service):
    wallet = Keypair()
    session = await service.login(wallet)
    service.wall.s += 1_000
    first = await refresh(service, session["refreshToken"])
    assert first["refreshToken"] != session["refreshToken"]
    assert first["refreshTokenExpirationTime"] == session["refreshTokenExpirationTime"]
    service.wall.s += 10
    assert await refresh(service, session["refreshToken"]) == first
    assert (await refresh(service, session["refreshToken"], 401))["message"] == LOGIN_AGAIN
    second = await refresh(service, first["refreshToken"])
    assert await challenge(service, wallet, second["accessToken"]) == {"isAuthenticated": True}


async def test_late_reuse_of_a_spent_token_ends_the_whole_session(service):
    wallet = Keypair()
    session = await service.login(wallet)
    pair = await refresh(service, session["refreshToken"])
    service.wall.s += 11
    body = await refresh(service, session["refreshToken"], 401)
    assert (body["code"], body["expiredToken"]) == ("REFRESH_FAILED", False)
    await refresh(service, pair["refreshToken"], 401)
    assert await challenge(service, wallet, pair["accessToken"]) == {"isAuthenticated": False}


async def test_unknown_expired_and_logged_out_refresh_tokens_fail_alike(service):
    wallet = Keypair()
    for token in ("", "nonsense", "é", "x" * 5_000):
        assert (await refresh(service, token, 401))["code"] == "REFRESH_FAILED"
    session = await service.login(wallet)
    for _ in range(2):
        out = {"refreshToken": session["refreshToken"]}
        assert await service.post(f"{EXPRESS}/logout", out, 204) is None
    await refresh(service, session["refreshToken"], 401)
    assert await service.post(f"{MAIN}/logout", {"refreshToken": "unknown"}, 204) is None
    session = await service.login(wallet)
    service.wall.s += 30 * 86_400
    await refresh(service, session["refreshToken"], 401)


async def test_the_twenty_first_session_ends_the_oldest(service):
    wallet = Keypair()
    sessions = []
    for _ in range(21):
        sessions.append(await service.login(wallet))
        service.wall.s += 1
    await refresh(service, sessions[0]["refreshToken"], 401)
    await refresh(service, sessions[1]["refreshToken"])


async def test_old_nonces_and_sessions_are_forgotten(service):
    wallet = Keypair()
    await service.login(wallet)
    store = service.context.store
    await service.context.sessions.forget_old()
    assert await store.pool.fetchval("SELECT count(*) FROM consumed_nonce") == 1
    service.wall.s += 31 * 86_400
    await service.context.sessions.forget_old()
    assert await store.pool.fetchval("SELECT count(*) FROM consumed_nonce") == 0
    assert await store.pool.fetchval("SELECT count(*) FROM refresh_token") == 0


async def test_one_address_cannot_lock_another_out(tmp_path, database_url):
    rates = {**GENEROUS, "auth-address": Rate(1 / 6, 2)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        wallet, other = text_of(Keypair()), text_of(Keypair())
        for _ in range(2):
            await service.get(f"{MAIN}/login/message?address={wallet}")
        body = await service.get(f"{MAIN}/login/message?address={wallet}", 429)
        assert (body["message"], body["code"]) == ("Too many requests", "RATE_LIMITED")
        await service.get(f"{MAIN}/login/message?address={other}")


CHANGED_LINES = {
    "domain": ("localhost:8080 wants", "localhost:8081 wants"),
    "statement": ("This costs nothing", "This costs all"),
    "uri": ("URI: http://localhost:8080", "URI: https://localhost:8080"),
    "version": ("Version: 1", "Version: 01"),
    "chain": ("Chain ID: localnet", "Chain ID: mainnet"),
    "not before": ("Request ID:", "Not Before: 2020-01-01T00:00:00Z\nRequest ID:"),
    "resource": ("/terms", "/terms/"),
    "second resource": ("/terms", "/terms\n- http://evil.example"),
    "order of lines": ("Version: 1\nChain ID: localnet", "Chain ID: localnet\nVersion: 1"),
    "trailing space": ("Version: 1\n", "Version: 1 \n"),
    "control character": ("Version: 1", "Version: 1\x00"),
    "look-alike letter": ("localhost:8080 wants", "l\u043ecalhost:8080 wants"),
}


async def test_no_line_of_the_message_can_be_changed(service):
    wallet = Keypair()
    message = await message_for(service, wallet)
    lines = dict(line.split(": ", 1) for line in message.split("\n") if ": " in line)
    later = lines["Issued At"].replace("Z", "+00:00")
    changes = {
        **CHANGED_LINES,
        "nonce": (lines["Nonce"], text_of(Keypair())),
        "request id": (lines["Request ID"], "00000000-0000-4000-8000-000000000000"),
        "form of a time": (lines["Issued At"], later),
        "issued later": (lines["Issued At"], lines["Expiration Time"]),
        "expires later": (lines["Expiration Time"], "2099-01-01T00:00:00Z"),
    }
    for name, (old, new) in changes.items():
        assert old in message, name
        changed = message.replace(old, new)
        raw = changed.encode()
        signature = str(wallet.sign_message(raw))
        by_text = await login(service, wallet, changed, 401)
        assert by_text["code"] == "MESSAGE_NOT_ISSUED", name
        signed = {
            "address": text_of(wallet),
            "signedMessage": base64.b64encode(raw).decode(),
            "signature": signature,
        }
        by_wallet = await service.post(f"{EXPRESS}/login", signed, 401)
        assert by_wallet["code"] == "MESSAGE_NOT_ISSUED", name
    assert (await login(service, wallet, message))["info"]["address"] == text_of(wallet)


async def test_a_key_of_small_order_signs_nothing(service):
    identity = bytes([1]) + bytes(31)  # a point whose signatures can be forged
    address = to_base58(identity)
    issued = await service.get(f"{MAIN}/login/message?address={address}")
    body = {
        "address": address,
        "message": issued["message"],
        "signature": str(Signature(identity + bytes(32))),
    }
    refused = await service.post(f"{MAIN}/login", body, 401)
    assert refused["code"] == "INVALID_SIGNATURE"


async def test_a_message_from_the_end_of_the_calendar_was_not_issued(service):
    """Its expiry would be in the year 10000, which no calendar here has."""
    wallet = Keypair()
    message = await message_for(service, wallet)
    (issued_at,) = [line for line in message.split("\n") if line.startswith("Issued At: ")]
    for moment in ("9999-12-31T23:59:59Z", "9999-12-31T23:55:00Z", "0001-01-01T00:00:00Z"):
        changed = message.replace(issued_at, f"Issued At: {moment}")
        refusal = await login(service, wallet, changed, 401)
        assert refusal["message"] == NOT_ISSUED
    await login(service, wallet, message)
