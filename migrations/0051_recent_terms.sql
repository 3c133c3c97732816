-- The terms that most reviews of a month have: a term may be frequent now that was none of the frequent ones before. The many
-- that are rare cost nothing here.
CREATE INDEX insight_term_months_by_reviews ON insight_term_months (business_id, month, reviews) WHERE reviews >= 5;
