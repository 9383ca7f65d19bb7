-- From version 3 to version 4. How a migration runs stands at the head of 0002.sql.

-- ── The review of projects ──────────────────────────────────────────────────────────────────────────────────────

-- What a project was before its last decision (JSON), while whoever decided can take it back: with the decision before that one,
-- the badges that the approval has earned (ids in JSON), and the mail about it, which waits that long.
CREATE TABLE decision_undos (
  project_id  INTEGER NOT NULL PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  decided_by  INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  decided_at  INTEGER NOT NULL,
  before      TEXT NOT NULL,
  badges      TEXT NOT NULL,
  mail_id     INTEGER
) STRICT;
CREATE INDEX decision_undos_by_time ON decision_undos (decided_at);
CREATE INDEX decision_undos_by_admin ON decision_undos (decided_by);

-- ── Members and roles ───────────────────────────────────────────────────────────────────────────────────────────

-- Whether the recipient is suspended, whose profile is not shown.
DROP VIEW certificate_details;
CREATE VIEW certificate_details AS
  SELECT c.id, c.certificate_id, c.title, c.recipient_name, c.achievement, c.user_id, c.event_id, c.project_id, c.type, c.design,
    c.custom_message, c.released_at, c.is_private, c.revoked_at, c.revocation_reason, c.issued_at,
    u.name AS user_name, u.picture AS user_picture, u.suspended_at IS NOT NULL AS user_suspended, e.title AS event_title, p.title AS project_title,
    (SELECT n.certificate_id FROM certificates n WHERE n.replaces = c.id) AS replaced_by
  FROM certificates c LEFT JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL LEFT JOIN events e ON e.id = c.event_id
    LEFT JOIN projects p ON p.id = c.project_id;

-- The third role. A CHECK cannot be changed, so the table is rebuilt.
CREATE TABLE users_new (
  id                       INTEGER NOT NULL PRIMARY KEY,
  name                     TEXT NOT NULL,
  email                    TEXT,
  email_key                TEXT UNIQUE,
  picture                  TEXT NOT NULL DEFAULT '',
  role                     TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'organiser', 'admin')),
  bio                      TEXT NOT NULL DEFAULT '',
  github                   TEXT NOT NULL DEFAULT '',
  linked_in                TEXT NOT NULL DEFAULT '',
  twitter                  TEXT NOT NULL DEFAULT '',
  portfolio                TEXT NOT NULL DEFAULT '',
  discord                  TEXT NOT NULL DEFAULT '',
  status                   TEXT NOT NULL DEFAULT 'available',
  best_achievement         TEXT NOT NULL DEFAULT '',
  worst_bug_ever           TEXT NOT NULL DEFAULT '',
  favorite_language        TEXT NOT NULL DEFAULT '',
  dream_project            TEXT NOT NULL DEFAULT '',
  programming_superpowers  TEXT NOT NULL DEFAULT '',
  wants_news               INTEGER NOT NULL DEFAULT 1 CHECK (wants_news IN (0, 1)),
  wants_events             INTEGER NOT NULL DEFAULT 1 CHECK (wants_events IN (0, 1)),
  project_count            INTEGER NOT NULL DEFAULT 0,
  suspended_at             INTEGER,
  suspension_reason        TEXT,
  deleted_at               INTEGER,
  created_at               INTEGER NOT NULL,
  needs_name               INTEGER NOT NULL DEFAULT 0 CHECK (needs_name IN (0, 1)),
  mails_on_reviews         INTEGER NOT NULL DEFAULT 1 CHECK (mails_on_reviews IN (0, 1)),
  mails_on_comments        INTEGER NOT NULL DEFAULT 1 CHECK (mails_on_comments IN (0, 1)),
  mails_on_badges          INTEGER NOT NULL DEFAULT 1 CHECK (mails_on_badges IN (0, 1)),
  proposed_name            TEXT NOT NULL DEFAULT '',
  CHECK ((email IS NULL) = (email_key IS NULL)),
  CHECK (deleted_at IS NOT NULL OR email IS NOT NULL)
) STRICT;
INSERT INTO users_new (
  id, name, email, email_key, picture, role, bio, github, linked_in, twitter, portfolio, discord, status,
  best_achievement, worst_bug_ever, favorite_language, dream_project, programming_superpowers, wants_news,
  wants_events, project_count, suspended_at, suspension_reason, deleted_at, created_at, needs_name,
  mails_on_reviews, mails_on_comments, mails_on_badges, proposed_name)
  SELECT
  id, name, email, email_key, picture, role, bio, github, linked_in, twitter, portfolio, discord, status,
  best_achievement, worst_bug_ever, favorite_language, dream_project, programming_superpowers, wants_news,
  wants_events, project_count, suspended_at, suspension_reason, deleted_at, created_at, needs_name,
  mails_on_reviews, mails_on_comments, mails_on_badges, proposed_name
  FROM users;
