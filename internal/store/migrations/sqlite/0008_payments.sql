-- +goose Up
-- The payment journal: one row for each attempt to pay a frozen basket. A row
-- exists before PayPal hears of it.
CREATE TABLE zahlungsvorgaenge (
  id                INTEGER PRIMARY KEY,
  vorgang_id        TEXT    NOT NULL UNIQUE, -- PayPal's custom_id, and the root of all PayPal-Request-Ids
  vorgang_nr        TEXT    NOT NULL UNIQUE, -- PayPal's invoice_id
  kassen_schluessel TEXT    NOT NULL, -- empty: money that PayPal took for nobody knows what
  kasse_aktiv       INTEGER NOT NULL CHECK (kasse_aktiv IN (0, 1)), -- the row stands for its kassen_schluessel
  warenkorb_hash    TEXT    NOT NULL,
  status            TEXT    NOT NULL CHECK (status IN ('neu', 'angelegt', 'einzug_laeuft', 'wartet_auf_zahlung',
    'abgeschlossen', 'abgelehnt', 'abgelaufen', 'verworfen', 'erstattung_noetig', 'erstattung_laeuft', 'erstattet', 'klaerung')),
  status_seit       TEXT    NOT NULL,
  bestellung_json   TEXT    NOT NULL, -- the frozen order; empty once ordered, or 14 days after an end without money
  bestaetigung      INTEGER NOT NULL CHECK (bestaetigung IN (0, 1)), -- only the buyer's own click captures
  summe_cent        INTEGER NOT NULL CHECK (summe_cent > 0),
  waehrung          TEXT    NOT NULL,
  paypal_order_id   TEXT    UNIQUE,
  einzug_versuch    INTEGER NOT NULL DEFAULT 1, -- part of the capture's request id
  paypal_capture_id TEXT    UNIQUE,
  einzug_status     TEXT    NOT NULL DEFAULT '',
  einzug_cent       INTEGER NOT NULL DEFAULT 0,
  einzug_waehrung   TEXT    NOT NULL DEFAULT '',
  einzug_grund      TEXT    NOT NULL DEFAULT '',
  extern_erstattet_cent INTEGER NOT NULL DEFAULT 0, -- went back past the shop
  paypal_refund_id  TEXT    UNIQUE, -- of the automatic refund
  erstattung_status TEXT    NOT NULL DEFAULT '',
  erstattung_versuch INTEGER NOT NULL DEFAULT 0,
  order_id          INTEGER UNIQUE REFERENCES orders (id),
  versuche          INTEGER NOT NULL DEFAULT 0,
  naechster_versuch_at TEXT, -- null: never
  gesperrt_bis      TEXT,    -- somebody is at it; saves calls, decides nothing
  grund             TEXT    NOT NULL DEFAULT '',
  paypal_debug_id   TEXT    NOT NULL DEFAULT '',
  endkontrolle_at   TEXT,    -- the last look after an end without money
  kunde_id          INTEGER REFERENCES customers (id),
  version           INTEGER NOT NULL,
  created_at        TEXT    NOT NULL,
  updated_at        TEXT    NOT NULL
);
CREATE UNIQUE INDEX zahlungsvorgaenge_kasse ON zahlungsvorgaenge (kassen_schluessel) WHERE kasse_aktiv = 1;
CREATE INDEX zahlungsvorgaenge_schluessel ON zahlungsvorgaenge (kassen_schluessel, id);
CREATE INDEX zahlungsvorgaenge_faellig ON zahlungsvorgaenge (naechster_versuch_at) WHERE naechster_versuch_at IS NOT NULL;
CREATE INDEX zahlungsvorgaenge_status ON zahlungsvorgaenge (status, id);
CREATE INDEX zahlungsvorgaenge_kunde ON zahlungsvorgaenge (kunde_id) WHERE kunde_id IS NOT NULL;
CREATE INDEX zahlungsvorgaenge_alt ON zahlungsvorgaenge (status_seit) WHERE bestellung_json <> '';

-- What happened to each payment, written with the step itself.
CREATE TABLE zahlungsverlauf (
  vorgang INTEGER NOT NULL REFERENCES zahlungsvorgaenge (id),
  nr      INTEGER NOT NULL, -- the row's version after the step
  zeit    TEXT    NOT NULL,
  wer     TEXT    NOT NULL,
  von     TEXT    NOT NULL,
  nach    TEXT    NOT NULL,
  grund   TEXT    NOT NULL,
  PRIMARY KEY (vorgang, nr)
) WITHOUT ROWID;

-- Coupons of payments whose capture may be under way. They count as used.
CREATE TABLE gutschein_reservierungen (
  vorgang     INTEGER PRIMARY KEY REFERENCES zahlungsvorgaenge (id),
  code        TEXT    NOT NULL,
  email_klein TEXT    NOT NULL,
  created_at  TEXT    NOT NULL
);
CREATE INDEX reservierungen_code ON gutschein_reservierungen (code, email_klein);

-- Refunds that the operator orders, each with a request id of its own.
CREATE TABLE erstattungen (
  id               INTEGER PRIMARY KEY,
  vorgang          INTEGER NOT NULL REFERENCES zahlungsvorgaenge (id),
  schluessel       TEXT    NOT NULL UNIQUE, -- root of the PayPal-Request-Id
  anfrage          TEXT    UNIQUE, -- the operator's own name of the request
  betrag_cent      INTEGER NOT NULL CHECK (betrag_cent > 0),
  notiz            TEXT    NOT NULL,
  wer              TEXT    NOT NULL,
  zustand          TEXT    NOT NULL CHECK (zustand IN ('laeuft', 'erstattet', 'gescheitert')),
  paypal_refund_id TEXT    UNIQUE,
  grund            TEXT    NOT NULL DEFAULT '',
  versuche         INTEGER NOT NULL DEFAULT 0,
  naechster_versuch_at TEXT,
  gesperrt_bis     TEXT,
  created_at       TEXT    NOT NULL,
  updated_at       TEXT    NOT NULL
);
CREATE INDEX erstattungen_vorgang ON erstattungen (vorgang, id);
CREATE INDEX erstattungen_faellig ON erstattungen (naechster_versuch_at) WHERE naechster_versuch_at IS NOT NULL;

-- Verified notifications: which payment to look at, and nothing else of them.
CREATE TABLE paypal_ereignisse (
  ereignis_id       TEXT PRIMARY KEY,
  typ               TEXT NOT NULL,
  paypal_order_id   TEXT NOT NULL,
  paypal_capture_id TEXT NOT NULL,
  empfangen_at      TEXT NOT NULL,
  naechster_versuch_at TEXT, -- null: looked at
  versuche          INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX paypal_ereignisse_offen ON paypal_ereignisse (naechster_versuch_at) WHERE naechster_versuch_at IS NOT NULL;
CREATE INDEX paypal_ereignisse_alt ON paypal_ereignisse (empfangen_at);

CREATE TABLE zahlungs_idempotenz (
  schluessel TEXT    PRIMARY KEY,
  hash       TEXT    NOT NULL, -- SHA-256 of the body
  vorgang    INTEGER NOT NULL REFERENCES zahlungsvorgaenge (id),
  created_at TEXT    NOT NULL
) WITHOUT ROWID;
CREATE INDEX zahlungs_idempotenz_created ON zahlungs_idempotenz (created_at);
