-- +goose Up
-- What buyers contest at PayPal or at their bank: PayPal's state of each dispute, and what
-- it means for the payment's money. Words are PayPal's.
CREATE TABLE konflikte (
  id                 INTEGER PRIMARY KEY,
  vorgang            INTEGER REFERENCES zahlungsvorgaenge (id), -- null: the journal knows none of the captures
  paypal_konflikt_id TEXT    NOT NULL UNIQUE,
  paypal_capture_id  TEXT    NOT NULL,
  bank               INTEGER NOT NULL CHECK (bank IN (0, 1)), -- the buyer's bank takes the money at once
  grund              TEXT    NOT NULL,
  stand              TEXT    NOT NULL,
  stufe              TEXT    NOT NULL,
  ausgang            TEXT    NOT NULL,
  betrag_cent        INTEGER NOT NULL, -- contested
  waehrung           TEXT    NOT NULL,
  verloren_cent      INTEGER NOT NULL, -- stays with the buyer at the seller's expense
  extern_vorher_cent INTEGER NOT NULL, -- had gone back past the shop before the dispute
  frist              TEXT, -- until when the seller must answer
  eroeffnet_at       TEXT,
  stand_at           TEXT, -- of PayPal's state
  created_at         TEXT    NOT NULL,
  updated_at         TEXT    NOT NULL,
  version            INTEGER NOT NULL
);
CREATE INDEX konflikte_vorgang ON konflikte (vorgang, id);

ALTER TABLE paypal_ereignisse ADD COLUMN paypal_konflikt_id TEXT NOT NULL DEFAULT '';
-- PayPal may show what a won dispute brought back, or not.
ALTER TABLE zahlungsvorgaenge ADD COLUMN extern_gezeigt_cent INTEGER NOT NULL DEFAULT 0; -- the most that it ever showed as returned
ALTER TABLE zahlungsvorgaenge ADD COLUMN extern_zuletzt_cent INTEGER NOT NULL DEFAULT 0; -- what it showed last
ALTER TABLE zahlungsvorgaenge ADD COLUMN extern_aufgehoben_cent INTEGER NOT NULL DEFAULT 0; -- what it then no longer showed
