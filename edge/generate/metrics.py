"""`docs/reference/metrics.md`: every metric of every role."""

from collections.abc import Iterator, Sequence

from prometheus_client import CollectorRegistry

from chain.node.server.metrics import FIGURES as NODE
from chain.node.server.metrics import TRANSACTIONS
from edge.keeper.figures import Figures
from edge.observe.figure import Figure, counter, gauge
from edge.observe.figures import GROUPS
from edge.observe.maker import MAKER

_HEAD = """\
# Metrics

Generated from `edge/observe/figures.py` and the tables of the other roles by `python -m
edge.generate`; do not edit.

| Role | Address, for programs of the same machine |
|---|---|
| `core` | `http://127.0.0.1:PORT/metrics`; with web processes `PORT` + 12 |
| `edge-N` | `http://127.0.0.1:PORT/metrics`, where `PORT` is `ACRE_PORT` + 12 + N |
| `chain-node` | `http://127.0.0.1:PORT/metrics`, where `PORT` is `ACRE_NODE_PORT` |
| `acre keeper`, `acre maker` | `--metrics-port` |
| `postgres`, supervisor | `acre_postgres_*` and `acre_child_*` of core and web processes |

Units: the last word of a name. `usd` is a unit of collateral, `ratio` a fraction of 1, `seconds`
are real unless the text says engine time. Counters and histograms begin at 0 with each process.
Labels have values from fixed sets: route templates, never paths; classes, folders, loops.
"""
_PROCESS = (
    "Core, web processes and node also export `process_cpu_seconds_total`, `process_open_fds`, "
    "`process_max_fds`,\n`process_resident_memory_bytes`, `process_virtual_memory_bytes` and "
    "`process_start_time_seconds` on Linux.\n"
)


def metrics_page() -> str:
    """Return the page."""
    lines = [_HEAD]
    for title, figures in GROUPS.items():
        lines += [f"## {title}\n", *_table(figures), ""]
    lines.append(_PROCESS)
    node = (*(gauge(*one) for one in NODE), counter(*TRANSACTIONS))
    lines += ["## Chain node\n", *_table(node), ""]
    lines += ["## Keeper\n", *_table(_keeper()), ""]
    lines += ["## Maker\n", *_table(MAKER), ""]
    return "\n".join(lines).rstrip() + "\n"


def _table(figures: Sequence[Figure]) -> Iterator[str]:
    yield "| Metric | Kind | Labels | Meaning |"
    yield "|---|---|---|---|"
    for one in figures:
        labels = ", ".join(f"`{label}`" for label in one.labels) or "-"
        yield f"| `{one.exported_name}` | {one.kind} | {labels} | {one.help} |"


def _keeper() -> list[Figure]:
    registry: CollectorRegistry = Figures(0).registry
    labels = {
        "acre_keeper_acts": ("job", "outcome"),
        "acre_keeper_rounds": ("result",),
        "acre_keeper_balance_lamports": (),
    }
    return [
        Figure(one.name, one.type, one.documentation, labels.get(one.name, ("job",)))
        for one in registry.collect()
    ]
