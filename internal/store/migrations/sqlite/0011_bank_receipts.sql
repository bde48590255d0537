-- +goose Up
-- Money that came in by imported bank statements. schluessel tells an entry from
-- all others, in whatever file it comes again.
CREATE TABLE zahlungseingaenge (
  id            INTEGER PRIMARY KEY,
  schluessel    TEXT    NOT NULL UNIQUE,
  gebucht_am    TEXT    NOT NULL, -- the bank's day
  betrag_cent   INTEGER NOT NULL CHECK (betrag_cent > 0),
  waehrung      TEXT    NOT NULL,
  name          TEXT    NOT NULL,
  iban          TEXT    NOT NULL,
  zweck         TEXT    NOT NULL,
  zustand       TEXT    NOT NULL DEFAULT 'offen' CHECK (zustand IN ('offen', 'gebucht', 'erledigt')),
  order_id      INTEGER REFERENCES orders (id),
  notiz         TEXT    NOT NULL DEFAULT '',
  importiert_at TEXT    NOT NULL,
  updated_at    TEXT    NOT NULL,
  CHECK ((zustand = 'gebucht') = (order_id IS NOT NULL))
);
CREATE INDEX zahlungseingaenge_zustand ON zahlungseingaenge (zustand, id);
CREATE INDEX zahlungseingaenge_order ON zahlungseingaenge (order_id);
