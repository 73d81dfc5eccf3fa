"""The sum tree: its shape, its sums, and that every leaf's path leads to the root."""

import re
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from chain.client.addresses import from_base58, to_base58
from chain.proof.leaves import UNITS, WORDS, Claims, Export, Kind, make_statement
from chain.proof.tree import SumTree
from engine.core.arrays import CLAIM_ROW
from tests.chain.proof.checking import root_from
from tests.tidy.tree import ROOT

EXCHANGE = bytes([7]) * 32


def owner(number: int) -> bytes:
    return bytes([number]) + bytes(30) + bytes([1])


def export(amounts, *, lp_e6=0, shares=(), tokens=(), lp_shares_e6=None) -> Export:
    """Margin accounts of the amounts, LP positions of the shares, stakes of the tokens."""
    rows = np.zeros(len(amounts) + len(shares) + len(tokens), CLAIM_ROW)
    values = [
        *((Kind.MARGIN_ACCOUNT, amount, 1) for amount in amounts),
        *((Kind.LP_POSITION, amount, 1) for amount in shares),
        *((Kind.STAKE, amount, 2) for amount in tokens),
    ]
    for number, (row, (kind, amount, mint)) in enumerate(zip(rows, values, strict=True)):
        row["owner"] = np.frombuffer(owner(number + 1), "u1")
        row["number"], row["kind"], row["amount_e6"], row["mint"] = number, kind, amount, mint
    claims = Claims(
        margin_e6=sum(amounts),
        lp_e6=lp_e6,
        reserve_e6=3,
        protocol_fees_e6=5,
        unsettled_e6=0,
        quarantined_e6=0,
        token_e6=sum(tokens),
    )
    total = sum(shares) + 1000 if lp_shares_e6 is None else lp_shares_e6
    return Export(
        exchange=EXCHANGE,
        sequence=9,
        time_s=100,
        state_hash=bytes(32),
        claims=claims,
        lp_shares_e6=total,
        chain_slot=0,
        rows=rows,
    )


def tree_of(*args, **kwargs) -> SumTree:
    return SumTree(make_statement(export(*args, **kwargs)))


def leaves_of(tree: SumTree) -> list[str]:
    found = []
    for who in dict.fromkeys(row["owner"].tobytes() for row in tree.statement.leaves):
        found += [proof.leaf for proof in tree.proofs(who, 100)]
    return found


def test_a_tree_of_three_by_hand():
    tree = tree_of([])
    name = to_base58(EXCHANGE)
    leaves = [
        f"reserve {name} 0 3 collateral",
        f"protocolFees {name} 0 5 collateral",
        f"poolRemainder {name} 0 0 collateral",
    ]
    assert leaves_of(tree) == leaves
    a, b, c = (sha256(b"\0" + leaf.encode()).hexdigest() for leaf in leaves)
    ab = sha256(b"\1" + f"{a}:1:3:0\n{b}:1:5:0".encode()).hexdigest()
    root = sha256(b"\1" + f"{ab}:2:8:0\n{c}:1:0:0".encode()).hexdigest()
    assert tree.root == f"{root}:3:8:0"
    paths = [proof.path for proof in tree.proofs(EXCHANGE, 3)]
    assert paths == [
        ((f"{b}:1:5:0", "right"), (f"{c}:1:0:0", "right")),
        ((f"{a}:1:3:0", "left"), (f"{c}:1:0:0", "right")),
        ((f"{ab}:2:8:0", "left"),),
    ]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 12, 13, 14, 125, 126, 200])
def test_every_leaf_leads_to_the_root(count):
    tree = tree_of([10**6 + number for number in range(count)], tokens=[7])
    owners = {row["owner"].tobytes() for row in tree.statement.leaves}
    proofs = [proof for who in owners for proof in tree.proofs(who, 10)]
    assert len({proof.leaf for proof in proofs}) == count + 4
    assert {root_from(proof.leaf, proof.path) for proof in proofs} == {tree.root}
    total = sum(10**6 + number for number in range(count)) + 8
    assert tree.root.split(":")[1:] == [str(count + 4), str(total), "7"]


