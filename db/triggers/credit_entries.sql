DROP TRIGGER IF EXISTS credit_entries_forbid_changes;
CREATE TRIGGER credit_entries_forbid_changes BEFORE UPDATE OF organization_id, number, month, kind, amount, purpose, reference,
  created_at ON credit_entries
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;
