"""The user's channel: every kind of event, and each touched entity whole."""

from chain.client.instructions import memo, transfer_tokens
from chain.client.wallet import address_of
from edge.core.app import build_app
from edge.http.costs import Cost
from edge.http.middleware.request_handler import TABLE
from edge.http.pipeline import serve
from edge.http.route import Base, Route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import AddressBody
from edge.streams.hub import Hub
from tests.edge.service_world import node_of, text_of
from tests.edge.streams.test_stream import listening


async def subscribed(service, listener, wallet) -> str:
    session = await service.login(wallet)
    name = f"user:{text_of(wallet)}"
    await listener.say(op="auth", token=session["accessToken"])
    await listener.say(op="subscribe", channels=[name])
    await listener.hear("snapshot", name)
    return name


async def heard(listener, name: str, *keys: str) -> dict:
    """Collect deltas until each key was received; lists are joined."""
    found: dict[str, list] = {}
    while not set(keys) <= set(found):
        data = (await listener.hear("delta", name))["data"]
        for key, rows in data.items():
            found.setdefault(key, []).extend(rows)
    return found


async def test_a_withdrawal_is_followed_until_it_is_paid(service):
    wallet = await service.trader()
    user, world = address_of(wallet), service.world
    async with listening(service) as listener:
        name = await subscribed(service, listener, wallet)
        await world.send(
            wallet,
            await world.builders.build(user, "withdraw-margin", account=0, amount=5_000 * 10**6),
        )
        received = await heard(listener, name, "settlementRequests")
        kinds = [event["kind"] for event in received["events"]]
        assert sorted(kinds) == ["command", "marginTransfer", "settlement"]
        assert received["settlementRequests"][0]["status"] == "pending"
        assert received["marginAccounts"][0]["marginCollateral"] == "0"

        await world.send(
            wallet, await world.builders.build(user, "close-margin-account", account=0)
        )
        received = await heard(listener, name, "marginAccounts")
        assert received["marginAccounts"][0]["isClosed"] is True
        assert received["marginAccounts"][0]["leverageMultiple"] is None

        await world.advance(86_400)
        built = await world.builders.build(user, "process-settlement-requests")
        await world.send(wallet, built)
        received = await heard(listener, name, "settlementRequests")
        assert received["settlementRequests"][0]["status"] == "payable"

        settler, states = world.new_settler(), []
        while "settled" not in states:
            await settler.step()
            await world.wait_finalized(await world.rpc.slot("finalized") + 1)
            service.hub.flush()
            if service.exchange.open_settlement_requests():
                continue
            while "settled" not in states:
                received = await heard(listener, name, "settlementRequests")
                states += [row["status"] for row in received["settlementRequests"]]
        assert received["settlementRequests"][-1]["signature"] is not None
    await service.settle()
    path = f"/api/v1/user/{text_of(wallet)}/settlement-requests"
    assert (await service.get(path))["info"] == []
    (row,) = (await service.get(f"{path}?includeSettled=1"))["info"]
    assert (row["status"], row["amount"]) == ("settled", str(5_000 * 10**6))
    assert row["signature"] == received["settlementRequests"][-1]["signature"]


async def test_deposits_into_the_pool_and_refusals_are_told(service):
    wallet = await service.trader()
    user, world = address_of(wallet), service.world
    async with listening(service) as listener:
        name = await subscribed(service, listener, wallet)
        await world.send(wallet, await world.builders.build(user, "add-liquidity", amount=10**6))
        received = await heard(listener, name, "lpPositions")
        assert [event["kind"] for event in received["events"]] == ["lp", "command"]
        assert received["lpPositions"][0]["liquidity"] == "1000000"
        first = await world.builders.build(user, "set-delegate", delegate=bytes([7]) * 32)
        second = await world.builders.build(user, "set-delegate", delegate=bytes([8]) * 32)
        await world.send(wallet, second)
        received = await heard(listener, name, "marginAccounts")
        assert received["marginAccounts"][0]["delegate"] is not None
        await world.send(wallet, first)  # its nonce is lower by now
        received = await heard(listener, name, "events")
        (event,) = received["events"]
        assert (event["kind"], event["status"], event["code"]) == (
            "command",
            "rejected",
            "NONCE_TOO_LOW",
        )
    await service.settle()
    rows = await service.get(f"/api/v1/user/{text_of(wallet)}/commands?status=rejected")
    assert [row["code"] for row in rows["info"]] == ["NONCE_TOO_LOW"]
    assert rows["info"][0]["details"]["lastNonce"] > 0


