DROP TRIGGER IF EXISTS organizations_have_credits;
CREATE TRIGGER organizations_have_credits AFTER INSERT ON organizations BEGIN
  INSERT INTO credit_accounts (organization_id) VALUES (NEW.id);
END;
