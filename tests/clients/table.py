"""Clients of Solana that are not ours, method by method, through the edge of a running platform.

Usage: python -m tests.clients.table [--confirmations 210] [--only CLIENT ...] [--write]

Installs the clients (npm and pip, each by its lock), starts a platform with the rates of
production, lets each client do everything that it has a call for, and holds the table to the page
`docs/reference/node-clients.md`; `--write` writes the page.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

from tests.platform.running import acre_up, free_port

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "reference" / "node-clients.md"
ENVIRONMENT = HERE / ".venv"
NODE_MODULES = HERE / "node_modules"
CONFIRMATIONS = 210
OK, NO_CALL, COUNTED = "yes", "-", "confirmations"
# Column, and the program with what runs it.
CLIENTS = {
    "web3.js": ("node", "web3js.mjs"),
    "kit": ("node", "kit.mjs"),
    "Anchor": ("node", "anchor.mjs"),
    "gill": ("node", "gill.mjs"),
    "umi": ("node", "umi.mjs"),
    "@solana/client": ("node", "solana_client.mjs"),
    "solana-py": (sys.executable, "solana_py.py"),
    "anchorpy": (str(ENVIRONMENT / "bin" / "python"), "anchor_py.py"),
}
PACKAGES = {
    "web3.js": ("@solana/web3.js", "@solana/spl-token"),
    "kit": ("@solana/kit", "@solana-program/token", "@solana-program/memo"),
    "Anchor": ("@coral-xyz/anchor",),
    "gill": ("gill",),
    "umi": ("@metaplex-foundation/umi", "@metaplex-foundation/mpl-toolbox"),
    "@solana/client": ("@solana/client",),
}
HEAD = """\
# Clients of the chain node

Generated from tests/clients/table.py by `python -m tests.clients.table --write`; do not edit.
`make nightly` makes the table anew and fails where it differs.

Each client is the published package, unchanged. It calls `/rpc` of a running platform, with the
rates of production, and checks what it gets. "yes": the client takes the answer, and its value is
right. "-": the client has no call for it. The last row counts transactions sent and confirmed, one
after the other, by the client's own means.
"""
NOTES = """\
- web3.js, Anchor, umi and gill look for the websocket at another port where the URL names one: give
  them the address ([node](../node.md#clients)).
- web3.js ends a subscription of a signature with its first notification, also when that is
  `receivedSignature`; solana-py cannot read that notification.
- kit shares one subscription among equal ones: end one by its abort signal before the next.
- Supply exceeds 2^53 lamports: web3.js rounds it.
- Tokens are those of the Token program, with gill of Token-2022.
"""


def installed() -> None:
    """Install the packages of both locks where they are missing or older than their lock."""
    lock = HERE / "package-lock.json"
    done = NODE_MODULES / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        words = ["npm", "ci", "--ignore-scripts", "--no-update-notifier", "--loglevel=error"]
        subprocess.run(words, cwd=HERE, check=True)
    lock, done = HERE / "requirements.lock", ENVIRONMENT / "installed"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=True)
        done.touch()


def versions() -> dict[str, str]:
    """Return the versions of each client, by its column."""
    packages = json.loads((HERE / "package-lock.json").read_text())["packages"]
    of_npm = {
        client: ", ".join(f"{name} {packages[f'node_modules/{name}']['version']}" for name in names)
        for client, names in PACKAGES.items()
    }
    pins = {
        client: re.search(rf"^{name}==([\w.]+)", lock.read_text(), re.MULTILINE)
        for client, name, lock in (
            ("solana-py", "solana", ROOT / "requirements.lock"),
            ("anchorpy", "anchorpy", HERE / "requirements.lock"),
        )
    }
    return of_npm | {client: f"{client} {found[1]}" for client, found in pins.items() if found}


def rows_of(client: str, url: str, confirmations: int) -> Iterator[tuple[str, str]]:
    """Run a client's program; yield its rows and what came of each."""
    runner, program = CLIENTS[client]
    words = [runner, str(HERE / program), url, str(confirmations)]
    with subprocess.Popen(
        words, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        output, errors = process.communicate()
    for line in output.splitlines():
        if line.startswith('{"row"'):
            found = json.loads(line)
            yield found["row"], found["outcome"]
    if process.returncode:
        yield "end of the program", (errors.strip() or "no words").splitlines()[-1]


def cells_of(client: str, url: str, confirmations: int) -> dict[str, str]:
    """Return the column of a client: a cell for each of its rows."""
    cells = {}
    for row, outcome in rows_of(client, url, confirmations):
        right = str(confirmations) if row == COUNTED else OK
        cells[row] = right if outcome == "ok" else f"no: {outcome}"
        if outcome != "ok":
            print(f"{client}: {row}: {outcome}", flush=True)
    return cells


def text_of(columns: dict[str, dict[str, str]]) -> str:
    """Return the page."""
    rows = list(dict.fromkeys(row for cells in columns.values() for row in cells))
    acts = [row for row in rows if not is_method(row) and row != COUNTED]
    methods = sorted(
        (row for row in rows if is_method(row)), key=lambda row: ("Subscribe" in row, row)
    )
    lines = [HEAD, "| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for row in [*acts, *methods, COUNTED]:
        cells = (cells.get(row, NO_CALL) for cells in columns.values())
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    lines += ["", NOTES, "| Client | Packages |", "|---|---|"]
    lines += [f"| {client} | {names} |" for client, names in versions().items()]
    return "\n".join(lines) + "\n"


def is_method(row: str) -> bool:
    """Return whether a row is a method of the node's RPC."""
    return re.match(r"(get|is|request|send|simulate|minimum)[A-Z]|\w+Subscribe", row) is not None


def columns_of(page: str) -> dict[str, dict[str, str]]:
    """Return the columns of a page."""
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    names = [name.strip() for name in lines[0].strip("|").split("|")[1:]]
    columns: dict[str, dict[str, str]] = {name: {} for name in names}
    for line in lines[1:]:
        row, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if len(cells) == len(names):
            for name, cell in zip(names, cells, strict=True):
                columns[name][row] = cell
    return columns


def differences(page: str, columns: dict[str, dict[str, str]]) -> list[str]:
    """Return where the page says something else than the run."""
    said = columns_of(page)
    return [
        f"{client}: {row}: the page says {said[client].get(row)!r}, the run {cell!r}"
        for client, cells in columns.items()
        for row in [*said[client], *(row for row in cells if row not in said[client])]
        if (cell := cells.get(row, NO_CALL)) != said[client].get(row)
    ]


def main() -> int:
    """Make the table; 0 when the page says the same."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--confirmations", type=int, default=CONFIRMATIONS)
    options.add_argument("--only", nargs="+", choices=CLIENTS, default=list(CLIENTS))
    options.add_argument("--write", action="store_true")
    chosen = options.parse_args()
    installed()
    columns = {}
    with tempfile.TemporaryDirectory() as home, acre_up(Path(home), free_port()) as run:
        run.read_until("Acre is running")
        for client in chosen.only:
            url = f"http://127.0.0.1:{run.port}/rpc"
            columns[client] = cells_of(client, url, chosen.confirmations)
            print(f"{client}: {len(columns[client])} rows", flush=True)
    if chosen.write:
        PAGE.write_text(text_of(columns))
    found = differences(PAGE.read_text(), columns)
    print("\n".join(found) or "the page says the same")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
