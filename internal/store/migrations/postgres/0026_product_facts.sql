-- +goose Up
-- What the shop says about a product, and what the law wants to be said.
ALTER TABLE products ADD COLUMN beschreibung_de TEXT NOT NULL DEFAULT ''; -- Markdown
ALTER TABLE products ADD COLUMN beschreibung_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN beschreibung_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN beschreibung_it TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN suchwoerter_de TEXT NOT NULL DEFAULT ''; -- never shown
ALTER TABLE products ADD COLUMN suchwoerter_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN suchwoerter_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN suchwoerter_it TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN material_de TEXT NOT NULL DEFAULT ''; -- of what is no textile
ALTER TABLE products ADD COLUMN material_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN material_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN material_it TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN warnhinweise_de TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN warnhinweise_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN warnhinweise_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN warnhinweise_it TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN hersteller TEXT NOT NULL DEFAULT ''; -- slug; empty: unknown
ALTER TABLE products ADD COLUMN artikelnummer TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN gtin TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN fasern TEXT NOT NULL DEFAULT '[]'; -- JSON, shares in percent
ALTER TABLE products ADD COLUMN tierisch BIGINT NOT NULL DEFAULT 0 CHECK (tierisch IN (0, 1)); -- has parts of animal origin that are no textile
ALTER TABLE products ADD COLUMN sicherheit TEXT NOT NULL DEFAULT 'offen' CHECK (sicherheit IN ('offen', 'keine', 'angegeben'));
ALTER TABLE products ADD COLUMN gefahren TEXT NOT NULL DEFAULT ''; -- pictograms: GHS05 GHS07
ALTER TABLE products ADD COLUMN signalwort TEXT NOT NULL DEFAULT '' CHECK (signalwort IN ('', 'achtung', 'gefahr'));
ALTER TABLE products ADD COLUMN inhalt BIGINT CHECK (inhalt > 0); -- of one piece, in inhalt_einheit; null: not sold by measure
ALTER TABLE products ADD COLUMN inhalt_einheit TEXT NOT NULL DEFAULT '' CHECK (inhalt_einheit IN ('', 'g', 'ml', 'cm', 'cm2'));
ALTER TABLE products ADD COLUMN schnittware BIGINT NOT NULL DEFAULT 0 CHECK (schnittware IN (0, 1)); -- pieces are cut in one length
ALTER TABLE products ADD COLUMN mindestmenge BIGINT NOT NULL DEFAULT 1 CHECK (mindestmenge BETWEEN 1 AND 1000);
ALTER TABLE products ADD COLUMN breite_cm BIGINT CHECK (breite_cm > 0);
ALTER TABLE products ADD COLUMN gruppe TEXT NOT NULL DEFAULT ''; -- slug; empty: no variant
ALTER TABLE products ADD COLUMN gruppe_position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN merkmal1_de TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN merkmal1_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN merkmal1_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN merkmal1_it TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN merkmal2_de TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN merkmal2_en TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN merkmal2_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN merkmal2_it TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN lieferzeit_tage BIGINT NOT NULL DEFAULT 0 CHECK (lieferzeit_tage BETWEEN 0 AND 90); -- added to those of the country
ALTER TABLE products ADD COLUMN ermaessigt_seit TEXT; -- null: the price is not reduced
ALTER TABLE products ADD COLUMN pflichten_ausnahme TEXT NOT NULL DEFAULT ''; -- why the product needs no maker and the like

-- Every category that a product has is here.
CREATE TABLE kategorien (
  slug TEXT COLLATE "C" PRIMARY KEY,
  name_de TEXT NOT NULL DEFAULT '',
  name_en TEXT NOT NULL DEFAULT '',
  name_fr TEXT NOT NULL DEFAULT '',
  name_it TEXT NOT NULL DEFAULT '',
  suchwoerter_de TEXT NOT NULL DEFAULT '',
  suchwoerter_en TEXT NOT NULL DEFAULT '',
  suchwoerter_fr TEXT NOT NULL DEFAULT '',
  suchwoerter_it TEXT NOT NULL DEFAULT '',
  position BIGINT NOT NULL DEFAULT 0,
  textil BIGINT NOT NULL DEFAULT 0 CHECK (textil IN (0, 1)),
  grundpreis_art TEXT NOT NULL DEFAULT '' CHECK (grundpreis_art IN ('', 'g', 'ml', 'cm', 'cm2')),
  google_kategorie TEXT NOT NULL DEFAULT '',
  version BIGINT NOT NULL DEFAULT 1
);

