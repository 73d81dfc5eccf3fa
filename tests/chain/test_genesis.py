"""The first start, and every start after it."""

import os
import stat
from dataclasses import replace

import numpy as np
import pytest
from solders.keypair import Keypair
from spl.token.constants import TOKEN_2022_PROGRAM_ID

import chain.client.rpc
from chain.catalogue import Catalogue, load_catalogue
from chain.client.addresses import token_account
from chain.client.balances import token_balance
from chain.client.errors import ChainError
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_or_create_key
from chain.follower.follower import Follower
from chain.genesis import (
    LISTING_NOISE_MAX,
    GenesisError,
    Keys,
    check_catalogue,
    check_kind,
    ensure_genesis,
)
from chain.node.server.server import NodeServer
from chain.operator_key import is_signed_by_operator
from engine.core.exchange import Exchange
from engine.core.generated.messages import AddLiquidity, CreateExchange, CreateMarket, decode
from engine.journal import read_journal
from engine.programmes.index_series import DailyPrints
from tests.chain.issuer import Issuer
from tests.chain.world import (
    DAY_S,
    START_S,
    FixedHistories,
    HandClock,
    genesis_settings,
    open_sequencer,
    small_catalogue,
    until,
)
from tests.engine.sequencer.factories import START_S as FACTORY_START_S
from tests.engine.sequencer.factories import create_exchange, create_market

SEED_E6 = 1_000_000 * 10**6


async def test_genesis_makes_exchange_markets_and_real_liquidity(world):
    exchange = world.sequencer.exchange
    view = exchange.exchange_view(exchange.now_s)
    assert view.is_demo
    assert view.parameters["min_lp_duration_s"] == 2 * 86_400
    assert len(exchange.market_ids()) == 2
    market = exchange.market_view(exchange.market_ids()[0], exchange.now_s)
    assert market.symbol == "AUS"
    # 5 % of 10,000,000 at 300.00
    assert market.parameters["max_side_size_e6"] == 5 * 10**11 * 10**8 // (300 * 10**8)
    assert market.parameters["skew_scale_e6"] == 40 * market.parameters["max_side_size_e6"]
    authority, mint = world.facts.vault_authority, world.facts.collateral_mint
    assert await token_balance(world.rpc, authority, mint) == SEED_E6 == view.balance_e6
    assert any(isinstance(row.command, AddLiquidity) for row in world.applied)


async def test_operator_commands_are_signed(world):
    rows = [
        row.command
        for row in world.applied
        if isinstance(row.command, CreateExchange | CreateMarket)
    ]
    assert len(rows) == 3
    assert all(is_signed_by_operator(command) for command in rows)
    assert {command.operator for command in rows} == {address_of(world.keys.operator)}


async def test_keys_are_private_files(world):
    for path in (world.home / "keys").iterdir():
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


async def test_a_second_start_changes_nothing(world):
    before = world.sequencer.sequence
    facts, _keys = await ensure_genesis(
        world.sequencer, world.rpc, genesis_settings(world.home, SEED_E6), small_catalogue()
    )
    assert facts == world.facts
    assert world.sequencer.sequence == before


@pytest.mark.parametrize("calls", [3, 8, 15, 21, 25, 30, 40])
async def test_an_interrupted_start_is_finished_by_the_next(tmp_path, calls):
    class Interrupted(Exception):
        pass

    class ShortRpc(Rpc):
        left = calls

        async def call(self, method, params=()):
            self.left -= 1
            if self.left < 0:
                raise Interrupted
            return await super().call(method, params)

    node = await NodeServer.start(tmp_path / "node", slot_ms=10)
    clock = HandClock()
    sequencer = await open_sequencer(tmp_path, clock)
    settings = genesis_settings(tmp_path, SEED_E6)
    try:
        async with ShortRpc(node.url) as short:
            with pytest.raises(Interrupted):
                await ensure_genesis(sequencer, short, settings, small_catalogue())
        await sequencer.close()
        sequencer = await open_sequencer(tmp_path, clock)
        async with Rpc(node.url) as rpc:
            facts, keys = await ensure_genesis(sequencer, rpc, settings, small_catalogue())
            held = await token_balance(rpc, facts.vault_authority, facts.collateral_mint)
        exchange = sequencer.exchange
        assert held == SEED_E6 == exchange.exchange_view(exchange.now_s).balance_e6
        assert len(exchange.lp_positions(address_of(keys.demo_lp), exchange.now_s)) == 1
        assert len(exchange.market_ids()) == 2
    finally:
        await sequencer.close()
        await node.stop()


