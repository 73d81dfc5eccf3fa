"""Sets the metrics of a web process or the core from what its parts have counted."""

import asyncio
import platform
from collections.abc import Awaitable, Callable

from aiohttp import web

from edge.api.context import Context
from edge.core.slow_figures import SlowFigures
from edge.http.middleware.metrics import Metrics
from edge.http.middleware.request_handler import CONNECTIONS
from edge.observe.board import Board
from edge.process.disk import free_bytes_by_folder
from edge.process.supervised import children_of
from edge.store.pool import Store
from edge.streams.route import HUB
from engine.feed import FeedServer, Replica
from engine.sequencer import Sequencer

HASH_BITS = 52  # that a float of Prometheus holds exactly


def metrics_text(app: web.Application, context: Context) -> Callable[[], Awaitable[bytes]]:
    """Return what makes the text of the metrics."""
    slow = SlowFigures(context)
    metrics = app[Metrics.KEY]
    stages = context.gate.stages
    metrics.board.spread("acre_stage_seconds", stages.parse, "parse")
    metrics.board.spread("acre_stage_seconds", stages.encode, "encode")
    metrics.board.spread("acre_gc_pause_seconds", context.health.gc_pauses)
    metrics.board.spread("acre_loop_lag_seconds", context.health.loop_times.lags)
    metrics.board.set(
        "acre_build_info",
        1,
        context.gate.version,
        platform.python_version(),
        "core" if isinstance(context.sequencer, Sequencer) else "edge",
    )

    async def make() -> bytes:
        await slow.refresh(metrics.board)
        _set_web(metrics.board, app, context)
        _set_log(metrics.board, context)
        _set_chain(metrics.board, context)
        _set_database(metrics.board, context)
        _set_machine(metrics.board, context)
        if context.health.home is not None:  # a sick disk may take its time
            await asyncio.to_thread(_set_disk, metrics.board, context)
        return metrics.text()

    return make


def _set_web(board: Board, app: web.Application, context: Context) -> None:
    connections, hub = app[CONNECTIONS], app[HUB]
    board.set("acre_connections", len(connections))
    board.set("acre_connections_closed", connections.closed_count)
    board.set("acre_sockets", len(hub.clients))
    board.set("acre_sockets_slow", hub.slow_count)
    board.set("acre_draining", context.gate.drain.has_begun)
    for rate_class, count in context.gate.limiter.refused.items():
        board.set("acre_refused_requests", count, rate_class)


def _set_log(board: Board, context: Context) -> None:
    log, health = context.sequencer, context.health
    board.set("acre_sequence", log.sequence)
    board.set("acre_journal_flushing_seconds", log.flushing_s)
    board.set("acre_journal_full_seconds", log.journal_full_s)
    board.set("acre_lease_epoch", health.lease_epoch)
    board.set("acre_lease_renewed_seconds", health.lease_age_s())
    compared: tuple[int, bytes] | None = None
    if isinstance(log, Sequencer):
        _set_writer(board, log)
        if health.feed is None:  # the feed hashes the state on its own schedule
            compared = log.exchange.sequence, log.exchange.state_hash()
    if isinstance(log, Replica):
        board.set("acre_queue_commands", log.waiting_count)
        board.spread("acre_stage_seconds", log.answers, "core_answer")
        board.set("acre_replica_following", log.is_following)
        lag_commands, lag_s = health.replica_lag()
        board.set("acre_replica_lag_commands", lag_commands)
        board.set("acre_replica_lag_seconds", lag_s)
        compared = log.compared
    if health.scrub is not None:
        board.set("acre_journal_scrubbed_seq", health.scrub.scrubbed_seq)
        board.set("acre_journal_damaged_segments", len(health.scrub.damaged))
    if health.feed is not None:
        _set_feed(board, health.feed)
        compared = health.feed.compared
    if compared is not None:
        board.set("acre_state_sequence", compared[0])
        board.set("acre_state_hash", int.from_bytes(compared[1][:8]) >> (64 - HASH_BITS))


