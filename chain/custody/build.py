"""Puts custody together: the key at hand, the settler, the reconciler, the watch."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solders.keypair import Keypair

from chain.client.addresses import from_base58, to_base58
from chain.client.facts import ChainFacts
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_or_create_key, write_durably
from chain.custody.allowance_watch import AllowanceWatch
from chain.custody.custody import CUSTODY_DELEGATE, Custody, DelegateCustody, KeyCustody
from chain.custody.earlier import EarlierPayouts
from chain.custody.health import CustodyHealth
from chain.custody.hot_keys import HOT_KEY_FILE, former_hot_keys
from chain.custody.lent_guards import LentGuards
from chain.custody.multisig import CustodyError
from chain.custody.outflow_stop import OutflowStop
from chain.custody.reclaimer import Reclaimer
from chain.custody.reconciler import Reconciler
from chain.custody.runway import Runway
from chain.custody.settler import Settler
from chain.follower.follower import Follower
from chain.genesis import VAULT_KEY_FILE, Keys
from chain.worker import Loop
from engine.journal.files import make_directory
from engine.sequencer import Sequencer

VAULT_FILE: Final = "vault.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class CustodySettings:
    """Custody paths below the home directory, and the custody mode."""

    home: Path
    kind: str  # "key" or "delegate"
    former_keys: tuple[bytes, ...] = ()  # hot keys of the past that the operator names

    @property
    def keys_dir(self) -> Path:
        """The directory of key files."""
        return self.home / "keys"

    @property
    def state_dir(self) -> Path:
        """The directory of the outflow stop and of the command line's files."""
        return self.home / "custody"

    @property
    def payouts_dir(self) -> Path:
        """The directory of the settler's signed bytes."""
        return self.home / "payouts"


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultFacts:
    """Exchange facts for the cold side; a file, so that no core is needed."""

    facts: ChainFacts
    hot_key: bytes

    def save(self, directory: Path) -> None:
        """Write the file."""
        addresses = {
            "genesis": self.facts.genesis,
            "exchange": self.facts.exchange,
            "vaultAuthority": self.facts.vault_authority,
            "collateralMint": self.facts.collateral_mint,
            "tokenMint": self.facts.token_mint,
            "hotKey": self.hot_key,
        }
        texts = {name: to_base58(address) for name, address in addresses.items()}
        texts["chain"] = self.facts.chain_name
        make_directory(directory, 0o700)
        write_durably(directory / VAULT_FILE, json.dumps(texts, indent=1).encode())

    @classmethod
    def load(cls, directory: Path) -> "VaultFacts":
        """Read the file; raises CustodyError."""
        path = directory / VAULT_FILE
        try:
            texts = json.loads(path.read_text())
            facts = ChainFacts(
                chain_name=str(texts["chain"]),
                genesis=from_base58(texts["genesis"]),
                exchange=from_base58(texts["exchange"]),
                vault_authority=from_base58(texts["vaultAuthority"]),
                collateral_mint=from_base58(texts["collateralMint"]),
                token_mint=from_base58(texts["tokenMint"]),
            )
            return cls(facts=facts, hot_key=from_base58(texts["hotKey"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CustodyError(
                f"{path} cannot be read; a core that has started once has written it."
            ) from error


def open_custody(settings: CustodySettings, facts: ChainFacts, keys: Keys) -> Custody:
    """Load the key at hand; raises CustodyError with a sentence."""
    fee_payer = keys.settler_fee_payer
    if settings.kind == CUSTODY_DELEGATE:
        hot_key = load_or_create_key(settings.keys_dir / HOT_KEY_FILE)
        _check_fee_payer(fee_payer, hot_key, HOT_KEY_FILE)
        address = address_of(hot_key)
        former = former_hot_keys(settings.keys_dir, address, settings.former_keys)
        VaultFacts(facts=facts, hot_key=address).save(settings.state_dir)
        return DelegateCustody(facts=facts, hot_key=hot_key, fee_payer=fee_payer, former=former)
    key = _vault_key(keys)
    _check_fee_payer(fee_payer, key, VAULT_KEY_FILE)
    return KeyCustody(facts=facts, key=key, fee_payer=fee_payer)


def custody_loops(
    settings: CustodySettings,
    rpcs: Sequence[Rpc],
    follower: Follower,
    custody: Custody,
    sequencer: Sequencer,
    health: CustodyHealth,
) -> list[Loop]:
    """Return the loops that pay, compare, watch and reclaim."""
    stop = OutflowStop(settings.state_dir)
    reconciler = Reconciler(rpcs, sequencer, follower, stop, health=health)
    reconciler.earlier = EarlierPayouts(rpcs[0], custody.guard_bases)
    settler = Settler(
        rpcs,
        sequencer,
        custody,
        settings.payouts_dir,
        may_pay=reconciler.may_pay,
        final_slot=lambda: follower.finalized_slot,
    )
    health.payouts = settler.payouts
    lent, runway = LentGuards.beside(settings.payouts_dir), Runway(sequencer, health)
    reclaimer = Reclaimer(rpcs, sequencer, lent, custody.fee_payer, runway)
    watch = AllowanceWatch(rpcs[0], sequencer, custody, health)
    return [
        reconciler.worker.loop,
        Loop("settler", settler.run, settler.worker),
        watch.worker.loop,
        reclaimer.worker.loop,
    ]


def _vault_key(keys: Keys) -> Keypair:
    if keys.vault_authority is None:
        raise CustodyError("There is no key of the vault: its authority is a multisig.")
    return keys.vault_authority


def _check_fee_payer(fee_payer: Keypair, key: Keypair, name: str) -> None:
    """Refuse one key for both: what moves tokens never pays fees."""
    if address_of(fee_payer) == address_of(key):
        raise CustodyError(
            f"The key files {name} and settler-fee-payer.json hold the same key; the key that "
            "moves tokens must not pay fees. Put the right file back."
        )