async def test_the_replay_begins_with_the_exchange_not_with_the_set_up_before_it(tmp_path):
    node = await NodeServer.start(tmp_path / "node", slot_ms=10)
    clock = HandClock()
    sequencer = await open_sequencer(tmp_path, clock)
    try:
        clock.ns += 3_600 * 10**9  # of a slow machine
        async with Rpc(node.url) as rpc:
            settings = genesis_settings(tmp_path, SEED_E6)
            await ensure_genesis(sequencer, rpc, settings, small_catalogue())
        first, _ = next(iter(read_journal(tmp_path / "journal")))
        command = decode(first.payload)
        assert isinstance(command, CreateExchange)
        assert command.time_s == START_S
    finally:
        await sequencer.close()
        await node.stop()


async def test_a_journal_of_another_chain_refuses_to_start(world, tmp_path):
    other = await NodeServer.start(tmp_path / "other", slot_ms=10)
    try:
        async with Rpc(other.url) as rpc:
            with pytest.raises(GenesisError, match="belongs to another chain"):
                await ensure_genesis(
                    world.sequencer, rpc, genesis_settings(world.home, SEED_E6), small_catalogue()
                )
    finally:
        await other.stop()


async def test_a_demo_is_not_gone_on_with_in_real_time(world):
    check_kind(world.sequencer.exchange, is_demo=True)
    with pytest.raises(GenesisError, match="that of a demo; start it with ACRE_PROFILE=demo"):
        check_kind(world.sequencer.exchange, is_demo=False)
    for is_demo in (True, False):
        check_kind(Exchange(), is_demo=is_demo)  # an empty journal may become either


async def test_a_catalogue_without_any_area_of_the_markets_refuses_to_start(world):
    markets = world.sequencer.exchange.market_ids()
    other = load_catalogue(None, "us")
    check_catalogue(Exchange(), other)
    check_catalogue(world.sequencer.exchange, small_catalogue())
    with pytest.raises(GenesisError, match="come from other data; set ACRE_CATALOGUE"):
        await ensure_genesis(
            world.sequencer, world.rpc, genesis_settings(world.home, SEED_E6), other
        )
    assert world.sequencer.exchange.market_ids() == markets


def test_a_home_of_the_other_catalogue_is_told_which_one_it_needs():
    for name, other in (("us", "texas"), ("texas", "us")):
        market = load_catalogue(None, name).markets[0]
        exchange = Exchange()
        exchange.apply(replace(create_exchange(), seq=1, time_s=FACTORY_START_S))
        exchange.apply(replace(create_market("ONE", market.acre_id), seq=2, time_s=FACTORY_START_S))
        check_catalogue(exchange, load_catalogue(None, name))
        with pytest.raises(GenesisError, match=f"; set ACRE_CATALOGUE={name}, or name another"):
            check_catalogue(exchange, load_catalogue(None, other))


