"""The outside keeper with the real platform: node, engine, database, service."""

import asyncio
import logging

import pytest
from solders.keypair import Keypair

from chain.client.balances import sol_balance, token_balance
from chain.client.wallet import address_of
from edge.keeper.keeper import PAUSES_S
from edge.keeper.worth import cost_e6
from engine.core.generated.messages import Liquidate, ProcessSettlementRequests
from tests.chain.custody.test_custody import collateral, pay
from tests.chain.world import DAY_S, until
from tests.edge.api.liquidations.test_liquidation_path import fall, ruined
from tests.edge.keeper.conftest import following, keeping
from tests.edge.service_world import text_of

USD = 10**6
TIP_E6 = 300_000
SOL_PRICE_E6 = 200 * USD


def commands(service, kind) -> list:
    return [row for row in service.world.applied if isinstance(row.command, kind)]


def log_rows(caplog, message="keeper_acted") -> list[dict]:
    """Return the fields of the lines that the keeper wrote."""
    names = ("job", "place", "outcome", "expected", "earned", "fee_sol", "reason", "signature")
    return [
        {name: getattr(row, name) for name in names if hasattr(row, name)}
        for row in caplog.records
        if row.message == message
    ]


async def withdrawal(service, tip_e6: int = TIP_E6, count: int = 1) -> Keypair:
    """Return a wallet with mature requests of 40.00 each."""
    world, wallet = service.world, await service.trader(1_000 * USD)
    for _ in range(count):
        built = await world.builders.build(
            address_of(wallet), "withdraw-margin", account=0, amount=40 * USD, tip=tip_e6
        )
        await world.send(wallet, built)
    await world.advance(DAY_S + 60)
    return wallet


async def test_an_account_is_liquidated_for_a_fee_to_a_margin_account(service, caplog):
    caplog.set_level(logging.INFO)
    debtor, wallet = await ruined(service), await service.trader(100 * USD)
    lamports = await sol_balance(service.world.rpc, address_of(wallet))
    async with following(service), keeping(service, wallet, fee_account=0) as keeper:
        (line,) = await keeper.preview()
        assert line.startswith(f"liquidation {text_of(debtor)}/0: earns about ")
        assert line.endswith(", would act")
        assert await keeper.round() == 1
        assert await keeper.round() == 0
    now_s = service.context.now_s()
    account = service.exchange.margin_account_view(address_of(wallet), 0, now_s)
    (row,) = (await service.get("/express/v1/liquidations"))["liquidations"]
    gained_e6 = account.collateral_e6 - 100 * USD
    assert gained_e6 == int(row["liquidationFee"]) == keeper.figures.earned_e6 > 5 * USD
    assert row["liquidator"] == text_of(wallet)
    fee_e9 = lamports - await sol_balance(service.world.rpc, address_of(wallet))
    assert fee_e9 == keeper.figures.fees_e9 == 5_001  # the node's own figure
    assert keeper.figures.profit_e6 == gained_e6 - cost_e6(5_001, SOL_PRICE_E6)
    (said,) = log_rows(caplog)
    assert (said["job"], said["outcome"]) == ("liquidation", "applied")
    assert (said["place"], said["signature"]) == (f"{text_of(debtor)}/0", row["signature"])
    # what was expected is near: 5 % of the true fee
    expected_e6 = int(said["expected"].replace(".", ""))
    assert abs(expected_e6 - gained_e6) * 20 < gained_e6


async def test_removals_that_wait_for_a_late_print_are_left_out(service):
    """The tip of a withdrawal is earned while older removals of the same owner cannot be paid."""
    world, owner = service.world, await service.trader(1_000 * USD)
    address = address_of(owner)
    await service.trade(await service.trader(), 5 * USD)
    await world.send(owner, await world.builders.build(address, "add-liquidity", amount=500 * USD))
    (position,) = service.exchange.lp_positions(address, service.context.now_s())
    await world.advance(position.maturity_s - service.context.now_s())
    await fall(service, 300)
    await world.advance(600)  # behind the entry window
    for _ in range(9):
        built = await world.builders.build(
            address, "remove-liquidity", position=1, shares=10 * USD, tip=TIP_E6 // 10
        )
        await world.send(owner, built)
    built = await world.builders.build(
        address, "withdraw-margin", account=0, amount=40 * USD, tip=TIP_E6
    )
    await world.send(owner, built)
    await world.advance(DAY_S + 8 * 3_600)  # the print is older than 26 hours
    wallet = await world.user()
    async with following(service), keeping(service, wallet, jobs=("settlement",)) as keeper:
        assert await keeper.round() == 1
        assert keeper.figures.earned_e6 == TIP_E6
        assert await keeper.round() == 0
        (row,) = commands(service, ProcessSettlementRequests)
        assert row.command.request_ids[:2] == (10, 0)
        assert keeper.figures.outcomes == {"applied": 1}
    every = await service.get("/express/v1/settlement-requests?mature=false")
    assert len(every["settlementRequests"]) == 10


