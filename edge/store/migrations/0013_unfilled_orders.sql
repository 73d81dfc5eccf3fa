-- Ended orders without a fill, oldest first: they are deleted after a while.

CREATE INDEX prediction_order_unfilled ON prediction_order (updated_at_s)
WHERE status >= 3 AND filled = 0;
