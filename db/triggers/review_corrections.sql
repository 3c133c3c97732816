DROP TRIGGER IF EXISTS review_corrections_teach;
CREATE TRIGGER review_corrections_teach AFTER INSERT ON review_corrections BEGIN
  INSERT INTO taught_terms (organization_id, term, positive, negative)
  SELECT NEW.organization_id, value, NEW.verdict = 'positive', NEW.verdict = 'negative' FROM json_each(NEW.terms) WHERE true
  ON CONFLICT (organization_id, term) DO UPDATE SET
    positive = positive + excluded.positive, negative = negative + excluded.negative;
END;

DROP TRIGGER IF EXISTS review_corrections_unteach;
CREATE TRIGGER review_corrections_unteach AFTER DELETE ON review_corrections BEGIN
  UPDATE taught_terms SET
    positive = positive - (OLD.verdict = 'positive'), negative = negative - (OLD.verdict = 'negative')
  WHERE organization_id = OLD.organization_id AND term IN (SELECT value FROM json_each(OLD.terms));
  DELETE FROM taught_terms
  WHERE organization_id = OLD.organization_id AND term IN (SELECT value FROM json_each(OLD.terms))
    AND positive = 0 AND negative = 0;
END;
