"""A listener of the edge in a process whose open files are few; it prints its port.

Arguments: the limit of open files, and how many connections there may be in all and per address.
"""

import asyncio
import resource
import sys
import tempfile
import time

import uvloop
from aiohttp import web

from edge.http.middleware import protocol, request_handler
from edge.http.middleware.connections import Connections
from edge.http.table import Table


class Answers:
    """In the place of the application: writes a file, as journal and checkpoints do."""

    def __init__(self, app: web.Application) -> None:
        self._connections = app[request_handler.CONNECTIONS]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        connection = request.protocol.connection
        self._connections.begin(connection)
        try:
            with tempfile.TemporaryFile() as file:
                file.write(b"checkpoint")
            text = f"{len(self._connections)} {time.process_time()}"
            return web.Response(text=text)
        finally:
            self._connections.end(connection)


async def main(total: int, per_address: int) -> None:
    app = web.Application()
    app[request_handler.TABLE] = Table()
    app[request_handler.CONNECTIONS] = Connections(total, per_address)
    protocol.RequestHandler, protocol.Shorts = Answers, lambda _app, _handler: None
    runner = protocol.Runner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await runner.cleanup()


if __name__ == "__main__":
    limit = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    uvloop.run(main(int(sys.argv[2]), int(sys.argv[3])))
