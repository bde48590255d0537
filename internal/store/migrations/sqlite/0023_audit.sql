-- +goose Up
-- Who of the operators did what, chained by hashes. It has no customer's data.
CREATE TABLE protokoll (
  nr         INTEGER PRIMARY KEY, -- without gaps
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
CREATE INDEX protokoll_aktion ON protokoll (aktion, nr);
CREATE INDEX protokoll_gegenstand ON protokoll (gegenstand, nr);

-- The sessions of the administration, to be listed and ended. Which were ended is in
-- zugang_beendet.
CREATE TABLE verwaltung_sitzungen (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL, -- of the operator, as they said; empty: not given
  geraet      TEXT NOT NULL, -- browser and system
  begonnen_at TEXT NOT NULL,
  zuletzt_at  TEXT NOT NULL,
  bis         TEXT NOT NULL  -- when it ends by itself
);

-- The settings of the latest start, to notice what was changed since.
CREATE TABLE einstellungen (
  name TEXT PRIMARY KEY,
  wert TEXT NOT NULL -- of a secret, a fingerprint
);
