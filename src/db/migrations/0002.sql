-- From version 1 to version 2. A change of schema.sql needs the statements here that change older files in the same way.
--
-- How it runs: in one transaction, after a snapshot, with foreign keys off; they are checked before the commit. Renaming a
-- table does not change the references of other tables, so a table is rebuilt in four steps: create it under another name, copy the
-- rows, drop the old one, rename the new one. Its indexes and triggers go with the old table: create them again.

-- Sign-in codes and chosen names. Expired links can be told from wrong ones.
ALTER TABLE sign_in_links ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
ALTER TABLE sign_in_links ADD COLUMN code_hash BLOB;
ALTER TABLE sign_in_links ADD COLUMN tries_left INTEGER NOT NULL DEFAULT 5 CHECK (tries_left >= 0);
ALTER TABLE sign_in_links ADD COLUMN used_at INTEGER;
-- A link of the future was made while the clock ran ahead, and is over.
ALTER TABLE sign_in_links ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sign_in_links_by_email ON sign_in_links (email_key, expires_at);
ALTER TABLE users ADD COLUMN needs_name INTEGER NOT NULL DEFAULT 0 CHECK (needs_name IN (0, 1));
-- Addresses are compared in lower case only. Keys from compatibility folding have another length than their address.
UPDATE users SET email_key = lower(email) WHERE length(CAST(email AS BLOB)) <> length(CAST(email_key AS BLOB));
-- Pictures are served from here, never from the identity provider. The next sign-in fetches them.
UPDATE users SET picture = '' WHERE picture LIKE 'http%';

-- Of the waiting mails with the same topic, only the newest is kept.
ALTER TABLE mails ADD COLUMN topic TEXT;
CREATE INDEX mails_by_topic ON mails (topic, created_at) WHERE topic IS NOT NULL;

