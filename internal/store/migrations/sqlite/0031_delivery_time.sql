-- +goose Up
-- Within how many working days the shop said that the goods arrive, when they were ordered; 0: it said nothing.
ALTER TABLE orders ADD COLUMN lieferzeit_von INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN lieferzeit_bis INTEGER NOT NULL DEFAULT 0;
