-- A key is taken before its first attempt is journaled, and has no answer until that is over.

ALTER TABLE idempotent_answer
ADD COLUMN after_seq BIGINT NOT NULL DEFAULT 0,  -- what the first attempt journaled stands after it
ALTER COLUMN status DROP NOT NULL,  -- null: not answered
ALTER COLUMN body DROP NOT NULL,
ALTER COLUMN content_type DROP NOT NULL,
ALTER COLUMN cache_control DROP NOT NULL;
