"""The way of a user: from a leaf and its path to the root, by the words of docs/solvency.md."""

from hashlib import sha256

OF_UNIT = {"collateral": (1, 0), "token": (0, 1), "deficit": (0, 0)}


def root_from(leaf: str, path) -> str:
    amount, unit = leaf.split(" ")[3:]
    parts = OF_UNIT[unit]
    digest = sha256(b"\0" + leaf.encode()).hexdigest()
    node = f"{digest}:1:{parts[0] * int(amount)}:{parts[1] * int(amount)}"
    for beside, side in path:
        left, right = (beside, node) if side == "left" else (node, beside)
        numbers = [
            int(a) + int(b) for a, b in zip(left.split(":")[1:], right.split(":")[1:], strict=True)
        ]
        digest = sha256(b"\1" + f"{left}\n{right}".encode()).hexdigest()
        node = ":".join([digest, *map(str, numbers)])
    return node
