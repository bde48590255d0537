-- +goose Up
-- PayPal shows a refund under the name that its request gave it, so that the shop knows its
-- own. A request is repeated as it was begun: those from before have no name.
ALTER TABLE erstattungen ADD COLUMN benannt INTEGER NOT NULL DEFAULT 0 CHECK (benannt IN (0, 1)); -- the current attempt
ALTER TABLE zahlungsvorgaenge ADD COLUMN erstattung_benannt INTEGER NOT NULL DEFAULT 0 CHECK (erstattung_benannt IN (0, 1)); -- the automatic refund's

-- What the order at PayPal ever listed as returned, without the refunds that have names: an
-- object of amounts in cents by PayPal's ids.
ALTER TABLE zahlungsvorgaenge ADD COLUMN extern_liste TEXT NOT NULL DEFAULT '';
