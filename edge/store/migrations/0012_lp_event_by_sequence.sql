-- Deposits and withdrawals of a span of commands: what moved the pool's value between two days.

CREATE INDEX lp_event_by_sequence ON lp_event (seq);
