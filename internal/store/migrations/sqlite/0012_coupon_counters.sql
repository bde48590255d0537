-- +goose Up
-- How many orders use each coupon and are not cancelled. slot spreads writers
-- over several rows.
CREATE TABLE coupon_counters (
  code   TEXT    NOT NULL,
  slot   INTEGER NOT NULL,
  anzahl INTEGER NOT NULL,
  PRIMARY KEY (code, slot)
) WITHOUT ROWID;

INSERT INTO coupon_counters (code, slot, anzahl)
SELECT e.code, 0, count(*) FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
WHERE o.status <> 'storniert' GROUP BY e.code;
