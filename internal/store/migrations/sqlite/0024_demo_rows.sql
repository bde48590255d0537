-- +goose Up
-- What the demo brought: it must not be sold, nor its codes be honoured, in a shop that
-- is open to the public.
ALTER TABLE products ADD COLUMN demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1));
ALTER TABLE coupons ADD COLUMN demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1));

-- Rows that earlier demos left, if nobody has changed them since.
UPDATE products SET demo = 1 WHERE (slug, name_de, preis) IN (VALUES
  ('merinowolle-petrol', 'Merinowolle Petrol, 50 g', 5.95),
  ('sockenwolle-herbstwald', 'Sockenwolle Herbstwald, 100 g', 8.90),
  ('baumwollgarn-natur', 'Baumwollgarn natur, 50 g', 2.75),
  ('mohairgarn-altrosa', 'Mohairgarn Altrosa, 25 g', 7.50),
  ('holzknoepfe-olive', 'Knöpfe aus Olivenholz, 20 mm, 10 Stück', 6.40),
  ('perlmuttknoepfe', 'Perlmuttknöpfe, 12 mm, 6 Stück', 4.80),
  ('webband-wiesenblumen', 'Webband Wiesenblumen, 15 mm, 3 m', 5.70),
  ('reissverschluss-messing', 'Reißverschluss Messing, 40 cm', 3.90),
  ('baumwollstoff-punkte', 'Baumwollstoff Punkte, 145 cm breit, 1 m', 12.90),
  ('leinenstoff-natur', 'Leinenstoff natur, 140 cm breit, 0,5 m', 9.45),
  ('jersey-streifen', 'Jersey Streifen, 150 cm breit, 0,5 m', 7.95),
  ('bastelfilz-bunt', 'Bastelfilz, 10 Farben, 20 × 30 cm', 5.90),
  ('acrylfarben-set', 'Acrylfarben, 6 Töne, 6 × 20 ml', 11.95),
  ('stoffmalfarbe-indigo', 'Stoffmalfarbe Indigo, 50 ml', 4.45),
  ('aquarellkasten-12', 'Aquarellkasten, 12 Näpfchen', 18.50),
  ('kreidefarbe-salbei', 'Kreidefarbe Salbei, 750 ml', 16.95),
  ('tonpapier-bunt', 'Tonpapier A4, 10 Farben, 50 Blatt', 6.90),
  ('geschenkpapier-kraft', 'Geschenkpapier Kraft, 70 cm breit, 10 m', 7.80),
  ('origamipapier', 'Origamipapier, 15 × 15 cm, 100 Blatt', 4.60),
  ('skizzenbuch-a5', 'Skizzenbuch A5, 120 Seiten', 9.80),
  ('stoffschere-24', 'Stoffschere, 24 cm', 24.90),
  ('stricknadeln-bambus-4', 'Stricknadeln aus Bambus, 4 mm', 5.40),
  ('bastelkleber', 'Bastelkleber ohne Lösungsmittel, 250 ml', 4.25),
  ('schneidematte-a3', 'Schneidematte A3', 15.90));
UPDATE coupons SET demo = 1 WHERE (code, art, wert) IN (VALUES
  ('WILLKOMMEN10', 'prozent', 10.00), ('BASTELN5', 'betrag', 5.00), ('FRUEHLING15', 'prozent', 15.00));