async def test_the_owner_is_told_of_the_orders_of_the_delegate_and_of_no_stranger(service):
    owner, delegate, stranger = [await service.trader() for _ in range(3)]
    user, world = address_of(owner), service.world
    created = await world.builders.build(user, "create-margin-account", account=4, amount=10**6)
    await world.send(owner, created)
    terms = {"delegate": address_of(delegate), "notional_per_day": 400 * 10**6}
    await world.send(owner, await world.builders.build(user, "set-delegate", **terms))
    order = {"account": 0, "market": 1, "size": 10**6, "limit": 10**13, "owner": user}

    def signed_order(wallet, nonce: int):
        fields = {**order, "market": "AUS"}
        return world.send_raw(
            [wallet],
            [memo(world.memo("modify-position", fields, nonce=nonce), address_of(wallet))],
        )

    async with listening(service) as listener:
        name = await subscribed(service, listener, owner)
        built = await world.builders.build(address_of(delegate), "modify-position", **order)
        await world.send(delegate, built)
        received = await heard(listener, name, "marginAccounts")
        assert [event["kind"] for event in received["events"]] == ["trade", "command"]
        accounts = {
            row["id"]: row["delegateTerms"]["usedToday"] for row in received["marginAccounts"]
        }
        assert accounts == {0: "300000000", 4: "300000000"}
        nonce = 2**52
        await signed_order(stranger, nonce)
        await signed_order(delegate, nonce)
        (event,) = (await heard(listener, name, "events"))["events"]
        assert (event["status"], event["code"]) == ("rejected", "DELEGATE_LIMIT")
        assert event["details"] == {"remainingNotional": "100000000"}


async def test_collections_are_ranked(service):
    wallet = await service.trader()
    await service.trade(wallet, 1_000_000, market_id=2)
    await service.settle()
    for name, symbols in (
        ("most-traded", ["DAL-1", "AUS"]),
        ("trending", ["DAL-1", "AUS"]),
        ("new", ["DAL-1", "AUS"]),
        ("united-states", ["AUS", "DAL-1"]),
        ("international", []),
        ("top-gainers", []),
        ("top-losers", []),
        ("tradable", ["AUS", "DAL-1"]),
    ):
        body = await service.get(f"/api/v1/collections/{name}")
        assert [row["symbol"] for row in body["marketMetadata"]] == symbols, name


async def test_a_protected_route_wants_the_token_of_its_user(service, aiohttp_app_client):
    wallet, other = await service.world.user(), await service.world.user()
    token = (await service.login(wallet))["accessToken"]

    async def answer(call):
        """Tell who asks."""
        return {"who": call.subject.hex()}

    guarded = Route(
        base=Base.MAIN,
        method="POST",
        path="/guarded/{user}",
        summary="",
        handler=answer,
        query=Nothing,
        body=AddressBody,
        returns=None,
        needs_token=True,
        cost=Cost(),
    )
    app = build_app(service.context, Hub(), node_of(service.world))
    app[TABLE].add("POST", "/guarded/{user}", serve(guarded, service.context.gate, service.context))
    client = await aiohttp_app_client(app)

    async def ask(user, body, status, header=None):
        headers = {} if header is None else {"Authorization": header}
        async with client.post(f"/guarded/{user}", json=body, headers=headers) as got:
            content = await got.json()
            assert got.status == status, content
            return content

    mine = text_of(wallet)
    for header, message in (
        (None, "Unauthorized: no token provided"),
        ("", "Unauthorized: no token provided"),
        ("Bearer ", "Unauthorized: no token provided"),
        ("Basic abc", "Unauthorized: invalid token"),
        ("Bearer abc", "Unauthorized: invalid token"),
        (f"Bearer {token}x", "Unauthorized: invalid token"),
    ):
        body = await ask(mine, [], 401, header)  # 401 comes before the body's validation
        assert (body["message"], body["expiredToken"]) == (message, False)
    assert "info" in await ask(mine, {}, 200, f"Bearer {token}")
    for user, body in ((text_of(other), {}), (mine, {"address": text_of(other)})):
        refused = await ask(user, body, 403, f"bearer {token}")
        assert refused["message"] == "Forbidden: token does not belong to this user"
    service.wall.s += 1_000
    expired = await ask(mine, {}, 401, f"Bearer {token}")
    assert (expired["message"], expired["expiredToken"]) == ("Unauthorized: token expired", True)


async def test_a_claimed_deposit_is_told_as_payable_at_once(service):
    world = service.world
    wallet = await world.user()
    vault, mint = world.facts.collateral_vault, world.facts.collateral_mint
    await world.send_raw([wallet], [transfer_tokens(address_of(wallet), vault, mint, 7 * 10**6)])
    (deposit,) = service.exchange.quarantined_deposits(address_of(wallet))
    async with listening(service) as listener:
        name = await subscribed(service, listener, wallet)
        built = await world.builders.build(
            address_of(wallet), "claim-deposit", deposit=deposit.deposit_id
        )
        await world.send(wallet, built)
        received = await heard(listener, name, "settlementRequests")
        (event,) = [event for event in received["events"] if event["kind"] == "settlement"]
        assert event["status"] == received["settlementRequests"][0]["status"] == "payable"


async def test_a_closed_account_is_told_by_its_name(service):
    world = service.world
    wallet = await world.user()
    user = address_of(wallet)
    async with listening(service) as listener:
        name = await subscribed(service, listener, wallet)
        await world.send(
            wallet,
            await world.builders.build(user, "create-margin-account", account=3, name="Five"),
        )
        assert (await heard(listener, name, "marginAccounts"))["marginAccounts"][0]["id"] == 3
        await world.send(
            wallet, await world.builders.build(user, "close-margin-account", account=3)
        )
        (closed,) = (await heard(listener, name, "marginAccounts"))["marginAccounts"]
        assert (closed["isClosed"], closed["name"]) == (True, "Five")
        assert closed["leverageMultiple"] is None
