-- +goose Up
-- Name and e-mail are what the provider of the latest sign-in told.
ALTER TABLE customers ADD COLUMN email_bestaetigt INTEGER NOT NULL DEFAULT 0 CHECK (email_bestaetigt IN (0, 1));
ALTER TABLE customers ADD COLUMN angemeldet_at    TEXT    NOT NULL DEFAULT '';

-- Who a customer is at a sign-in provider. Nothing is ever found by e-mail, and
-- no token of a provider is kept.
CREATE TABLE kunden_anmeldungen (
  issuer         TEXT    NOT NULL,
  sub            TEXT    NOT NULL,
  kunde_id       INTEGER NOT NULL REFERENCES customers (id),
  anbieter       TEXT    NOT NULL, -- the name under which the provider is configured
  verbunden_at   TEXT    NOT NULL,
  benutzt_at     TEXT    NOT NULL,
  PRIMARY KEY (issuer, sub),
  UNIQUE (kunde_id, anbieter)
) WITHOUT ROWID;

CREATE TABLE kunden_sitzungen (
  hash        TEXT    PRIMARY KEY, -- SHA-256 of the id, which only the browser has
  kunde_id    INTEGER NOT NULL REFERENCES customers (id),
  begonnen_at TEXT    NOT NULL,
  gesehen_at  TEXT    NOT NULL
) WITHOUT ROWID;
CREATE INDEX kunden_sitzungen_kunde ON kunden_sitzungen (kunde_id);
CREATE INDEX kunden_sitzungen_begonnen ON kunden_sitzungen (begonnen_at);

-- When a customer downloaded the data, for the last hour only.
CREATE TABLE kunden_abrufe (
  kunde_id INTEGER NOT NULL REFERENCES customers (id),
  zeit     TEXT    NOT NULL
);
CREATE INDEX kunden_abrufe_kunde ON kunden_abrufe (kunde_id, zeit);

CREATE INDEX orders_kunde ON orders (kunde_id, id) WHERE kunde_id IS NOT NULL;
