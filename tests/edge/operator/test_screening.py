"""Risk screening: list, operator, restart; and what a high-risk wallet may still do (7.9, 4.9)."""

import asyncio

import pytest
from solders.keypair import Keypair

from chain.client.addresses import to_base58
from chain.client.wallet import address_of
from edge.operator.screening import RiskScreen
from edge.store.pool import Store
from engine.core.generated import messages as m
from tests.edge.prediction_world import operate
from tests.edge.service_world import TABLES, text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"
A, B, C = (bytes([i]) * 32 for i in (1, 2, 3))


@pytest.fixture
async def store(database_url):
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TABLES} CASCADE")
    yield store
    await store.close()


def write(path, *addresses, note=""):
    path.write_text("".join(f"{to_base58(address)}\n" for address in addresses) + note)


async def opened(path, store) -> RiskScreen:
    screen = RiskScreen(path, store)
    await screen.open()
    return screen


async def test_the_list_is_read_again_and_survives_a_restart_without_it(tmp_path, store):
    path = tmp_path / "risk.txt"
    screen = await opened(path, store)
    assert screen.listed == frozenset()  # never read: unknown wallets are no risk
    write(path, A, B)
    await screen.check()
    assert screen.listed == {A, B}
    write(path, B, C)
    await screen.check()
    assert screen.listed == {B, C}
    path.unlink()
    await screen.check()
    assert screen.listed == {B, C}
    again = await opened(path, store)
    assert again.listed == {B, C}
    write(path)  # a write is in progress
    await again.check()
    assert again.listed == {B, C}
    write(path, note="# now empty\n")
    await again.check()
    assert again.listed == frozenset()
    path.unlink()
    assert (await opened(path, store)).listed == frozenset()


async def test_a_faulty_list_changes_no_wallet(tmp_path, store, caplog):
    path = tmp_path / "risk.txt"
    write(path, A)
    screen = await opened(path, store)
    write(path, B, note="cut-o")
    for _ in range(2):
        await screen.check()
    assert screen.listed == {A, B}
    (record,) = [record for record in caplog.records if record.name == "acre.lists"]
    assert record.trouble == "1 lines hold no address, beginning with 2."
    path.unlink()
    assert (await opened(path, store)).listed == {A, B}
    write(path, B)
    await screen.check()
    assert screen.listed == {B}


async def test_without_a_list_no_wallet_is_listed(tmp_path, store):
    path = tmp_path / "risk.txt"
    write(path, A)
    await opened(path, store)
    screen = RiskScreen(None, store)
    await screen.open()
    await screen.check()
    assert screen.listed == frozenset()


async def test_a_database_that_is_away_is_told_later(tmp_path, store, monkeypatch):
    path = tmp_path / "risk.txt"
    screen = await opened(path, store)
    write(path, A)

    def down():
        raise ConnectionRefusedError

    monkeypatch.setattr(store, "transaction", down)
    await screen.check()
    assert screen.listed == {A}
    monkeypatch.undo()
    assert await store.rows("screening.listed") == []
    await screen.check()
    assert [row["address"] for row in await store.rows("screening.listed")] == [A]


async def set_risk(service, user: bytes, value: int) -> None:
    await operate(service, m.SetRisk(user=user, is_high_risk=value))


async def test_the_operator_overrides_the_list_both_ways(service):
    wallet = Keypair()
    path = f"{MAIN}/user/{text_of(wallet)}/risk-screening"

    async def screened() -> bool:
        return (await service.get(path))["info"] == {"isHighRisk": True}

    user, screen = address_of(wallet), service.context.lists.screen
    for listed in (frozenset(), frozenset({user})):
        screen.listed = listed
        assert await screened() is (user in listed)
        await set_risk(service, user, 1)
        assert await screened() is True
        await set_risk(service, user, 2)
        assert await screened() is False
        await set_risk(service, user, 0)
        assert await screened() is (user in listed)
    async with service.client.get(path) as answer:
        assert answer.headers["Cache-Control"] == "max-age=2"
        assert set((await answer.json())["info"]) == {"isHighRisk"}  # no reason is given
    assert (await service.get(f"{MAIN}/user/x/risk-screening", 400))["code"] == "INVALID_ADDRESS"


ORDER = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
SHORT = {**ORDER, "side": "short"}


def leg(order: dict) -> dict:
    """The order as a leg of a basket."""
    return {name: value for name, value in order.items() if name != "marginAccountId"}


