-- +goose Up
-- Statements that a contract shall not hold, as they were made.
CREATE TABLE widerrufe (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  schluessel TEXT   NOT NULL UNIQUE, -- one for each form that was confirmed
  created_at TEXT   NOT NULL, -- when it arrived
  name       TEXT   NOT NULL,
  email      TEXT   NOT NULL,
  vertrag    TEXT   NOT NULL, -- as the customer named it
  grund      TEXT   NOT NULL DEFAULT '',
  sprache    TEXT   NOT NULL,
  order_id   INTEGER REFERENCES orders (id) -- the order of that number and address
);
CREATE INDEX widerrufe_order ON widerrufe (order_id) WHERE order_id IS NOT NULL;
