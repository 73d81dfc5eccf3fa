"""An OTLP collector on loopback: keeps the spans that it gets."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class Received:
    """A span, and the service that made it."""

    service: str
    name: str
    trace: str
    id: str
    parent: str
    start_ns: int
    end_ns: int
    attributes: dict = field(default_factory=dict)


class Collector:
    """The spans by name, in the order of their arrival."""

    def __init__(self) -> None:
        self.spans: list[Received] = []
        self.bodies: list[bytes] = []
        self.url = ""
        self._came = asyncio.Event()

    async def named(self, name: str, trace: str) -> Received:
        """Return the only span of this name in a trace, once it has come."""
        found: list[Received] = []
        while not found:
            self._came.clear()
            found = [span for span in self.spans if (span.name, span.trace) == (name, trace)]
            if not found:
                await self._came.wait()
        assert len(found) == 1
        return found[0]

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.bodies.append(body)
        message = ExportTraceServiceRequest.FromString(body)
        for group in message.resource_spans:
            service = {one.key: one.value.string_value for one in group.resource.attributes}
            for scope in group.scope_spans:
                self.spans += [_received(service["service.name"], span) for span in scope.spans]
        self._came.set()
        return web.Response(body=b"", content_type="application/x-protobuf")


def _received(service: str, span) -> Received:
    return Received(
        service,
        span.name,
        span.trace_id.hex(),
        span.span_id.hex(),
        span.parent_span_id.hex(),
        span.start_time_unix_nano,
        span.end_time_unix_nano,
        {one.key: one.value.string_value or one.value.int_value for one in span.attributes},
    )


@asynccontextmanager
async def collecting():
    """Run a collector."""
    collector = Collector()
    app = web.Application()
    app.router.add_post("/v1/traces", collector.take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    collector.url = f"http://127.0.0.1:{port}/v1/traces"
    try:
        yield collector
    finally:
        await runner.cleanup()
