-- What colleagues type behind an @. One name is one person, in whatever case it is typed.
ALTER TABLE profiles ADD COLUMN username TEXT;
CREATE UNIQUE INDEX profiles_by_username ON profiles (lower(username)) WHERE username IS NOT NULL;
