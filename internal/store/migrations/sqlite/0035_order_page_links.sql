-- +goose Up
-- From when on links to the order's page are good: those from before its customer's account was deleted are not. Null: all.
ALTER TABLE orders ADD COLUMN seite_ab TEXT;
