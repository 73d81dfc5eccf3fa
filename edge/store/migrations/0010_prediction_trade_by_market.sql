-- The trades of a question by time: its list, and its bars from the index alone.

CREATE INDEX prediction_trade_by_market ON prediction_trade (market_id, at_s, trade_id)
INCLUDE (yes_price, contracts);
