-- +goose Up
-- What all instances of a shop have to agree on about its gates. Clients are
-- kept as keyed hashes of their networks, never as addresses.

-- Wrong codes of the last 15 minutes.
CREATE TABLE zugang_fehlversuche (
  tor   TEXT    NOT NULL,
  nr    INTEGER NOT NULL, -- grows with each wrong code at the gate
  kunde TEXT    NOT NULL,
  netz  TEXT    NOT NULL, -- the wider network; empty: none is counted
  zeit  TEXT    NOT NULL,
  PRIMARY KEY (tor, nr)
) WITHOUT ROWID;
CREATE INDEX fehlversuche_kunde ON zugang_fehlversuche (tor, kunde, nr);
CREATE INDEX fehlversuche_netz ON zugang_fehlversuche (tor, netz, nr);

-- Sessions that were ended before their time.
CREATE TABLE zugang_beendet (
  tor     TEXT NOT NULL,
  sitzung TEXT NOT NULL,
  bis     TEXT NOT NULL, -- when the session would have expired
  PRIMARY KEY (tor, sitzung)
) WITHOUT ROWID;
CREATE INDEX beendet_bis ON zugang_beendet (bis);

-- Clients whose allowance of orders is not whole.
CREATE TABLE bestell_kontingente (
  kunde   TEXT NOT NULL PRIMARY KEY,
  voll_ab TEXT NOT NULL -- when it will be
) WITHOUT ROWID;
CREATE INDEX kontingente_voll ON bestell_kontingente (voll_ab);
