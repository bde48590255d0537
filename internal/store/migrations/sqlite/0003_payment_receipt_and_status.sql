-- +goose Up
-- A wider CHECK needs a new table. Foreign keys are off on the connection that
-- migrates, so that order_items keeps its rows while orders is replaced.
CREATE TABLE orders_new (
  id                   INTEGER PRIMARY KEY AUTOINCREMENT,
  bestellnummer        TEXT    UNIQUE,
  created_at           TEXT    NOT NULL,
  updated_at           TEXT    NOT NULL,
  status               TEXT    NOT NULL CHECK (status IN ('bezahlt', 'zahlungOffen', 'storniert')),
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
  gutschein_code       TEXT,
  paypal_order_id      TEXT -- the payment receipt
);

INSERT INTO orders_new (id, bestellnummer, created_at, updated_at, status, kunde_name, kunde_email, land,
  strasse, plz, ort, zahlungsart, zwischensumme, versandkosten, rabatt_gesamt, summe, summe_cent,
  treuebonus_verwendet, abo_rabatt_verwendet, gutschein_code)
SELECT id, bestellnummer, created_at, updated_at, status, kunde_name, kunde_email, land,
  strasse, plz, ort, zahlungsart, zwischensumme, versandkosten, rabatt_gesamt, summe, summe_cent,
  treuebonus_verwendet, abo_rabatt_verwendet, gutschein_code
FROM orders;

-- Ids of deleted orders are never given again.
DELETE FROM sqlite_sequence WHERE name = 'orders_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'orders_new', seq FROM sqlite_sequence WHERE name = 'orders';

-- A copy that lost a row ends the migration here.
CREATE TEMP TABLE copied (complete INTEGER CHECK (complete));
INSERT INTO copied SELECT (SELECT count(*) FROM orders) = (SELECT count(*) FROM orders_new);
DROP TABLE copied;

DROP TABLE orders;
ALTER TABLE orders_new RENAME TO orders;

CREATE UNIQUE INDEX orders_paypal ON orders (paypal_order_id) WHERE paypal_order_id IS NOT NULL;
