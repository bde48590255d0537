-- +goose Up
ALTER TABLE orders ADD COLUMN kunde_id   INTEGER REFERENCES customers (id);
ALTER TABLE orders ADD COLUMN sprache    TEXT    NOT NULL DEFAULT 'de';
ALTER TABLE orders ADD COLUMN anfrage_id TEXT; -- of the attempt that stored the order
ALTER TABLE orders ADD COLUMN version    INTEGER NOT NULL DEFAULT 1;
ALTER TABLE orders ADD COLUMN notiz      TEXT    NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN hinweise   TEXT    NOT NULL DEFAULT ''; -- JSON, empty: none
ALTER TABLE orders ADD COLUMN inhalt     INTEGER; -- hour and hash of what was ordered, finds duplicates

CREATE UNIQUE INDEX orders_anfrage ON orders (anfrage_id);
CREATE INDEX orders_status ON orders (status, id);
CREATE INDEX orders_land ON orders (land, id);
CREATE INDEX orders_zahlungsart ON orders (zahlungsart, id);
-- Open orders by age. Stated by what it leaves out: given status = 'zahlungOffen',
-- SQLite would take orders_status and sort.
CREATE INDEX orders_open ON orders (created_at) WHERE status <> 'bezahlt' AND status <> 'storniert';
CREATE INDEX orders_inhalt ON orders (inhalt);
CREATE INDEX orders_hinweise ON orders (id) WHERE hinweise <> '';

CREATE TABLE order_events (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  nr       INTEGER NOT NULL, -- the order's version after the change
  zeit     TEXT    NOT NULL,
  wer      TEXT    NOT NULL,
  art      TEXT    NOT NULL,
  von      TEXT    NOT NULL DEFAULT '',
  nach     TEXT    NOT NULL DEFAULT '',
  text     TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (order_id, nr, art)
) WITHOUT ROWID;

-- One row for every order with a coupon, whether the coupon is once per person
-- or not: a flag that is set later counts the earlier orders.
CREATE TABLE gutschein_einloesungen (
  code        TEXT    NOT NULL,
  email_klein TEXT    NOT NULL, -- as compared: trimmed, NFC, lower case
  email_stamm TEXT    NOT NULL, -- without aliases
  order_id    INTEGER NOT NULL UNIQUE REFERENCES orders (id),
  created_at  TEXT    NOT NULL
);
CREATE INDEX einloesungen_email ON gutschein_einloesungen (code, email_klein);
CREATE INDEX einloesungen_stamm ON gutschein_einloesungen (code, email_stamm);

CREATE TABLE idempotenz (
  weg        TEXT    NOT NULL, -- the route that the key belongs to
  schluessel TEXT    NOT NULL,
  hash       TEXT    NOT NULL, -- SHA-256 of the body
  order_id   INTEGER NOT NULL REFERENCES orders (id),
  created_at TEXT    NOT NULL,
  PRIMARY KEY (weg, schluessel)
) WITHOUT ROWID;
CREATE INDEX idempotenz_created ON idempotenz (created_at);

-- Counters, kept in the transaction of what they count. tag is a Berlin day,
-- or empty for all days together. slot spreads writers over several rows.
CREATE TABLE order_counters (
  tag         TEXT    NOT NULL,
  status      TEXT    NOT NULL,
  land        TEXT    NOT NULL,
  zahlungsart TEXT    NOT NULL, -- ueberweisung, paypal, sonstige
  slot        INTEGER NOT NULL,
  anzahl      INTEGER NOT NULL,
  summe_cent  INTEGER NOT NULL,
  von_id      INTEGER NOT NULL, -- the ids between which these orders lie
  bis_id      INTEGER NOT NULL,
  PRIMARY KEY (tag, status, land, zahlungsart, slot)
) WITHOUT ROWID;

-- Lines that count in the best sellers: not free, of orders that count.
CREATE TABLE item_counters (
  tag          TEXT    NOT NULL,
  produkt_slug TEXT    NOT NULL,
  slot         INTEGER NOT NULL,
  zeilen       INTEGER NOT NULL, -- how many lines: a product without lines is no row of the list
  menge        INTEGER NOT NULL,
  PRIMARY KEY (tag, produkt_slug, slot)
) WITHOUT ROWID;

-- Words of each order. The program splits the text, so that both engines find
-- the same; short prefixes have their own index.
CREATE VIRTUAL TABLE orders_suche USING fts5 (
  woerter, content = '', columnsize = 0, detail = none,
  tokenize = 'ascii', prefix = '1 2 3 4 5 6 7 8 9 10 11 12'
);
