"""Traces of requests by OpenTelemetry, off unless an endpoint is named.

The spans of one order: the request in the process that serves it; `submit` in a web process, from
the submission to the outcome; `command` in the core, with `queue`, `journal flush` and `apply`.
The core gets the context as `origin` beside a submission (`engine/sequencer/watch.py`): engine and
journal know nothing of it. Spans hold names, counts and times; no path, body, wallet or token.

Spans wait in a bounded queue for a thread that exports them; those that find it full are dropped.
"""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic_ns, time_ns
from typing import Any, Final

from edge.observe.requests import request_id, trace_id
from engine.core.generated.messages import Command
from engine.sequencer.times import BatchTimes
from engine.sequencer.watch import ORIGIN_BYTES_MAX, origin

log = logging.getLogger("acre.traces")

QUEUE_MAX: Final = 2_048
BATCH_MAX: Final = 512
PERIOD_MS: Final = 1_000
EXPORT_S: Final = 3
CLOSE_S: Final = 1.0
OPEN_MAX: Final = 4_096  # submissions without an outcome
TRACEPARENT_CHARACTERS: Final = 55
HEADER: Final = "traceparent"
Span = Any  # of the library, which is imported only when traces are on
_current: ContextVar[Span] = ContextVar("span", default=None)


class TracesError(Exception):
    """Traces cannot be made; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class _Submission:
    first: Command  # compared by identity: the number of an object that ended is given again
    span: Span


class Traces:
    """Makes the spans of one process, and is the observer of its submissions."""

    def __init__(self, url: str, percent: int, role: str, version: str) -> None:
        """Import the library; raises TracesError where it is not installed."""
        try:
            from opentelemetry import trace as api
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
            from opentelemetry.sdk.trace.sampling import TraceIdRatioBased
            from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
        except ImportError as error:
            raise TracesError(
                "ACRE_TRACES_URL is set, but OpenTelemetry is not installed: install "
                "opentelemetry-sdk and opentelemetry-exporter-otlp-proto-http."
            ) from error
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # a line for each batch
        resource = Resource({"service.name": f"acre-{role}", "service.version": version})
        # one decision by the id of the trace, in every process
        sampler = TraceIdRatioBased(percent / 100)
        self._provider = TracerProvider(sampler, resource, shutdown_on_exit=False)
        self._provider.add_span_processor(
            BatchSpanProcessor(
                OTLPSpanExporter(endpoint=url, timeout=EXPORT_S),
                max_queue_size=QUEUE_MAX,
                schedule_delay_millis=PERIOD_MS,
                max_export_batch_size=BATCH_MAX,
                export_timeout_millis=1_000 * EXPORT_S,
            )
        )
        self._tracer = self._provider.get_tracer("acre")
        self._kinds = api.SpanKind
        self._within = api.set_span_in_context
        self._propagator = TraceContextTextMapPropagator()
        self._open: OrderedDict[int, _Submission] = OrderedDict()
        self._wall_ns = time_ns() - monotonic_ns()

    async def close(self) -> None:
        """Export what waits, for a short time."""
        ending = threading.Thread(target=self._provider.shutdown, name="traces", daemon=True)
        ending.start()
        await asyncio.to_thread(ending.join, CLOSE_S)

    # requests

    def begin(self, method: str, traceparent: str | None, name: str) -> Span:
        """Begin the span of a request, within that of its client where it names a valid one."""
        parent = None
        if traceparent is not None and len(traceparent) == TRACEPARENT_CHARACTERS:
            parent = self._propagator.extract({HEADER: traceparent})
        attributes = {"http.request.method": method, "acre.request_id": name}
        span = self._tracer.start_span(
            method, parent, kind=self._kinds.SERVER, attributes=attributes
        )
        if span.is_recording():
            _current.set(span)
            trace_id.set(f"{span.get_span_context().trace_id:032x}")
        return span

    def end(self, span: Span, template: str, status: int) -> None:
        """End the span of a request."""
        if span.is_recording():
            span.update_name(f"{span.name} {template}")
            span.set_attributes({"http.route": template, "http.response.status_code": status})
        span.end()

    # submissions: the methods of a `Watch`

    def submitted(self, commands: Sequence[Command]) -> bytes:
        """Begin a span within that of the request, or of the process it came from."""
        parent, sent_along = _current.get(), origin.get()
        if parent is not None:
            within, name = self._within(parent), request_id.get()
        elif sent_along:
            carried, _, name = sent_along.decode("ascii", "replace").partition(" ")
            within = self._propagator.extract({HEADER: carried})
        else:
            return b""
        attributes: dict[str, str | int] = {
            "acre.request_id": name,
            "acre.command": type(commands[0]).__name__,
            "acre.commands": len(commands),
        }
        label = "command" if sent_along else "submit"
        kind = self._kinds.SERVER if sent_along else self._kinds.CLIENT
        span = self._tracer.start_span(label, within, kind=kind, attributes=attributes)
        self._open[id(commands[0])] = _Submission(commands[0], span)
        if len(self._open) > OPEN_MAX:
            self._open.popitem(last=False)
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier, self._within(span))
        return f"{carrier.get(HEADER, '')} {name}".encode()[:ORIGIN_BYTES_MAX]

    def applied(self, commands: Sequence[Command], times: BatchTimes) -> None:
        """Record the stages of the batch in the span of each of its submissions."""
        if not self._open:
            return
        for command in commands:
            span = self._take(command)
            if span is None:
                continue
            taken, durable, applied = (
                self._wall_ns + int(1e9 * at_s)
                for at_s in (times.taken_s, times.durable_s, times.applied_s)
            )
            begun = min(span.start_time or taken, taken)
            stages = (("queue", begun, taken), ("journal flush", taken, durable))
            for name, start, end in (*stages, ("apply", durable, applied)):
                stage = self._tracer.start_span(name, self._within(span), start_time=start)
                stage.end(end)
            span.set_attribute("acre.sequence", command.seq)
            span.end(applied)

    def answered(self, commands: Sequence[Command]) -> None:
        """End the span of a submission to another process."""
        span = self._take(commands[0])
        if span is not None:
            span.end()

    def _take(self, command: Command) -> Span:
        found = self._open.get(id(command))
        if found is None or found.first is not command:
            return None
        del self._open[id(command)]
        return found.span


@asynccontextmanager
async def tracing(url: str, percent: int, role: str, version: str) -> AsyncIterator[Traces | None]:
    """Make traces while the block runs; without an address none, and nothing is imported."""
    if not url:
        yield None
        return
    traces = await asyncio.to_thread(Traces, url, percent, role, version)  # imports take long
    log.info("traces_on", extra={"percent": percent})
    try:
        yield traces
    finally:
        await traces.close()
