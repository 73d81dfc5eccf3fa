"""The first start of an exchange on its chain, safe to repeat and to interrupt anywhere.

Keys → SOL → mints → CreateExchange → vault accounts → CreateMarket … → demo liquidity. Each step
looks at the chain or the engine for what is already there. Off a local chain nothing is given away:
the mints come from the settings, the SOL from the operator.
"""

import asyncio
import logging
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from solders.hash import Hash
from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.catalogue import Catalogue, MarketFacts
from chain.catalogue.catalogue import CATALOGUES
from chain.client.addresses import to_base58
from chain.client.balances import token_balance
from chain.client.cluster import LOCALNET, genesis_refusal
from chain.client.facts import ChainFacts
from chain.client.faucet import Faucet, Gift, airdrop_if_low
from chain.client.mints import ensure_mints, ensure_vaults, mint_refusal
from chain.client.rpc import Rpc
from chain.client.wallet import (
    TransactionFailed,
    address_of,
    load_key,
    load_or_create_key,
    sign_and_send,
    wait_confirmed,
)
from chain.custody.hot_keys import HOT_KEY_FILE
from chain.custody.multisig import CustodyError, read_multisig
from chain.follower.follower import Follower
from chain.known_end import known_by_files, known_by_roots, known_by_vault
from chain.operator_key import OperatorCommand, sign_operator_command
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    CreateExchange,
    CreateMarket,
)
from engine.journal import ExpectedEnd
from engine.programmes.index_series import residual_noise
from engine.schema.errors import ErrorCode
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS, first_sizes_e6
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

DEMO_LIQUIDITY_E6: Final = 10_000_000 * 10**6
DEMO_MIN_LP_DURATION_S: Final = 2 * 86_400
SIDE_NAV_FLOOR_E6: Final = 10_000_000 * 10**6
LISTING_NOISE_MAX: Final = 0.002  # residual, of a day: docs/rules/housing-data.md
NO_CHAIN: Final = bytes(32)
OPERATOR_KEY_FILE: Final = "operator.json"
VAULT_KEY_FILE: Final = "vault-authority.json"


