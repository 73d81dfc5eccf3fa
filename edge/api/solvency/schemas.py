"""Answers of the solvency call (API 5.9)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from edge.http.schema.base import Entity, Request
from edge.http.schema.units import (
    UNSIGNED,
    AddressInput,
    AddressText,
    Collateral,
    SignedCollateral,
    Timestamp,
    Token,
)

ProofKind = Literal["marginAccount", "lpPosition", "settlementRequest", "stake", "quarantine"]
Node = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}(:[0-9]+){3}$",
        description="hash:leaves:collateral:tokens of a node of the tree",
    ),
]
Amount = Annotated[
    str,
    Meta(pattern=UNSIGNED, description="USD or tokens", extra_json_schema={"x-decimals": 6}),
]


class SolvencyQuery(Request):
    """The wallet of the proofs, if any."""

    user: AddressInput | None = None


class Liabilities(Entity):
    """Collateral liabilities of the vault, by kind; `lp` is negative when the pool has overpaid."""

    margin: Collateral
    lp: SignedCollateral
    reserve: Collateral
    protocol_fees: Collateral
    unsettled: Collateral
    quarantined: Collateral


class PathNode(Entity):
    """A node beside the way from a leaf to the root."""

    hash: Node
    side: Literal["left", "right"]


class InclusionProof(Entity):
    """That the root counts what one wallet is owed."""

    kind: ProofKind
    address: AddressText
    amount: Amount
    leaf: Annotated[str, Meta(description="kind owner number amount unit")]
    path: list[PathNode]


class Solvency(Entity):
    """Vault balance, liabilities, and the root that commits to them."""

    vault_balance: Collateral
    claims: Liabilities
    difference: SignedCollateral
    token_vault_balance: Token
    token_claims: Token
    sequence: int
    state_hash: str
    state_root: Node
    root_slot: int | None
    root_signature: str | None
    as_of: Timestamp
    proofs: list[InclusionProof] | UnsetType = UNSET
