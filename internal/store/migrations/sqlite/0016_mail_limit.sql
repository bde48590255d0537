-- +goose Up
-- Messages that are held, and the addresses by which those count that were not.
-- A wider CHECK needs a new table, as in 0003.
CREATE TABLE mails_new (
  id          INTEGER PRIMARY KEY,
  schluessel  TEXT    NOT NULL UNIQUE, -- the same for every attempt
  art         TEXT    NOT NULL,
  order_id    INTEGER REFERENCES orders (id),
  sprache     TEXT    NOT NULL,
  an          TEXT    NOT NULL, -- empty: the operator
  empfaenger  TEXT, -- an as addresses are compared, of a message that counts towards its limit
  meldung     TEXT    NOT NULL DEFAULT '', -- JSON, what a betreiber_meldung says
  zustand     TEXT    NOT NULL CHECK (zustand IN ('offen', 'gesendet', 'gescheitert', 'nicht eingerichtet', 'verworfen', 'angehalten')),
  versuche    INTEGER NOT NULL, -- begun; names the attempt under way
  in_arbeit   INTEGER NOT NULL CHECK (in_arbeit IN (0, 1)), -- somebody sends it, and may until faellig_ab
  grund       TEXT    NOT NULL DEFAULT '',
  faellig_ab  TEXT    NOT NULL,
  aufgeben_ab TEXT    NOT NULL,
  created_at  TEXT    NOT NULL,
  updated_at  TEXT    NOT NULL,
  gesendet_at TEXT
);

INSERT INTO mails_new (id, schluessel, art, order_id, sprache, an, meldung, zustand, versuche, in_arbeit,
  grund, faellig_ab, aufgeben_ab, created_at, updated_at, gesendet_at)
SELECT id, schluessel, art, order_id, sprache, an, meldung, zustand, versuche, in_arbeit,
  grund, faellig_ab, aufgeben_ab, created_at, updated_at, gesendet_at
FROM mails ORDER BY id;

-- A copy that lost a row ends the migration here.
CREATE TEMP TABLE copied (complete INTEGER CHECK (complete));
INSERT INTO copied SELECT (SELECT count(*) FROM mails) = (SELECT count(*) FROM mails_new);
DROP TABLE copied;

DROP TABLE mails;
ALTER TABLE mails_new RENAME TO mails;

CREATE INDEX mails_faellig ON mails (faellig_ab) WHERE zustand = 'offen';
CREATE INDEX mails_zustand ON mails (zustand, id) WHERE zustand <> 'gesendet';
CREATE INDEX mails_order ON mails (order_id, id);
CREATE INDEX mails_empfaenger ON mails (empfaenger, created_at) WHERE empfaenger IS NOT NULL;