class GenesisError(Exception):
    """Why the exchange cannot start; the text is for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The key files of a local set-up."""

    operator: Keypair
    vault_authority: Keypair | None  # None: it is a multisig, which has no key
    settler_fee_payer: Keypair
    faucet: Keypair
    demo_lp: Keypair
    keeper: Keypair

    @classmethod
    def ensure(cls, directory: Path, *, has_vault_key: bool = True) -> "Keys":
        """Load the keys, making those that are missing (mode 0600)."""
        vault = directory / VAULT_KEY_FILE
        return cls(
            operator=load_or_create_key(directory / OPERATOR_KEY_FILE),
            vault_authority=load_or_create_key(vault) if has_vault_key else None,
            settler_fee_payer=load_or_create_key(directory / "settler-fee-payer.json"),
            faucet=load_or_create_key(directory / "faucet.json"),
            demo_lp=load_or_create_key(directory / "demo-lp.json"),
            keeper=load_or_create_key(directory / "keeper.json"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GenesisSettings:
    """Paths and kind of the set-up."""

    keys_dir: Path
    chain_dir: Path
    multisig: bytes | None = None  # the vault's authority; None: a key file of this set-up
    is_demo: bool = True
    seed_liquidity_e6: int = DEMO_LIQUIDITY_E6
    chain_name: str = LOCALNET
    pinned_genesis: bytes | None = None  # the only chain that may be used
    mints: tuple[bytes, bytes] | None = None  # collateral, ACRE token; None: made here
    can_airdrop: bool = True
    commitment: str = "confirmed"  # at which commands count
    exchange_parameters: tuple[tuple[str, int], ...] = ()  # overrides, for tests
    agreeing: tuple[Rpc, ...] = ()  # further endpoints, which must say the same about blocks
    expected_end: ExpectedEnd = field(default_factory=ExpectedEnd)  # of the journal

    @property
    def home(self) -> Path:
        """The home directory of the exchange."""
        return self.keys_dir.parent


def check_kind(exchange: Exchange, *, is_demo: bool) -> None:
    """Refuse a journal of the other kind before anything is written to it.

    A demo's time runs over its history: one tick of today's would end it for ever.
    """
    if exchange.sequence == 0:
        return
    if exchange.exchange_view(exchange.now_s).is_demo != is_demo:
        kind, profile = ("real time", "plain") if is_demo else ("a demo", "demo")
        raise GenesisError(
            f"The journal is that of {kind}; start it with ACRE_PROFILE={profile}, or name another "
            "directory in ACRE_HOME."
        )


def check_catalogue(exchange: Exchange, catalogue: Catalogue) -> None:
    """Refuse a catalogue that has no area of the exchange's markets: all of them would go stale."""
    held = {exchange.market_view(one, exchange.now_s).acre_id for one in exchange.market_ids()}
    if held and held.isdisjoint(market.acre_id for market in catalogue.markets):
        fitting = [
            f"set ACRE_CATALOGUE={name}"
            for name, load in CATALOGUES.items()
            if held <= {market.acre_id for market in load().markets}
        ]
        advice = fitting[0] if fitting else "set ACRE_CATALOGUE and ACRE_DATA_DIR as they were"
        raise GenesisError(
            f"The markets of this exchange come from other data; {advice}, or name another "
            "directory in ACRE_HOME. Nothing was changed."
        )


async def ensure_genesis(
    sequencer: Sequencer, rpc: Rpc, settings: GenesisSettings, catalogue: Catalogue
) -> tuple[ChainFacts, Keys]:
    """Bring chain and engine to where trading can begin; raises GenesisError with a sentence."""
    genesis = bytes(Hash.from_string(await rpc.genesis_hash()))
    refusal = genesis_refusal(settings.chain_name, genesis, settings.pinned_genesis)
    if refusal is not None:
        raise GenesisError(refusal)
    check_catalogue(sequencer.exchange, catalogue)
    known = sequencer.exchange.exchange_view(sequencer.clock.now_s())
    if known.chain_genesis not in (NO_CHAIN, genesis):
        raise GenesisError(
            "The journal belongs to another chain: its genesis hash is "
            f"{Hash(known.chain_genesis)}, the node's is {Hash(genesis)}. "
            "Start the node with its own data, or begin with an empty journal."
        )
    _refuse_lost_operator(settings, is_new=known.chain_genesis == NO_CHAIN)
    keys = Keys.ensure(settings.keys_dir, has_vault_key=settings.multisig is None)
    authority = await _vault_authority(rpc, settings, keys)
    if settings.can_airdrop:
        wallets = (keys.faucet, keys.settler_fee_payer, keys.keeper)
        await asyncio.gather(*(airdrop_if_low(rpc, address_of(wallet)) for wallet in wallets))
    mints = await _mints(rpc, settings, keys)
    if known.chain_genesis == NO_CHAIN:
        addresses = _Addresses(authority, *mints, genesis)
        await _refuse_lost_journal(rpc, settings, addresses)
        await _create_exchange(sequencer, settings, keys, addresses)
    view = sequencer.exchange.exchange_view(sequencer.clock.now_s())
    if view.vault_authority != authority:
        raise GenesisError(
            "The key file vault-authority.json is not the key of this exchange's vault; "
            "put the right key back, nothing was changed."
            if settings.multisig is None
            else "ACRE_CUSTODY_MULTISIG is not the authority of this exchange's vault, which is "
            f"{to_base58(view.vault_authority)}; nothing was changed."
        )
    if (view.collateral_mint, view.token_mint) != mints:
        raise GenesisError(
            "The exchange was created with other mints than ACRE_COLLATERAL_MINT and "
            "ACRE_TOKEN_MINT name; put the right ones back, nothing was changed."
        )
    facts = ChainFacts.of_exchange(view, settings.chain_name)
    await _refuse_short_journal(sequencer, rpc, settings, facts, keys)
    if not settings.can_airdrop:  # a public cluster: its earlier blocks are too many to read
        is_new = known.chain_genesis == NO_CHAIN
        facts = replace(facts, start_slot=await _start_slot(rpc, sequencer, facts, is_new=is_new))
    await _ensure_vaults(rpc, facts, keys.settler_fee_payer)
    await _create_markets(sequencer, keys, catalogue)
    if settings.seed_liquidity_e6:
        await _seed_liquidity(sequencer, rpc, settings, facts, keys)
    return facts, keys


def _refuse_lost_operator(settings: GenesisSettings, *, is_new: bool) -> None:
    """Refuse to make a new key of the operator where the exchange has one: it has no rights."""
    path = settings.keys_dir / OPERATOR_KEY_FILE
    if not is_new and not path.exists():
        raise GenesisError(
            f"The key file {path} of this exchange's operator is missing; put it back. A new key "
            "would have no rights, so none was made."
        )


async def _mints(rpc: Rpc, settings: GenesisSettings, keys: Keys) -> tuple[bytes, bytes]:
    """Return (collateral mint, ACRE token mint): those of the settings, or our own."""
    if settings.mints is None:
        return await ensure_mints(rpc, keys.faucet)
    names = ("ACRE_COLLATERAL_MINT", "ACRE_TOKEN_MINT")
    for name, mint in zip(names, settings.mints, strict=True):
        refusal = await mint_refusal(rpc, mint)
        if refusal is not None:
            raise GenesisError(f"{name} cannot be used: {refusal}.")
    return settings.mints


async def _start_slot(rpc: Rpc, sequencer: Sequencer, facts: ChainFacts, *, is_new: bool) -> int:
    """Return a slot before which nothing on the chain concerns the exchange.

    The vault is made right after the exchange; before that its address is unknown to depositors.
    """
    if sequencer.exchange.chain_cursor[0]:
        return 0  # the cursor is further than that
    newest = await rpc.slot("finalized")
    first = None if is_new else await rpc.first_slot_of(facts.collateral_vault)
    return newest if first is None else min(first, newest)


async def _ensure_vaults(rpc: Rpc, facts: ChainFacts, payer: Keypair) -> None:
    try:
        await ensure_vaults(rpc, facts, payer)
    except TransactionFailed as error:
        raise GenesisError(
            "The vault's token accounts could not be created. The wallet "
            f"{payer.pubkey()} (settler-fee-payer.json) pays for them and for every payout; "
            f"it needs SOL. The node said: {error}"
        ) from error


@dataclass(frozen=True, slots=True)
class _Addresses:
    vault_authority: bytes
    collateral_mint: bytes
    token_mint: bytes
    genesis: bytes


async def _vault_authority(rpc: Rpc, settings: GenesisSettings, keys: Keys) -> bytes:
    """Return the vault's owner: the multisig on the chain, or the key of the file."""
    if settings.multisig is None:
        assert keys.vault_authority is not None
        return address_of(keys.vault_authority)
    try:
        multisig = await read_multisig(rpc, settings.multisig)
    except CustodyError as error:
        raise GenesisError(f"ACRE_CUSTODY_MULTISIG cannot be used: {error}") from error
    held = {keys.operator, keys.settler_fee_payer, keys.faucet, keys.demo_lp, keys.keeper}
    hot_key = settings.keys_dir / HOT_KEY_FILE
    if hot_key.exists():
        held.add(load_key(hot_key))
    for key in held:
        if address_of(key) in multisig.signers:
            raise GenesisError(
                f"ACRE_CUSTODY_MULTISIG cannot be used: {key.pubkey()}, a cold key of the "
                f"multisig, lies in {settings.keys_dir}. A cold key must not be on the server."
            )
    return multisig.address


async def _refuse_lost_journal(
    rpc: Rpc, settings: GenesisSettings, addresses: "_Addresses"
) -> None:
    """Raise JournalShortError where an empty journal follows one that had commands."""
    home = settings.home
    files = [home / "custody" / "vault.json", settings.chain_dir / "follower.json"]
    known = known_by_files(files, home / "roots")
    facts = ChainFacts(
        chain_name=settings.chain_name,
        genesis=addresses.genesis,
        exchange=NO_CHAIN,
        vault_authority=addresses.vault_authority,
        collateral_mint=addresses.collateral_mint,
        token_mint=addresses.token_mint,
    )
    known |= await known_by_vault(rpc, facts)
    replace(settings.expected_end, known=known).check(home / "journal", 0)


async def _refuse_short_journal(
    sequencer: Sequencer, rpc: Rpc, settings: GenesisSettings, facts: ChainFacts, keys: Keys
) -> None:
    """Raise JournalShortError where a state root was made of a later command."""
    known = known_by_files((), settings.home / "roots")
    known |= await known_by_roots(rpc, facts, address_of(keys.settler_fee_payer))
    expected = replace(settings.expected_end, known=known)
    expected.check(settings.home / "journal", sequencer.sequence)


async def _create_exchange(
    sequencer: Sequencer,
    settings: GenesisSettings,
    keys: Keys,
    addresses: "_Addresses",
) -> None:
    if not sequencer.sequence:
        sequencer.clock.anchor(None)  # what came before took time in which nothing was journaled
    parameters = {row.name: row.default or 0 for row in EXCHANGE_PARAMETERS}
    if settings.is_demo:
        parameters["min_lp_duration_s"] = DEMO_MIN_LP_DURATION_S
    parameters |= dict(settings.exchange_parameters)
    fields: dict[str, Any] = dict(parameters)
    command = CreateExchange(
        # a name without a signer: the key of the address is thrown away
        exchange=address_of(Keypair()),
        collateral_mint=addresses.collateral_mint,
        token_mint=addresses.token_mint,
        vault_authority=addresses.vault_authority,
        chain_genesis=addresses.genesis,
        is_demo=int(settings.is_demo),
        **fields,
    )
    await _submit(sequencer, sign_operator_command(command, keys.operator))


async def _create_markets(sequencer: Sequencer, keys: Keys, catalogue: Catalogue) -> None:
    """Create the catalogue's markets that are missing, at the last print published by now.

    An area whose index is noisier than the listing rule allows gets no market.
    """
    start_s = max(catalogue.start_s, sequencer.exchange.now_s)
    for market in catalogue.markets:
        if sequencer.exchange.market_id_of(market.symbol) is not None:
            continue
        first = catalogue.print_at(market.acre_id, start_s)
        if first is None:
            log.warning("market_without_print", extra={"symbol": market.symbol})
            continue
        noise = residual_noise(catalogue.prints(market.acre_id))
        if noise is None or noise > LISTING_NOISE_MAX:
            log.warning("market_not_listed", extra={"symbol": market.symbol, "noise": noise})
            continue
        nav_e6 = _nav_e6(sequencer)
        command = market_command(market, first, nav_e6)
        await _submit(sequencer, sign_operator_command(command, keys.operator))


def market_command(market: MarketFacts, first: tuple[int, int], nav_e6: int) -> CreateMarket:
    """Return the command for a market; its sizes follow from the pool, at least from a floor."""
    published_at_s, price_e8 = first
    side_e6, scale_e6 = first_sizes_e6(max(nav_e6, SIDE_NAV_FLOOR_E6), price_e8)
    parameters = {row.name: row.default or 0 for row in MARKET_PARAMETERS}
    parameters["max_side_size_e6"] = side_e6
    parameters["skew_scale_e6"] = scale_e6
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
    if sequencer.exchange.user_view(lp).nonce:  # it has acted: seeded before
        return
    follower = Follower(
        (rpc, *settings.agreeing),
        sequencer,
        facts,
        settings.chain_dir,
        commitment=settings.commitment,
    )
    await follower.catch_up_patiently()
    if sequencer.exchange.user_view(lp).nonce:  # and the process had ended before it read that
        return
    amount_e6 = settings.seed_liquidity_e6
    have_e6 = await token_balance(rpc, lp, facts.collateral_mint) or 0
    if have_e6 < amount_e6:
        gift = replace(Gift(), collateral_e6=amount_e6 - have_e6, token_e6=0)
        await Faucet(rpc, facts, keys.faucet).drop(lp, gift)
    builders = Builders(rpc, sequencer.exchange, facts, sequencer.clock.now_s)
    built = await builders.build(lp, "add-liquidity", amount=amount_e6)
    signature = await sign_and_send(rpc, built, [keys.demo_lp])
    await wait_confirmed(rpc, signature, built.last_valid_block_height, settings.commitment)
    await follower.catch_up_patiently()
    follower.save_checkpoint()
    if not sequencer.exchange.user_view(lp).nonce:
        raise GenesisError("The demo liquidity was sent but the exchange refused it.")
    log.info("demo_liquidity_added", extra={"amount_e6": amount_e6})


async def _submit(sequencer: Sequencer, command: OperatorCommand) -> None:
    applied = await sequencer.submit(command)
    if applied.rejection is not None:
        code = ErrorCode(applied.rejection.code).name
        raise GenesisError(f"The exchange refused {command.WIRE}: {code}.")
