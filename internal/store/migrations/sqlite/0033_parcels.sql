-- +goose Up
-- The parcels in which orders left the shop. One that was entered by mistake is taken back and stays.
CREATE TABLE sendungen (
  id                 INTEGER PRIMARY KEY,
  order_id           INTEGER NOT NULL REFERENCES orders (id),
  traeger            TEXT NOT NULL CHECK (traeger IN ('dhl', 'post_at', 'post_ch', 'post_lu', 'andere')),
  nummer             TEXT NOT NULL,
  versandt_am        TEXT NOT NULL, -- Berlin day
  zugestellt_am      TEXT,
  artikel            TEXT NOT NULL, -- JSON: how many pieces of which line of the order
  wer                TEXT NOT NULL,
  created_at         TEXT NOT NULL,
  zurueckgenommen_at TEXT,
  abweichend_von     TEXT NOT NULL DEFAULT '' -- number of the invoice that says another tax than was due when this parcel left
);
CREATE INDEX sendungen_order ON sendungen (order_id, id);

-- What follows from an order's parcels, kept so that the list can be filtered by it.
ALTER TABLE orders ADD COLUMN versand TEXT NOT NULL DEFAULT 'offen' CHECK (versand IN ('offen', 'teilweise', 'versandt', 'zugestellt'));
CREATE INDEX orders_versand ON orders (versand, id) WHERE versand <> 'offen';
