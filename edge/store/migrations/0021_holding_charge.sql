-- The holding charge of a unit of either side until then; 0 of what was written before.

ALTER TABLE market_point ADD COLUMN holding_per_unit_e18 NUMERIC(39, 0) NOT NULL DEFAULT 0;
