-- +goose Up
-- Messages that are held, and the addresses by which those count that were not.
ALTER TABLE mails DROP CONSTRAINT mails_zustand_check;
ALTER TABLE mails ADD CONSTRAINT mails_zustand_check
  CHECK (zustand IN ('offen', 'gesendet', 'gescheitert', 'nicht eingerichtet', 'verworfen', 'angehalten'));
ALTER TABLE mails ADD COLUMN empfaenger TEXT; -- an as addresses are compared, of a message that counts towards its limit

CREATE INDEX mails_empfaenger ON mails (empfaenger, created_at) WHERE empfaenger IS NOT NULL;