def _set_writer(board: Board, sequencer: Sequencer) -> None:
    stages, saver = sequencer.stages, sequencer.saver
    board.set("acre_queue_commands", sequencer.waiting_count)
    board.spread("acre_stage_seconds", stages.queue, "queue")
    board.spread("acre_stage_seconds", stages.flush, "flush")
    board.spread("acre_stage_seconds", stages.apply, "apply")
    board.spread("acre_batch_commands", stages.commands)
    board.set("acre_snapshot_commands", sequencer.sequence - saver.saved_seq)
    board.set("acre_snapshot_timestamp_seconds", saver.saved_at_s or 0)
    board.set("acre_snapshot_failures", saver.failures)


def _set_feed(board: Board, feed: FeedServer) -> None:
    board.set("acre_replicas", feed.replica_count)
    board.set("acre_replicas_differing", feed.differing_count)
    board.set("acre_feed_pending_submissions", feed.pending_count)


def _set_chain(board: Board, context: Context) -> None:
    health = context.health
    board.set("acre_followed_slot", health.followed_slot())
    board.set("acre_follower_stuck", health.is_follower_stuck())
    if context.roots.posted is not None:
        board.set("acre_root_sequence", context.roots.posted.memo.sequence)
    for name, value in health.custody.gauges().items():
        board.set("acre_custody", value, name)
    payouts = health.custody.payouts
    board.set("acre_payouts", payouts.pending, "pending")
    board.set("acre_payouts", payouts.payable, "payable")
    board.set("acre_payouts", payouts.authorised, "authorised")
    oldest_s = payouts.oldest_maturity_s
    waiting_s = 0 if oldest_s is None else max(0, context.now_s() - oldest_s)
    board.set("acre_payout_oldest_seconds", waiting_s)
    board.set("acre_payouts_paid", payouts.paid)
    oracle = health.oracle_status()
    for source in oracle.sources:
        board.set("acre_oracle_source_is_well", source.state.is_healthy, source.name)
    board.set("acre_oracle_markets", oracle.markets_late, "late")
    board.set("acre_oracle_markets", oracle.markets_disputed, "disputed")
    board.set("acre_oracle_markets", oracle.markets_without_quorum, "without_quorum")
    board.set("acre_oracle_last_print_timestamp_seconds", oracle.last_print_at_s or 0)
    for keeper in health.keepers:
        board.set("acre_keeper_lag_seconds", keeper.lag_s, keeper.name)
        for outcome, count in keeper.acts.items():
            board.set("acre_keeper_acts", count, keeper.name, outcome)


def _set_database(board: Board, context: Context) -> None:
    projection, sequence = context.projector, context.sequencer.sequence
    board.set("acre_projected_sequence", projection.projected_seq)
    board.set("acre_projection_lag_commands", max(0, sequence - projection.projected_seq))
    board.set("acre_projection_lag_seconds", projection.waiting_s(sequence))
    _set_pools(board, context.store)


def _set_pools(board: Board, store: Store) -> None:
    for name, pool, calls in (
        ("main", store.pool, store.calls),
        ("history", store.history, store.reading),
    ):
        used = pool.get_size() - pool.get_idle_size()
        board.set("acre_database_connections", used, name, "used")
        board.set("acre_database_connections", pool.get_idle_size(), name, "idle")
        board.set("acre_database_connections", pool.get_max_size(), name, "max")
        board.set("acre_database_waiting", max(0, calls - pool.get_max_size()), name)
    board.set("acre_database_timeouts", store.timeouts)


def _set_machine(board: Board, context: Context) -> None:
    health = context.health
    board.set("acre_loop_blocked", health.loop_times.blocked_count)
    board.set("acre_loop_longest_seconds", health.loop_times.longest_s)
    board.set("acre_loops_waiting", len(health.trouble.waiting))
    for worker in health.workers.values():
        board.set("acre_worker_failures", worker.failures, worker.name)


def _set_disk(board: Board, context: Context) -> None:
    assert context.health.home is not None
    for folder, free_bytes in free_bytes_by_folder(context.health.home).items():
        board.set("acre_disk_free_bytes", free_bytes, folder)
    for name, child in children_of(context.health.home).items():
        board.set("acre_child_up", child.is_up, name)
        board.set("acre_child_starts", child.starts, name)