async def test_a_fee_to_the_wallet_is_paid_out(service):
    await ruined(service)
    wallet = await service.world.user()
    async with following(service), keeping(service, wallet, jobs=("liquidation",)) as keeper:
        assert await keeper.round() == 1
        earned_e6 = keeper.figures.earned_e6
    world = service.world
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    await pay(world, world.new_settler(), address_of(wallet))
    assert await collateral(world, address_of(wallet)) == 10_000 * USD + earned_e6
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_mature_requests_of_others_bring_their_tips(service, caplog):
    caplog.set_level(logging.INFO)
    first, wallet = await withdrawal(service, count=9), Keypair()
    await service.post("/express/v1/faucet", {"address": text_of(wallet)})
    async with following(service), keeping(service, wallet) as keeper:
        lines = await keeper.preview()
        assert lines == [
            f"settlement {text_of(first)} requests 1,2,3,4,5,6,7,8: earns about 2.400000, "
            "profit about 2.399000, would act"
        ]
        assert await keeper.round() == 1  # eight
        assert keeper.figures.earned_e6 == 8 * TIP_E6
        assert await keeper.round() == 0  # its place pauses
        keeper._places.clear()
        assert await keeper.round() == 1
        assert keeper.figures.earned_e6 == 9 * TIP_E6
        assert await keeper.round() == 0
    assert [said["earned"] for said in log_rows(caplog)] == ["2.400000", "0.300000"]
    world = service.world
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    settler = world.new_settler()

    async def is_paid() -> bool:
        await settler.step()
        requests = world.sequencer.exchange.settlement_requests(address_of(first))
        return all(request.state == 3 for request in requests)

    await until(is_paid)
    assert await collateral(world, address_of(wallet)) == 10_000 * USD + 9 * TIP_E6
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_unprofitable_acts_are_skipped_unless_requested(service):
    await withdrawal(service, tip_e6=1_000)  # 0.001: exactly what 5,000 lamports cost
    await withdrawal(service, tip_e6=0)
    wallet = await service.world.user()
    async with following(service), keeping(service, wallet) as keeper:
        lines = await keeper.preview()
        assert [line.rsplit(", ", 1)[1] for line in lines] == ["would act", "would skip"]
        # the true fee is a lamport higher than the lowest: seen when the transaction is there
        assert await keeper.round() == 0
        assert keeper.figures.outcomes == {"refused": 1}
    assert commands(service, ProcessSettlementRequests) == []
    async with following(service), keeping(service, wallet, min_profit_e6=-2_000) as keeper:
        assert await keeper.round() == 2
        assert keeper.figures.outcomes == {"applied": 2}
        assert keeper.figures.earned_e6 == 1_000
        assert keeper.figures.profit_e6 < 0


async def test_own_requests_bring_no_tip(service):
    wallet = await withdrawal(service)
    async with following(service), keeping(service, wallet) as keeper:
        (line,) = await keeper.preview()
        assert "earns about 0.000000" in line
        assert await keeper.round() == 0
    async with following(service), keeping(service, wallet, min_profit_e6=-USD) as keeper:
        assert await keeper.round() == 1
        assert keeper.figures.earned_e6 == 0
    (request,) = service.exchange.settlement_requests(address_of(wallet))
    assert request.state == 1


async def test_a_dry_run_sends_nothing(service):
    await ruined(service)
    wallet = await service.world.user()
    lamports = await sol_balance(service.world.rpc, address_of(wallet))
    async with following(service), keeping(service, wallet) as keeper:
        assert len(await keeper.preview()) == 1
        await service.world.wait_finalized(await service.world.rpc.slot())
    assert commands(service, Liquidate) == []
    assert await sol_balance(service.world.rpc, address_of(wallet)) == lamports


async def test_of_two_keepers_one_wins_and_the_other_loses_a_fee_at_most(service, caplog):
    caplog.set_level(logging.INFO)
    await ruined(service)
    wallets = [await service.trader(100 * USD) for _ in range(2)]
    async with (
        following(service),
        keeping(service, wallets[0], fee_account=0) as first,
        keeping(service, wallets[1], fee_account=0) as second,
    ):
        assert await asyncio.gather(first.round(), second.round()) == [1, 1]
        outcomes = sorted([*first.figures.outcomes, *second.figures.outcomes])
        assert outcomes == ["applied", "lost"]
        for _ in range(3):
            assert await asyncio.gather(first.round(), second.round()) == [0, 0]
    loser = first if first.figures.outcomes["lost"] else second
    assert (loser.figures.earned_e6, loser.figures.fees_e9) == (0, 5_001)
    (lost,) = [said for said in log_rows(caplog) if said["outcome"] == "lost"]
    assert lost["reason"] == "NOT_LIQUIDATABLE"
    assert len(commands(service, Liquidate)) == 2


