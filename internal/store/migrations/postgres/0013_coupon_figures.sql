-- +goose Up
-- The orders that coupons brought, for the evaluation.
CREATE INDEX orders_gutschein ON orders (gutschein_code, created_at, status, summe_cent)
  WHERE gutschein_code IS NOT NULL AND status <> 'zahlungOffen' AND status <> 'storniert';