@pytest.mark.parametrize("before", range(5))
def test_every_leaf_of_a_wallet_with_many_leads_to_the_root(before):
    copied = export([10**6 + number for number in range(before + 41)])
    copied.rows["owner"][before : before + 37] = np.frombuffer(owner(before + 1), "u1")
    tree = SumTree(make_statement(copied))
    proofs = tree.proofs(owner(before + 1), 100)
    assert [proof.number for proof in proofs] == list(range(before, before + 37))
    assert {root_from(proof.leaf, proof.path) for proof in proofs} == {tree.root}
    assert tree.proofs(owner(before + 1), 20) == proofs[:20]


def test_an_lp_position_is_owed_its_part_of_the_cash_rounded_down():
    tree = tree_of([], lp_e6=1_000_001, shares=[500, 300], lp_shares_e6=1000)
    amounts = [leaf.split(" ")[3] for leaf in leaves_of(tree)]
    assert amounts == ["500000", "300000", "3", "5", "200001"]
    copied = export([], lp_e6=1_000_001, shares=[500, 300], lp_shares_e6=1000)
    roots = {SumTree(make_statement(copied)).root for _ in range(2)}
    assert roots == {tree.root}  # what was copied out stays as it is


def test_cash_below_zero_stands_apart_from_the_sums():
    tree = tree_of([100], lp_e6=-40, shares=[500], lp_shares_e6=1500)
    kinds = {leaf.split(" ")[0]: tuple(leaf.split(" ")[3:]) for leaf in leaves_of(tree)}
    assert kinds["lpPosition"] == ("0", "collateral")
    assert kinds["poolDeficit"] == ("40", "deficit")
    claims = tree.statement.claims
    assert claims.collateral_e6 == 100 - 40 + 3 + 5
    assert int(tree.root.split(":")[2]) == claims.collateral_e6 + claims.deficit_e6 == 108


def test_inconsistent_sums_are_no_statement():
    short = export([100, 200])
    short.rows["amount_e6"][0] = 99
    with pytest.raises(ValueError, match="add up to 307 and 0, the engine's claims are 308 and 0"):
        make_statement(short)
    negative = export([-1, 2])
    with pytest.raises(ValueError, match="less than nothing"):
        make_statement(negative)


def test_sums_beyond_an_amount_are_refused():
    statement = make_statement(export([2**62, 2**62 - 9]))
    assert SumTree(statement).root.split(":")[2] == str(2**63 - 1)
    with pytest.raises(OverflowError):
        SumTree(make_statement(export([2**62, 2**62])))


def test_the_tree_depends_on_neither_order_nor_anything_but_the_leaves():
    first = export([5, 6, 7], tokens=[1])
    second = export([5, 6, 7], tokens=[1])
    second.rows[:] = second.rows[::-1].copy()
    assert SumTree(make_statement(first)).root == SumTree(make_statement(second)).root


def test_a_wallet_without_leaves_has_no_proofs_and_many_are_cut():
    tree = tree_of([1, 2])
    assert tree.proofs(bytes([255]) * 32, 10) == []
    assert len(tree.proofs(EXCHANGE, 2)) == 2
    assert from_base58(tree.proofs(EXCHANGE, 2)[0].leaf.split(" ")[1]) == EXCHANGE


def test_the_example_of_the_documentation_is_this_tree():
    """docs/solvency.md is part of the contract: a manual computation gives our root."""
    page = (ROOT / "docs" / "solvency.md").read_text()
    lines = re.findall(r"^leaf \w+ +(.+)$", page, re.MULTILINE)
    nodes = re.findall(r"^(?:node \w+|root) +([0-9a-f]{64}:\S+)$", page, re.MULTILINE)
    rows = np.zeros(len(lines), CLAIM_ROW)
    for row, line in zip(rows, lines, strict=True):
        kind, who, number, amount, unit = line.split(" ")
        row["owner"] = np.frombuffer(from_base58(who), "u1")
        row["kind"], row["number"], row["amount_e6"] = WORDS.index(kind), int(number), int(amount)
        row["mint"] = UNITS.index(unit)
    statement = replace(tree_of([1]).statement, leaves=rows)
    tree = SumTree(statement)
    assert tree.root == nodes[-1]
    owners = {line.split(" ")[1] for line in lines}
    proofs = [proof for who in owners for proof in tree.proofs(from_base58(who), 9)]
    assert sorted(proof.leaf for proof in proofs) == sorted(lines)
    assert {node for proof in proofs for node, _side in proof.path} == set(nodes[:-1])
    assert all(root_from(proof.leaf, proof.path) == nodes[-1] for proof in proofs)
