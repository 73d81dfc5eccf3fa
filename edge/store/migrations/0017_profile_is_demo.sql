-- Wallets of the demo's bots, so that leaderboards can tell them from people.

ALTER TABLE profile ADD COLUMN is_demo BOOLEAN NOT NULL DEFAULT FALSE;
