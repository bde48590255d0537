-- +goose Up
-- What is left of a product, by dye lot if it has any; a product without a row is sold without being counted.
CREATE TABLE bestaende (
  slug    TEXT    NOT NULL,
  partie  TEXT    NOT NULL DEFAULT '',
  bestand INTEGER NOT NULL CHECK (bestand >= 0),
  PRIMARY KEY (slug, partie)
) WITHOUT ROWID;

-- What came and went: the stock is the sum. It outlives products, orders and payments.
CREATE TABLE bestandsbuchungen (
  id       INTEGER PRIMARY KEY,
  slug     TEXT    NOT NULL,
  partie   TEXT    NOT NULL,
  menge    INTEGER NOT NULL, -- negative: taken away
  art      TEXT    NOT NULL CHECK (art IN ('bestellung', 'storno', 'wiederaufnahme', 'freigabe', 'aenderung', 'zaehlung', 'ende')),
  order_id INTEGER, -- the order that took or returned it; null: none yet, or no order
  vorgang  INTEGER, -- the payment that took it before there was an order
  anfrage  TEXT UNIQUE, -- the request's own id, so that it counts once
  wer      TEXT    NOT NULL,
  zeit     TEXT    NOT NULL,
  notiz    TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX bestandsbuchungen_slug ON bestandsbuchungen (slug, id);
CREATE INDEX bestandsbuchungen_order ON bestandsbuchungen (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX bestandsbuchungen_vorgang ON bestandsbuchungen (vorgang) WHERE vorgang IS NOT NULL;