DROP TABLE users;
ALTER TABLE users_new RENAME TO users;
CREATE INDEX users_by_role ON users (role, id);
CREATE INDEX users_by_name ON users (name COLLATE NOCASE, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_projects ON users (project_count, id) WHERE deleted_at IS NULL;
CREATE INDEX users_suspended ON users (suspended_at) WHERE suspended_at IS NOT NULL;
CREATE TRIGGER members_added AFTER INSERT ON users WHEN new.suspended_at IS NULL AND new.deleted_at IS NULL BEGIN
  INSERT INTO totals (name, count) VALUES ('members', 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER members_changed AFTER UPDATE OF suspended_at, deleted_at ON users BEGIN
  UPDATE totals SET count = count + (new.suspended_at IS NULL AND new.deleted_at IS NULL) - (old.suspended_at IS NULL AND old.deleted_at IS NULL) WHERE name = 'members';
END;
CREATE TRIGGER users_counted AFTER INSERT ON users WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO totals (name, count) VALUES ('users:' || new.role, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO totals (name, count) SELECT 'users:suspended', 1 WHERE new.suspended_at IS NOT NULL ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO monthly_counts (month, name, count) VALUES (strftime('%Y-%m', new.created_at / 1000, 'unixepoch'), 'users', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER users_recounted AFTER UPDATE OF role, suspended_at, deleted_at ON users
  WHEN old.role <> new.role OR (old.suspended_at IS NULL) <> (new.suspended_at IS NULL) OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'users:' || old.role AND old.deleted_at IS NULL;
  UPDATE totals SET count = count - 1 WHERE name = 'users:suspended' AND old.suspended_at IS NOT NULL AND old.deleted_at IS NULL;
  INSERT INTO totals (name, count) SELECT 'users:' || new.role, 1 WHERE new.deleted_at IS NULL ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO totals (name, count) SELECT 'users:suspended', 1 WHERE new.suspended_at IS NOT NULL AND new.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- The people of an event: its organisers, who run it while they have the role for that, and its helpers, who work at its
-- door. Who creates an event is its organiser. The rows of a suspended member stay and give nothing meanwhile.
CREATE TABLE event_staff (
  event_id  INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id   INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  duty      TEXT NOT NULL CHECK (duty IN ('organiser', 'helper')),
  added_at  INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_staff_by_user ON event_staff (user_id, duty, event_id);
-- Who created an event before runs it as its organiser once they get the role.
INSERT INTO event_staff (event_id, user_id, duty, added_at)
  SELECT e.id, e.created_by, 'organiser', e.created_at FROM events e JOIN users u ON u.id = e.created_by WHERE u.deleted_at IS NULL;

-- ── The community and its settings ──────────────────────────────────────────────────────────────────────────────

-- Numbers from a thousand on have a comma.
UPDATE badges SET name = '1,000 Upvotes', description = 'A project that reached 1,000 upvotes' WHERE name = '1000 Upvotes' AND family = 'upvote' AND threshold = 1000;

-- The categories are a setting now, so the table cannot list them. A new column takes the place of the one with the list;
-- no index and no trigger knows the column, so the table need not be rebuilt.
ALTER TABLE projects ADD COLUMN chosen_category TEXT NOT NULL DEFAULT 'other' CHECK (chosen_category <> '');
UPDATE projects SET chosen_category = category;
ALTER TABLE projects DROP COLUMN category;
ALTER TABLE projects RENAME COLUMN chosen_category TO category;

-- The beginning of a description as lists show it, which they made from the whole text each time. The index of the search, which
-- is made anew after this, writes it.
ALTER TABLE projects ADD COLUMN excerpt TEXT;
ALTER TABLE events ADD COLUMN excerpt TEXT;

-- ── Credentials ─────────────────────────────────────────────────────────────────────────────────────────────────

-- The keys with which the community signs credentials: the public halves, and when each was in use. The secret halves are in
-- secrets, as 'issuer_key:' and the key. A key without its secret half, as in a shareable copy, signs nothing.
CREATE TABLE issuer_keys (
  id         INTEGER NOT NULL PRIMARY KEY,
  multikey   TEXT NOT NULL UNIQUE,
  since      INTEGER NOT NULL,
  until      INTEGER
) STRICT;
CREATE UNIQUE INDEX issuer_keys_current ON issuer_keys (coalesce(until, 0)) WHERE until IS NULL;

-- Lists that say which credentials are revoked. Each has one issuer, so a new issuer begins a new list. `version` grows with each
-- revocation; `document` is the list as it was signed at `signed_version`.
CREATE TABLE status_lists (
  id              INTEGER NOT NULL PRIMARY KEY,
  issuer          TEXT NOT NULL,
  used            INTEGER NOT NULL DEFAULT 0,
  version         INTEGER NOT NULL DEFAULT 0,
  signed_version  INTEGER,
  document        TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX status_lists_by_issuer ON status_lists (issuer, id DESC);

-- Credentials: certificates and badges as they were signed, byte for byte. A badge that goes takes its document along; its place in
-- the list stays taken. `hash` is the SHA-256 of the document.
CREATE TABLE credentials (
  id              INTEGER NOT NULL PRIMARY KEY,
  certificate_id  INTEGER UNIQUE REFERENCES certificates ON DELETE SET NULL,
  badge_id        INTEGER UNIQUE REFERENCES badges ON DELETE SET NULL,
  list_id         INTEGER NOT NULL REFERENCES status_lists,
  list_index      INTEGER NOT NULL,
  document        TEXT NOT NULL,
  hash            BLOB NOT NULL UNIQUE,
  revoked_at      INTEGER,
  UNIQUE (list_id, list_index)
) STRICT;
CREATE INDEX credentials_revoked ON credentials (list_id, list_index) WHERE revoked_at IS NOT NULL;
CREATE TRIGGER credentials_forgotten BEFORE DELETE ON badges BEGIN
  UPDATE credentials SET document = '' WHERE badge_id = old.id;
END;

-- Certificates and badges that are to be signed. Triggers write it in the transaction that issues or releases them.
CREATE TABLE credentials_due (
  id              INTEGER NOT NULL PRIMARY KEY,
  certificate_id  INTEGER UNIQUE REFERENCES certificates ON DELETE CASCADE,
  badge_id        INTEGER UNIQUE REFERENCES badges ON DELETE CASCADE,
  CHECK ((certificate_id IS NULL) <> (badge_id IS NULL))
) STRICT;
CREATE TRIGGER certificates_due AFTER INSERT ON certificates WHEN new.released_at IS NOT NULL AND new.revoked_at IS NULL BEGIN
  INSERT INTO credentials_due (certificate_id) VALUES (new.id);
END;
CREATE TRIGGER certificates_released AFTER UPDATE OF released_at ON certificates
  WHEN old.released_at IS NULL AND new.released_at IS NOT NULL AND new.revoked_at IS NULL BEGIN
  INSERT INTO credentials_due (certificate_id) VALUES (new.id);
END;
CREATE TRIGGER badges_due AFTER INSERT ON badges BEGIN
  INSERT INTO credentials_due (badge_id) VALUES (new.id);
END;

-- The log of credentials, which only grows: entry `place` is a leaf of the Merkle tree of RFC 9162. `hash` is that of the
-- credential that the entry is about.
CREATE TABLE transparency_entries (
  place   INTEGER NOT NULL PRIMARY KEY,
  entry   TEXT NOT NULL,
  hash    BLOB NOT NULL
) STRICT;
CREATE INDEX transparency_entries_by_hash ON transparency_entries (hash, place);

-- The hashes of the full parts of the tree: the part of level l at place p covers the entries from p·2^l to (p+1)·2^l.
CREATE TABLE transparency_nodes (
  level  INTEGER NOT NULL,
  place  INTEGER NOT NULL,
  hash   BLOB NOT NULL,
  PRIMARY KEY (level, place)
) STRICT, WITHOUT ROWID;

-- The signed heads of the log: the root over the first `size` entries.
CREATE TABLE transparency_heads (
  size       INTEGER NOT NULL PRIMARY KEY,
  at         INTEGER NOT NULL,
  root       BLOB NOT NULL,
  multikey   TEXT NOT NULL,
  signature  BLOB NOT NULL
) STRICT;

-- What was issued before is signed once.
INSERT INTO credentials_due (certificate_id) SELECT id FROM certificates WHERE released_at IS NOT NULL AND revoked_at IS NULL ORDER BY id;
INSERT INTO credentials_due (badge_id) SELECT id FROM badges ORDER BY id;

-- ── The admins' lists ───────────────────────────────────────────────────────────────────────────────────────────

-- Their columns sort.
CREATE INDEX projects_by_title ON projects (title_key, id);
CREATE INDEX projects_by_status_title ON projects (status, title_key, id);
CREATE INDEX events_by_name ON events (title_key, id);
CREATE INDEX events_by_count ON events (registration_count, number);

-- ── Search ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- Three characters are found among far fewer rows than two; one and two are the beginnings of such words. The start after
-- this fills the index again.
DROP TABLE project_search;
CREATE VIRTUAL TABLE project_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');
DROP TABLE event_search;
CREATE VIRTUAL TABLE event_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');
DROP TABLE user_search;
CREATE VIRTUAL TABLE user_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');
DROP TABLE certificate_search;
CREATE VIRTUAL TABLE certificate_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');
