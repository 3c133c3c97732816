DROP TRIGGER IF EXISTS reply_posts_copy_insert;
CREATE TRIGGER reply_posts_copy_insert AFTER INSERT ON reply_posts BEGIN
  UPDATE reviews SET post_state = NEW.state, post_reason = NEW.reason WHERE id = NEW.review_id;
END;

DROP TRIGGER IF EXISTS reply_posts_copy_change;
CREATE TRIGGER reply_posts_copy_change AFTER UPDATE OF state, reason ON reply_posts
WHEN NEW.state IS NOT OLD.state OR NEW.reason IS NOT OLD.reason
BEGIN
  UPDATE reviews SET post_state = NEW.state, post_reason = NEW.reason WHERE id = NEW.review_id;
END;

DROP TRIGGER IF EXISTS reply_posts_copy_delete;
CREATE TRIGGER reply_posts_copy_delete AFTER DELETE ON reply_posts BEGIN
  UPDATE reviews SET post_state = NULL, post_reason = NULL WHERE id = OLD.review_id;
END;
