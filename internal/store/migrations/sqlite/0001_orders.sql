-- +goose Up
-- Amounts are kept as the numbers that were sent; the columns in cents beside
-- them are what SQL sums and compares.
CREATE TABLE orders (
  id                   INTEGER PRIMARY KEY AUTOINCREMENT,
  bestellnummer        TEXT    UNIQUE, -- written after the insert, in the same transaction
  created_at           TEXT    NOT NULL,
  updated_at           TEXT    NOT NULL,
  status               TEXT    NOT NULL CHECK (status IN ('bezahlt', 'storniert')),
  kunde_name           TEXT    NOT NULL,
  kunde_email          TEXT    NOT NULL,
  land                 TEXT    NOT NULL CHECK (land IN ('de', 'at', 'ch', 'lu')),
  strasse              TEXT    NOT NULL DEFAULT '',
  plz                  TEXT    NOT NULL DEFAULT '',
  ort                  TEXT    NOT NULL DEFAULT '',
  zahlungsart          TEXT    NOT NULL DEFAULT '',
  zwischensumme        REAL    NOT NULL DEFAULT 0,
  versandkosten        REAL    NOT NULL DEFAULT 0,
  rabatt_gesamt        REAL    NOT NULL DEFAULT 0,
  summe                REAL    NOT NULL CHECK (summe >= 0),
  summe_cent           INTEGER NOT NULL CHECK (summe_cent >= 0),
  treuebonus_verwendet INTEGER NOT NULL DEFAULT 0 CHECK (treuebonus_verwendet IN (0, 1)),
  abo_rabatt_verwendet INTEGER NOT NULL DEFAULT 0 CHECK (abo_rabatt_verwendet IN (0, 1)),
  gutschein_code       TEXT
);

CREATE TABLE order_items (
  order_id       INTEGER NOT NULL REFERENCES orders (id),
  position       INTEGER NOT NULL, -- from 1, in the order of the request
  produkt_slug   TEXT    NOT NULL,
  name           TEXT    NOT NULL,
  kategorie_slug TEXT,
  menge          INTEGER NOT NULL CHECK (menge >= 0),
  preis          REAL    NOT NULL CHECK (preis >= 0),
  preis_cent     INTEGER NOT NULL CHECK (preis_cent >= 0),
  gratis         INTEGER NOT NULL DEFAULT 0 CHECK (gratis IN (0, 1)),
  PRIMARY KEY (order_id, position)
) WITHOUT ROWID;
