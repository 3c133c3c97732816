-- What members say a review means, where it was read otherwise. It goes before what was read, and texts that were corrected teach
-- what the next ones mean.
CREATE TABLE review_corrections (
  review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  subject TEXT NOT NULL, -- 'text': the text as a whole; else a topic
  organization_id TEXT NOT NULL,
  verdict TEXT NOT NULL, -- of a text: positive, mixed or negative; of a topic: positive, negative or absent
  terms TEXT NOT NULL, -- JSON: what a text that is praise or blame teaches something about; of all others nothing
  corrected_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  corrected_at INTEGER NOT NULL,
  PRIMARY KEY (review_id, subject)
) WITHOUT ROWID;
CREATE INDEX review_corrections_by_author ON review_corrections (corrected_by) WHERE corrected_by IS NOT NULL;

-- In how many texts that were corrected to praise and to blame a term is. Kept by the triggers below.
CREATE TABLE taught_terms (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  positive INTEGER NOT NULL,
  negative INTEGER NOT NULL,
  PRIMARY KEY (organization_id, term)
) WITHOUT ROWID;

-- When what was taught is brought to the reviews that were read before it; null: nothing was.
ALTER TABLE insight_readings ADD COLUMN reread_at INTEGER;
CREATE INDEX insight_readings_by_reread ON insight_readings (reread_at) WHERE reread_at IS NOT NULL;

-- Rows are inserted and deleted, never updated.
CREATE TRIGGER review_corrections_teach AFTER INSERT ON review_corrections BEGIN
  INSERT INTO taught_terms (organization_id, term, positive, negative)
  SELECT NEW.organization_id, value, NEW.verdict = 'positive', NEW.verdict = 'negative' FROM json_each(NEW.terms) WHERE true
  ON CONFLICT (organization_id, term) DO UPDATE SET
    positive = positive + excluded.positive, negative = negative + excluded.negative;
END;

CREATE TRIGGER review_corrections_unteach AFTER DELETE ON review_corrections BEGIN
  UPDATE taught_terms SET
    positive = positive - (OLD.verdict = 'positive'), negative = negative - (OLD.verdict = 'negative')
  WHERE organization_id = OLD.organization_id AND term IN (SELECT value FROM json_each(OLD.terms));
  DELETE FROM taught_terms
  WHERE organization_id = OLD.organization_id AND term IN (SELECT value FROM json_each(OLD.terms))
    AND positive = 0 AND negative = 0;
END;

-- A correction is about the words that were there. Those that came are read like new ones (0044).
CREATE TRIGGER reviews_end_corrections AFTER UPDATE OF review_text ON reviews
WHEN NEW.review_text IS NOT OLD.review_text BEGIN
  DELETE FROM review_corrections WHERE review_id = NEW.id;
END;
