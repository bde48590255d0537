-- +goose Up
-- Invoices that were issued after an order's first one, which has the order's
-- number and needs no row.
CREATE TABLE rechnungen (
  order_id    BIGINT  NOT NULL REFERENCES orders (id),
  nr          BIGINT  NOT NULL CHECK (nr > 0), -- 1, 2, … of the order
  nummer      TEXT    NOT NULL UNIQUE,
  art         TEXT    NOT NULL CHECK (art IN ('rechnung', 'storno', 'korrektur')),
  betrag_cent BIGINT  NOT NULL CHECK (betrag_cent > 0), -- what it asks for, or takes back
  wer         TEXT    NOT NULL,
  created_at  TEXT    NOT NULL,
  PRIMARY KEY (order_id, nr)
);
