"""Classification of transactions: commands, ignored ones with the reason, and token transfers.

A transaction yields at most one command. Tokens that came without an accepted command are passed
on for quarantine, one row per transfer, so that nothing that reached the vault is ever lost.
"""

from dataclasses import dataclass, replace

from chain.client.addresses import (
    ASSOCIATED_TOKEN_PROGRAM,
    COMPUTE_BUDGET_PROGRAM,
    LIGHTHOUSE_PROGRAM,
    MEMO_PROGRAMS,
    MEMO_V1_PROGRAM,
    SYSTEM_PROGRAM,
    TOKEN_2022_PROGRAM,
    TOKEN_PROGRAM,
)
from chain.client.facts import ChainFacts
from chain.commands.command import ChainOrigin
from chain.commands.memo import Memo, MemoError, has_magic, parse_bytes
from chain.follower.deposits import (
    AMOUNT_MAX,
    Deposit,
    VaultFlow,
    parse_deposits,
    unexplained,
    vault_flows,
)
from chain.follower.transaction import BlockTransaction, TopInstruction, UndecodableTransaction
from engine.core.row import row

_COMMAND_PROGRAMS = frozenset(map(bytes, MEMO_PROGRAMS))
KNOWN_PROGRAMS = frozenset(
    bytes(program)
    for program in (
        ASSOCIATED_TOKEN_PROGRAM,
        COMPUTE_BUDGET_PROGRAM,
        LIGHTHOUSE_PROGRAM,
        *MEMO_PROGRAMS,
        MEMO_V1_PROGRAM,
        SYSTEM_PROGRAM,
        TOKEN_2022_PROGRAM,
        TOKEN_PROGRAM,
    )
)
NO_COMMAND = "tokens came without a command"
IGNORED_COMMAND = "tokens came with a command that was ignored"
UNPARSED_TOKENS = "tokens came by another way than a plain transfer"


@row(kw_only=True)
class Found:
    """One row for the sequencer: a command (memo), or an ignored transaction with its reason."""

    origin: ChainOrigin
    memo: Memo | None = None
    reason: str = ""
    has_magic: bool = False


@dataclass(frozen=True, slots=True)
class _Refusal(Exception):
    reason: str


def accept(
    transaction: BlockTransaction, slot: int, transaction_index: int, facts: ChainFacts
) -> list[Found]:
    """Return the rows of one transaction in order of their instruction index.

    A payout of our own needs no sign of its own, which could be forged or stolen: it brings no
    tokens and has no memo of ours, so there are no rows.

    Raises UndecodableTransaction when a signature does not verify: such a row is the node's lie.
    """
    deposits = parse_deposits(transaction, facts)
    rest = unexplained(deposits, vault_flows(transaction, facts))
    memos = _magic_memos(transaction)
    if not (memos or deposits or rest):
        return []
    if not transaction.is_signed():
        raise UndecodableTransaction("a signature does not verify")
    origin = ChainOrigin(
        user=transaction.fee_payer,
        signature=transaction.signature,
        slot=slot,
        transaction_index=transaction_index,
    )
    if not memos:
        return _quarantine(transaction, origin, deposits, rest, NO_COMMAND, facts)
    try:
        command = _command(transaction, memos, deposits, rest, facts)
    except _Refusal as refusal:
        ignored = Found(
            origin=_at(origin, memos[0].index, user=_sender(transaction, memos[0])),
            reason=refusal.reason,
            has_magic=True,
        )
        rows = [ignored, *_quarantine(transaction, origin, deposits, rest, IGNORED_COMMAND, facts)]
        return sorted(rows, key=lambda row: row.origin.order_key)
    attached = deposits[0] if deposits else None
    return [
        Found(
            origin=_at(origin, memos[0].index, user=memos[0].accounts[0], deposit=attached),
            memo=command,
            has_magic=True,
        )
    ]


def _magic_memos(transaction: BlockTransaction) -> list[TopInstruction]:
    return [
        instruction
        for instruction in transaction.instructions
        if instruction.program in _COMMAND_PROGRAMS and has_magic(instruction.data)
    ]


def _command(
    transaction: BlockTransaction,
    memos: list[TopInstruction],
    deposits: tuple[Deposit, ...],
    rest: tuple[VaultFlow, ...],
    facts: ChainFacts,
) -> Memo:
    """Return the command, or raise why the transaction is none."""
    _require(not transaction.is_failed, "the transaction failed on chain")
    _require(len(memos) == 1, "more than one memo of Acre in the transaction")
    signer = memos[0].accounts
    _require(
        len(signer) == 1 and signer[0] in transaction.signers,
        "the memo must have one account, which signed",
    )
    programs = [instruction.program for instruction in transaction.instructions]
    _require(
        KNOWN_PROGRAMS.issuperset(programs),
        "the transaction calls a program that Acre does not know",
    )
    try:
        memo = parse_bytes(memos[0].data, facts.chain_name)
    except MemoError as error:
        raise _Refusal(error.reason) from error
    _require(len(deposits) <= 1, "more than one transfer to the vault")
    for deposit in deposits:
        _require(deposit.is_checked, "the transfer to the vault is not a TransferChecked")
        _require(deposit.source_owner == signer[0], "the transfer is not from the memo's account")
    _require(not rest, "the transfer does not match the balance change of the vault")
    return memo


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise _Refusal(reason)


def _sender(transaction: BlockTransaction, memo: TopInstruction) -> bytes:
    """Return the sender of an ignored command: the memo's signer, else the fee payer."""
    signed = [account for account in memo.accounts if account in transaction.signers]
    return signed[0] if len(signed) == 1 else transaction.fee_payer


def _quarantine(
    transaction: BlockTransaction,
    origin: ChainOrigin,
    deposits: tuple[Deposit, ...],
    rest: tuple[VaultFlow, ...],
    reason: str,
    facts: ChainFacts,
) -> list[Found]:
    """Return one row per transfer, for its source owner, and one per other balance change.

    When the balances say that less arrived than the transfers claim, only what arrived counts.
    """
    surplus = {flow.mint: flow.delta_e6 for flow in rest}
    rows = []
    for deposit in deposits:
        missing_e6 = min(deposit.amount_e6, max(0, -surplus.get(deposit.mint, 0)))
        surplus[deposit.mint] = surplus.get(deposit.mint, 0) + missing_e6
        if deposit.amount_e6 > missing_e6:
            kept = replace(deposit, amount_e6=deposit.amount_e6 - missing_e6)
            at = _at(origin, kept.instruction_index, user=kept.source_owner, deposit=kept)
            rows.append(Found(origin=at, reason=reason))
    for mint, amount_e6 in surplus.items():
        if 0 < amount_e6 <= AMOUNT_MAX:
            other = Deposit(
                instruction_index=len(transaction.instructions) + mint,
                source_owner=transaction.payer_of(facts.mint_address(mint), amount_e6),
                amount_e6=amount_e6,
                mint=mint,
                is_checked=False,
            )
            at = _at(origin, other.instruction_index, user=other.source_owner, deposit=other)
            rows.append(Found(origin=at, reason=UNPARSED_TOKENS))
    return sorted(rows, key=lambda row: row.origin.order_key)


def _at(
    origin: ChainOrigin, instruction_index: int, *, user: bytes, deposit: Deposit | None = None
) -> ChainOrigin:
    return ChainOrigin(
        user=user,
        signature=origin.signature,
        slot=origin.slot,
        transaction_index=origin.transaction_index,
        instruction_index=instruction_index,
        attached_e6=deposit.amount_e6 if deposit else 0,
        attached_mint=deposit.mint if deposit else 0,
    )
