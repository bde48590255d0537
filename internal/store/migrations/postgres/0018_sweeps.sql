-- +goose Up
-- How far PayPal's lists have been read: what happened there without a notification.
CREATE TABLE paypal_abgleich (
  name             TEXT PRIMARY KEY, -- of the list
  bis              TEXT, -- what changed before is known; null: nothing is
  naechster_lauf_at TEXT NOT NULL
);

-- Paid orders are read again for 180 days; those that are there already, at once.
UPDATE zahlungsvorgaenge SET naechster_versuch_at = status_seit
WHERE status = 'abgeschlossen' AND paypal_order_id IS NOT NULL AND naechster_versuch_at IS NULL
  AND status_seit > to_char(now() AT TIME ZONE 'UTC' - interval '180 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
