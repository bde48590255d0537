-- +goose Up
-- What decides about a payment has columns of its own; grund is for people alone.
ALTER TABLE zahlungsvorgaenge ADD COLUMN ursache TEXT NOT NULL DEFAULT ''; -- what decides besides the status
ALTER TABLE zahlungsvorgaenge ADD COLUMN einzug_anfragen BIGINT NOT NULL DEFAULT 0; -- requests to capture that PayPal has not answered
ALTER TABLE zahlungsvorgaenge ADD COLUMN einzug_angefragt_at TEXT; -- the latest of them

UPDATE zahlungsvorgaenge SET ursache = CASE grund
  WHEN 'INSTRUMENT_DECLINED' THEN 'zahlungsmittel'
  WHEN 'Nach dem Einzug bei PayPal nicht zu finden' THEN 'verschwunden'
  WHEN 'Gutschein inzwischen anderweitig eingelöst' THEN 'gutschein'
  ELSE 'von_hand' END
WHERE (status IN ('angelegt', 'einzug_laeuft') AND grund = 'INSTRUMENT_DECLINED')
   OR (status = 'abgelaufen' AND grund = 'Nach dem Einzug bei PayPal nicht zu finden')
   OR (status IN ('abgelehnt', 'erstattung_noetig') AND grund = 'Gutschein inzwischen anderweitig eingelöst')
   OR (status = 'abgeschlossen' AND grund = 'Von Hand erledigt');
UPDATE zahlungsvorgaenge SET einzug_anfragen = CASE grund WHEN 'Einzug angefordert' THEN 1 ELSE 2 END, einzug_angefragt_at = updated_at
WHERE status = 'einzug_laeuft' AND grund IN ('Einzug angefordert', 'Einzug erneut angefordert');

-- A refund that PayPal has refused for good waits for the operator, who retries it
-- under another request id, or closes the case.
ALTER TABLE erstattungen ADD COLUMN anlauf BIGINT NOT NULL DEFAULT 1; -- part of the PayPal-Request-Id from the second on
ALTER TABLE erstattungen ADD COLUMN paypal_debug_id TEXT NOT NULL DEFAULT '';
ALTER TABLE erstattungen ADD COLUMN erledigt_at TEXT; -- a failed one that waits no longer

-- Earlier failures wait as well, unless everything had been returned.
UPDATE erstattungen SET erledigt_at = updated_at
WHERE zustand = 'gescheitert' AND grund = 'CAPTURE_FULLY_REFUNDED';
CREATE INDEX erstattungen_faelle ON erstattungen (vorgang) WHERE zustand = 'gescheitert' AND erledigt_at IS NULL;
