"""What the leaves say against the engine's views and the slow reference, over random runs."""

from dataclasses import replace

import numpy as np

from chain.proof.leaves import Export, Kind, Statement, make_statement, sum_of
from engine.core.exchange import Exchange
from tests.engine.core.test_against_reference import is_absurd
from tests.reference.exchange import Reference
from tests.reference.ruin import Ruin
from tests.reference.world import USERS, World

COMMANDS = 600


def leaves_of(statement: Statement, owner: bytes) -> dict[tuple[Kind, int], tuple[int, int]]:
    rows = statement.leaves
    mine = rows[(rows["owner"] == np.frombuffer(owner, "u1")).all(axis=1)]
    return {
        (Kind(int(row["kind"])), int(row["number"])): (int(row["amount_e6"]), int(row["mint"]))
        for row in mine
    }


def expected(reference: Reference, exchange: Exchange, owner: bytes):
    """The same by hand: from the reference, stakes and quarantine from the engine's views."""
    user = reference.users.get(owner)
    found = {}
    for number, account in (user.accounts if user else {}).items():
        found[Kind.MARGIN_ACCOUNT, number] = (account.collateral, 1)
    for number, request in (user.requests if user else {}).items():
        if request.state != 3:
            found[Kind.SETTLEMENT_REQUEST, number] = (request.amount, request.mint)
    cash, shares = max(0, reference.lp_balance), reference.lp_shares
    for view in exchange.lp_positions(owner, exchange.now_s):
        if view.shares_e6:
            part = view.shares_e6 * cash // shares
            found[Kind.LP_POSITION, view.lp_position_id] = (part, 1)
    account = exchange.lp_account(owner, exchange.now_s)
    if account is not None and account.shares_e6:
        found[Kind.LP_POSITION, 0] = (account.shares_e6 * cash // shares, 1)
    stake = exchange.staking_view(owner, exchange.now_s)
    held = stake.locking_e6 + stake.locked_e6 + stake.unlocking_e6 + stake.unlocked_e6
    if held:
        found[Kind.STAKE, 0] = (held, 2)
    for deposit in exchange.quarantined_deposits(owner):
        if not deposit.is_claimed:
            found[Kind.QUARANTINE, deposit.deposit_id] = (deposit.amount_e6, deposit.mint)
    return found


def check(exchange: Exchange, reference: Reference) -> Statement:
    statement = make_statement(Export.of(exchange))
    view = exchange.exchange_view(exchange.now_s)
    assert statement.claims.collateral_e6 == view.balance_e6 == reference.vault
    assert statement.claims.token_e6 == view.token_balance_e6
    assert sum_of(statement.leaves, 1) == view.balance_e6 + statement.claims.deficit_e6
    assert sum_of(statement.leaves, 2) == view.token_balance_e6
    assert statement.state_hash == exchange.state_hash()
    for owner in USERS:
        assert leaves_of(statement, owner) == expected(reference, exchange, owner)
    own = leaves_of(statement, view.address)
    assert own[Kind.RESERVE, 0] == (reference.reserve, 1)
    assert own[Kind.PROTOCOL_FEES, 0] == (reference.fees, 1)
    return statement


def run(stream, reference: Reference, every: int) -> list[Statement]:
    exchange, found = Exchange(), []
    for number, raw in enumerate(stream):
        if is_absurd(raw):
            continue
        command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
        exchange.apply(command)
        reference.apply(command)
        if number % every == 0:
            found.append(check(exchange, reference))
    return [*found, check(exchange, reference)]


def stream_of(seed: int, reference: Reference):
    world = World(seed, reference)
    yield from world.genesis()
    for _ in range(COMMANDS):
        yield world.next()


def test_the_leaves_are_what_everybody_is_owed():
    kinds = set()
    for seed in range(6):
        reference = Reference()
        for statement in run(stream_of(seed, reference), reference, 7):
            kinds |= set(statement.leaves["kind"].tolist())
    assert kinds >= set(Kind) - {Kind.POOL_DEFICIT}


def test_a_ruined_pool_is_a_deficit_and_not_a_lesser_claim():
    deficits = []
    for seed in range(8):
        reference = Reference()
        statements = run(Ruin(seed, reference).whole(), reference, 1)
        deficits += [statement.claims.deficit_e6 for statement in statements]
        for statement in statements:
            rows = statement.leaves
            said = rows["amount_e6"][rows["kind"] == Kind.POOL_DEFICIT].tolist()
            deficit_e6 = statement.claims.deficit_e6
            assert said == ([deficit_e6] if deficit_e6 else [])
    assert max(deficits) > 0
