-- +goose Up
-- The operator's own pictures of a product, the first one first. What products.bild, products.alt_… and produktbilder held is here
-- from now on; nothing reads those any longer.
CREATE TABLE produkt_bilder (
  slug TEXT NOT NULL REFERENCES products (slug),
  position BIGINT NOT NULL CHECK (position BETWEEN 1 AND 10),
  hash TEXT NOT NULL, -- of its contents in bild_inhalte
  alt_de TEXT NOT NULL DEFAULT '', -- what it shows; empty: the name says it
  alt_en TEXT NOT NULL DEFAULT '',
  alt_fr TEXT NOT NULL DEFAULT '',
  alt_it TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (slug, position)
);
CREATE INDEX produkt_bilder_hash ON produkt_bilder (hash);

-- The pictures as they are served, each once.
CREATE TABLE bild_inhalte (
  hash TEXT NOT NULL,
  breite BIGINT NOT NULL, -- pixels
  inhalt BYTEA NOT NULL, -- JPEG
  PRIMARY KEY (hash, breite)
);

INSERT INTO produkt_bilder (slug, position, hash, alt_de, alt_en, alt_fr, alt_it)
SELECT slug, 1, bild, alt_de, alt_en, alt_fr, alt_it FROM products WHERE bild <> '';
INSERT INTO bild_inhalte (hash, breite, inhalt)
SELECT p.bild, b.breite, b.inhalt FROM produktbilder b JOIN products p ON p.slug = b.slug WHERE p.bild <> ''
ON CONFLICT (hash, breite) DO NOTHING;
DELETE FROM produktbilder;

-- Older programs would show none of the pictures.
UPDATE betrieb SET mindest_schema = 27 WHERE mindest_schema < 27;
