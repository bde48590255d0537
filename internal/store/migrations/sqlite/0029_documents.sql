-- +goose Up
-- Who issued documents, as printed on them; a change makes a new row.
CREATE TABLE aussteller (
  id               INTEGER PRIMARY KEY,
  name             TEXT    NOT NULL,
  adresse          TEXT    NOT NULL,
  steuernummer     TEXT    NOT NULL,
  ust_id           TEXT    NOT NULL,
  sitz             TEXT    NOT NULL,
  kleinunternehmer INTEGER NOT NULL CHECK (kleinunternehmer IN (0, 1)),
  ab               TEXT    NOT NULL
);

-- Invoices and what takes them back, with the files that the customers have.
CREATE TABLE dokumente (
  id              INTEGER PRIMARY KEY AUTOINCREMENT, -- the place in the chain; a jump is what a restore skipped
  aussteller_id   INTEGER NOT NULL REFERENCES aussteller (id),
  praefix         TEXT    NOT NULL, -- of its series; empty: taken over, with a number from before there was one
  jahr            INTEGER, -- of its series, in Berlin
  nr              INTEGER, -- in its series: 1, 2, …
  nummer          TEXT    NOT NULL UNIQUE,
  order_id        INTEGER NOT NULL REFERENCES orders (id),
  art             TEXT    NOT NULL CHECK (art IN ('rechnung', 'storno', 'korrektur')),
  bezug           INTEGER REFERENCES dokumente (id), -- what it takes back
  betrag_cent     INTEGER NOT NULL CHECK (betrag_cent > 0), -- what it asks for, or takes back
  anlass          TEXT    NOT NULL, -- the proposal that it answers; empty: none
  wer             TEXT    NOT NULL,
  ausgestellt_at  TEXT    NOT NULL,
  leistung_am     TEXT    NOT NULL, -- whose rates of tax apply; while the delivery is still to come, the day of the payment
  lieferung_offen INTEGER NOT NULL CHECK (lieferung_offen IN (0, 1)),
  fall            TEXT    NOT NULL, -- how it is taxed
  snapshot        TEXT    NOT NULL, -- JSON: all that it says; empty once the term of retention is over
  pdf             BLOB, -- null: not drawn yet, or emptied
  xml             BLOB, -- null as well if the shop lacked what EN 16931 demands
  snapshot_sha256 TEXT    NOT NULL,
  pdf_sha256      TEXT    NOT NULL,
  xml_sha256      TEXT    NOT NULL,
  kette           TEXT    NOT NULL, -- SHA-256 of the one before and of this row
  geleert_at      TEXT,
  UNIQUE (praefix, jahr, nr)
);
CREATE INDEX dokumente_order ON dokumente (order_id, id);
CREATE INDEX dokumente_zeit ON dokumente (ausgestellt_at, order_id);

-- +goose StatementBegin
CREATE TRIGGER dokumente_bleiben BEFORE DELETE ON dokumente BEGIN
  SELECT RAISE(ABORT, 'Dokumente werden nicht gelöscht');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER dokumente_fest BEFORE UPDATE ON dokumente
WHEN NOT (OLD.geleert_at IS NULL
  AND (NEW.id, NEW.aussteller_id, NEW.praefix, NEW.jahr, NEW.nr, NEW.nummer, NEW.order_id, NEW.art, NEW.bezug, NEW.betrag_cent, NEW.anlass, NEW.wer)
    IS (OLD.id, OLD.aussteller_id, OLD.praefix, OLD.jahr, OLD.nr, OLD.nummer, OLD.order_id, OLD.art, OLD.bezug, OLD.betrag_cent, OLD.anlass, OLD.wer)
  AND (NEW.ausgestellt_at, NEW.leistung_am, NEW.lieferung_offen, NEW.fall, NEW.snapshot_sha256, NEW.kette)
    IS (OLD.ausgestellt_at, OLD.leistung_am, OLD.lieferung_offen, OLD.fall, OLD.snapshot_sha256, OLD.kette)
  AND (OLD.praefix = '' AND OLD.pdf IS NULL AND NEW.pdf IS NOT NULL AND NEW.snapshot = OLD.snapshot AND NEW.geleert_at IS NULL
    OR NEW.geleert_at IS NOT NULL AND NEW.snapshot = '' AND NEW.pdf IS NULL AND NEW.xml IS NULL
      AND NEW.pdf_sha256 = OLD.pdf_sha256 AND NEW.xml_sha256 = OLD.xml_sha256))
BEGIN
  SELECT RAISE(ABORT, 'Dokumente werden nicht geändert');
END;
-- +goose StatementEnd

-- Proposals to issue a document that the operator has dismissed.
CREATE TABLE verworfene_vorschlaege (
  order_id   INTEGER NOT NULL REFERENCES orders (id),
  anlass     TEXT    NOT NULL,
  grund      TEXT    NOT NULL,
  wer        TEXT    NOT NULL,
  created_at TEXT    NOT NULL,
  PRIMARY KEY (order_id, anlass)
) WITHOUT ROWID;

-- Which orders from before still have to be given their documents; without a row, none.
CREATE TABLE dokument_uebernahme (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  naechste INTEGER NOT NULL,
  bis      INTEGER NOT NULL
);
INSERT INTO dokument_uebernahme (id, naechste, bis)
SELECT 1, erste, letzte FROM (SELECT min(id) AS erste, max(id) AS letzte FROM orders) AS bestellungen WHERE erste IS NOT NULL;

-- Older programs would draw invoices from the settings, and give numbers that are gone.
UPDATE betrieb SET mindest_schema = 29 WHERE mindest_schema < 29;
