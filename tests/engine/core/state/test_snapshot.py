"""A snapshot and what follows it give what the whole journal gives; bad bytes are refused."""

from contextlib import suppress
from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from engine.core.exchange import Exchange, snapshot_checksum
from engine.core.generated import messages as m
from engine.schema.errors import EngineError
from tests.engine.core.support.world import CLASSICAL, E6, E8, wallet
from tests.engine.core.support.world import World as SmallWorld
from tests.engine.core.test_against_reference import is_absurd
from tests.reference.exchange import Reference
from tests.reference.world import USERS, World

COMMANDS = 500
CUTS = [0, 1, 5, 50, 333, COMMANDS]
CHECKSUM = 32


def stream(seed: int) -> list[bytes]:
    """Records of a random run, in the rights of the operator."""
    reference = Reference()
    world = World(seed, reference)
    records = []
    for raw in chain(world.genesis(), (world.next() for _ in range(COMMANDS))):
        command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
        if not is_absurd(command):
            reference.apply(command)
            records.append(m.encode(command))
    return records


def sealed(body: bytearray) -> bytes:
    return bytes(body) + snapshot_checksum(bytes(body))


def disturb(exchange: Exchange) -> None:
    """Reads and quotes, also of a later time."""
    later = exchange.now_s + 100_000
    exchange.exchange_view(later)
    for user in USERS:
        exchange.user_view(user)
        for market in exchange.market_ids():
            exchange.market_view(market, later)
            with suppress(EngineError):
                exchange.quote_modify_position(user, 0, market, 10 * E6, later)
                exchange.quote_limits(user, 0, market, True, later)
    exchange.quote_add_liquidity(10 * E6, later)
    exchange.pool_if_moved(10**11, later)


def rich_exchange() -> Exchange:
    """Rows in every table that commands fill, free blocks among them."""
    world = SmallWorld()
    world.add_liquidity()
    for number in range(1, 9):
        world.market(100 * E8, f"M{number}")
    for number in (1, 2, 3):
        owner = world.account(number, 1, 50_000 * E6)
        for market in range(1, 2 * number + 2):
            world.modify(owner, number * E6, market)
        world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=10 * E6)
        world.chain(m.SetDelegate, owner, delegate=wallet(50 + number))
    world.close(wallet(3), 0, 2)
    world.chain(m.IgnoreTransaction, wallet(4), 5 * E6, reason="no memo")
    world.tick(90_000)
    world.chain(
        m.ProcessSettlementRequests,
        wallet(1),
        owner=wallet(1),
        request_count=1,
        request_ids=(1, 0, 0, 0, 0, 0, 0, 0),
    )
    return world.exchange


@pytest.mark.parametrize("seed", range(4))
def test_restore_and_tail_equal_the_whole_journal(seed):
    records = stream(seed)
    whole = Exchange()
    events = [whole.apply_batch(record) for record in records]
    for cut in CUTS:
        before = Exchange()
        before.apply_batch(b"".join(records[:cut]))
        restored = Exchange.restore(before.snapshot())
        assert restored.sequence == before.sequence
        assert restored.now_s == before.now_s
        assert restored.chain_cursor == before.chain_cursor
        assert restored.state_hash() == before.state_hash()
        assert [restored.apply_batch(record) for record in records[cut:]] == events[cut:]
        assert restored.state_hash() == whole.state_hash()
        assert restored.snapshot() == whole.snapshot()
        now_s = whole.now_s + 7
        assert restored.exchange_view(now_s) == whole.exchange_view(now_s)
        for user in USERS:
            assert restored.user_view(user) == whole.user_view(user)
            assert restored.settlement_requests(user) == whole.settlement_requests(user)
            for account in whole.user_view(user).margin_account_ids:
                assert restored.margin_account_view(
                    user, account, now_s
                ) == whole.margin_account_view(user, account, now_s)


def test_the_place_in_the_chain_and_what_was_told_come_back():
    world = SmallWorld()
    world.add_liquidity()
    world.market(100 * E8, **(CLASSICAL | {"max_funding_velocity_e12": 0}))
    owner = world.account(1, 1, 50_000 * E6)
    world.modify(owner, 10 * E6)
    world.now_s += 60
    world.post(101 * E8)
    where = {"transaction_index": 4, "instruction_index": 2}
    world.chain(m.SetDelegate, owner, delegate=wallet(2), **where)
    restored = Exchange.restore(world.exchange.snapshot())
    assert restored.chain_cursor == world.exchange.chain_cursor == (world.slot, 4, 2)
    world.now_s += 60
    events = world.post(101 * E8)  # a market event is emitted, the pool is unchanged
    assert [type(event) for event in events] == [m.PrintAccepted, m.MarketUpdated]
    assert restored.apply(world.journal[-1]) == events


def test_an_empty_exchange_comes_back_empty():
    restored = Exchange.restore(Exchange().snapshot())
    assert restored.state_hash() == Exchange().state_hash()
    assert restored.sequence == 0


@pytest.mark.parametrize("seed", range(2))
def test_reads_quotes_and_hashes_leave_no_trace_in_the_bytes(seed):
    calm, disturbed = Exchange(), Exchange()
    for number, record in enumerate(stream(seed)):
        calm.apply_batch(record)
        disturbed.apply_batch(record)
        if number % 25 == 0 and number:
            disturb(disturbed)
            disturbed.snapshot()
            disturbed.state_hash()
    assert calm.snapshot() == disturbed.snapshot()
    assert calm.state_hash() == disturbed.state_hash()


