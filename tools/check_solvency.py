#!/usr/bin/env python3
"""Is what Acre owes me counted, and does the vault hold what it owes? Nothing but Python needed.

    tools/check_solvency.py http://127.0.0.1:8080 WALLET --rpc https://an.endpoint.of.my.own

1. My leaves, each a line of plain words: from it and the nodes beside its way up follows the root.
2. The chain: the transaction that posted this root says the same, and shows what the vault held;
   what was paid out just before may still be in what was owed.
3. Now: the vault's token account at the endpoint holds what the service says, and what it owes.

docs/solvency.md says what this proves, and what it does not. Status: 0 good, 1 not, 2 not checked.
"""

import argparse
import hashlib
import json
import re
import sys
import urllib.parse
import urllib.request

MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"
NODE = re.compile(r"[0-9a-f]{64}(:[0-9]+){3}")  # hash:leaves:collateral:tokens
ON_THEIR_WAY_SLOTS = 300  # two minutes: a payout may land and count as owed for so long
KINDS = ("marginAccount", "lpPosition", "settlementRequest", "stake", "quarantine")


class Wrong(Exception):
    """Something is not as it must be; the text says what."""


def must(condition, text):
    if not condition:
        raise Wrong(text)


def fetch(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def call(rpc, method, *params):
    answer = fetch(rpc, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    must("result" in answer, f"the endpoint refused {method}: {answer.get('error')}")
    return answer["result"]


def leaf_node(leaf):
    amount, unit = leaf.split(" ")[3:]
    collateral, tokens = {"collateral": (amount, 0), "token": (0, amount)}[unit]
    digest = hashlib.sha256(b"\x00" + leaf.encode()).hexdigest()
    return f"{digest}:1:{collateral}:{tokens}"


def parent(left, right):
    must(NODE.fullmatch(left) and NODE.fullmatch(right), f"{left} or {right} is no node")
    sums = [int(a) + int(b) for a, b in zip(left.split(":")[1:], right.split(":")[1:])]
    digest = hashlib.sha256(b"\x01" + f"{left}\n{right}".encode()).hexdigest()
    return ":".join([digest, *map(str, sums)])


def check_leaf(proof, wallet, root):
    kind, owner, _number, amount, _unit = proof["leaf"].split(" ")
    must(kind in KINDS and kind == proof["kind"], f"{proof['leaf']!r} is no {proof['kind']}")
    must(owner == wallet, f"{proof['leaf']!r} belongs to another wallet")
    must(amount == proof["amount"], f"{proof['leaf']!r} is not the amount {proof['amount']}")
    node = leaf_node(proof["leaf"])
    for beside in proof["path"]:
        pairs = {"left": (beside["hash"], node), "right": (node, beside["hash"])}
        node = parent(*pairs[beside["side"]])
    must(node == root, f"{proof['leaf']!r} leads to another root: {node}")


def transaction(rpc, signature):
    config = {"encoding": "jsonParsed", "maxSupportedTransactionVersion": 1}
    found = call(rpc, "getTransaction", signature, config)
    must(found is not None, f"the endpoint does not know the transaction {signature}")
    return found, [key["pubkey"] for key in found["transaction"]["message"]["accountKeys"]]


def held_by(found, keys, when):
    """Return what each token account held `pre` or `post` a transaction: (mint, owner, raw)."""
    return {
        keys[row["accountIndex"]]: (row["mint"], row["owner"], int(row["uiTokenAmount"]["amount"]))
        for row in found["meta"][f"{when}TokenBalances"]
    }


def check_root(said, rpc):
    """Return what each token account of the root's transaction held then."""
    posted, keys = transaction(rpc, said["rootSignature"])
    must(posted["meta"]["err"] is None, "the transaction of the root failed")
    must(posted["slot"] == said["rootSlot"], f"the root was posted in slot {posted['slot']}")
    rows = posted["transaction"]["message"]["instructions"]
    memos = [row["parsed"].split("\n") for row in rows if row["programId"] == MEMO]
    must(len(memos) == 1 and memos[0][0].startswith("Acre root v1 "), "it posts no state root")
    for name, line in (("sequence", 1), ("stateHash", 3), ("stateRoot", 4)):
        must(memos[0][line].split(" ")[1] == str(said[name]), f"the chain says {memos[0][line]}")
    print(f"root     posted by {keys[0]} in slot {posted['slot']}")
    return held_by(posted, keys, "post")


def paid_before_root(said, rpc, vault):
    """Return what left the vault just before the root, which may count it as owed still."""
    rows = call(rpc, "getSignaturesForAddress", vault, {"before": said["rootSignature"]})
    paid = 0
    for row in rows:
        if row["err"] is None and row["slot"] >= said["rootSlot"] - ON_THEIR_WAY_SLOTS:
            found = transaction(rpc, row["signature"])
            sides = (held_by(*found, when) for when in ("pre", "post"))
            before, after = (side[vault][2] if vault in side else 0 for side in sides)
            paid += max(0, before - after)
    return paid


def check_vault(what, held, owed, when, paid=0):
    print(f"vault    {when} {what}: held {held}, owed {owed}, difference {held - owed}")
    if paid:
        print(f"vault    just before it paid {paid}, of which all may be in what it owed")
    must(held + paid >= owed, f"{when} the vault is short of {owed - held - paid} {what}")


def check_now(said, rpc, vault, token_vault):
    owed = sum(int(amount) for amount in said["claims"].values())
    must(int(said["vaultBalance"]) - owed == int(said["difference"]), "the difference is wrong")
    tokens = (token_vault, "tokenVaultBalance", int(said["tokenClaims"]))
    for account, name, claims in ((vault, "vaultBalance", owed), tokens):
        held = call(rpc, "getTokenAccountBalance", account)["value"]["amount"]
        must(held == said[name], f"{name} is {said[name]}, the chain says {held}; try again")
        check_vault(name, int(held), claims, "now")


def check(url, wallet, rpc):
    said = fetch(f"{url}/express/v1/solvency?user={urllib.parse.quote(wallet)}")
    exchange = fetch(f"{url}/api/v1/account/exchange")["info"]["specification"]
    leaves = [proof["leaf"] for proof in said["proofs"]]
    must(len(set(leaves)) == len(leaves), "a leaf is shown twice")
    for proof in said["proofs"]:
        check_leaf(proof, wallet, said["stateRoot"])
        print(f"counted  {proof['leaf']}")
    must(said["rootSignature"] is not None, "no root is on the chain yet; try again in a minute")
    held, vault = check_root(said, rpc), exchange["collateralVault"]
    must(vault in held, "the transaction of the root does not show the vault")
    mint, owner, _collateral = held[vault]
    must(mint == exchange["collateralMint"], "the vault holds another token than the collateral")
    tokens = [key for key in held if held[key][:2] == (exchange["tokenMint"], owner)]
    must(len(tokens) == 1, "the transaction of the root does not show the vault of the tokens")
    _hash, count, *sums = said["stateRoot"].split(":")
    print(f"root     counts {count} leaves, {len(leaves)} of them yours")
    for what, key, owed in zip(("collateral", "tokens"), (vault, tokens[0]), map(int, sums)):
        raw = held[key][2]
        paid = paid_before_root(said, rpc, key) if raw < owed else 0
        check_vault(what, raw, owed, "at the root", paid)
    check_now(said, rpc, vault, tokens[0])
    counted = "you are counted" if leaves else "nothing is owed to this wallet"
    print(f"GOOD: {counted} in a root on the chain, and the vault holds what is owed.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("url", help="where Acre is")
    parser.add_argument("wallet", help="the address of your wallet")
    parser.add_argument("--rpc", help="a Solana endpoint that you trust (the exchange's own)")
    asked = parser.parse_args()
    try:
        check(asked.url.rstrip("/"), asked.wallet, asked.rpc or f"{asked.url.rstrip('/')}/rpc")
    except (Wrong, OSError, ValueError, KeyError, TypeError, IndexError) as error:
        what = "NOT CHECKED" if isinstance(error, OSError) else "WRONG"  # OSError: the network
        print(f"{what}: {error if isinstance(error, Wrong | OSError) else repr(error)}")
        return 2 if what == "NOT CHECKED" else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
