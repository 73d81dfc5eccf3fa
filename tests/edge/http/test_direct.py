"""A connection whose requests are answered as it reads them, over a transport of the test."""

import asyncio
import gc

import pytest

from chain.direct import HEAD_BYTES_MAX, HEADS_MAX
from edge.api.discovery import load_routes
from edge.http import limits
from edge.http.middleware.connections import Connections
from edge.http.middleware.direct import Direct
from edge.http.middleware.protocol import Server
from edge.http.response import WholeResponse
from edge.http.route import ROUTES
from edge.http.table import Table


class Transport(asyncio.Transport):
    """Keeps what is written, and whether it is read and open."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.written, self.is_reading, self.is_open = b"", True, True

    def write(self, data):
        self.written += data

    def pause_reading(self):
        self.is_reading = False

    def resume_reading(self):
        self.is_reading = True

    def is_closing(self):
        return not self.is_open

    def close(self):
        self.is_open = False

    abort = close

    def get_write_buffer_size(self):
        return 0


class World:
    """A connection to a server with one direct path, whose answers wait where `turn` is set."""

    def __init__(self) -> None:
        self.turn: asyncio.Future[None] | None = None
        self.error: BaseException | None = None
        self.is_last = False
        self.paths: list[str] = []
        table = Table()
        table.add("POST", "/direct/{name}", self.answer, is_direct=True)
        table.add("POST", "/other/{name}", self.answer)
        self.direct = Direct(table, self.answer)
        self.connections = Connections()
        self.server = Server(self.answer, self.connections, self.direct, keepalive_timeout=15.0)
        self.protocol, self.transport = self.server(), Transport()
        self.protocol.connection_made(self.transport)

    async def answer(self, request):
        connection = request.protocol.connection
        self.connections.begin(connection)
        try:
            if self.turn is not None:
                await self.turn
            self.paths.append(request.path)
            if self.error is not None:
                raise self.error
            response = WholeResponse(200, request.path.encode(), {"X": "y"})
            if self.is_last:
                response.force_close()
            return response
        finally:
            self.connections.end(connection)

    def send(self, *requests: bytes) -> None:
        self.protocol.data_received(b"".join(requests))

    @property
    def answers(self) -> list[str]:
        return [
            part[:10].split(b"HTTP")[0].decode()
            for part in self.transport.written.split(b"\r\n\r\n")[1:]
        ]


def post(path: str, extra: str = "", body: bytes = b"{}") -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: x\r\n{extra}Content-Length: {len(body)}\r\n\r\n".encode()
        + body
    )


@pytest.fixture
async def world():
    made = World()
    await turns()
    yield made
    made.protocol.connection_lost(None)
    await turns()


async def turns(count: int = 6) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def waiting() -> "asyncio.Future[None]":
    return asyncio.get_running_loop().create_future()


async def test_a_direct_request_is_answered_before_its_reading_returns(world):
    for number in range(3):
        world.send(post("/direct/a"))
        assert len(world.answers) == number + 1
    assert len(world.direct) == 1
    world.send(post("/other/a"))
    assert len(world.answers) == 3
    await turns()
    assert len(world.answers) == 4
    assert world.server.requests_count == 4


async def test_what_comes_while_a_request_waits_is_answered_after_it(world):
    world.turn = waiting()
    world.send(post("/direct/a"))
    assert world.transport.is_reading
    world.send(post("/direct/b"))
    assert not world.transport.is_reading  # so what is held is bounded
    world.send(post("/other/c"), post("/direct/d")[:30])
    await turns()
    assert world.transport.written == b""
    world.turn.set_result(None)
    await turns()
    world.turn = None
    world.send(post("/direct/d")[30:])
    await turns()
    assert world.paths == ["/direct/a", "/direct/b", "/other/c", "/direct/d"]
    assert world.answers == world.paths or len(world.answers) == 4
    assert world.transport.is_reading


async def test_each_held_request_may_wait_again(world):
    world.turn = first = waiting()
    world.send(post("/direct/a"))
    world.send(post("/direct/b"))
    world.turn = second = waiting()
    first.set_result(None)
    await turns()
    assert world.paths == ["/direct/a"]
    assert not world.transport.is_reading
    second.set_result(None)
    await turns()
    assert world.paths == ["/direct/a", "/direct/b"]
    assert world.transport.is_reading


async def test_a_connection_that_waits_is_busy_and_not_idle(world):
    group = world.connections._all
    world.turn = waiting()
    world.send(post("/direct/a"))
    assert not group.idle
    world.protocol._next_keepalive_close_time = 0.0
    world.protocol._process_keepalive()
    assert world.transport.is_open
    world.turn.set_result(None)
    await turns()
    assert group.idle
    world.protocol._next_keepalive_close_time = 0.0
    world.protocol._process_keepalive()
    assert not world.transport.is_open


async def test_an_answer_begins_the_time_of_the_next_head(world):
    world.protocol._next_keepalive_close_time = 0.0
    world.send(post("/direct/a"))
    left_s = world.protocol._next_keepalive_close_time - asyncio.get_running_loop().time()
    assert 10.0 < left_s <= 15.0


async def test_a_client_that_leaves_gets_nothing_and_is_forgotten(world):
    world.turn = waiting()
    world.send(post("/direct/a"))
    world.protocol.connection_lost(None)
    world.turn.set_result(None)
    await turns()
    assert world.paths == ["/direct/a"]
    assert world.transport.written == b""
    assert len(world.connections) == 0


async def test_a_stop_waits_for_the_request_under_way(world):
    world.turn = waiting()
    world.send(post("/direct/a"))
    world.server.pre_shutdown()
    stopping = asyncio.create_task(world.server.shutdown(5.0))
    await turns()
    assert world.transport.is_open
    world.turn.set_result(None)
    await stopping
    assert world.answers
    assert not world.transport.is_open


async def test_the_last_answer_ends_the_connection(world):
    world.is_last = True
    world.send(post("/direct/a"))
    assert b"Connection: close" in world.transport.written
    assert not world.transport.is_open
    world.send(post("/direct/a"))
    assert len(world.answers) == 1


async def test_a_fault_is_answered_with_500_and_ends_the_connection(world, caplog):
    world.error = ValueError("wrong")
    world.send(post("/direct/a"))
    assert world.transport.written.startswith(b"HTTP/1.1 500 ")
    assert b"INTERNAL" in world.transport.written
    assert world.transport.written.count(b"Server: ") == 1
    assert not world.transport.is_open
    assert "request_failed" in caplog.text


async def test_a_canceled_wait_ends_the_connection(world):
    world.turn = waiting()
    world.send(post("/direct/a"))
    world.turn.cancel()
    await turns()
    assert world.transport.written == b""
    assert not world.transport.is_open


async def test_a_client_that_does_not_read_is_answered_by_the_library(world):
    world.send(post("/direct/a"))
    world.protocol.pause_writing()
    world.send(post("/direct/a"))
    assert len(world.answers) == 1
    await turns()
    assert len(world.answers) == 2
    world.protocol.resume_writing()
    world.send(post("/direct/a"))
    assert len(world.answers) == 3


async def test_known_heads_are_bounded_in_number_and_size(world):
    for number in range(HEADS_MAX + 50):
        world.send(post("/direct/a", f"X-Number: {number}\r\n"))
    assert len(world.answers) == HEADS_MAX + 50
    assert len(world.direct) == HEADS_MAX
    world.direct._heads.clear()
    world.send(post("/direct/a", f"X-Long: {'a' * HEAD_BYTES_MAX}\r\n"))
    assert len(world.direct) == 0


async def test_a_head_is_learned_from_the_start_of_a_request_only(world):
    usual = post("/direct/a")
    world.send(usual[:9])
    world.send(usual[9:])
    await turns()
    assert len(world.direct) == 0
    world.send(b"\r\n")
    world.send(usual)
    assert len(world.direct) == 0
    world.send(usual)
    world.send(usual)
    assert len(world.direct) == 1
    world.send(usual[:-1])
    world.send(b"}", usual[:20])
    world.send(usual[20:])
    await turns()
    assert len(world.paths) == 6


async def test_a_body_that_looks_like_a_known_request_is_a_body(world):
    usual = post("/direct/a")
    world.send(usual)
    outer = post("/direct/outer", body=usual)
    head = outer[: -len(usual)]
    world.send(head)
    world.send(usual)  # it is the outer one's body
    await turns()
    assert world.paths == ["/direct/a", "/direct/outer"]
    world.send(b"POST /direct/cut HTTP/1.1\r\nX: ")
    world.send(usual)  # its first line is a header's value
    await turns()
    assert world.paths[2:] == ["/direct/cut"]


async def test_a_head_with_another_body_than_it_says_is_not_the_known_one(world):
    usual = post("/direct/a")
    world.send(usual)
    world.send(usual + b"POST")
    world.send(b" /direct/b HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
    await turns()
    assert world.paths == ["/direct/a", "/direct/a", "/direct/b"]


async def test_requests_leave_nothing_behind(world):
    world.send(post("/direct/a"))
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(500):
        world.send(post("/direct/a"))
    gc.collect()
    assert len(gc.get_objects()) - before < 200


def test_a_direct_body_is_at_most_what_a_body_may_be():
    assert limits.BODY_BYTES_MAX <= 64 * 1024  # or the parser pauses reading for it


def test_direct_routes_are_those_that_wait_for_the_sequencer_at_most():
    load_routes()
    direct = {route.path.rpartition("/")[2] for route in ROUTES if route.is_direct}
    assert direct == {"amend", "batch", "close-position", "modify-position", "orders"}
    for route in ROUTES:
        if route.is_direct:
            assert (route.method, route.is_page, route.sets_cookie) == ("POST", False, False)
            assert route.status != 204  # which the library's response is for
