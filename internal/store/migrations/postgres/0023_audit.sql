-- +goose Up
-- Who of the operators did what, chained by hashes. It has no customer's data.
CREATE TABLE protokoll (
  nr         BIGINT PRIMARY KEY, -- without gaps
  zeit       TEXT NOT NULL,
  wer        TEXT NOT NULL, -- as the operator said, or Verwaltung
  sitzung    TEXT NOT NULL, -- empty: not in the administration
  aktion     TEXT NOT NULL,
  gegenstand TEXT NOT NULL, -- kind and id
  von        TEXT NOT NULL,
  nach       TEXT NOT NULL,
  request_id TEXT NOT NULL,
  hash       TEXT NOT NULL -- SHA-256 of the row before's hash and this row, in hex
);

-- The sessions of the administration, to be listed and ended.
CREATE TABLE verwaltung_sitzungen (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL, -- of the operator, as they said; empty: not given
  geraet      TEXT NOT NULL, -- browser and system
  begonnen_at TEXT NOT NULL,
  zuletzt_at  TEXT NOT NULL,
  beendet_at  TEXT
);
