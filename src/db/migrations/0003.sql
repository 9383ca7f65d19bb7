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

-- ── Running the community ───────────────────────────────────────────────────────────────────────────────────────
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);
