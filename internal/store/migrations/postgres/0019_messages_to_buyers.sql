-- +goose Up
-- What the shop writes to a buyer about a payment, which need not have become an order.
ALTER TABLE mails ADD COLUMN vorgang BIGINT REFERENCES zahlungsvorgaenge (id); -- null: about no payment, or to the operator
CREATE INDEX mails_vorgang ON mails (vorgang, art) WHERE vorgang IS NOT NULL;

-- Money that went back past the shop is added up beside the refunds.
CREATE INDEX zahlungsvorgaenge_extern ON zahlungsvorgaenge (order_id) WHERE extern_erstattet_cent > 0;
