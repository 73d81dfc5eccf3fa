"""Snapshots of states with liquidations, payouts and stakes: taken back whole, or refused."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import EngineError
from tests.engine.core.state.test_snapshot import CHECKSUM, sealed, stream
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import DAY_S, E6, E8, OPERATOR, wallet
from tests.engine.core.test_against_reference import is_absurd
from tests.reference.exchange import Reference
from tests.reference.ruin import Ruin
from tests.reference.world import USERS

OPERATORS = (b"o" * 32, b"O" * 32)
HARMLESS = (ValueError, OverflowError, ZeroDivisionError)
VALUES = [0, 1, 2, 3, 7, 100, 101, 0xFF, 2**31, 2**32 - 2, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]


def ruined(seed: int) -> Iterator[bytes]:
    """Records of a run of bad debts and winners who pay, in the rights of the operator."""
    reference = Reference()
    for raw in Ruin(seed, reference).whole():
        command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
        if not is_absurd(command):
            reference.apply(command)
            yield m.encode(command)


def states(seed: int, every: int) -> Iterator[Exchange]:
    """An exchange after every so many commands of a random run, then of a ruin."""
    for records in (stream(seed), ruined(seed)):
        exchange = Exchange()
        for number, record in enumerate(records):
            exchange.apply_batch(record)
            if number % every == 0:
                yield exchange
        yield exchange


@pytest.mark.parametrize("seed", range(6))
def test_every_state_of_a_run_comes_back(seed):
    for exchange in states(seed, 45):
        data = exchange.snapshot()
        restored = Exchange.restore(data)
        assert restored.snapshot() == data
        assert restored.state_hash() == exchange.state_hash()


def full_exchange() -> Exchange:
    """An account in liquidation, a window with sizes in it, payouts in every state, stakes."""
    world = Arena()
    owner = world.windowed(400 * E6)
    world.liquidate(owner)  # 10 of 100 may close
    assert world.view(owner).in_liquidation
    other, staker = wallet(50), wallet(7)
    for _ in range(4):
        world.chain(m.WithdrawMargin, other, account_id=1, amount_e6=100 * E6)
    for sender in (OPERATOR, wallet(4)):
        world.chain(m.IgnoreTransaction, sender, 7 * E6, reason="no memo")
    world.operate(m.GrantLpAccount, owner=wallet(5), deposit_id=1)
    world.now_s += 2 * DAY_S
    ids = (1, 2, 3, 0, 0, 0, 0, 0)
    world.chain(
        m.ProcessSettlementRequests, wallet(4), owner=other, request_count=3, request_ids=ids
    )
    # A liquidator's fee came first in the line.
    for owner, request_id in ((wallet(9), 1), (other, 1)):
        world.send(
            m.AuthorisePayout(owner=owner, request_id=request_id, payout_signature=b"s" * 64)
        )
    for amount in (31, 32, 33):
        stake(world, staker, amount * E6)
    vesting = {"start_s": world.now_s, "period_s": 100, "period_count": 4}
    world.operate(m.SetVesting, owner=staker, total_e6=10 * E6, **vesting)
    world.now_s += 8 * DAY_S
    world.chain(m.Unstake, staker, amount_e6=40 * E6)
    stake(world, staker, 34 * E6)
    stake(world, staker, 35 * E6)
    world.chain(m.Unstake, staker, amount_e6=35 * E6)
    balance = world.exchange.staking_view(staker, world.now_s)
    assert (balance.locking_e6, balance.unlocked_e6) == (34 * E6, 35 * E6)
    assert [view.state for view in world.exchange.open_settlement_requests()].count(2) == 2
    return world.exchange


def stake(world: Arena, owner: bytes, amount_e6: int) -> None:
    fields = {"amount_e6": amount_e6, "is_creating_account": 1, "attached_mint": 2}
    world.chain(m.Stake, owner, amount_e6, **fields)
    assert not world.rejected, world.code


def use(exchange: Exchange, owners: list[bytes]) -> None:
    """Reads and commands over every list come back with an answer or an exception."""
    now_s = max(exchange.now_s, 2**31)
    seq, slot = exchange.sequence, exchange.chain_cursor[0]
    for owner in owners:
        reads = [
            lambda owner=owner: exchange.settlement_requests(owner),
            lambda owner=owner: exchange.lp_positions(owner, now_s),
            lambda owner=owner: exchange.lp_account(owner, now_s),
            lambda owner=owner: exchange.staking_view(owner, now_s),
            lambda owner=owner: exchange.quote_liquidation(owner, 1, now_s),
            lambda owner=owner: exchange.quote_remove_liquidity(owner, 1, E6, now_s),
            exchange.open_settlement_requests,
            lambda: exchange.outflow_view(now_s),
            lambda: exchange.staking_totals(now_s),
            lambda: exchange.liquidation_candidates(now_s, 10),
        ]
        for read in reads:
            with suppress(EngineError, *HARMLESS):
                read()
        head = {"user": owner, "nonce": 2**40, "expires_slot": 2**62}
        ids = (1, 2, 3, 4, 5, 6, 7, 8)
        calls: list[m.Command] = [
            *(m.Resume(operator=operator) for operator in OPERATORS),
            m.Liquidate(owner=owner, account_id=1, **head),
            m.Stake(amount_e6=5, attached_e6=5, attached_mint=2, **head),
            m.Unstake(amount_e6=33 * E6, **head),
            m.WithdrawStake(amount_e6=E6, **head),
            m.RemoveLiquidity(lp_position_id=1, shares_e6=E6, **head),
            m.UpgradeLpAccount(**head),
            m.WithdrawMargin(account_id=1, amount_e6=E6, **head),
            m.ProcessSettlementRequests(owner=owner, request_count=8, request_ids=ids, **head),
            *(
                m.AuthorisePayout(owner=owner, request_id=number, payout_signature=b"s" * 64)
                for number in ids
            ),
            *(
                m.RecordPayout(owner=owner, request_id=number, payout_signature=b"s" * 64)
                for number in ids
            ),
            m.PostPrint(market_id=1, price_e8=87 * E8, published_at_s=now_s),
            m.Tick(),
        ]
        for number, call in enumerate(calls):
            seq += 1
            fields: dict[str, int] = {"seq": seq, "time_s": now_s}
            if hasattr(call, "expires_slot"):
                slot += 1
                fields |= {"slot": slot, "nonce": 2**40 + number}
            with suppress(*HARMLESS):
                exchange.apply(replace(call, **fields))
    exchange.state_hash()
    exchange.snapshot()


def spoil(random: Random, body: bytes) -> bytearray:
    """Change one to three numbers that stand at multiples of their width after the head."""
    bad = bytearray(body)
    for _ in range(random.choice([1, 1, 2, 3])):
        width = random.choice([1, 4, 4, 8])
        place = random.randrange(48, len(bad) - 8) // width * width
        value = random.choice(VALUES) & (2 ** (8 * width) - 1)
        bad[place : place + width] = value.to_bytes(width, "little")
    return bad


def attack(exchange: Exchange, random: Random, rounds: int, owners: list[bytes]) -> int:
    """Restore spoilt snapshots and use what is taken; how many were refused."""
    body = exchange.snapshot()[:-CHECKSUM]
    refused = 0
    for _ in range(rounds):
        try:
            taken = Exchange.restore(sealed(spoil(random, body)))
        except ValueError:
            refused += 1
        else:
            use(taken, owners)
    return refused


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_lists_are_refused_or_harmless(seed):
    owners = [wallet(number) for number in (1, 2, 3, 4, 5, 7, 999)]
    assert attack(full_exchange(), Random(seed), 150, owners)


@pytest.mark.parametrize("seed", range(2))
def test_spoilt_states_of_runs_are_refused_or_harmless(seed):
    random = Random(seed)
    refused = sum(attack(exchange, random, 6, USERS) for exchange in states(seed, 120))
    assert refused


def put(data: bytes, pattern: bytes, skip: int, value: int, width: int) -> bytes:
    """A snapshot with the number at `skip` after the only occurrence of `pattern` replaced."""
    body = bytearray(data[:-CHECKSUM])
    assert body.count(pattern) == 1
    place = body.index(pattern) + skip
    body[place : place + width] = value.to_bytes(width, "little")
    return sealed(body)


@pytest.mark.parametrize(
    ("skip", "value", "width", "message"),
    [
        (0, 0, 8, "stake [0-9]: amount or epoch"),
        (0, 2**63, 8, "stake [0-9]: amount or epoch"),
        (0, 9 * 10**18, 8, "staker [0-9]: amount"),
        (24, 2**32 - 1, 4, "staker [0-9]: its stakes"),
        (24, 77, 4, "stake [0-9]: next"),
        (24, 0, 4, "in two lists"),
    ],
)
def test_a_stake_that_cannot_be_is_named(skip, value, width, message):
    data = full_exchange().snapshot()
    pattern = (31 * E6).to_bytes(8, "little")  # the amount of the oldest stake; epochs; next
    with pytest.raises(ValueError, match=message):
        Exchange.restore(put(data, pattern, skip, value, width))
