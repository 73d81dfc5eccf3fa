"""A delegate over HTTP: its limits, the SOL for its fees, and its own orders."""

import base64

import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.system_program import ID as SYSTEM_PROGRAM
from solders.transaction import VersionedTransaction

from chain.client.addresses import to_base58
from chain.client.instructions import transfer_lamports
from chain.client.wallet import address_of
from tests.edge.api.transactions.test_trading_path import MAIN, build, send_built
from tests.edge.service_world import text_of

ORDER = {
    "marginAccountId": 0,
    "marketId": 1,
    "side": "long",
    "inputKind": "notionalDelta",
    "input": "400000000",
}


def sol_transfers(built: dict) -> list[tuple[Pubkey, Pubkey, int]]:
    """Return source, destination and lamports of each System instruction; all are transfers."""
    message = VersionedTransaction.from_bytes(base64.b64decode(built["tx"])).message
    keys, found = message.account_keys, []
    for row in message.instructions:
        if keys[row.program_id_index] == SYSTEM_PROGRAM:
            assert bytes(row.data)[:4] == b"\x02\x00\x00\x00"
            lamports = int.from_bytes(bytes(row.data)[4:], "little")
            found.append((*(keys[account] for account in row.accounts), lamports))
    return found


async def sol_of(service, user: str) -> int:
    return int((await service.get(f"{MAIN}/user/{user}/sol-balance"))["info"]["balance"])


async def test_a_delegate_with_limits_is_shown_with_what_is_used_and_refused_beyond(service):
    owner, delegate = await service.trader(), await service.trader()
    user, other = text_of(owner), text_of(delegate)
    ends = service.context.now_s() + 3_600
    terms = {"expiresAt": ends, "notionalPerDay": "500000000", "markets": [1]}
    body = {"delegate": other, **terms}
    await send_built(service, owner, await build(service, user, "set-delegate", body))
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["delegateTerms"] == {**terms, "usedToday": "0"}
    order = {"marginAccountId": 0, "marketId": 1, "side": "long", "owner": user}
    order |= {"inputKind": "notionalDelta", "input": "400000000"}
    await send_built(service, delegate, await build(service, other, "modify-position", order))
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert 399_000_000 < int(account["delegateTerms"]["usedToday"]) <= 400_000_000
    refused = await build(service, other, "modify-position", order, 409)
    assert (refused["code"], refused["details"]["reasons"]) == (
        "DELEGATE_LIMIT",
        ["DELEGATE_LIMIT"],
    )
    await build(
        service, other, "close-position", {"marginAccountId": 0, "marketId": 1, "owner": user}
    )
    await service.world.advance(3_600)
    refused = await build(service, other, "modify-position", order, 409)
    assert refused["code"] == "DELEGATE_EXPIRED"


@pytest.mark.parametrize(
    ("changes", "status", "code", "field"),
    [
        ({"expiresAt": 1}, 400, "VALIDATION", "expiresAt"),
        ({"expiresAt": 4_000_000_000}, 400, "VALIDATION", "expiresAt"),
        ({"notionalPerDay": "0"}, 400, "INPUT_NOT_POSITIVE", "notionalPerDay"),
        ({"notionalPerDay": "9000000000000000001"}, 400, "AMOUNT_OUT_OF_RANGE", "notionalPerDay"),
        ({"delegate": None, "markets": [1]}, 400, "VALIDATION", "delegate"),
        ({"delegate": None, "notionalPerDay": "1"}, 400, "VALIDATION", "delegate"),
        ({"markets": [99]}, 404, "MARKET_NOT_FOUND", None),
        ({"delegateTopUp": "999999"}, 400, "VALIDATION", "delegateTopUp"),
        ({"delegateTopUp": "50000001"}, 400, "VALIDATION", "delegateTopUp"),
        ({"delegateTopUp": "-1000000"}, 400, "VALIDATION", "delegateTopUp"),
        ({"delegate": None, "delegateTopUp": "1000000"}, 400, "VALIDATION", "delegate"),
    ],
)
async def test_limits_of_a_delegate_out_of_range_are_refused(service, changes, status, code, field):
    wallet = await service.trader()
    body = {"delegate": text_of(await service.trader()), **changes}
    refused = await build(service, text_of(wallet), "set-delegate", body, status)
    assert refused["code"] == code
    assert refused["details"].get("field") == field