ADDING = {
    "create-margin-account": {},
    "deposit-margin": {"marginAccountId": 0, "margin": "1"},
    "add-liquidity": {"liquidity": "1000000"},
    "upgrade-lp-account": {},
    "modify-position": ORDER,
    "modify-positions": {"marginAccountId": 0, "legs": [leg(ORDER), leg({**ORDER, "marketId": 2})]},
    "place-perp-order": {**leg(ORDER), "marginAccountId": 0, "orderType": "auction"},
}
# what each of the others says to a wallet that screening does not concern is said here as well
LEAVING = {
    "withdraw-margin": ({"marginAccountId": 0, "margin": "1000000"}, None),
    "modify-position": (SHORT, None),
    "close-position": ({"marginAccountId": 0, "marketId": 1}, None),
    "close-margin-account": ({"marginAccountId": 0}, "MARGIN_ACCOUNT_NOT_EMPTY"),
    "remove-liquidity": ({"lpPositionId": 9, "shares": "1"}, "LP_POSITION_NOT_FOUND"),
    "close-lp-position": ({"lpPositionId": 9}, "LP_POSITION_NOT_FOUND"),
    "process-settlement-requests": ({}, "NOTHING_TO_SETTLE"),
    "set-delegate": ({"delegate": None}, None),
    "claim-deposit": ({"depositId": 9}, "DEPOSIT_NOT_FOUND"),
    "liquidate": ({"owner": "me", "marginAccountId": 0}, "NOT_LIQUIDATABLE"),
    "amend-perp-order": ({"marginAccountId": 0, "orderId": 9}, "ORDER_NOT_FOUND"),
    "cancel-perp-order": ({"marginAccountId": 0, "orderId": 9}, "ORDER_NOT_FOUND"),
    "cancel-perp-orders": ({"marginAccountId": 0}, None),
}
STAKING = {
    "unstake": ({"amount": "5"}, "STAKE_ACCOUNT_MISSING"),
    "withdraw": ({"amount": "5"}, "STAKE_ACCOUNT_MISSING"),
    "create-account": ({}, None),
}


async def answered(service, path: str, body: dict) -> str | None:
    """Return the code of a refusal, None for a transaction."""
    async with service.client.post(path, json=body) as answer:
        content = await answer.json()
        return content["code"] if answer.status >= 400 else None


async def test_a_high_risk_wallet_can_only_withdraw(service):
    wallet = await service.trader()
    await service.trade(wallet, 2_000_000)
    user = text_of(wallet)
    main, staking = f"{MAIN}/user/{user}/transaction", f"{EXPRESS}/staking/{user}"
    names = {
        path.rpartition("/")[2]
        for path in (await service.get(f"{MAIN}/openapi.json"))["paths"]
        if path.startswith("/user/{user}/transaction/")
    }
    assert names == {*ADDING, *LEAVING}
    leaving = {name: dict(body) for name, (body, _) in LEAVING.items()}
    leaving["liquidate"]["owner"] = user
    for is_listed in (False, True):
        if is_listed:
            service.context.lists.screen.listed = frozenset({address_of(wallet)})
        for name, body in ADDING.items():
            code = await answered(service, f"{main}/{name}", body)
            assert (code == "HIGH_RISK_USER") is is_listed, name
        for name, body in leaving.items():
            assert await answered(service, f"{main}/{name}", body) == LEAVING[name][1], name
        code = await answered(service, f"{staking}/stake", {"amount": "5", "createAccount": True})
        assert code == ("HIGH_RISK_USER" if is_listed else None)
        for name, (body, expected) in STAKING.items():
            assert await answered(service, f"{staking}/{name}", body) == expected, name


async def test_a_turn_to_the_other_side_is_more_exposure_only_when_it_ends_larger(service):
    wallet = await service.trader()
    await service.trade(wallet, 2_000_000)
    service.context.lists.screen.listed = frozenset({address_of(wallet)})
    path = f"{MAIN}/user/{text_of(wallet)}/transaction/modify-position"
    sizes = {"100000": None, "2000000": None, "4000000": None, "4000001": "HIGH_RISK_USER"}
    for size, expected in sizes.items():
        assert await answered(service, path, {**SHORT, "input": size}) == expected, size
    assert await answered(service, path, {**ORDER, "input": "100000"}) == "HIGH_RISK_USER"


async def test_a_delegate_cannot_add_exposure_for_an_owner_who_is_high_risk(service):
    """Neither who acts nor whose account it is may be high risk."""
    wallet, helper = await service.trader(), await service.world.user()
    await service.trade(wallet, 2_000_000)
    owner, delegate = address_of(wallet), address_of(helper)
    await service.world.send(
        wallet, await service.world.builders.build(owner, "set-delegate", delegate=delegate)
    )
    path = f"{MAIN}/user/{text_of(helper)}/transaction"
    body = {**ORDER, "owner": text_of(wallet)}
    assert await answered(service, f"{path}/modify-position", body) is None
    for listed in (owner, delegate):
        service.context.lists.screen.listed = frozenset({listed})
        assert await answered(service, f"{path}/modify-position", body) == "HIGH_RISK_USER"
        deposit = {"marginAccountId": 0, "margin": "1", "owner": text_of(wallet)}
        assert await answered(service, f"{path}/deposit-margin", deposit) == "HIGH_RISK_USER"
        lesser = {**SHORT, "owner": text_of(wallet)}
        assert await answered(service, f"{path}/modify-position", lesser) is None


async def test_parallel_checks_end_with_the_newest_list(tmp_path, store):
    path = tmp_path / "risk.txt"
    write(path, A)
    screen = await opened(path, store)
    write(path, B)
    await asyncio.gather(*(screen.check() for _ in range(4)))
    assert screen.listed == {B}
    assert [row["address"] for row in await store.rows("screening.listed")] == [B]
