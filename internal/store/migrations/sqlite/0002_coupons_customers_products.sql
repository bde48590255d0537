-- +goose Up
CREATE TABLE coupons (
  code                TEXT    PRIMARY KEY, -- trimmed, upper case
  einmalig_pro_person INTEGER NOT NULL CHECK (einmalig_pro_person IN (0, 1)),
  aktiv               INTEGER NOT NULL CHECK (aktiv IN (0, 1)),
  art                 TEXT    NOT NULL CHECK (art IN ('prozent', 'betrag')),
  wert                REAL    NOT NULL CHECK (wert > 0),
  gueltig_von         TEXT    NOT NULL DEFAULT '', -- Berlin days, inclusive; empty: open
  gueltig_bis         TEXT    NOT NULL DEFAULT '',
  mindestsumme        REAL    NOT NULL DEFAULT 0,
  max_einloesungen    INTEGER NOT NULL DEFAULT 0, -- 0: no limit
  version             INTEGER NOT NULL DEFAULT 1,
  created_at          TEXT    NOT NULL,
  updated_at          TEXT    NOT NULL
);

-- No password: customers sign in elsewhere.
CREATE TABLE customers (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT    NOT NULL DEFAULT '',
  email      TEXT    NOT NULL DEFAULT '',
  created_at TEXT    NOT NULL,
  updated_at TEXT    NOT NULL
);

CREATE TABLE products (
  slug               TEXT    PRIMARY KEY,
  name_de            TEXT    NOT NULL,
  name_en            TEXT    NOT NULL,
  name_fr            TEXT    NOT NULL,
  name_it            TEXT    NOT NULL,
  kategorie_slug     TEXT    NOT NULL,
  preis              REAL    NOT NULL CHECK (preis >= 0),
  grundpreis         REAL    NOT NULL DEFAULT 0, -- 0: not sold by measure
  grundpreis_einheit TEXT    NOT NULL DEFAULT '',
  aktiv              INTEGER NOT NULL CHECK (aktiv IN (0, 1)),
  bestseller_label   INTEGER NOT NULL CHECK (bestseller_label IN (0, 1)),
  version            INTEGER NOT NULL DEFAULT 1,
  created_at         TEXT    NOT NULL,
  updated_at         TEXT    NOT NULL
);
