"""The accounts and their execution: the only module that touches the SVM.

All of it is synchronous and runs on the event loop's thread, which makes that thread the single
owner of the SVM (a second thread would be refused by it).
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from solders.account import Account
from solders.clock import Clock
from solders.hash import Hash
from solders.litesvm import LiteSVM
from solders.pubkey import Pubkey
from solders.system_program import ID as SYSTEM_PROGRAM
from solders.transaction_metadata import (
    FailedTransactionMetadata,
    SimulateResult,
)
from spl.memo.constants import MEMO_PROGRAM_ID

from chain.node.encoding.instructions import NEWER_MEMO_PROGRAM_ID
from chain.node.encoding.meta import Json, build_meta
from chain.node.encoding.wire import AccountKeys, Decoded, account_keys
from chain.node.errors import invalid_params
from chain.node.limits import ANSWER_READ_BYTES_MAX, SCANNED_ACCOUNTS_MAX, SLOTS_PER_EPOCH
from chain.node.state.account_index import AccountIndex
from chain.node.state.nonces import nonce_account_of, nonce_value, with_nonce_value

AccountChanges = dict[Pubkey, Account | None]


class Outcome(NamedTuple):
    """The outcome of an execution; `has_landed`: it belongs in the block."""

    err: object
    has_landed: bool
    meta: Json
    written: tuple[bytes, ...] = ()


class Bank:
    """Accounts at the tip, with the earlier values that unfinalized slots replaced."""

    def __init__(self) -> None:
        # Signatures, blockhashes and replays are checked by the ledger before execution. The
        # SVM's own history forgets and does not survive a restart, so it is switched off.
        self._svm = (
            LiteSVM().with_sigverify(False).with_blockhash_check(False).with_transaction_history(0)
        )
        _add_newer_memo(self._svm)
        self._index = AccountIndex()
        self._slot = 0
        self._replaced: dict[int, AccountChanges] = {}
        self._replaced_bytes: dict[int, int] = {}
        self._lamports = 0
        self._added: dict[int, int] = {}  # lamports, by unfinalized slot

    def load(self, accounts: Iterable[tuple[Pubkey, Account]]) -> None:
        """Put stored accounts in place; programs last, because they need their data accounts."""
        programs: list[tuple[Pubkey, Account]] = []
        for address, account in accounts:
            if account.executable:
                programs.append((address, account))
            else:
                self._svm.set_account(address, account)
            self._index.update(address, account)
            self._lamports += account.lamports
        for address, account in programs:
            self._svm.set_account(address, account)

    def open_slot(self, slot: int) -> None:
        """Start collecting changes for a slot."""
        assert slot >= self._slot
        self._slot = slot

    def set_sysvars(self, slot: int, unix_s: int, slot_hashes: Sequence[tuple[int, bytes]]) -> None:
        """Drive the clock and the recent slot hashes that programs see."""
        epoch = slot // SLOTS_PER_EPOCH
        self._svm.set_clock(
            Clock(
                slot=slot,
                epoch_start_timestamp=unix_s,
                epoch=epoch,
                leader_schedule_epoch=epoch + 1,
                unix_timestamp=unix_s,
            )
        )
        self._svm.set_slot_hashes([(past, Hash.from_bytes(value)) for past, value in slot_hashes])

    def read(self, address: Pubkey, slot: int | None = None) -> Account | None:
        """Return an account at the tip, or as it was at the end of an unfinalized slot."""
        if slot is not None:
            for later in sorted(past for past in self._replaced if past > slot):
                if address in self._replaced[later]:
                    return self._replaced[later][address]
        return self._svm.get_account(address)

    def read_several(self, addresses: Sequence[Pubkey], slot: int) -> dict[Pubkey, Account | None]:
        """Return accounts at a slot; raises RpcError when they are too large together."""
        unique = dict.fromkeys(addresses)
        self._require_readable(unique)
        return {address: self.read(address, slot) for address in unique}

    def minimum_balance(self, data_bytes: int) -> int:
        """Return the rent-exempt minimum for an account of this size."""
        return self._svm.minimum_balance_for_rent_exemption(data_bytes)

    def owned_by(
        self,
        program: Pubkey,
        slot: int,
        mint: Pubkey | None = None,
        owner: Pubkey | None = None,
    ) -> list[tuple[Pubkey, Account]]:
        """List the accounts that a program owned at a slot, by address.

        Of a token program only those that may be of a mint or an owner, if these are given.
        """
        return self._read_all(
            self._index.owned_by(program, mint, owner),
            slot,
            lambda account: account.owner == program,
        )

    def held_by(self, owner: Pubkey, slot: int) -> list[tuple[Pubkey, Account]]:
        """List the token accounts that an owner held at a slot, by address."""
        return self._read_all(
            self._index.held_by(owner), slot, lambda account: AccountIndex.holder(account) == owner
        )

    def supply(self, slot: int) -> int:
        """Return the lamports of all accounts at a slot."""
        return self._lamports - sum(n for past, n in self._added.items() if past > slot)

    def all_accounts(self, slot: int) -> list[tuple[Pubkey, Account]]:
        """List the accounts that held lamports at a slot; raises RpcError for too many."""
        addresses = self._index.addresses()
        _require_few(len(addresses))
        return self._read_all(set(addresses), slot, lambda _: True)

    def data_bytes(self, keys: AccountKeys) -> int:
        """Return the data size of a transaction's accounts."""
        return sum(map(self._index.size, keys.all))

    @property
    def replaced_bytes(self) -> int:
        """Bytes of earlier account values kept until their slots are finalized."""
        return sum(self._replaced_bytes.values())

    def execute(
        self, decoded: Decoded, keys: AccountKeys, *, next_nonce: bytes, keep_failure: bool
    ) -> Outcome:
        """Run a transaction on the tip.

        A failure that paid its fee has landed; unless `keep_failure`, it is undone as a preflight
        simulation would have prevented it.
        """
        read = self._svm.get_account
        before = [read(key) for key in keys.all]
        result = self._svm.send_transaction(decoded.transaction)
        if isinstance(result, FailedTransactionMetadata):
            err: object = _error_json(result)
            metadata = result.meta()
            has_landed = self._finish_failure(decoded, before[0], next_nonce, keep_failure)
        else:
            err, metadata, has_landed = None, result, True
        after = [
            read(key) if is_writable else was
            for key, is_writable, was in zip(keys.all, keys.writable, before, strict=True)
        ]
        if err is None:
            self._renew_nonces(keys, before, after, next_nonce)
        written = self._record_changes(keys, before, after) if has_landed else ()
        meta = build_meta(metadata, err, keys, before, after, read)
        return Outcome(err=err, has_landed=has_landed, meta=meta, written=written)

    def simulate(self, decoded: Decoded) -> SimulateResult:
        """Run a transaction without effect."""
        return self._svm.simulate_transaction(decoded.transaction)

    def account_keys(self, decoded: Decoded) -> AccountKeys:
        """List a transaction's accounts with the lookup tables of the tip."""
        return account_keys(decoded.message, self._svm.get_account)

    def changed_in(self, slot: int) -> AccountChanges:
        """Return the tip values of all accounts that a slot changed; None means gone."""
        return {key: self.read(key, slot) for key in self._replaced.get(slot, {})}

    def forget_before(self, slot: int) -> None:
        """Drop the replaced values of finalized slots."""
        for past in [past for past in self._replaced if past <= slot]:
            del self._replaced[past]
            self._replaced_bytes.pop(past, None)
            self._added.pop(past, None)

    def rewind(self, slot: int) -> AccountChanges:
        """Put all accounts back as they were at the end of an unfinalized slot; return them."""
        touched = {key for past in self._replaced if past > slot for key in self._replaced[past]}
        restored = {key: self.read(key, slot) for key in touched}
        for key, account in restored.items():
            self._svm.set_account(key, account or Account(0, b"", SYSTEM_PROGRAM))
            self._index.update(key, account)
        for past in [past for past in self._replaced if past > slot]:
            del self._replaced[past]
            self._replaced_bytes.pop(past, None)
            self._lamports -= self._added.pop(past, 0)
        return restored

    def _finish_failure(
        self, decoded: Decoded, payer_before: Account | None, next_nonce: bytes, keep: bool
    ) -> bool:
        payer = decoded.message.account_keys[0]
        payer_after = self._svm.get_account(payer)
        if payer_before is None or payer_after is None or payer_before == payer_after:
            return False
        if not keep:
            self._svm.set_account(payer, payer_before)
            return False
        nonce_address = nonce_account_of(decoded)
        account = None if nonce_address is None else self._svm.get_account(nonce_address)
        if nonce_address is not None and account is not None and nonce_value(account) is not None:
            # A failed transaction must not stay valid: its nonce moves on all the same.
            self._svm.set_account(nonce_address, with_nonce_value(account, next_nonce))
        return True

    def _renew_nonces(
        self,
        keys: AccountKeys,
        before: Sequence[Account | None],
        after: list[Account | None],
        next_nonce: bytes,
    ) -> None:
        for place, account in enumerate(after):
            value = nonce_value(account) if keys.writable[place] else None
            if account is not None and value is not None and value != nonce_value(before[place]):
                key = keys.all[place]
                self._svm.set_account(key, with_nonce_value(account, next_nonce))
                after[place] = self._svm.get_account(key)

    def _record_changes(
        self,
        keys: AccountKeys,
        before: Sequence[Account | None],
        after: Sequence[Account | None],
    ) -> tuple[bytes, ...]:
        written: list[bytes] = []
        added = 0
        replaced = self._replaced.setdefault(self._slot, {})
        for key, was, now in zip(keys.all, before, after, strict=True):
            if was is now or was == now:
                continue
            if key not in replaced:
                replaced[key] = was
                size = self._index.size(key)
                self._replaced_bytes[self._slot] = self._replaced_bytes.get(self._slot, 0) + size
            self._index.update(key, now)
            added += (0 if now is None else now.lamports) - (0 if was is None else was.lamports)
            written.append(bytes(key))
        self._lamports += added
        self._added[self._slot] = self._added.get(self._slot, 0) + added
        return tuple(written)

    def _require_readable(self, addresses: Iterable[Pubkey]) -> None:
        if sum(map(self._index.size, addresses)) > ANSWER_READ_BYTES_MAX:
            raise invalid_params(f"the accounts hold more than {ANSWER_READ_BYTES_MAX} bytes")

    def _read_all(
        self, indexed: set[Pubkey], slot: int, matches: Callable[[Account], bool]
    ) -> list[tuple[Pubkey, Account]]:
        # What later slots replaced is what was there at this slot; the oldest of it counts.
        former: AccountChanges = {}
        for past in sorted(past for past in self._replaced if past > slot):
            for address, was in self._replaced[past].items():
                former.setdefault(address, was)
        candidates = indexed | {
            address for address, was in former.items() if was is not None and matches(was)
        }
        _require_few(len(candidates))
        self._require_readable(candidates)
        found: list[tuple[Pubkey, Account]] = []
        for address in sorted(candidates, key=bytes):
            account = self.read(address, slot)
            if account is not None and matches(account):
                found.append((address, account))
        return found


def error_of(result: SimulateResult) -> object:
    """Return the error of a simulation in its JSON form, None for success."""
    return _error_json(result) if isinstance(result, FailedTransactionMetadata) else None


def _add_newer_memo(svm: LiteSVM) -> None:
    """Load the program that newer clients write memos to: the code is that of the known one."""
    known = svm.get_account(MEMO_PROGRAM_ID)
    assert known is not None
    svm.add_program(NEWER_MEMO_PROGRAM_ID, known.data)


def _require_few(accounts: int) -> None:
    if accounts > SCANNED_ACCOUNTS_MAX:
        raise invalid_params(f"the call looks at more than {SCANNED_ACCOUNTS_MAX} accounts")


def _error_json(result: FailedTransactionMetadata) -> object:
    return json.loads(result.to_json())["err"]