async def test_the_delegate_is_set_and_cleared(service):
    wallet = await service.trader()
    user, helper = text_of(wallet), text_of(Keypair())
    await send_built(
        service, wallet, await build(service, user, "set-delegate", {"delegate": helper})
    )
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["delegate"] == helper
    await send_built(
        service, wallet, await build(service, user, "set-delegate", {"delegate": None})
    )
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["delegate"] is None
    refused = await build(service, user, "set-delegate", {}, 400)
    assert refused["details"] == {"field": "delegate"}


async def test_one_signature_names_a_new_key_and_pays_for_its_orders(service):
    owner, key = await service.trader(), Keypair()
    user, delegate = text_of(owner), text_of(key)
    body = {"delegate": delegate, "notionalPerDay": "500000000", "delegateTopUp": "1000000"}
    await send_built(service, owner, await build(service, user, "set-delegate", body))
    assert await sol_of(service, delegate) == 1_000_000
    paid_by_owner = await sol_of(service, user)
    built = await build(service, delegate, "modify-position", {**ORDER, "owner": user})
    message = VersionedTransaction.from_bytes(base64.b64decode(built["tx"])).message
    assert message.header.num_required_signatures == 1
    assert message.account_keys[0] == key.pubkey()
    await send_built(service, key, built)
    closing = {"marginAccountId": 0, "marketId": 1, "owner": user}
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert [row["marketId"] for row in account["positions"]] == [1]
    await send_built(service, key, await build(service, delegate, "close-position", closing))
    account = (await service.get(f"{MAIN}/user/{user}/margin-account"))["info"]
    assert account["positions"] == []
    assert await sol_of(service, user) == paid_by_owner
    # two signatures, and a priority fee of a few lamports
    assert 1_000_000 - 10_100 < await sol_of(service, delegate) <= 1_000_000 - 10_000
    rows = (await service.get(f"{MAIN}/user/{delegate}/commands"))["info"]
    assert [(row["name"], row["status"]) for row in rows] == [
        ("close-position", "applied"),
        ("modify-position", "applied"),
    ]


async def test_a_top_up_goes_to_the_named_delegate_and_nowhere_else(service):
    owner, key = await service.trader(), Keypair()
    user, body = text_of(owner), {"delegate": text_of(key)}
    built = await build(service, user, "set-delegate", body)
    assert sol_transfers(built) == []
    built = await build(service, user, "set-delegate", {**body, "delegateTopUp": "50000000"})
    assert sol_transfers(built) == [(owner.pubkey(), key.pubkey(), 50_000_000)]


async def test_a_delegate_that_cannot_sign_gets_no_sol(service):
    wallet = await service.trader()
    address, _bump = Pubkey.find_program_address([b"nobody"], SYSTEM_PROGRAM)
    body = {"delegate": to_base58(bytes(address)), "delegateTopUp": "1000000"}
    refused = await build(service, text_of(wallet), "set-delegate", body, 400)
    assert (refused["code"], refused["details"]["field"]) == ("VALIDATION", "delegate")
    del body["delegateTopUp"]
    await build(service, text_of(wallet), "set-delegate", body)


async def test_a_delegate_without_sol_is_told_what_it_lacks(service):
    owner, key = await service.trader(), Keypair()
    body = {"delegate": text_of(key)}
    await send_built(service, owner, await build(service, text_of(owner), "set-delegate", body))
    order = {**ORDER, "owner": text_of(owner)}
    refused = await build(service, text_of(key), "modify-position", order, 409)
    assert (refused["code"], refused["details"]["asset"]) == ("INSUFFICIENT_COLLATERAL", "SOL")


async def test_an_owner_without_the_sol_of_a_top_up_is_refused(service):
    rich, poor = await service.world.user(), Keypair()
    gift = transfer_lamports(address_of(rich), address_of(poor), 2_000_000)
    await service.world.send_raw([rich], [gift])
    body = {"delegate": text_of(Keypair()), "delegateTopUp": "50000000"}
    refused = await build(service, text_of(poor), "set-delegate", body, 409)
    assert (refused["code"], refused["details"]["asset"]) == ("INSUFFICIENT_COLLATERAL", "SOL")
