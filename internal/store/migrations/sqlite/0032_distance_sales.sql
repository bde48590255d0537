-- +goose Up
-- What was sold to consumers in other member states, by the year of supply; amounts without the tax of the seat.
CREATE TABLE fernverkauf_jahre (
  jahr        INTEGER PRIMARY KEY,
  netto_cent  INTEGER NOT NULL, -- of the documents below
  andere_cent INTEGER NOT NULL CHECK (andere_cent >= 0), -- through other channels, as the operator stated it
  ziel_ab     TEXT    NOT NULL, -- the day on which a document found the tax of the destination due; empty: none did
  gemeldet    INTEGER NOT NULL CHECK (gemeldet IN (0, 80, 100)) -- what the operator was notified of, in per cent of the threshold
);

-- The documents that count; one that takes something back has a negative amount.
CREATE TABLE fernverkaeufe (
  dokument_id INTEGER PRIMARY KEY REFERENCES dokumente (id),
  jahr        INTEGER NOT NULL,
  netto_cent  INTEGER NOT NULL
);
