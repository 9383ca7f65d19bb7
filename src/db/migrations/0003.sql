-- From version 2 to version 3. How a migration runs stands at the head of 0002.sql.

-- ── Members ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Where a session is, and when it was last used, for the page of the member's account.
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;

-- Changes of addresses that both addresses have to confirm.
CREATE TABLE email_changes (
  user_id           INTEGER NOT NULL PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email             TEXT NOT NULL,
  old_hash          BLOB NOT NULL UNIQUE,
  new_hash          BLOB NOT NULL UNIQUE,
  old_confirmed_at  INTEGER,
  new_confirmed_at  INTEGER,
  created_at        INTEGER NOT NULL,
  expires_at        INTEGER NOT NULL
) STRICT;
CREATE INDEX email_changes_by_expiry ON email_changes (expires_at);

-- A member who leaves takes along the mails to their address from before they had an account.
CREATE INDEX mails_by_address ON mails (lower(to_email));

-- ── The community and its settings ──────────────────────────────────────────────────────────────────────────────

-- ── Mail ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A message to members at large: which choice of theirs it obeys, how many were to get it, and by what request it is known.
ALTER TABLE mailings ADD COLUMN choice TEXT NOT NULL DEFAULT '' CHECK (choice IN ('', 'news', 'events'));
ALTER TABLE mailings ADD COLUMN recipients INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mailings ADD COLUMN request TEXT NOT NULL DEFAULT '';
ALTER TABLE mailings ADD COLUMN paused_at INTEGER;
CREATE INDEX mailings_to_members ON mailings (id DESC) WHERE choice <> '';
CREATE INDEX mailings_by_request ON mailings (request, id DESC) WHERE request <> '';
-- Mails to many wait behind all others, and those of a mailing that pauses wait apart.
ALTER TABLE mails ADD COLUMN lane TEXT NOT NULL DEFAULT 'prompt' CHECK (lane IN ('prompt', 'bulk', 'held'));
CREATE INDEX mails_due_in_lane ON mails (lane, next_attempt_at, id) WHERE state = 'waiting';
-- Why a mail was not sent.
ALTER TABLE mails ADD COLUMN unsent TEXT NOT NULL DEFAULT '' CHECK (unsent IN ('', 'refused', 'unsubscribed', 'pointless', 'dropped'));
UPDATE mails SET unsent = CASE WHEN last_error LIKE 'Not sent:%' THEN 'pointless' ELSE 'refused' END WHERE state = 'failed';
DROP INDEX mails_by_state;
CREATE INDEX mails_by_state ON mails (state, unsent, id DESC);
DROP INDEX mails_by_mailing;
CREATE INDEX mails_by_mailing ON mails (mailing_id, state, unsent, id) WHERE mailing_id IS NOT NULL;
-- People who were invited. While an invitation is open it has an address, and a name to propose at the first sign-in; then both
-- go, and a keyed hash of the address remains, so that nobody is invited twice. `mail_id` names its mail, which may be gone.
CREATE TABLE invitations (
  id          INTEGER NOT NULL PRIMARY KEY,
  email       TEXT NOT NULL,
  email_hash  BLOB NOT NULL,
  name        TEXT NOT NULL DEFAULT '',
  invited_by  INTEGER REFERENCES users,
  invited_at  INTEGER NOT NULL,
  sends_at    INTEGER NOT NULL,
  mail_id     INTEGER NOT NULL,
  state       TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'joined', 'withdrawn', 'declined', 'expired'))
) STRICT;
CREATE INDEX invitations_by_hash ON invitations (email_hash);
CREATE INDEX invitations_open ON invitations (invited_at) WHERE state = 'open';
-- The name that an invitation proposed, until the member has chosen one.
ALTER TABLE users ADD COLUMN proposed_name TEXT NOT NULL DEFAULT '';

-- ── Running the community ───────────────────────────────────────────────────────────────────────────────────────
CREATE INDEX users_by_name ON users (name COLLATE NOCASE, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_projects ON users (project_count, id) WHERE deleted_at IS NULL;
CREATE INDEX users_suspended ON users (suspended_at) WHERE suspended_at IS NOT NULL;
CREATE INDEX certificates_held ON certificates (issued_at) WHERE released_at IS NULL AND revoked_at IS NULL;
CREATE INDEX audit_log_by_kind ON audit_log (subject_kind, id);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);
-- New accounts ('users') and submitted projects ('projects') by month (YYYY-MM, UTC), for the charts of the dashboard. Triggers
-- count them. What is deleted later stays counted: the charts show what happened.
CREATE TABLE monthly_counts (
  month   TEXT NOT NULL,
  name    TEXT NOT NULL CHECK (name IN ('users', 'projects')),
  count   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (name, month)
) STRICT, WITHOUT ROWID;
INSERT INTO monthly_counts (month, name, count)
  SELECT strftime('%Y-%m', created_at / 1000, 'unixepoch') AS month, 'users', count(*) FROM users GROUP BY month;
INSERT INTO monthly_counts (month, name, count)
  SELECT strftime('%Y-%m', created_at / 1000, 'unixepoch') AS month, 'projects', count(*) FROM projects GROUP BY month;
INSERT INTO totals (name, count) SELECT 'users:' || role, count(*) FROM users WHERE deleted_at IS NULL GROUP BY role;
INSERT INTO totals (name, count) SELECT 'users:suspended', count(*) FROM users WHERE suspended_at IS NOT NULL AND deleted_at IS NULL;
-- Accounts by role, and the suspended ones: the list of users counts none of them at a look.
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
CREATE TRIGGER submissions_counted AFTER INSERT ON projects BEGIN
  INSERT INTO monthly_counts (month, name, count) VALUES (strftime('%Y-%m', new.created_at / 1000, 'unixepoch'), 'projects', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
