"""Pipelined requests: answered in order, each counted, none ahead of other clients."""

import asyncio
from types import SimpleNamespace

import pytest

from edge.http.limits import Rate
from edge.http.middleware.connections import Connections
from edge.http.middleware.request_handler import RequestHandler
from tests.edge.service_world import GENEROUS, running_service

COUNT = 40  # more than the library queues of one connection
PATH = "/api/v1/account/markets"


async def pipelined(url, paths: list[str]) -> list[tuple[int, str]]:
    """Send all requests at once; return status and request id of each answer in order."""
    reader, writer = await asyncio.open_connection(url.host, url.port)
    for number, path in enumerate(paths):
        last = "Connection: close\r\n" if number == len(paths) - 1 else ""
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: request-{number:03d}\r\n{last}\r\n"
        writer.write(head.encode())
    answers = []
    for _ in paths:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        await reader.readexactly(int(fields["content-length"]))
        answers.append((int(head.split()[1]), fields["x-request-id"]))
    writer.close()
    return answers


async def test_pipelined_requests_are_answered_in_order_and_each_has_its_rate(
    tmp_path, database_url
):
    rates = {**GENEROUS, "public": Rate(0.001, 25)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        answers = await pipelined(service.client.make_url("/"), [PATH] * COUNT)
    assert [name for _, name in answers] == [f"request-{number:03d}" for number in range(COUNT)]
    assert [status for status, _ in answers] == [200] * 25 + [429] * (COUNT - 25)


async def test_a_connection_knows_that_more_requests_wait(service, monkeypatch):
    seen = []
    answer = RequestHandler._answer

    async def see(self, request):
        seen.append(request.protocol.has_more)
        return await answer(self, request)

    monkeypatch.setattr(RequestHandler, "_answer", see)
    await pipelined(service.client.make_url("/"), ["/api/v1/health"] * 5)
    assert seen == [True, True, True, True, False]


@pytest.mark.parametrize("has_more", [True, False])
def test_a_request_lets_the_loop_turn_when_others_of_its_connection_wait(has_more):
    """Driven by hand, as a task that Python 3.12 starts at once drives it."""
    answered = []

    class Plain(RequestHandler):
        def __init__(self) -> None:
            self._connections = Connections()

        async def _answer(self, request):
            answered.append(request)
            return request

    request = SimpleNamespace(protocol=SimpleNamespace(connection=None, has_more=has_more))
    step = Plain().answer(request)
    if has_more:
        assert step.send(None) is None
        assert not answered
    with pytest.raises(StopIteration):
        step.send(None)
    assert answered == [request]
