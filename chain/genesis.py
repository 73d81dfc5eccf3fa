"""The first start of an exchange on a local chain, safe to repeat and to interrupt anywhere.

Keys → SOL → mints → vault accounts → CreateExchange → CreateMarket … → demo liquidity. Each step
looks at the chain or the engine for what is already there.
"""

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from solders.hash import Hash
from solders.keypair import Keypair

from chain.balances import token_balance
from chain.builders.builders import Builders
from chain.catalogue import Catalogue, MarketFacts
from chain.facts import ChainFacts
from chain.faucet import Faucet, Gift, airdrop_if_low
from chain.follower.follower import Follower
from chain.mints import ensure_mints, ensure_vaults
from chain.operator_key import OperatorCommand, sign_operator_command
from chain.rpc import Rpc
from chain.wallet import address_of, load_or_create_key, sign_and_send
from engine.core.errors import ErrorCode
from engine.core.generated.messages import (
    CommandRejected,
    CreateExchange,
    CreateMarket,
)
from engine.core.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

DEMO_LIQUIDITY_E6: Final = 10_000_000 * 10**6
DEMO_MIN_LP_DURATION_S: Final = 2 * 86_400
SIDE_NAV_FLOOR_E6: Final = 10_000_000 * 10**6
SIDE_SHARE: Final = 10  # a side is at most a tenth of the pool at creation
SKEW_SCALE_SIDES: Final = 20
E8: Final = 10**8
LOCAL_CHAIN_NAME: Final = "localnet"
NO_CHAIN: Final = bytes(32)


