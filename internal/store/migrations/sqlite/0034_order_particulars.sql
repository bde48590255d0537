-- +goose Up
-- What a buyer may say besides what an order needs: company, VAT id and what VIES answered about it, phone, address
-- for invoices, message. JSON; null: nothing.
ALTER TABLE orders ADD COLUMN angaben TEXT;