-- Who made a product, and who answers for it within the European Union.
CREATE TABLE hersteller (
  slug TEXT COLLATE "C" PRIMARY KEY,
  name TEXT NOT NULL DEFAULT '',
  marke TEXT NOT NULL DEFAULT '',
  anschrift TEXT NOT NULL DEFAULT '',
  kontakt TEXT NOT NULL DEFAULT '',
  land TEXT NOT NULL DEFAULT '',
  eu_name TEXT NOT NULL DEFAULT '',
  eu_anschrift TEXT NOT NULL DEFAULT '',
  eu_kontakt TEXT NOT NULL DEFAULT '',
  version BIGINT NOT NULL DEFAULT 1
);

-- Products that are variants of each other; each has its own slug, price and page.
CREATE TABLE produktgruppen (
  slug TEXT COLLATE "C" PRIMARY KEY,
  name_de TEXT NOT NULL DEFAULT '',
  name_en TEXT NOT NULL DEFAULT '',
  name_fr TEXT NOT NULL DEFAULT '',
  name_it TEXT NOT NULL DEFAULT '',
  merkmal1 TEXT NOT NULL DEFAULT '',
  merkmal2 TEXT NOT NULL DEFAULT '',
  version BIGINT NOT NULL DEFAULT 1
);

-- What a product cost since when; outlives the product.
CREATE TABLE preisverlauf (
  slug TEXT COLLATE "C" NOT NULL,
  ab TEXT NOT NULL,
  preis_cent BIGINT NOT NULL CHECK (preis_cent >= 0),
  PRIMARY KEY (slug, ab)
);

-- Grows with each change to what is sold, so that nobody reads the catalogue again without need.
CREATE TABLE katalog_stand (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  stand BIGINT NOT NULL
);

-- The price is at least as old as the row's latest change.
INSERT INTO preisverlauf (slug, ab, preis_cent) SELECT slug, updated_at, CAST(round(preis * 100) AS BIGINT) FROM products;

INSERT INTO kategorien (slug, name_de, name_en, name_fr, name_it)
SELECT DISTINCT p.kategorie_slug, coalesce(k.de, upper(substr(p.kategorie_slug, 1, 1)) || replace(substr(p.kategorie_slug, 2), '-', ' ')),
  coalesce(k.en, ''), coalesce(k.fr, ''), coalesce(k.it, '')
FROM products p LEFT JOIN (SELECT column1 AS slug, column2 AS de, column3 AS en, column4 AS fr, column5 AS it FROM (VALUES
  ('wolle', 'Wolle und Garn', 'Yarn and wool', 'Laine et fil', 'Lana e filati'),
  ('kurzwaren', 'Kurzwaren', 'Haberdashery', 'Mercerie', 'Merceria'),
  ('stoffe', 'Stoffe', 'Fabrics', 'Tissus', 'Tessuti'),
  ('farben', 'Farben', 'Paints', 'Peintures', 'Colori'),
  ('papier', 'Papier', 'Paper', 'Papier et carton', 'Carta'),
  ('werkzeug', 'Werkzeug', 'Tools', 'Outils', 'Attrezzi')
) AS known) k ON k.slug = p.kategorie_slug;

-- The content of a piece follows from both prices; it is kept where it gives the same price by measure again. Less than
-- 10 g or 10 ml has none.
UPDATE products SET inhalt = c.inhalt, inhalt_einheit = c.art
FROM (SELECT p.slug, u.art, u.je, u.ab, CAST(round(p.preis * 100) AS BIGINT) AS cent, round(p.preis * 100) AS genau,
    CASE WHEN p.preis >= 0.01 AND p.grundpreis >= 0.01 THEN CAST(round(p.preis * u.je / p.grundpreis) AS BIGINT) END AS inhalt
  FROM products p JOIN (SELECT column1 AS einheit, column2 AS art, column3 AS je, column4 AS ab FROM (VALUES
    ('1 kg', 'g', 1000, 10), ('1 l', 'ml', 1000, 10), ('1 m', 'cm', 100, 1), ('1 m²', 'cm2', 10000, 1)) AS units) u
  ON u.einheit = p.grundpreis_einheit) c
WHERE c.slug = products.slug AND c.inhalt >= c.ab AND abs(products.preis * 100 - c.genau) < 0.001
  AND abs(products.grundpreis * 100 - (2 * c.cent * c.je + c.inhalt) / nullif(2 * c.inhalt, 0)) < 0.001;