class GenesisError(Exception):
    """Why the exchange cannot start; the text is for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The key files of a local set-up."""

    operator: Keypair
    vault_authority: Keypair
    settler_fee_payer: Keypair
    faucet: Keypair
    demo_lp: Keypair

    @classmethod
    def ensure(cls, directory: Path) -> "Keys":
        """Load the keys, making those that are missing (mode 0600)."""
        return cls(
            operator=load_or_create_key(directory / "operator.json"),
            vault_authority=load_or_create_key(directory / "vault-authority.json"),
            settler_fee_payer=load_or_create_key(directory / "settler-fee-payer.json"),
            faucet=load_or_create_key(directory / "faucet.json"),
            demo_lp=load_or_create_key(directory / "demo-lp.json"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GenesisSettings:
    """Where things lie and which set-up this is."""

    keys_dir: Path
    chain_dir: Path
    is_demo: bool = True
    seed_liquidity_e6: int = DEMO_LIQUIDITY_E6
    chain_name: str = LOCAL_CHAIN_NAME
    exchange_parameters: tuple[tuple[str, int], ...] = ()  # overrides, for tests


async def ensure_genesis(
    sequencer: Sequencer, rpc: Rpc, settings: GenesisSettings, catalogue: Catalogue
) -> tuple[ChainFacts, Keys]:
    """Bring chain and engine to where trading can begin; raises GenesisError with a sentence."""
    genesis = bytes(Hash.from_string(await rpc.genesis_hash()))
    known = sequencer.exchange.exchange_view(sequencer.clock.now_s())
    if known.chain_genesis not in (NO_CHAIN, genesis):
        raise GenesisError(
            "The journal belongs to another chain: its genesis hash is "
            f"{Hash(known.chain_genesis)}, the node's is {Hash(genesis)}. "
            "Start the node with its own data, or begin with an empty journal."
        )
    keys = Keys.ensure(settings.keys_dir)
    for wallet in (keys.faucet, keys.settler_fee_payer):
        await airdrop_if_low(rpc, address_of(wallet))
    mints = await ensure_mints(rpc, keys.faucet)
    if known.chain_genesis == NO_CHAIN:
        await _create_exchange(sequencer, settings, keys, mints, genesis)
    view = sequencer.exchange.exchange_view(sequencer.clock.now_s())
    if view.vault_authority != address_of(keys.vault_authority):
        raise GenesisError(
            "The key file vault-authority.json is not the key of this exchange's vault; "
            "put the right key back, nothing was changed."
        )
    facts = ChainFacts.of_exchange(view, settings.chain_name)
    await ensure_vaults(rpc, facts, keys.faucet)
    await _create_markets(sequencer, keys, catalogue)
    if settings.seed_liquidity_e6:
        await _seed_liquidity(sequencer, rpc, settings, facts, keys)
    return facts, keys


async def _create_exchange(
    sequencer: Sequencer,
    settings: GenesisSettings,
    keys: Keys,
    mints: tuple[bytes, bytes],
    genesis: bytes,
) -> None:
    parameters = {row.name: row.default or 0 for row in EXCHANGE_PARAMETERS}
    if settings.is_demo:
        parameters["min_lp_duration_s"] = DEMO_MIN_LP_DURATION_S
    parameters |= dict(settings.exchange_parameters)
    fields: dict[str, Any] = dict(parameters)
    command = CreateExchange(
        # a name nobody can sign for: the key of the address is thrown away
        exchange=address_of(Keypair()),
        collateral_mint=mints[0],
        token_mint=mints[1],
        vault_authority=address_of(keys.vault_authority),
        chain_genesis=genesis,
        is_demo=int(settings.is_demo),
        **fields,
    )
    await _submit(sequencer, sign_operator_command(command, keys.operator))


async def _create_markets(sequencer: Sequencer, keys: Keys, catalogue: Catalogue) -> None:
    """Create the catalogue's markets that are missing, at the last print published by now."""
    start_s = max(catalogue.start_s, sequencer.exchange.now_s)
    for market in catalogue.markets:
        if sequencer.exchange.market_id_of(market.symbol) is not None:
            continue
        first = catalogue.print_at(market.acre_id, start_s)
        if first is None:
            log.warning("market_without_print", extra={"symbol": market.symbol})
            continue
        nav_e6 = _nav_e6(sequencer)
        command = market_command(market, first, nav_e6)
        await _submit(sequencer, sign_operator_command(command, keys.operator))


def market_command(market: MarketFacts, first: tuple[int, int], nav_e6: int) -> CreateMarket:
    """Return the command for a market; the side limit is a tenth of the pool, rounded down."""
    published_at_s, price_e8 = first
    max_side_size_e6 = max(nav_e6, SIDE_NAV_FLOOR_E6) * E8 // (SIDE_SHARE * price_e8)
    parameters = {row.name: row.default or 0 for row in MARKET_PARAMETERS}
    parameters["max_side_size_e6"] = max_side_size_e6
    parameters["skew_scale_e6"] = SKEW_SCALE_SIDES * max_side_size_e6
    fields: dict[str, Any] = dict(parameters)
    return CreateMarket(
        symbol=market.symbol,
        name=market.name,
        state=market.state,
        country=market.country,
        category=market.category,
        metric=market.metric,
        price_feed=market.price_feed,
        acre_id=market.acre_id,
        price_e8=price_e8,
        published_at_s=published_at_s,
        **fields,
    )


def _nav_e6(sequencer: Sequencer) -> int:
    view = sequencer.exchange.exchange_view(sequencer.clock.now_s())
    return view.lp_balance_e6 - view.unrealized_pnl_e6


async def _seed_liquidity(
    sequencer: Sequencer, rpc: Rpc, settings: GenesisSettings, facts: ChainFacts, keys: Keys
) -> None:
    """Let the demo LP add liquidity by a real transaction, exactly once.

    The wallet gets exactly the amount: if an earlier transaction is still under way, only one of
    the two can have the tokens.
    """
    lp = address_of(keys.demo_lp)
    follower = Follower(rpc, sequencer, facts, settings.chain_dir)
    await follower.catch_up()
    if sequencer.exchange.user_view(lp).nonce:  # it has acted: seeded before
        return
    amount_e6 = settings.seed_liquidity_e6
    have_e6 = await token_balance(rpc, lp, facts.collateral_mint) or 0
    if have_e6 < amount_e6:
        gift = replace(Gift(), collateral_e6=amount_e6 - have_e6, token_e6=0)
        await Faucet(rpc, facts, keys.faucet).drop(lp, gift)
    builders = Builders(rpc, sequencer.exchange, facts, sequencer.clock.now_s)
    built = await builders.add_liquidity(lp, amount_e6)
    await sign_and_send(rpc, built, [keys.demo_lp])
    await follower.catch_up()
    follower.save_checkpoint()
    if not sequencer.exchange.user_view(lp).nonce:
        raise GenesisError("The demo liquidity was sent but the exchange refused it.")
    log.info("demo_liquidity_added", extra={"amount_e6": amount_e6})


async def _submit(sequencer: Sequencer, command: OperatorCommand) -> None:
    applied = await sequencer.submit(command)
    for event in applied.events:
        if isinstance(event, CommandRejected):
            code = ErrorCode(event.code).name
            raise GenesisError(f"The exchange refused {command.WIRE}: {code}.")
