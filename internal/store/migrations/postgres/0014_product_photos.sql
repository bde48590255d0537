-- +goose Up
ALTER TABLE products ADD COLUMN bild TEXT NOT NULL DEFAULT ''; -- hash of the operator's own picture; empty: one is drawn
ALTER TABLE products ADD COLUMN bild_quelle TEXT NOT NULL DEFAULT ''; -- hash of the file that it was made of
ALTER TABLE products ADD COLUMN bild_ordner BIGINT NOT NULL DEFAULT 0 CHECK (bild_ordner IN (0, 1)); -- 1: found in the operator's folder
ALTER TABLE products ADD COLUMN alt_de TEXT NOT NULL DEFAULT ''; -- what it shows; empty: the name says it
ALTER TABLE products ADD COLUMN alt_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN alt_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN alt_it TEXT NOT NULL DEFAULT '';

-- The operator's own pictures, as they are served.
CREATE TABLE produktbilder (
  slug   TEXT NOT NULL REFERENCES products (slug),
  breite BIGINT NOT NULL, -- pixels
  inhalt BYTEA NOT NULL, -- JPEG
  PRIMARY KEY (slug, breite)
);
