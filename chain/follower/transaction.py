"""A transaction of a block, decoded: top-level instructions, signers, token balance changes.

Nothing here looks at logs or inner instructions: a foreign program can write into both.
"""

import binascii

from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from chain.client.rpc import Json
from engine.core.row import row

_NOTHING = (bytes(32), bytes(32), 0)


class UndecodableTransaction(Exception):
    """The node's answer is not a transaction we can read; nothing of it is trusted."""


@row()
class TopInstruction:
    """One top-level instruction; accounts are addresses in order."""

    index: int
    program: bytes
    accounts: tuple[bytes, ...]
    data: bytes


@row()
class TokenChange:
    """A transaction's effect on one token account; `owners` before and after, if it existed."""

    account: bytes
    owners: tuple[bytes, ...]
    mint: bytes
    delta: int


@row()
class BlockTransaction:
    """A transaction of a block."""

    signature: bytes
    is_failed: bool
    signers: tuple[bytes, ...]
    instructions: tuple[TopInstruction, ...]
    changes: tuple[TokenChange, ...]
    decoded: VersionedTransaction
    is_verified: bool = False  # every signature is known to be valid

    @property
    def fee_payer(self) -> bytes:
        """The first signer."""
        return self.signers[0]

    def is_signed(self) -> bool:
        """Verify every signature ourselves, so that a lying node cannot invent a command."""
        return self.is_verified or all(self.decoded.verify_with_results())

    def sender_of(self, token_account: bytes, authority: bytes) -> bytes:
        """Return whose tokens `authority` moved out of an account.

        An authority that owned the account before or after moved its own: the account may have
        changed hands within the transaction. Else it was a delegate of the owner before.
        """
        for change in self.changes:
            if change.account == token_account and authority not in change.owners:
                return change.owners[0]
        return authority

    def payer_of(self, mint: bytes, amount: int) -> bytes:
        """Return whose tokens arrived by another way than a plain transfer.

        It is the one signer whose accounts of the mint lost at least `amount`: with a relayer the
        fee payer is another wallet. Without exactly one such signer it is the fee payer, because
        the owner of a program's account could never claim the tokens.
        """
        lost: dict[bytes, int] = {}
        for change in self.changes:
            owner = change.owners[0]
            if change.mint == mint and owner in self.signers:
                lost[owner] = lost.get(owner, 0) - change.delta
        payers = [owner for owner, sum_lost in lost.items() if sum_lost >= amount]
        return payers[0] if len(payers) == 1 else self.fee_payer

    def delta_of(self, token_account: bytes) -> int:
        """Return by how much the balance of a token account changed."""
        return sum(change.delta for change in self.changes if change.account == token_account)


def raw_transaction(answer: Json) -> bytes:
    """Return the bytes of one row of `getBlock` (base64)."""
    try:
        text, encoding = answer["transaction"]
        if encoding != "base64":
            raise UndecodableTransaction("transaction is not base64")
        return binascii.a2b_base64(text, strict_mode=True)
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise UndecodableTransaction("row has no transaction") from error


def decode(raw: bytes, meta: Json, *, is_verified: bool = False) -> BlockTransaction:
    """Decode a transaction with its meta; anything unexpected raises UndecodableTransaction."""
    try:
        return _decode(raw, meta, is_verified)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UndecodableTransaction(
            f"transaction cannot be read: {type(error).__name__}"
        ) from error


def _decode(raw: bytes, meta: Json, is_verified: bool) -> BlockTransaction:
    decoded = VersionedTransaction.from_bytes(raw)
    if bytes(decoded) != raw:
        raise UndecodableTransaction("transaction has bytes that are not signed")
    message = decoded.message
    keys = static = [bytes(key) for key in message.account_keys]
    loaded = meta.get("loadedAddresses")
    if loaded and (texts := [*loaded.get("writable", ()), *loaded.get("readonly", ())]):
        keys = static + [bytes(Pubkey.from_string(text)) for text in texts]
    instructions = tuple(
        [
            TopInstruction(
                index,
                keys[instruction.program_id_index],
                tuple([keys[account] for account in instruction.accounts]),
                instruction.data,
            )
            for index, instruction in enumerate(message.instructions)
        ]
    )
    signers = tuple(static[: message.header.num_required_signatures])
    if not signers or len(decoded.signatures) != len(signers):
        raise UndecodableTransaction("transaction has no signer")
    return BlockTransaction(
        signature=bytes(decoded.signatures[0]),
        is_failed=meta["err"] is not None,
        signers=signers,
        instructions=instructions,
        changes=_token_changes(meta, keys),
        decoded=decoded,
        is_verified=is_verified,
    )


def _token_changes(meta: Json, keys: list[bytes]) -> tuple[TokenChange, ...]:
    """Pair the token balances before and after, per account."""
    rows_before, rows_after = meta.get("preTokenBalances"), meta.get("postTokenBalances")
    if not (rows_before or rows_after):
        return ()
    before, after = _balances(rows_before, keys), _balances(rows_after, keys)
    changes = []
    for account in dict.fromkeys([*before, *after]):
        rows = [side[account] for side in (before, after) if account in side]
        change = TokenChange(
            account=account,
            owners=tuple(owner for owner, _mint, _amount in rows),
            mint=rows[-1][1],
            delta=after.get(account, _NOTHING)[2] - before.get(account, _NOTHING)[2],
        )
        changes.append(change)
    return tuple(changes)


def _balances(rows: Json, keys: list[bytes]) -> dict[bytes, tuple[bytes, bytes, int]]:
    return {
        keys[row["accountIndex"]]: (
            bytes(Pubkey.from_string(row["owner"])) if row.get("owner") else bytes(32),
            bytes(Pubkey.from_string(row["mint"])),
            int(row["uiTokenAmount"]["amount"]),
        )
        for row in rows or ()
    }
