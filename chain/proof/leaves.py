"""Liabilities of the exchange after one command: the leaves of the state root.

A leaf is one line of plain words, `kind owner number amount unit`, for example
`marginAccount 7xKX…gAsU 1 5000000000 collateral`: what account 1 of that wallet is owed, in
millionths. The leaves add up to the engine's claims exactly (rules/invariants.md):

- a margin account: its collateral, before profit and loss of open positions;
- an LP position: its shares' part of the pool's cash, rounded down;
- a settlement request that is not settled, a deposit in quarantine, a stake in all its states;
- the exchange's own: reserve, protocol fees, and what no LP position has of the pool's cash.

The pool's cash is negative while it has paid winners more than it had and losers have not closed.
Then the LP positions are owed nothing, and a leaf of the unit `deficit`, which is in no sum,
says how much more is owed than there is.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from chain.client import addresses
from chain.client.facts import MINT_COLLATERAL, MINT_NONE, MINT_TOKEN
from engine.core.arrays import CLAIM_ROW, Records
from engine.core.exchange import Exchange

AMOUNT_MAX: Final = 2**63 - 1


class Kind(IntEnum):
    """The kind of a leaf; the first five are defined in `engine/core/payouts/claims.pxd`."""

    MARGIN_ACCOUNT = 0
    LP_POSITION = 1
    SETTLEMENT_REQUEST = 2
    STAKE = 3
    QUARANTINE = 4
    RESERVE = 5
    PROTOCOL_FEES = 6
    POOL_REMAINDER = 7
    POOL_DEFICIT = 8


WORDS: Final = (
    "marginAccount",
    "lpPosition",
    "settlementRequest",
    "stake",
    "quarantine",
    "reserve",
    "protocolFees",
    "poolRemainder",
    "poolDeficit",
)
UNITS: Final = ("deficit", "collateral", "token")  # by the engine's number of the mint


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """Liabilities by kind (`_e6`); only `lp_e6` can be negative."""

    margin_e6: int
    lp_e6: int
    reserve_e6: int
    protocol_fees_e6: int
    unsettled_e6: int
    quarantined_e6: int
    token_e6: int

    @classmethod
    def of(cls, exchange: Exchange) -> "Claims":
        """Read the claims of the last applied command."""
        view = exchange.exchange_view(exchange.now_s)
        return cls(
            margin_e6=view.margin_e6,
            lp_e6=view.lp_balance_e6,
            reserve_e6=view.reserve_e6,
            protocol_fees_e6=view.protocol_fees_e6,
            unsettled_e6=view.unsettled_e6,
            quarantined_e6=view.quarantined_e6,
            token_e6=view.token_staked_e6 + view.token_unsettled_e6 + view.token_quarantined_e6,
        )

    @property
    def collateral_e6(self) -> int:
        """The sum of the collateral claims: what the vault must hold."""
        own_e6 = self.lp_e6 + self.reserve_e6 + self.protocol_fees_e6
        return self.margin_e6 + own_e6 + self.unsettled_e6 + self.quarantined_e6

    @property
    def deficit_e6(self) -> int:
        """By how much the leaves exceed the claims: 0 unless the pool's cash is negative."""
        return max(0, -self.lp_e6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The exchange after one command: what a root commits to."""

    sequence: int
    time_s: int
    state_hash: bytes
    claims: Claims
    leaves: Records  # `CLAIM_ROW` in the order of the tree, amounts as owed


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """An immutable copy of engine data between two commands."""

    exchange: bytes
    sequence: int
    time_s: int
    state_hash: bytes
    claims: Claims
    lp_shares_e6: int
    chain_slot: int  # of the last chain command
    rows: Records

    @classmethod
    def of(cls, exchange: Exchange) -> "Export":
        """Copy what a statement needs; this alone holds the loop."""
        view = exchange.exchange_view(exchange.now_s)
        return cls(
            exchange=view.address,
            sequence=exchange.sequence,
            time_s=exchange.now_s,
            state_hash=exchange.state_hash(),
            claims=Claims.of(exchange),
            lp_shares_e6=view.lp_shares_e6,
            chain_slot=exchange.chain_cursor[0],
            rows=exchange.claim_rows(),
        )


def make_statement(export: Export) -> Statement:
    """Return the leaves in order; ValueError when they are not what the engine says it owes."""
    claims = export.claims
    rows = export.rows.copy()
    leaves = np.concatenate([rows, _own_leaves(export, _share_cash(export, rows))])
    leaves = leaves[_order(leaves)]
    collateral_e6, token_e6 = (sum_of(leaves, mint) for mint in (MINT_COLLATERAL, MINT_TOKEN))
    if (collateral_e6 - claims.deficit_e6, token_e6) != (claims.collateral_e6, claims.token_e6):
        raise ValueError(
            f"after command {export.sequence} the leaves add up to {collateral_e6} and {token_e6}, "
            f"the engine's claims are {claims.collateral_e6} and {claims.token_e6}"
        )
    if len(leaves) and int(leaves["amount_e6"].min()) < 0:
        raise ValueError(f"after command {export.sequence} an owner is owed less than nothing")
    return Statement(
        sequence=export.sequence,
        time_s=export.time_s,
        state_hash=export.state_hash,
        claims=claims,
        leaves=leaves,
    )


def sum_of(leaves: Records, mint: int) -> int:
    """Return the exact sum of one unit's amounts (`_e6`)."""
    amounts = leaves["amount_e6"][leaves["mint"] == mint]
    # two halves, so that no sum wraps: 2^32 rows of 2^32
    return (int((amounts >> 32).sum()) << 32) + int((amounts & 0xFFFFFFFF).sum())


def leaf_text(owner: bytes, number: int, amount_e6: int, kind: int, mint: int) -> str:
    """Return the line of a leaf."""
    return f"{WORDS[kind]} {addresses.to_base58(owner)} {number} {amount_e6} {UNITS[mint]}"


def address_of_leaf(exchange: bytes, kind: Kind, owner: bytes, number: int) -> bytes:
    """Return the derived address that names what a leaf is about (rules/chain-commands.md)."""
    match kind:
        case Kind.MARGIN_ACCOUNT:
            return addresses.margin_account(exchange, owner, number)
        case Kind.LP_POSITION if number == 0:
            return addresses.lp_account(exchange, owner)
        case Kind.LP_POSITION:
            return addresses.lp_position(exchange, owner, number)
        case Kind.SETTLEMENT_REQUEST:
            return addresses.settlement_request(exchange, owner, number)
        case Kind.STAKE:
            return addresses.stake(exchange, owner)
        case Kind.QUARANTINE:
            return addresses.quarantined_deposit(exchange, owner, number)
        case _:
            return exchange


def _share_cash(export: Export, rows: Records) -> int:
    """Give the LP rows their part of the pool's cash for their shares; return what is left."""
    cash_e6 = max(0, export.claims.lp_e6)
    positions = np.flatnonzero(rows["kind"] == Kind.LP_POSITION)
    shares = rows["amount_e6"][positions].tolist()
    parts: list[int] = [cash_e6 * number // export.lp_shares_e6 for number in shares]
    rows["amount_e6"][positions] = parts
    return cash_e6 - sum(parts)


def _own_leaves(export: Export, remainder_e6: int) -> Records:
    """Return the exchange's own funds, and its uncovered liabilities."""
    own = [
        (Kind.RESERVE, export.claims.reserve_e6, MINT_COLLATERAL),
        (Kind.PROTOCOL_FEES, export.claims.protocol_fees_e6, MINT_COLLATERAL),
        (Kind.POOL_REMAINDER, remainder_e6, MINT_COLLATERAL),
    ]
    if export.claims.deficit_e6:
        own.append((Kind.POOL_DEFICIT, export.claims.deficit_e6, MINT_NONE))
    leaves = np.zeros(len(own), CLAIM_ROW)
    leaves["owner"] = np.frombuffer(export.exchange, "u1")
    for row, (kind, amount_e6, mint) in zip(leaves, own, strict=True):
        row["kind"], row["amount_e6"], row["mint"] = kind, amount_e6, mint
    return leaves


def _order(leaves: Records) -> NDArray[np.intp]:
    """Sort by owner, kind, number: the leaves of one wallet are together."""
    owner = np.ascontiguousarray(leaves["owner"]).view(">u8")
    parts = (owner[:, part] for part in (3, 2, 1, 0))  # the last key counts most
    return np.lexsort((leaves["number"], leaves["kind"], *parts))
