"""Every metric of the core and of a web process."""

from typing import Final

from edge.observe.figure import Figure, counter, gauge, histogram

WEB: Final[tuple[Figure, ...]] = (
    counter("acre_requests", "Answered requests", "route", "status"),
    histogram("acre_request_seconds", "Time to answer a request", "route"),
    histogram(
        "acre_stage_seconds",
        "Time of a stage: parse and encode of a request, core_answer from a web process to the "
        "core and back, queue (oldest command of a batch), flush and apply of a batch",
        "stage",
    ),
    counter("acre_refused_requests", "Requests refused with 429 by a rate class", "class"),
    gauge("acre_connections", "Open connections of clients"),
    counter("acre_connections_closed", "Connections closed by limits"),
    gauge("acre_sockets", "Open websockets"),
    counter("acre_sockets_slow", "Websockets closed because the client read too slowly"),
    gauge("acre_draining", "1: the process stops and answers /readyz with 503"),
    gauge("acre_build_info", "Always 1; the labels name what runs", "version", "python", "role"),
)
WRITER: Final[tuple[Figure, ...]] = (
    gauge("acre_sequence", "Last applied command"),
    gauge("acre_queue_commands", "Submissions without an outcome"),
    histogram("acre_batch_commands", "Commands of a journal batch"),
    gauge("acre_journal_flushing_seconds", "Time spent on the current batch, 0 between batches"),
    gauge("acre_journal_full_seconds", "Time of refused commands due to a full disk, 0 otherwise"),
    gauge("acre_journal_scrubbed_seq", "Last record that the current scrub has verified"),
    gauge("acre_journal_damaged_segments", "Damaged segments of the journal found by a scrub"),
    gauge("acre_snapshot_commands", "Commands since the last snapshot, which a restart replays"),
    gauge(
        "acre_snapshot_timestamp_seconds",
        "Unix time of the last snapshot saved by this process, 0 before the first",
    ),
    counter("acre_snapshot_failures", "Snapshots that could not be saved"),
    gauge(
        "acre_state_hash",
        "First 52 bits of the state hash after the command acre_state_sequence; equal in "
        "the core and all replicas",
    ),
    gauge("acre_state_sequence", "Command of acre_state_hash"),
)
REPLICAS: Final[tuple[Figure, ...]] = (
    gauge("acre_replicas", "Web processes that follow the core"),
    counter("acre_replicas_differing", "Times a web process had another state than the core"),
    gauge("acre_feed_pending_submissions", "Submissions of web processes without an outcome"),
    gauge("acre_replica_following", "1: this web process receives the batches of the core"),
    gauge("acre_replica_lag_commands", "Commands the core had applied and this process had not"),
    gauge("acre_replica_lag_seconds", "Age of the newest status of the core in this process"),
    gauge("acre_lease_epoch", "Epoch of the writer's lease in a cluster; each takeover adds 1"),
    gauge("acre_lease_renewed_seconds", "Time since the writer's lease was renewed"),
)
CHAIN: Final[tuple[Figure, ...]] = (
    gauge("acre_followed_slot", "Last slot whose commands were applied"),
    gauge("acre_follower_lag_slots", "Slots of the node that are not applied yet"),
    gauge("acre_follower_stuck", "1: the follower has not advanced for more than 5 s"),
    gauge("acre_root_sequence", "Last command covered by a state root on the chain"),
    gauge(
        "acre_custody",
        "Vault minus claims, allowances (1e-6 tokens), runway of the fee payer, alarms (0 or 1)",
        "figure",
    ),
    gauge("acre_oracle_source_is_well", "1: the price source delivers", "source"),
    gauge("acre_oracle_markets", "Markets without a fresh price", "reason"),
    gauge("acre_oracle_last_print_timestamp_seconds", "Publish time of the last print"),
    gauge("acre_keeper_lag_seconds", "Real time since the oldest act fell due", "keeper"),
    counter("acre_keeper_acts", "Acts of a keeper", "keeper", "outcome"),
)
RISK: Final[tuple[Figure, ...]] = (
    gauge("acre_pool_value_usd", "Value of the liquidity pool (NAV)"),
    gauge("acre_pool_balance_usd", "Collateral of the liquidity pool"),
    gauge("acre_pool_available_usd", "Open interest that the pool can still take", "side"),
    gauge("acre_pool_utilization_ratio", "Required minimum balance to balance of the pool"),
    gauge("acre_reserve_usd", "Collateral of the reserve"),
    gauge("acre_open_interest_usd", "Open interest of all markets", "side"),
    gauge("acre_traders_pnl_usd", "Unrealized profit of all traders"),
    gauge("acre_worst_skew_ratio", "Largest skew of a market, to the limit of a side"),
    gauge("acre_accounts_liquidatable", "Margin accounts with health below 1; counted up to 1,000"),
    gauge("acre_outflow_usd", "Collateral paid out in a sliding window", "window"),
    gauge("acre_outflow_limit_usd", "Limit of that window", "window"),
    gauge("acre_outflow_frozen", "1: payouts are frozen because accounts owe too much"),
    gauge("acre_negative_equity_usd", "Amount that accounts owe beyond their collateral"),
    gauge("acre_payouts", "Settlement requests by state; authorised ones are in flight", "state"),
    gauge("acre_payout_oldest_seconds", "Engine time since the oldest unpaid request matured"),
    counter("acre_payouts_paid", "Settlement requests paid"),
)
MACHINE: Final[tuple[Figure, ...]] = (
    gauge("acre_projected_sequence", "Last command whose rows are in PostgreSQL"),
    gauge("acre_projection_lag_commands", "Applied commands whose rows are not in PostgreSQL yet"),
    gauge("acre_projection_lag_seconds", "Time without progress while commands wait"),
    gauge("acre_database_connections", "Connections of a pool of this process", "pool", "state"),
    gauge("acre_database_waiting", "Calls that wait for a connection of a pool", "pool"),
    counter("acre_database_timeouts", "Calls that missed their deadline"),
    gauge("acre_postgres_size_bytes", "Size of the database"),
    gauge("acre_postgres_sessions", "Sessions of the database server"),
    gauge("acre_postgres_oldest_transaction_seconds", "Age of its oldest open transaction"),
    histogram("acre_loop_lag_seconds", "Delay of the event loop, measured 4 times a second"),
    counter("acre_loop_blocked", "Steps that held the event loop for more than 2 s"),
    gauge("acre_loop_longest_seconds", "Longest delay of the event loop since the start"),
    gauge("acre_loops_waiting", "Loops that retry after a full or failing disk"),
    gauge("acre_worker_failures", "Failed steps in a row of a loop", "worker"),
    histogram("acre_gc_pause_seconds", "Time of a garbage collection"),
    gauge("acre_disk_free_bytes", "Free space for a folder of ACRE_HOME", "folder"),
    gauge("acre_child_up", "1: the child of the supervisor runs", "child"),
    counter("acre_child_starts", "Starts of a child by the supervisor", "child"),
)
FIGURES: Final = (*WEB, *WRITER, *REPLICAS, *CHAIN, *RISK, *MACHINE)
GROUPS: Final = {
    "Requests": WEB,
    "Commands, journal and snapshots": WRITER,
    "Replicas and lease": REPLICAS,
    "Chain, custody, oracle and keepers": CHAIN,
    "Pool, risk and payouts": RISK,
    "Database and machine": MACHINE,
}
