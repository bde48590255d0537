-- +goose Up
ALTER TABLE orders DROP CONSTRAINT orders_status_check;
ALTER TABLE orders ADD CONSTRAINT orders_status_check CHECK (status IN ('bezahlt', 'zahlungOffen', 'storniert'));
ALTER TABLE orders ADD COLUMN paypal_order_id TEXT; -- the payment receipt

CREATE UNIQUE INDEX orders_paypal ON orders (paypal_order_id) WHERE paypal_order_id IS NOT NULL;