@pytest.mark.parametrize("seed", range(3))
def test_a_hash_kept_up_equals_one_made_at_once(seed):
    kept = Exchange()
    for number, record in enumerate(stream(seed)):
        kept.apply_batch(record)
        kept.state_hash()
        if number % 50 == 0:
            assert Exchange.restore(kept.snapshot()).state_hash() == kept.state_hash()


def test_hashes_of_large_tables_are_kept_up_too():
    """More chunks than one node of the tree has digests: rows of 20 chunks and more."""
    world = SmallWorld()
    for number in range(1, 900):
        world.chain(m.CreateMarginAccount, wallet(number), number, account_id=1, amount_e6=number)
        if number % 90 == 0:
            world.exchange.state_hash()
    before = world.exchange.state_hash()
    world.chain(m.DepositMargin, wallet(3), 1, owner=wallet(3), account_id=1, amount_e6=1)
    after = world.exchange.state_hash()
    assert after != before
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert again.state_hash() == after


def test_a_change_of_every_kind_of_row_changes_the_hash():
    """The bytes of a snapshot after its head are what is hashed."""
    data = rich_exchange().snapshot()
    hashes = {Exchange.restore(data).state_hash()}
    changed = 0
    random = Random(1)
    for bit in random.sample(range(8 * (200 + 8 * 13), 8 * (len(data) - CHECKSUM)), 300):
        bad = bytearray(data[:-CHECKSUM])
        bad[bit // 8] ^= 1 << bit % 8
        try:
            hashes.add(Exchange.restore(sealed(bad)).state_hash())
        except ValueError:
            continue
        changed += 1
    assert changed > 50
    assert len(hashes) == 1 + changed


# Bytes that are no snapshot.


def test_every_damaged_byte_is_noticed():
    data = Exchange().snapshot()
    for place in range(len(data)):
        with pytest.raises(ValueError, match="snapshot"):
            Exchange.restore(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        with pytest.raises(ValueError, match="snapshot"):
            Exchange.restore(data[:place])
    with pytest.raises(ValueError, match="its head says"):
        Exchange.restore(data + b"\0")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (0, b"B", "wrong magic"),
        (8, b"\x02", "a snapshot of format 2; this program reads 1"),
        (20, b"\xff", "another layout of the state"),
        (48, b"\xff\xff\xff\xff", "its head says"),
    ],
)
def test_what_is_wrong_is_named(place, value, message):
    body = bytearray(Exchange().snapshot()[:-CHECKSUM])
    body[place : place + len(value)] = value
    with pytest.raises(ValueError, match=message):
        Exchange.restore(sealed(body))


def test_a_link_out_of_its_table_is_named():
    data = rich_exchange().snapshot()
    place = data.index(wallet(1)) + 32 + 8 + 12  # first_account
    body = bytearray(data[:-CHECKSUM])
    body[place : place + 4] = (3).to_bytes(4, "little")
    with pytest.raises(ValueError, match=r"user [0-9]: first account"):
        Exchange.restore(sealed(body))


def use(exchange: Exchange) -> None:
    """Whatever a state holds, reads and commands come back with an answer or an exception."""
    now_s = max(exchange.now_s, 2**31)
    seq, slot = exchange.sequence, exchange.chain_cursor[0]
    for number in (1, 2, 3, 4, 999):
        owner = wallet(number)
        reads = [
            lambda owner=owner: exchange.margin_account_view(owner, 1, now_s),
            lambda owner=owner: exchange.quote_modify_position(owner, 1, 1, E6, now_s),
            lambda owner=owner: exchange.quote_limits(owner, 1, 2, False, now_s),
            lambda owner=owner: exchange.settlement_requests(owner),
            lambda owner=owner: exchange.lp_positions(owner, now_s),
            lambda owner=owner: exchange.quarantined_deposits(owner),
            lambda owner=owner: exchange.user_view(owner),
        ]
        for read in reads:
            try:
                read()
            except (EngineError, ValueError, OverflowError, ZeroDivisionError):
                continue
        head = {"user": owner, "nonce": 2**40, "slot": slot + number, "expires_slot": 2**62}
        commands = [
            m.ClosePosition(owner=owner, account_id=1, market_id=1, limit_e8=1, **head),
            m.Tick(),
            m.Resume(operator=b"O" * 32),
            m.AuthorisePayout(owner=owner, request_id=1, payout_signature=b"s" * 64),
        ]
        for command in commands:
            seq += 1
            try:
                exchange.apply(replace(command, seq=seq, time_s=now_s))
            except (ValueError, OverflowError, ZeroDivisionError):
                continue
    exchange.state_hash()
    exchange.snapshot()


@pytest.mark.parametrize("seed", range(6))
def test_hostile_bytes_are_refused_or_harmless(seed):
    """Bytes changed at random under a checksum that holds."""
    random = Random(seed)
    body = rich_exchange().snapshot()[:-CHECKSUM]
    refused = 0
    for _ in range(150):
        bad = bytearray(body)
        for _ in range(random.choice([1, 1, 2, 8])):
            place = random.randrange(48, len(bad) - 8)
            value = random.choice([0, 1, 7, 0xFF, 2**31, 2**32 - 2, 2**63, 2**64 - 1])
            width = random.choice([1, 4, 8])
            bad[place : place + width] = (value & (2 ** (8 * width) - 1)).to_bytes(width, "little")
        if random.random() < 0.1:
            del bad[random.randrange(len(bad)) :]
        try:
            exchange = Exchange.restore(sealed(bad))
        except ValueError:
            refused += 1
        else:
            use(exchange)
    assert refused
