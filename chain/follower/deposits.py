"""Transfers into the vault: parsed from top-level instructions, checked against the balances."""

from chain.client.addresses import TOKEN_PROGRAM
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN, ChainFacts
from chain.follower.transaction import BlockTransaction, TopInstruction
from engine.core.row import row

AMOUNT_MAX = 2**63 - 1
_TOKEN_PROGRAM = bytes(TOKEN_PROGRAM)
_TRANSFER = 3
_TRANSFER_CHECKED = 12


@row(kw_only=True)
class Deposit:
    """One transfer into the vault."""

    instruction_index: int
    source_owner: bytes
    amount_e6: int
    mint: int
    is_checked: bool


@row()
class VaultFlow:
    """By how much a transaction changed a vault token account."""

    mint: int
    delta_e6: int


def vault_flows(transaction: BlockTransaction, facts: ChainFacts) -> tuple[VaultFlow, ...]:
    """Return the balance changes of our two vault accounts."""
    if not transaction.changes:
        return ()
    flows = (
        VaultFlow(MINT_COLLATERAL, transaction.delta_of(facts.collateral_vault)),
        VaultFlow(MINT_TOKEN, transaction.delta_of(facts.token_vault)),
    )
    return tuple(flow for flow in flows if flow.delta_e6 != 0)


def parse_deposits(transaction: BlockTransaction, facts: ChainFacts) -> tuple[Deposit, ...]:
    """Return the top-level transfers to the vault that moved anything."""
    if transaction.is_failed:
        return ()
    found = [
        _deposit(transaction, instruction, facts)
        for instruction in transaction.instructions
        if instruction.program == _TOKEN_PROGRAM
    ]
    return tuple([deposit for deposit in found if deposit is not None])


def unexplained(
    deposits: tuple[Deposit, ...], flows: tuple[VaultFlow, ...]
) -> tuple[VaultFlow, ...]:
    """Return per mint what the balances moved beyond the parsed transfers (may be negative)."""
    if not (deposits or flows):
        return ()
    rest = {MINT_COLLATERAL: 0, MINT_TOKEN: 0}
    for flow in flows:
        rest[flow.mint] += flow.delta_e6
    for deposit in deposits:
        rest[deposit.mint] -= deposit.amount_e6
    return tuple(VaultFlow(mint, delta) for mint, delta in rest.items() if delta != 0)


def _deposit(
    transaction: BlockTransaction, instruction: TopInstruction, facts: ChainFacts
) -> Deposit | None:
    if len(instruction.data) < 9:
        return None
    kind = instruction.data[0]
    if kind not in (_TRANSFER, _TRANSFER_CHECKED):
        return None
    is_checked = kind == _TRANSFER_CHECKED
    destination_at, authority_at = (2, 3) if is_checked else (1, 2)
    if len(instruction.accounts) <= authority_at:
        return None
    vaults = {facts.collateral_vault: MINT_COLLATERAL, facts.token_vault: MINT_TOKEN}
    mint = vaults.get(instruction.accounts[destination_at])
    amount_e6 = int.from_bytes(instruction.data[1:9], "little")
    if mint is None or not 0 < amount_e6 <= AMOUNT_MAX:
        return None
    authority = instruction.accounts[authority_at]
    return Deposit(
        instruction_index=instruction.index,
        source_owner=transaction.sender_of(instruction.accounts[0], authority),
        amount_e6=amount_e6,
        mint=mint,
        is_checked=is_checked,
    )