-- The uses that count against rate limits.
CREATE TABLE limited_uses (
  name        TEXT NOT NULL,
  who         TEXT NOT NULL,
  at          INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX limited_uses_by_who ON limited_uses (name, who, at);
CREATE INDEX limited_uses_by_expiry ON limited_uses (expires_at);

-- Display ids are never given twice, even after deletions.
CREATE TABLE numbers (
  name        TEXT NOT NULL PRIMARY KEY CHECK (name IN ('projects', 'events')),
  last        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO numbers (name, last)
  SELECT 'projects', coalesce(max(number), 0) FROM projects
  UNION ALL SELECT 'events', coalesce(max(number), 0) FROM events;
CREATE TRIGGER projects_numbered AFTER INSERT ON projects BEGIN
  UPDATE numbers SET last = max(last, new.number) WHERE name = 'projects';
END;
CREATE TRIGGER events_numbered AFTER INSERT ON events BEGIN
  UPDATE numbers SET last = max(last, new.number) WHERE name = 'events';
END;

-- Named anew, at random, by every change of the settings: who keeps what they have read sees when to read again, whatever
-- program wrote. A counter would come back to the number of a change that was rolled back.
CREATE TABLE settings_version (
  one         INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  version     INTEGER NOT NULL
) STRICT;

INSERT INTO settings_version (one, version) VALUES (1, random());

CREATE TRIGGER settings_inserted AFTER INSERT ON settings BEGIN UPDATE settings_version SET version = random(); END;
CREATE TRIGGER settings_updated AFTER UPDATE ON settings BEGIN UPDATE settings_version SET version = random(); END;
CREATE TRIGGER settings_deleted AFTER DELETE ON settings BEGIN UPDATE settings_version SET version = random(); END;

-- Mails are put into words when they are sent; what has ended is forgotten after a while.
ALTER TABLE mails ADD COLUMN occasion TEXT NOT NULL DEFAULT '';
CREATE INDEX mails_by_end ON mails (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX mails_with_words ON mails (finished_at) WHERE finished_at IS NOT NULL AND (html <> '' OR occasion <> '');
-- Letters to participants stay listed.
CREATE TABLE mailings_new (
  id          INTEGER NOT NULL PRIMARY KEY,
  event_id    INTEGER REFERENCES events ON DELETE CASCADE,
  audience    TEXT NOT NULL,
  subject     TEXT NOT NULL,
  text        TEXT NOT NULL,
  reply_to    TEXT NOT NULL DEFAULT '',
  sent_by     INTEGER REFERENCES users,
  created_at  INTEGER NOT NULL
) STRICT;
INSERT INTO mailings_new (id, event_id, audience, subject, text, sent_by, created_at)
  SELECT id, event_id, 'all', subject, html, sent_by, created_at FROM mailings;
DROP TABLE mailings;
ALTER TABLE mailings_new RENAME TO mailings;
CREATE INDEX mailings_by_event ON mailings (event_id, id DESC);
-- Which mails a member wants beside those that answer what they did.
ALTER TABLE users ADD COLUMN mails_on_reviews INTEGER NOT NULL DEFAULT 1 CHECK (mails_on_reviews IN (0, 1));
ALTER TABLE users ADD COLUMN mails_on_comments INTEGER NOT NULL DEFAULT 1 CHECK (mails_on_comments IN (0, 1));

-- Feeds list by when something became public.
ALTER TABLE events ADD COLUMN published_at INTEGER;
UPDATE events SET published_at = created_at WHERE published = 1;
CREATE INDEX events_by_publication ON events (coalesce(published_at, created_at), id) WHERE published = 1;
CREATE INDEX projects_by_publication ON projects (coalesce(reviewed_at, created_at), id) WHERE status = 'Approved';

-- What the program remembers from one start to the next.
CREATE TABLE memos (
  name        TEXT NOT NULL PRIMARY KEY,
  value       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Lists can be paged after an entry: among events of the same size too, the newest comes first.
DROP INDEX events_by_size;
CREATE INDEX events_by_size ON events (published, registration_count DESC, number DESC, end_date);
DROP INDEX events_by_type_size;
CREATE INDEX events_by_type_size ON events (published, type, registration_count DESC, number DESC, end_date);

-- The next review of a project shows what has changed since the last decision.
CREATE TABLE project_decisions (
  project_id  INTEGER NOT NULL PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  status      TEXT NOT NULL CHECK (status IN ('Approved', 'Rejected')),
  reason      TEXT,
  decided_by  INTEGER REFERENCES users,
  decided_at  INTEGER NOT NULL,
  content     TEXT NOT NULL
) STRICT;
-- Certificates can be corrected and searched.
ALTER TABLE certificates ADD COLUMN replaces INTEGER REFERENCES certificates;
CREATE UNIQUE INDEX certificates_by_replaced ON certificates (replaces) WHERE replaces IS NOT NULL;
CREATE VIRTUAL TABLE certificate_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1');

-- A certificate with all that is shown of it: the member unless they have left, the event or project while it exists, and the
-- certificate that took its place.
CREATE VIEW certificate_details AS
  SELECT c.id, c.certificate_id, c.title, c.recipient_name, c.achievement, c.user_id, c.event_id, c.project_id, c.type, c.design,
    c.custom_message, c.released_at, c.is_private, c.revoked_at, c.revocation_reason, c.issued_at,
    u.name AS user_name, u.picture AS user_picture, e.title AS event_title, p.title AS project_title,
    (SELECT n.certificate_id FROM certificates n WHERE n.replaces = c.id) AS replaced_by
  FROM certificates c LEFT JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL LEFT JOIN events e ON e.id = c.event_id
    LEFT JOIN projects p ON p.id = c.project_id;

INSERT INTO totals (name, count) SELECT 'certificates:' || type, count(*) FROM certificates GROUP BY type;
CREATE TRIGGER certificates_counted AFTER INSERT ON certificates BEGIN
  INSERT INTO totals (name, count) VALUES ('certificates:' || new.type, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- Published events that were not cancelled.
CREATE TRIGGER hosted_added AFTER INSERT ON events WHEN new.published = 1 AND new.cancelled_at IS NULL BEGIN
  INSERT INTO totals (name, count) VALUES ('events:hosted', 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER hosted_removed AFTER DELETE ON events WHEN old.published = 1 AND old.cancelled_at IS NULL BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'events:hosted';
END;
CREATE TRIGGER hosted_changed AFTER UPDATE OF published, cancelled_at ON events
  WHEN (new.published = 1 AND new.cancelled_at IS NULL) <> (old.published = 1 AND old.cancelled_at IS NULL) BEGIN
  UPDATE totals SET count = count - 1 WHERE old.published = 1 AND old.cancelled_at IS NULL AND name = 'events:hosted';
  INSERT INTO totals (name, count) SELECT 'events:hosted', 1 WHERE new.published = 1 AND new.cancelled_at IS NULL ON CONFLICT DO UPDATE SET count = count + 1;
END;
INSERT INTO totals (name, count) SELECT 'events:hosted', count(*) FROM events WHERE published = 1 AND cancelled_at IS NULL;
-- An event that runs past midnight ends on the day that it reaches; one without a duration does not run past midnight.
UPDATE events SET end_date = date(end_date, ((substr(time, 1, 2) * 60 + substr(time, 4, 2) + duration_minutes - 1) / 1440) || ' days')
WHERE substr(time, 1, 2) * 60 + substr(time, 4, 2) + duration_minutes > 1440;
UPDATE events SET ends_at = ends_at - (substr(time, 1, 2) * 60 + substr(time, 4, 2) - 1320) * 60000
WHERE duration_minutes IS NULL AND substr(time, 1, 2) * 60 + substr(time, 4, 2) > 1320;
-- Whoever got their place at the door, and since when they waited before: undoing the check-in gives it back.
ALTER TABLE registrations ADD COLUMN let_in INTEGER NOT NULL DEFAULT 0 CHECK (let_in IN (0, 1));
ALTER TABLE registrations ADD COLUMN waited_since INTEGER;
-- Badges that an admin gives are kept apart from those that are awarded by rule, and are given once.
ALTER TABLE users ADD COLUMN mails_on_badges INTEGER NOT NULL DEFAULT 1 CHECK (mails_on_badges IN (0, 1));
ALTER TABLE badges ADD COLUMN given_for INTEGER NOT NULL DEFAULT 0;
UPDATE badges SET given_for = coalesce(event_id, project_id, 0) WHERE threshold = 0;
DELETE FROM badges WHERE threshold = 0 AND EXISTS (
  SELECT 1 FROM badges b WHERE b.user_id = badges.user_id AND b.name = badges.name AND b.level = badges.level AND b.family = badges.family
    AND b.given_for = badges.given_for AND b.threshold = 0 AND b.id < badges.id);
CREATE INDEX badges_by_name ON badges (name, id);
DROP INDEX badges_upvote_once;
CREATE UNIQUE INDEX badges_upvote_once ON badges (project_id, level) WHERE family = 'upvote' AND threshold > 0 AND project_id IS NOT NULL;
CREATE UNIQUE INDEX badges_given_once ON badges (user_id, name, level, family, given_for) WHERE threshold = 0;

-- A badge with all that is shown of it.
CREATE VIEW badge_details AS
  SELECT b.id, b.family, b.level, b.name, b.description, b.threshold, b.user_id, b.project_id, b.event_id, b.issued_at,
    u.name AS user_name, u.picture AS user_picture, u.suspended_at IS NOT NULL AS is_suspended, u.deleted_at IS NOT NULL AS is_deleted,
    p.title AS project_title, p.status = 'Approved' AS project_shown, e.title AS event_title, e.published AS event_shown
  FROM badges b JOIN users u ON u.id = b.user_id LEFT JOIN projects p ON p.id = b.project_id LEFT JOIN events e ON e.id = b.event_id;

-- How many badges there are of each family.
INSERT INTO totals (name, count) SELECT 'badges:' || family, count(*) FROM badges GROUP BY family;
CREATE TRIGGER badges_counted AFTER INSERT ON badges BEGIN
  INSERT INTO totals (name, count) VALUES ('badges:' || new.family, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER badges_uncounted AFTER DELETE ON badges BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'badges:' || old.family;
END;
