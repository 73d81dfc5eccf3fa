"""What does a quote cost over HTTP?

`python -m bench.quote_http [QUOTES] [CONNECTIONS]` starts the service as `bench.order_http` does
and asks it for modify-position quotes of a funded account, in turn with an aiohttp POST echo of
the same sizes. It prints one JSON line; `cpu_to_echo` is the processor time of a quote to that of
the echo.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec

from bench._arguments import Number, numbers
from bench._http_load import Load
from bench._http_run import (
    Report,
    Saturated,
    alternate,
    request_of,
    run_over_database,
    server,
)
from bench._http_server import TRADER
from edge.addresses import address_text

QUOTES = 60_000
CONNECTIONS = 128
WARM_UP = 2_000
BODY = {"marginAccountId": 0, "marketId": 1, "side": "long", "input": "1000000"}
REQUEST = request_of(
    "POST",
    f"/api/v1/user/{address_text(TRADER)}/quote/modify-position",
    msgspec.json.encode(BODY),
)


async def run(quotes: int, connections: int, home: Path, database_url: str) -> Report:
    """Return the figures of one run."""
    async with server("service", home, database_url) as (port, process):
        load = Load(port, lambda: REQUEST, 200)
        await load.connect(connections)
        answer = (await load.closed_loop(WARM_UP))[0].bodies[0]
        async with server("echo", 200, len(answer)) as (echo_port, echo_process):
            echo_load = Load(echo_port, lambda: REQUEST, 200)
            await echo_load.connect(connections)
            await echo_load.closed_loop(WARM_UP)
            saturated, echo = Saturated(load, process), Saturated(echo_load, echo_process)
            ratios = await alternate(saturated, echo, quotes)
            echo_load.close()
        load.close()
    return {
        "bench": "quote_http",
        **ratios,
        "connections": connections,
        "saturated": saturated.report(),
        "echo": echo.report(),
        "answer_bytes": len(answer),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    quotes, connections = numbers(
        "quote_http",
        arguments,
        Number("QUOTES", QUOTES, WARM_UP, 1_000_000),
        Number("CONNECTIONS", CONNECTIONS, 1, 1_000),
    )
    run_over_database(partial(run, quotes, connections))


if __name__ == "__main__":
    main()