async def test_a_place_that_is_lost_again_and_again_waits_longer(service):
    wallet = await service.world.user()
    owner = await withdrawal(service)
    async with keeping(service, wallet) as keeper:
        (job,) = [job for job in await keeper._working() if job.name == "settlement"]
        (chance,) = await job.find()
        lengths = []
        for _ in range(6):
            before_s = keeper._timer.now_s()
            keeper._pause(chance, "lost")
            lengths.append(keeper._places[f"settlement {text_of(owner)}"].until_s - before_s)
            assert not keeper._is_free(chance)
    shortest, longest = PAUSES_S["lost"]
    limits = [min(longest, shortest * 2**turn) for turn in range(6)]
    for length, limit in zip(lengths, limits, strict=True):
        assert limit / 2 <= length <= limit + 1


async def test_without_sol_it_says_so_and_does_nothing(service, caplog):
    await ruined(service)
    wallet = Keypair()
    async with following(service), keeping(service, wallet) as keeper:
        assert [await keeper.round() for _ in range(3)] == [0, 0, 0]
        (said,) = [row for row in caplog.records if row.message == "keeper_low_balance"]
        assert (said.wallet, said.sol) == (text_of(wallet), "0.000000000")
        assert keeper.figures.outcomes == {}
        await service.post("/express/v1/faucet", {"address": text_of(wallet)})
        assert await keeper.round() == 1
        assert keeper.figures.outcomes == {"applied": 1}


async def test_a_restarted_keeper_goes_on_and_repeats_nothing(service):
    await withdrawal(service, count=2)
    wallet = await service.world.user()
    async with keeping(service, wallet) as keeper:  # no follower: the outcome never arrives
        running = asyncio.create_task(keeper.run())

        async def has_sent() -> bool:
            return keeper._commands._nonce > 0

        await until(has_sent)
        running.cancel()
        async with following(service):  # inside the deadline of its last round
            await asyncio.wait([running])
        assert running.cancelled()
        assert keeper.figures.outcomes == {"applied": 1}  # counted to the end
    async with following(service), keeping(service, wallet) as keeper:
        assert await keeper.round() == 0
    assert len(commands(service, ProcessSettlementRequests)) == 1


async def test_acts_in_flight_at_a_stop_are_reported(service, monkeypatch, caplog):
    monkeypatch.setattr("edge.keeper.keeper.STOP_MAX_S", 0.05)
    caplog.set_level(logging.INFO)
    await withdrawal(service)
    async with keeping(service, await service.world.user()) as keeper:  # no follower
        running = asyncio.create_task(keeper.run())

        async def has_sent() -> bool:
            return keeper._commands._nonce > 0

        await until(has_sent)
        running.cancel()
        await asyncio.wait([running])
    assert keeper.figures.outcomes == {"unknown": 1}
    assert keeper.figures.fees_e9 == 5_001
    (said,) = log_rows(caplog)
    assert said["reason"] == "the keeper was stopped"
    assert [row.message for row in caplog.records][-1] == "keeper_ends"


async def test_the_wallet_is_asked_for_no_more_than_the_fee(service):
    """What a run moves: fees out of SOL, the rent of the own token account, nothing else."""
    await withdrawal(service)
    wallet = await service.world.user()
    world, address = service.world, address_of(wallet)
    before = await sol_balance(world.rpc, address)
    token = await token_balance(world.rpc, address, world.facts.token_mint)
    async with following(service), keeping(service, wallet) as keeper:
        assert await keeper.round() == 1
    assert before - await sol_balance(world.rpc, address) == keeper.figures.fees_e9
    assert await collateral(world, address) == 10_000 * USD
    assert await token_balance(world.rpc, address, world.facts.token_mint) == token


async def test_an_unexpected_error_is_logged_and_the_keeper_goes_on(service, caplog, monkeypatch):
    async def broken():
        raise LookupError("unexpected")

    async with keeping(service, Keypair()) as keeper:
        monkeypatch.setattr(keeper, "round", broken)
        assert await keeper._attempt() is False
        assert [row.message for row in caplog.records][-1] == "keeper_trouble"
        monkeypatch.undo()
        assert await keeper._attempt() is True


@pytest.mark.parametrize("parallel", [1, 2])
async def test_no_more_acts_are_in_flight_than_allowed(service, parallel):
    for tip_e6 in (100_000, 300_000, 200_000):
        await withdrawal(service, tip_e6)
    wallet = await service.world.user()
    async with following(service), keeping(service, wallet, parallel=parallel) as keeper:
        assert await keeper.round() == parallel
        best_e6 = sum(sorted((100_000, 200_000, 300_000), reverse=True)[:parallel])
        assert keeper.figures.earned_e6 == best_e6
