"""Express base: what is in the vault, what is owed, and proofs of it (API 5.9)."""

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.custody.compared import Compared
from chain.proof.leaves import WORDS, Claims, Kind, address_of_leaf
from chain.proof.tree import Proof
from edge.api.context import Call, Context
from edge.api.solvency.schemas import (
    InclusionProof,
    Liabilities,
    PathNode,
    Solvency,
    SolvencyQuery,
)
from edge.http import costs
from edge.http.addresses import address_text, parse_user
from edge.http.limits import PROOFS_MAX
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.slices import in_slices

PROOFS_SLICE = 50
OF_WALLETS = frozenset(
    {
        Kind.MARGIN_ACCOUNT,
        Kind.LP_POSITION,
        Kind.SETTLEMENT_REQUEST,
        Kind.STAKE,
        Kind.QUARANTINE,
    }
)


@route(
    Base.EXPRESS,
    "GET",
    "/solvency",
    query=SolvencyQuery,
    returns=Solvency,
    cache="accounts",
    cost=costs.PROOFS,
)
async def get_solvency(call: Call[SolvencyQuery, Nothing]) -> Solvency:
    """Return vault and claims, the last state root on the chain, and a wallet's proofs of it."""
    context = call.context
    owner = None if call.query.user is None else parse_user(call.query.user)
    tree = await context.roots.tree()
    found = context.health.custody.public or await _as_read_now(context)
    claims = found.claims
    posted = context.roots.posted
    is_on_chain = posted is not None and posted.tree is tree
    answer = Solvency(
        vault_balance=str(found.vault_e6[MINT_COLLATERAL]),
        claims=Liabilities(
            margin=str(claims.margin_e6),
            lp=str(claims.lp_e6),
            reserve=str(claims.reserve_e6),
            protocol_fees=str(claims.protocol_fees_e6),
            unsettled=str(claims.unsettled_e6),
            quarantined=str(claims.quarantined_e6),
        ),
        difference=str(found.difference_e6),
        token_vault_balance=str(found.vault_e6[MINT_TOKEN]),
        token_claims=str(claims.token_e6),
        sequence=tree.statement.sequence,
        state_hash=tree.statement.state_hash.hex(),
        state_root=tree.root,
        root_slot=posted.slot if posted is not None and is_on_chain else None,
        root_signature=posted.signature if posted is not None and is_on_chain else None,
        as_of=found.time_s,
    )
    if owner is not None:
        proofs = tree.proofs(owner, PROOFS_MAX)
        own = [proof for proof in proofs if proof.kind in OF_WALLETS]
        answer.proofs = await in_slices(own, lambda proof: _proof(context, proof), PROOFS_SLICE)
    return answer


async def _as_read_now(context: Context) -> Compared:
    """Return balances and claims of this moment, where the reconciler has not compared them.

    A payout on its way makes the two differ.
    """
    token_e6 = await context.vaults.balance_e6(MINT_TOKEN)
    vault_e6 = await context.vaults.balance_e6(MINT_COLLATERAL)
    return Compared(
        slot=context.health.followed_slot(),
        time_s=context.now_s(),
        vault_e6={MINT_COLLATERAL: vault_e6, MINT_TOKEN: token_e6},
        claims=Claims.of(context.exchange),  # after the last wait: one moment for all figures
    )


def _proof(context: Context, proof: Proof) -> InclusionProof:
    address = address_of_leaf(context.facts.exchange, proof.kind, proof.owner, proof.number)
    return InclusionProof(
        kind=WORDS[proof.kind],  # type: ignore[arg-type]  # no wallet owns the other kinds
        address=address_text(address),
        amount=str(proof.amount_e6),
        leaf=proof.leaf,
        path=[PathNode(hash=node, side=side) for node, side in proof.path],
    )
