-- +goose Up
-- The outbox: messages that the shop owes, each written in the transaction of
-- what it tells.
CREATE TABLE mails (
  id          INTEGER PRIMARY KEY,
  schluessel  TEXT    NOT NULL UNIQUE, -- the same for every attempt
  art         TEXT    NOT NULL,
  order_id    INTEGER REFERENCES orders (id),
  sprache     TEXT    NOT NULL,
  an          TEXT    NOT NULL, -- empty: the operator
  meldung     TEXT    NOT NULL DEFAULT '', -- JSON, what a betreiber_meldung says
  zustand     TEXT    NOT NULL CHECK (zustand IN ('offen', 'gesendet', 'gescheitert', 'nicht eingerichtet', 'verworfen')),
  versuche    INTEGER NOT NULL, -- begun; names the attempt under way
  in_arbeit   INTEGER NOT NULL CHECK (in_arbeit IN (0, 1)), -- somebody sends it, and may until faellig_ab
  grund       TEXT    NOT NULL DEFAULT '',
  faellig_ab  TEXT    NOT NULL,
  aufgeben_ab TEXT    NOT NULL,
  created_at  TEXT    NOT NULL,
  updated_at  TEXT    NOT NULL,
  gesendet_at TEXT
);
CREATE INDEX mails_faellig ON mails (faellig_ab) WHERE zustand = 'offen';
CREATE INDEX mails_zustand ON mails (zustand, id) WHERE zustand <> 'gesendet';
CREATE INDEX mails_order ON mails (order_id, id);

-- What a message says, once it is rendered. Apart, so that the rows that are
-- searched and changed stay small.
CREATE TABLE mail_inhalte (
  mail_id INTEGER PRIMARY KEY REFERENCES mails (id),
  inhalt  BLOB    NOT NULL -- JSON, compressed with gzip
);

-- How many messages are in each state. slot spreads writers over several rows.
CREATE TABLE mail_counters (
  zustand TEXT    NOT NULL,
  slot    INTEGER NOT NULL,
  anzahl  INTEGER NOT NULL,
  PRIMARY KEY (zustand, slot)
) WITHOUT ROWID;
