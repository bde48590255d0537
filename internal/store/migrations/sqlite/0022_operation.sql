-- +goose Up
-- Which shop this database is, so that a copy, an older state or another shop in its
-- place is noticed before a number is issued twice. One row, made by the first start.
CREATE TABLE betrieb (
  id             INTEGER PRIMARY KEY CHECK (id = 1),
  shop_id        TEXT    NOT NULL, -- random, the same in all copies of the shop
  lauf           TEXT    NOT NULL, -- the latest start; the mark beside the database names it too
  generation     INTEGER NOT NULL, -- how often the shop was restored from a copy, plus one
  umzug          TEXT, -- where the shop was moved to; 'begonnen' while that is under way
  mindest_schema INTEGER NOT NULL, -- programs that know only older schemas must not run on it
  sitzungen_ab   TEXT -- sessions that began earlier are over
);

-- Erased accounts, to be erased again after a copy from before was restored.
CREATE TABLE loeschungen (
  kunde_id INTEGER PRIMARY KEY,
  zeit     TEXT NOT NULL
);
