-- The texts come first in the search index. An entry says which column it is of in two bytes, but those of the first column say
-- nothing; and three in four are words of the text. So the index is a seventh smaller, and a page of reviews writes less of it.

DROP TABLE review_search;
CREATE VIRTUAL TABLE review_search USING fts5 (
  review_text, author_name, keys,
  content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
);

INSERT INTO review_search (rowid, keys, review_text, author_name)
SELECT position,
  replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
    || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
    || iif(removed_at IS NULL, '', ' v~')
    || iif(edited_at IS NULL, '', ' e~') || iif(review_text = '', ' x~', '')
    || iif(response_id IS NULL OR response_posted, '', ' q~')
    || iif(assigned_to IS NULL, '', ' a~' || replace(substr(assigned_to, 20), '-', ''))
    || insight_keys, '~', replace(substr(organization_id, 20), '-', '')),
  review_text, author_name
FROM reviews WHERE id <= (SELECT last FROM review_ids) ORDER BY position;
