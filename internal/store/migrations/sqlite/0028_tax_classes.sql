-- +goose Up
-- Which rate of tax applies to a product; lines of orders keep that of the day on which they were ordered. Lines from
-- before have none: their invoices state what was the law of the shop then.
ALTER TABLE products ADD COLUMN steuerklasse TEXT NOT NULL DEFAULT 'voll' CHECK (steuerklasse IN ('voll', 'ermaessigt', 'null'));
ALTER TABLE order_items ADD COLUMN steuerklasse TEXT CHECK (steuerklasse IN ('voll', 'ermaessigt', 'null'));

-- Older programs would show another tax on the invoices of new orders.
UPDATE betrieb SET mindest_schema = 28 WHERE mindest_schema < 28;