class NoisyHistories(FixedHistories):
    """Areas of `noise` go up and down by that ratio each day; others from 15 on have few prints."""

    def __init__(self, noise: dict[int, float]) -> None:
        super().__init__()
        self.noise = noise

    def prints(self, acre_id: int) -> DailyPrints:
        published_at_s, price_e8 = super().prints(acre_id)
        up = np.where(published_at_s // DAY_S % 2, 1 + self.noise.get(acre_id, 0), 1)
        kept = slice(31 if acre_id >= 15 else None)
        return DailyPrints(published_at_s[kept], np.rint(price_e8 * up).astype(np.int64)[kept])


async def test_an_area_that_does_not_hold_the_listing_rule_gets_no_market(world, caplog):
    small = small_catalogue()
    quiet, noisy, short = (
        replace(small.markets[0], acre_id=n, symbol=f"X{n}") for n in (13, 14, 15)
    )
    noise = {11: 0.5, 13: 0.99 * LISTING_NOISE_MAX, 14: 1.01 * LISTING_NOISE_MAX}
    areas = (*small.markets, quiet, noisy, short)
    catalogue = Catalogue(areas, small.start_s, NoisyHistories(noise))
    settings = genesis_settings(world.home, SEED_E6)
    await ensure_genesis(world.sequencer, world.rpc, settings, catalogue)
    exchange = world.sequencer.exchange
    listed = {exchange.market_view(one, exchange.now_s).symbol for one in exchange.market_ids()}
    assert listed == {"AUS", "DAL-1", "X13"}  # a market that is there stays
    said = {row.symbol: row.noise for row in caplog.records if row.msg == "market_not_listed"}
    assert said == {"X14": pytest.approx(noise[14], rel=0.01), "X15": None}


async def test_a_lost_operator_key_refuses_to_start_and_none_is_made(world):
    path = world.home / "keys" / "operator.json"
    path.unlink()
    with pytest.raises(
        GenesisError, match=r"operator\.json of this exchange's operator is missing"
    ):
        await ensure_genesis(
            world.sequencer, world.rpc, genesis_settings(world.home, SEED_E6), small_catalogue()
        )
    assert not path.exists()


async def test_a_foreign_vault_key_refuses_to_start(world):
    (world.home / "keys" / "vault-authority.json").unlink()
    with pytest.raises(GenesisError, match=r"vault-authority\.json"):
        await ensure_genesis(
            world.sequencer, world.rpc, genesis_settings(world.home, SEED_E6), small_catalogue()
        )


@pytest.fixture
async def outside(tmp_path):
    """A chain on which the exchange gets nothing for nothing, its issuer, and an empty engine."""
    node = await NodeServer.start(tmp_path / "node", slot_ms=10)
    rpc = Rpc(node.url)
    issuer = await Issuer.funded(rpc)
    sequencer = await open_sequencer(tmp_path, HandClock())
    settings = replace(genesis_settings(tmp_path, 0), can_airdrop=False)
    yield issuer, sequencer, settings
    await sequencer.close()
    await rpc.close()
    await node.stop()


async def is_final(rpc: Rpc, slot: int) -> bool:
    return await rpc.slot("finalized") >= slot


async def test_off_a_local_chain_the_mints_come_from_the_settings_and_sol_from_the_operator(
    outside,
):
    issuer, sequencer, settings = outside
    mints = (await issuer.mint(), await issuer.mint())
    before_slot = await issuer.rpc.slot("processed")
    await until(lambda: is_final(issuer.rpc, before_slot + 1))
    settings = replace(settings, mints=mints, commitment="finalized", chain_name="localnet")
    with pytest.raises(GenesisError, match=r"settler-fee-payer\.json\) pays for them"):
        await ensure_genesis(sequencer, issuer.rpc, settings, small_catalogue())
    payer = address_of(load_or_create_key(settings.keys_dir / "settler-fee-payer.json"))
    await issuer.pay(payer)
    facts, keys = await ensure_genesis(sequencer, issuer.rpc, settings, small_catalogue())
    assert (facts.collateral_mint, facts.token_mint) == mints
    for mint in mints:
        assert await token_balance(issuer.rpc, facts.vault_authority, mint) == 0
    assert await issuer.rpc.balance(address_of(keys.faucet)) == 0
    assert await issuer.rpc.balance(address_of(keys.demo_lp)) == 0
    assert 0 < await issuer.rpc.balance(payer) < 10**9
    # blocks before the exchange are not read: a public cluster has too many
    assert before_slot < facts.start_slot
    vault, _ = await issuer.rpc.successful_signatures(facts.collateral_vault, 10)
    (made,) = await issuer.rpc.signature_statuses(vault[-1:])
    assert facts.start_slot <= made["slot"]
    await until(lambda: is_final(issuer.rpc, made["slot"]))
    again, _keys = await ensure_genesis(sequencer, issuer.rpc, settings, small_catalogue())
    assert again.start_slot == made["slot"]
    assert Follower(issuer.rpc, sequencer, again, settings.chain_dir).first_slot == made["slot"]
    other = replace(settings, mints=(mints[1], mints[0]))
    before = sequencer.sequence
    with pytest.raises(GenesisError, match="created with other mints"):
        await ensure_genesis(sequencer, issuer.rpc, other, small_catalogue())
    assert sequencer.sequence == before


async def test_a_mint_that_cannot_be_a_token_of_the_exchange_is_named(outside):
    issuer, sequencer, settings = outside
    good = await issuer.mint()
    wallet = address_of(issuer.key)
    cases = {
        "there is no account": address_of(Keypair()),
        "does not belong to the SPL Token program": wallet,
        "has 9 decimals, not 6": await issuer.mint(decimals=9),
        "does not belong to the SPL Token": await issuer.mint(program=TOKEN_2022_PROGRAM_ID),
        "is no mint": await issuer.give(wallet, good, 1),
    }
    for words, bad in cases.items():
        wrong = replace(settings, mints=(good, bad))
        with pytest.raises(GenesisError, match=words) as refusal:
            await ensure_genesis(sequencer, issuer.rpc, wrong, small_catalogue())
        assert str(refusal.value).startswith("ACRE_TOKEN_MINT cannot be used: ")
    assert sequencer.sequence == 0


async def test_a_node_of_another_chain_than_the_pinned_one_is_refused(outside):
    issuer, sequencer, settings = outside
    pinned = replace(settings, pinned_genesis=bytes([7]) * 32, can_airdrop=True)
    with pytest.raises(GenesisError, match="ACRE_GENESIS_HASH is"):
        await ensure_genesis(sequencer, issuer.rpc, pinned, small_catalogue())
    named = replace(settings, chain_name="mainnet", can_airdrop=True)
    with pytest.raises(GenesisError, match="By its address the chain node serves mainnet"):
        await ensure_genesis(sequencer, issuer.rpc, named, small_catalogue())
    assert sequencer.sequence == 0
    keys = Keys.ensure(settings.keys_dir)
    assert await issuer.rpc.balance(address_of(keys.faucet)) == 0


async def test_demo_liquidity_is_added_too_where_only_final_blocks_count(tmp_path):
    node = await NodeServer.start(tmp_path / "node", slot_ms=10)
    rpc = Rpc(node.url)
    sequencer = await open_sequencer(tmp_path, HandClock())
    settings = replace(genesis_settings(tmp_path, SEED_E6), commitment="finalized")
    await ensure_genesis(sequencer, rpc, settings, small_catalogue())
    assert sequencer.exchange.exchange_view(sequencer.clock.now_s()).balance_e6 == SEED_E6
    assert sequencer.exchange.chain_cursor[0] <= await rpc.slot("finalized")
    await sequencer.close()
    await rpc.close()
    await node.stop()


async def test_the_oldest_transaction_is_found_page_by_page(outside, monkeypatch):
    issuer, _sequencer, _settings = outside
    receiver = address_of(Keypair())
    assert await issuer.rpc.first_slot_of(receiver, "confirmed") is None
    for lamports in range(10**6, 10**6 + 5):
        await issuer.pay(receiver, lamports)
    found, is_complete = await issuer.rpc.successful_signatures(receiver, 10)
    assert is_complete
    oldest = found[-1]
    (status,) = await issuer.rpc.signature_statuses([oldest])
    for page in (1, 2, 5, 6):
        monkeypatch.setattr(chain.client.rpc, "SIGNATURES_PAGE_MAX", page)
        assert await issuer.rpc.first_slot_of(receiver, "confirmed") == status["slot"]
    monkeypatch.setattr(chain.client.rpc, "SIGNATURE_PAGES_MAX", 2)
    monkeypatch.setattr(chain.client.rpc, "SIGNATURES_PAGE_MAX", 2)
    with pytest.raises(ChainError, match="too many transactions"):
        await issuer.rpc.first_slot_of(receiver, "confirmed")


@pytest.mark.parametrize("name", ["collateral_vault", "token_vault"])
async def test_a_prefunded_vault_account_is_still_created(outside, name):
    """The address is known before the account is made; lamports alone are no token account."""
    issuer, sequencer, settings = outside
    settings = replace(settings, mints=(await issuer.mint(), await issuer.mint()))
    keys = Keys.ensure(settings.keys_dir)
    await issuer.pay(address_of(keys.settler_fee_payer))
    place = 0 if name == "collateral_vault" else 1
    vault = token_account(address_of(keys.vault_authority), settings.mints[place])
    await issuer.pay(vault, 10**6)
    facts, _keys = await ensure_genesis(sequencer, issuer.rpc, settings, small_catalogue())
    assert getattr(facts, name) == vault
    for mint in settings.mints:
        assert await token_balance(issuer.rpc, facts.vault_authority, mint) == 0
