-- +goose Up
-- Orders that may be duplicates of each other: a buyer who never saw that a
-- payment succeeded may have ordered again. Each pair has a row for each of its
-- orders. Their candidates are found by orders.inhalt, from now on the day and
-- hash of who ordered what; older orders keep the hour.
CREATE TABLE doppelte_bestellungen (
  order_id    INTEGER NOT NULL REFERENCES orders (id),
  andere_id   INTEGER NOT NULL REFERENCES orders (id),
  created_at  TEXT    NOT NULL,
  verneint_at TEXT, -- the operator has said that both are wanted
  PRIMARY KEY (order_id, andere_id)
) WITHOUT ROWID;

ALTER TABLE erstattungen ADD COLUMN storno INTEGER NOT NULL DEFAULT 0 CHECK (storno IN (0, 1)); -- PayPal's yes cancels the order
