-- The whole database as a new installation gets it. Read this first.
--
-- Conventions
--   id          INTEGER, created by the server, growing with time; outside the server an opaque string
--   *_at        an instant: milliseconds since 1970-01-01T00:00:00Z
--   date, time  YYYY-MM-DD and HH:MM in the community's time zone
--   *_key       a text folded for comparison (Unicode case folding), next to the text as it was typed
--   email_key   an address in lower case only, so that no address opens the account of another
-- Choices are CHECKs, uniqueness is an index, triggers maintain the counters: these rules hold whatever code runs.
-- src/db/migrations upgrades older files to this schema; a test compares the two.

-- ── The community ───────────────────────────────────────────────────────────────────────────────────────────────

-- Settings from the Settings page, one row per setting, with JSON values. The defaults are in src/site/rules.rs.
CREATE TABLE settings (
  name        TEXT NOT NULL PRIMARY KEY,
  value       TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- A random number that every change of the settings replaces, whichever program makes it, so that a cached copy can be
-- checked. A counter could repeat the number of a change that was rolled back.
CREATE TABLE settings_version (
  one         INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  version     INTEGER NOT NULL
) STRICT;

INSERT INTO settings_version (one, version) VALUES (1, random());

CREATE TRIGGER settings_inserted AFTER INSERT ON settings BEGIN UPDATE settings_version SET version = random(); END;
CREATE TRIGGER settings_updated AFTER UPDATE ON settings BEGIN UPDATE settings_version SET version = random(); END;
CREATE TRIGGER settings_deleted AFTER DELETE ON settings BEGIN UPDATE settings_version SET version = random(); END;

-- Keys created at the first run (for sessions, challenges and unsubscribe links), and the hash of the pending set-up
-- link.
CREATE TABLE secrets (
  name        TEXT NOT NULL PRIMARY KEY,
  value       BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What the program remembers from one start to the next: signs of a proxy that the settings do not know ('proxy:…'), and
-- when the file was last copied ('copied', milliseconds).
CREATE TABLE memos (
  name        TEXT NOT NULL PRIMARY KEY,
  value       TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Counts that screens show. The triggers at the end of this file maintain them, so that no request counts rows.
CREATE TABLE totals (
  name        TEXT NOT NULL PRIMARY KEY,
  count       INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0)
) STRICT, WITHOUT ROWID;

-- The last numbers of projects (PRJ-0005) and events (EVT-0001). Triggers maintain them, so that no number is used twice,
-- even after deletions.
CREATE TABLE numbers (
  name        TEXT NOT NULL PRIMARY KEY CHECK (name IN ('projects', 'events')),
  last        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO numbers (name, last) VALUES ('projects', 0), ('events', 0);

-- Pictures (screenshots, logo, avatars). They are decoded and re-encoded on upload and never change afterwards.
CREATE TABLE media (
  id            INTEGER NOT NULL PRIMARY KEY,
  content_type  TEXT NOT NULL CHECK (content_type IN ('image/webp', 'image/png', 'image/jpeg')),
  width         INTEGER NOT NULL,
  height        INTEGER NOT NULL,
  bytes         BLOB NOT NULL,
  created_at    INTEGER NOT NULL
) STRICT;

-- ── Members and how they sign in ────────────────────────────────────────────────────────────────────────────────

-- A member. A member who has not chosen a name yet (needs_name) has a neutral one. A deleted member stays as an empty
-- row
-- (name "Deleted member", no e-mail), so that what they leave behind keeps an author.
CREATE TABLE users (
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
CREATE INDEX users_by_role ON users (role, id);
CREATE INDEX users_by_name ON users (name COLLATE NOCASE, id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_projects ON users (project_count, id) WHERE deleted_at IS NULL;
CREATE INDEX users_suspended ON users (suspended_at) WHERE suspended_at IS NOT NULL;

-- A member's identity at a sign-in provider. Each member has at most one: a second subject cannot join the account.
CREATE TABLE identities (
  issuer      TEXT NOT NULL,
  subject     TEXT NOT NULL,
  user_id     INTEGER NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

-- A signed-in browser. The bearer token names a row here and is worthless without it.
CREATE TABLE sessions (
  id          INTEGER NOT NULL PRIMARY KEY,
  user_id     INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  device      TEXT NOT NULL DEFAULT '',  -- the browser and system in words
  seen_at     INTEGER NOT NULL DEFAULT 0 -- when it was last used, to the hour; 0 in its first hour
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- E-mailed sign-in links, each with a six-digit code for devices that cannot open the link. They work once, are stored
-- as hashes, and expire after 15 minutes. The rows stay for a day, so that an expired link can be told from a wrong
-- one.
CREATE TABLE sign_in_links (
  token_hash  BLOB NOT NULL PRIMARY KEY,
  email       TEXT NOT NULL,
  expires_at  INTEGER NOT NULL,
  email_key   TEXT NOT NULL DEFAULT '',
  code_hash   BLOB,
  tries_left  INTEGER NOT NULL DEFAULT 5 CHECK (tries_left >= 0),
  used_at     INTEGER,
  -- A link of the future was made while the clock ran ahead, and is over.
  created_at  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_links_by_email ON sign_in_links (email_key, expires_at);
CREATE INDEX sign_in_links_by_expiry ON sign_in_links (expires_at);

-- A member's change of address, until both addresses have confirmed it or the old one refuses. The links are stored as
-- hashes.
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

-- Failed sign-ins by client address ("ip:…"), for the lockout. With a prefix, for their own limits: requested links
-- ("link:ip:…", "link:email:…") and wrong codes ("code:ip:…").
CREATE TABLE sign_in_failures (
  who         TEXT NOT NULL,
  at          INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_failures_by_who ON sign_in_failures (who, at);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (at);

-- Single-use values: hashes of accepted ID tokens and captcha answers, kept until they would have expired.
CREATE TABLE used_tokens (
  hash        BLOB NOT NULL PRIMARY KEY,
  expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_tokens_by_expiry ON used_tokens (expires_at);

-- Uses that count against a rate limit (src/limits.rs), kept as long as they count. `who` is a member's id, a mail
-- address or a network address, depending on the limit.
CREATE TABLE limited_uses (
  name        TEXT NOT NULL,
  who         TEXT NOT NULL,
  at          INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX limited_uses_by_who ON limited_uses (name, who, at);
CREATE INDEX limited_uses_by_expiry ON limited_uses (expires_at);

-- ── Projects ────────────────────────────────────────────────────────────────────────────────────────────────────

-- A submitted project. Only Approved ones are public, and the public lists read showcase, not this table.
-- The order of ids is the order of submission.
CREATE TABLE projects (
  id                 INTEGER NOT NULL PRIMARY KEY,
  number             INTEGER NOT NULL UNIQUE,
  title              TEXT NOT NULL,
  title_key          TEXT NOT NULL,
  short_description  TEXT NOT NULL DEFAULT '',
  description        TEXT NOT NULL,
  description_html   TEXT NOT NULL,
  github_link        TEXT NOT NULL,
  demo_link          TEXT NOT NULL DEFAULT '',
  submitted_by       INTEGER NOT NULL REFERENCES users,
  event_id           INTEGER REFERENCES events ON DELETE SET NULL,
  status             TEXT NOT NULL DEFAULT 'In Review' CHECK (status IN ('In Review', 'Approved', 'Rejected')),
  rejection_reason   TEXT,
  featured           INTEGER NOT NULL DEFAULT 0 CHECK (featured IN (0, 1)),
  upvote_count       INTEGER NOT NULL DEFAULT 0,
  comment_count      INTEGER NOT NULL DEFAULT 0,
  reviewed_at        INTEGER,
  reviewed_by        INTEGER REFERENCES users,
  created_at         INTEGER NOT NULL,
  updated_at         INTEGER NOT NULL,
  category           TEXT NOT NULL DEFAULT 'other' CHECK (category <> ''), -- an id from the setting 'categories', which loses none
  excerpt            TEXT, -- the beginning of the description as lists show it; NULL until it is made
  CHECK (featured = 0 OR status = 'Approved'),
  CHECK ((status = 'Rejected') = (rejection_reason IS NOT NULL))
) STRICT;
CREATE INDEX projects_by_member ON projects (submitted_by, id DESC);
CREATE INDEX projects_by_status ON projects (status, id DESC);
CREATE INDEX projects_by_title ON projects (title_key, id);
CREATE INDEX projects_by_status_title ON projects (status, title_key, id);
CREATE INDEX projects_by_publication ON projects (coalesce(reviewed_at, created_at), id) WHERE status = 'Approved';
CREATE INDEX projects_by_event ON projects (event_id, status) WHERE event_id IS NOT NULL;

-- The last decision about a project, with what the project contained then (JSON), so that the next review shows what has
-- changed since.
CREATE TABLE project_decisions (
  project_id  INTEGER NOT NULL PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  status      TEXT NOT NULL CHECK (status IN ('Approved', 'Rejected')),
  reason      TEXT,
  decided_by  INTEGER REFERENCES users,
  decided_at  INTEGER NOT NULL,
  content     TEXT NOT NULL
) STRICT;

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

-- The technologies of a project in the order in which they were typed.
CREATE TABLE project_technologies (
  project_id  INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  name        TEXT NOT NULL,
  name_key    TEXT NOT NULL,
  PRIMARY KEY (project_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX project_technologies_by_name ON project_technologies (name_key, project_id DESC);

-- The other members of a project's team, besides the submitter.
CREATE TABLE project_members (
  project_id  INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id     INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (project_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_members_by_user ON project_members (user_id, project_id DESC);

-- Screenshots, each in a size for cards and a full size. The first is the cover.
CREATE TABLE project_pictures (
  id          INTEGER NOT NULL PRIMARY KEY,
  project_id  INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  alt         TEXT NOT NULL DEFAULT '',
  card        INTEGER NOT NULL REFERENCES media,
  full        INTEGER NOT NULL REFERENCES media,
  UNIQUE (project_id, position)
) STRICT;
CREATE INDEX project_pictures_by_card ON project_pictures (card);
CREATE INDEX project_pictures_by_full ON project_pictures (full);

-- The upvote of one member for one project.
CREATE TABLE upvotes (
  project_id  INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id     INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (project_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX upvotes_by_user ON upvotes (user_id, project_id);

-- Comments on a project, oldest first.
CREATE TABLE comments (
  id          INTEGER NOT NULL PRIMARY KEY,
  project_id  INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id     INTEGER NOT NULL REFERENCES users,
  text        TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  edited_at   INTEGER
) STRICT;
CREATE INDEX comments_by_project ON comments (project_id, id);
CREATE INDEX comments_by_user ON comments (user_id, id);

-- The public project lists: an approved project has a row for each facet that it belongs to: 'all', its categories, and
-- each of these with the prefix 'featured:' when it is featured. Hidden projects have no rows here, so no list can show
-- them.
CREATE TABLE showcase (
  facet         TEXT NOT NULL,
  project_id    INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  upvote_count  INTEGER NOT NULL,
  title_key     TEXT NOT NULL,
  PRIMARY KEY (facet, project_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX showcase_popular ON showcase (facet, upvote_count DESC, project_id DESC);
CREATE INDEX showcase_alphabetical ON showcase (facet, title_key, project_id);
CREATE INDEX showcase_by_project ON showcase (project_id);

-- Finds substrings in any script: `text` holds every three neighbouring characters; `facets` holds status, categories
-- and tags. src/db/search.rs writes it. It contains all projects; public searches ask for the facet of the status.
CREATE VIRTUAL TABLE project_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');

-- The text and the facets of each project as they are compared, each part on a line. A search that much matches reads these in
-- the order of a list. Written together with project_search.
CREATE TABLE project_texts (
  project_id  INTEGER NOT NULL PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  text        TEXT NOT NULL,
  facets      TEXT NOT NULL
) STRICT;

-- ── Events ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- An event. Only admins see a draft (published = 0). An event with registrations is cancelled, not deleted.
CREATE TABLE events (
  id                             INTEGER NOT NULL PRIMARY KEY,
  number                         INTEGER NOT NULL UNIQUE,
  title                          TEXT NOT NULL,
  title_key                      TEXT NOT NULL,
  description                    TEXT NOT NULL,
  description_html               TEXT NOT NULL,
  date                           TEXT NOT NULL,
  end_date                       TEXT NOT NULL,
  time                           TEXT NOT NULL,
  starts_at                      INTEGER NOT NULL,
  ends_at                        INTEGER NOT NULL,
  duration_minutes               INTEGER CHECK (duration_minutes > 0),
  mode                           TEXT NOT NULL DEFAULT 'Online' CHECK (mode IN ('Online', 'Offline', 'Hybrid')),
  type                           TEXT NOT NULL DEFAULT 'workshop' CHECK (type IN ('workshop', 'hackathon', 'webinar', 'competition', 'conference', 'networking', 'seminar', 'meetup')),
  difficulty                     TEXT NOT NULL DEFAULT 'beginner' CHECK (difficulty IN ('beginner', 'intermediate', 'advanced')),
  location                       TEXT NOT NULL DEFAULT '',
  max_participants               INTEGER CHECK (max_participants > 0),
  registration_deadline          TEXT,
  registration_closes_at         INTEGER,
  requirements                   TEXT NOT NULL DEFAULT '',
  banner_image                   TEXT NOT NULL DEFAULT '',
  has_rewards                    INTEGER NOT NULL DEFAULT 0 CHECK (has_rewards IN (0, 1)),
  is_collaborative               INTEGER NOT NULL DEFAULT 0 CHECK (is_collaborative IN (0, 1)),
  organization_name              TEXT NOT NULL DEFAULT '',
  organization_logo              TEXT NOT NULL DEFAULT '',
  organization_website           TEXT NOT NULL DEFAULT '',
  organization_contact           TEXT NOT NULL DEFAULT '',
  partnership_type               TEXT NOT NULL DEFAULT 'sponsor' CHECK (partnership_type IN ('sponsor', 'co-host', 'organizer', 'partner')),
  certificates_offered           INTEGER NOT NULL DEFAULT 0 CHECK (certificates_offered IN (0, 1)),
  certificate_design             TEXT NOT NULL DEFAULT 'default',
  send_certificates_immediately  INTEGER NOT NULL DEFAULT 1 CHECK (send_certificates_immediately IN (0, 1)),
  certificate_delay_reason       TEXT NOT NULL DEFAULT '',
  custom_certificate_message     TEXT NOT NULL DEFAULT '',
  meet_link                      TEXT NOT NULL DEFAULT '',
  whatsapp_link                  TEXT NOT NULL DEFAULT '',
  published                      INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
  published_at                   INTEGER, -- when it was first published
  cancelled_at                   INTEGER,
  cancellation_reason            TEXT NOT NULL DEFAULT '',
  registration_count             INTEGER NOT NULL DEFAULT 0,
  waiting_count                  INTEGER NOT NULL DEFAULT 0,
  sequence                       INTEGER NOT NULL DEFAULT 0,
  created_by                     INTEGER REFERENCES users,
  created_at                     INTEGER NOT NULL,
  updated_at                     INTEGER NOT NULL,
  excerpt                        TEXT, -- the beginning of the description as lists show it; NULL until it is made
  CHECK (end_date >= date),
  CHECK (max_participants IS NULL OR registration_count <= max_participants)
) STRICT;
CREATE INDEX events_by_day ON events (date, id);
CREATE INDEX events_by_name ON events (title_key, id);
CREATE INDEX events_by_count ON events (registration_count, number);
CREATE INDEX events_by_age ON events (published, id);
CREATE INDEX events_by_date ON events (published, date, id);
CREATE INDEX events_by_end ON events (published, end_date, date, id);
CREATE INDEX events_by_type ON events (published, type, date, id);
CREATE INDEX events_by_type_end ON events (published, type, end_date, date, id);
CREATE INDEX events_by_title ON events (published, title_key, id, end_date);
CREATE INDEX events_by_type_title ON events (published, type, title_key, id, end_date);
CREATE INDEX events_by_size ON events (published, registration_count DESC, number DESC, end_date);
CREATE INDEX events_by_type_size ON events (published, type, registration_count DESC, number DESC, end_date);
CREATE INDEX events_by_publication ON events (coalesce(published_at, created_at), id) WHERE published = 1;
CREATE INDEX events_by_start ON events (starts_at) WHERE published = 1 AND cancelled_at IS NULL;

-- The tags of an event in the order in which they were typed.
CREATE TABLE event_tags (
  event_id    INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  name        TEXT NOT NULL,
  PRIMARY KEY (event_id, position)
) STRICT, WITHOUT ROWID;

-- The pictures that were stored for events: banners, and logos of partners. An event names those that it shows by their
-- addresses. One that no event shows is deleted a day after it was stored or taken away.
CREATE TABLE event_pictures (
  medium        INTEGER NOT NULL PRIMARY KEY REFERENCES media,
  event_id      INTEGER REFERENCES events ON DELETE SET NULL,
  unused_since  INTEGER NOT NULL
) STRICT;
CREATE INDEX event_pictures_by_event ON event_pictures (event_id);
CREATE INDEX event_pictures_unused ON event_pictures (unused_since) WHERE event_id IS NULL;

-- A task for participants. Names are unique within an event. The required tasks count for Completed.
CREATE TABLE event_tasks (
  id           INTEGER NOT NULL PRIMARY KEY,
  event_id     INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  name         TEXT NOT NULL,
  description  TEXT NOT NULL DEFAULT '',
  required     INTEGER NOT NULL DEFAULT 0 CHECK (required IN (0, 1)),
  UNIQUE (event_id, name)
) STRICT;

-- A registration for an event. The ticket is the secret in its QR code. Attended participants were checked in, by the
-- scan with that id. Whoever was let in got their place at the door; waited_since is when they had joined the waiting
-- list before that, and undoing the check-in gives it back.
CREATE TABLE registrations (
  event_id       INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id        INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  status         TEXT NOT NULL DEFAULT 'Registered' CHECK (status IN ('Registered', 'Attended', 'Completed')),
  ticket         TEXT NOT NULL UNIQUE,
  registered_at  INTEGER NOT NULL,
  checked_in_at  INTEGER,
  scan_id        TEXT,
  reminded_at    INTEGER,
  let_in         INTEGER NOT NULL DEFAULT 0 CHECK (let_in IN (0, 1)),
  waited_since   INTEGER,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX registrations_by_user ON registrations (user_id, event_id DESC);
CREATE INDEX registrations_by_order ON registrations (event_id, registered_at, user_id);
CREATE INDEX registrations_by_status ON registrations (event_id, status, registered_at, user_id);

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

-- Members waiting for a place, first come first served.
CREATE TABLE waiting_list (
  event_id   INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  joined_at  INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_list_by_order ON waiting_list (event_id, joined_at, user_id);
CREATE INDEX waiting_list_by_user ON waiting_list (user_id);

-- The tasks that a participant has done.
CREATE TABLE task_completions (
  event_id      INTEGER NOT NULL,
  user_id       INTEGER NOT NULL,
  task_id       INTEGER NOT NULL REFERENCES event_tasks ON DELETE CASCADE,
  completed_at  INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id, task_id),
  FOREIGN KEY (event_id, user_id) REFERENCES registrations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX task_completions_by_task ON task_completions (task_id);

-- The secret address of a member's own calendar feed. Creating a new one revokes the old one.
CREATE TABLE calendar_feeds (
  user_id     INTEGER NOT NULL PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret      TEXT NOT NULL UNIQUE,
  created_at  INTEGER NOT NULL
) STRICT;

-- Finds substrings in events, like project_search.
CREATE VIRTUAL TABLE event_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');

-- Finds members: `title` holds the name; `text` holds name and e-mail, for searches by admins only.
CREATE VIRTUAL TABLE user_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');

-- ── Badges and certificates ─────────────────────────────────────────────────────────────────────────────────────

-- A badge of a member. Those with a threshold are awarded by rule: upvote badges each level once a project, project badges each
-- level once a member. The others are given by an admin, each once a member and occasion: `given_for` is the id of the event
-- or project, and stays when that is gone. Badges are never taken back.
CREATE TABLE badges (
  id           INTEGER NOT NULL PRIMARY KEY,
  family       TEXT NOT NULL CHECK (family IN ('upvote', 'project', 'event', 'achievement')),
  level        TEXT NOT NULL CHECK (level IN ('troposphere', 'stratosphere', 'mesosphere', 'thermosphere', 'exosphere')),
  name         TEXT NOT NULL,
  description  TEXT NOT NULL DEFAULT '',
  threshold    INTEGER NOT NULL DEFAULT 0,
  user_id      INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  project_id   INTEGER REFERENCES projects ON DELETE SET NULL,
  event_id     INTEGER REFERENCES events ON DELETE SET NULL,
  issued_by    INTEGER REFERENCES users,
  issued_at    INTEGER NOT NULL,
  given_for    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX badges_by_user ON badges (user_id, id DESC);
CREATE INDEX badges_by_family ON badges (family, id DESC);
CREATE INDEX badges_by_project ON badges (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX badges_by_event ON badges (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX badges_by_name ON badges (name, id);
CREATE UNIQUE INDEX badges_upvote_once ON badges (project_id, level) WHERE family = 'upvote' AND threshold > 0 AND project_id IS NOT NULL;
CREATE UNIQUE INDEX badges_project_once ON badges (user_id, level) WHERE family = 'project' AND threshold > 0;
CREATE UNIQUE INDEX badges_given_once ON badges (user_id, name, level, family, given_for) WHERE threshold = 0;

-- A badge with all that is shown of it.
CREATE VIEW badge_details AS
  SELECT b.id, b.family, b.level, b.name, b.description, b.threshold, b.user_id, b.project_id, b.event_id, b.issued_at,
    u.name AS user_name, u.picture AS user_picture, u.suspended_at IS NOT NULL AS is_suspended, u.deleted_at IS NOT NULL AS is_deleted,
    p.title AS project_title, p.status = 'Approved' AS project_shown, e.title AS event_title, e.published AS event_shown
  FROM badges b JOIN users u ON u.id = b.user_id LEFT JOIN projects p ON p.id = b.project_id LEFT JOIN events e ON e.id = b.event_id;

-- A certificate. It stores the printed name, so it can be verified even when the member is gone.
CREATE TABLE certificates (
  id                 INTEGER NOT NULL PRIMARY KEY,
  certificate_id     TEXT NOT NULL UNIQUE,
  title              TEXT NOT NULL,
  recipient_name     TEXT NOT NULL,
  achievement        TEXT NOT NULL,
  user_id            INTEGER REFERENCES users ON DELETE SET NULL,
  event_id           INTEGER REFERENCES events ON DELETE SET NULL,
  project_id         INTEGER REFERENCES projects ON DELETE SET NULL,
  type               TEXT NOT NULL CHECK (type IN ('event', 'project')),
  design             TEXT NOT NULL CHECK (design IN ('corporate', 'modern', 'trophy', 'abstract')),
  custom_message     TEXT NOT NULL DEFAULT '',
  released_at        INTEGER,
  is_private         INTEGER NOT NULL DEFAULT 0 CHECK (is_private IN (0, 1)),
  revoked_at         INTEGER,
  revocation_reason  TEXT,
  issued_by          INTEGER REFERENCES users,
  issued_at          INTEGER NOT NULL,
  replaces           INTEGER REFERENCES certificates,
  CHECK ((revoked_at IS NULL) = (revocation_reason IS NULL))
) STRICT;
CREATE INDEX certificates_by_user ON certificates (user_id, id DESC);
CREATE INDEX certificates_by_type ON certificates (type, id DESC);
CREATE INDEX certificates_by_project ON certificates (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX certificates_by_event ON certificates (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX certificates_held ON certificates (issued_at) WHERE released_at IS NULL AND revoked_at IS NULL;
CREATE UNIQUE INDEX certificates_by_replaced ON certificates (replaces) WHERE replaces IS NOT NULL;
CREATE UNIQUE INDEX certificates_once_an_event ON certificates (user_id, event_id) WHERE event_id IS NOT NULL AND user_id IS NOT NULL AND revoked_at IS NULL;

-- Finds certificates: `title` holds the recipient's name; `text` holds the id, the title and the achievement too.
CREATE VIRTUAL TABLE certificate_search USING fts5 (text, title, facets, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2');

-- A certificate with all that is shown of it: the member unless they have left, the event or project while it exists, and the
-- certificate that took its place.
CREATE VIEW certificate_details AS
  SELECT c.id, c.certificate_id, c.title, c.recipient_name, c.achievement, c.user_id, c.event_id, c.project_id, c.type, c.design,
    c.custom_message, c.released_at, c.is_private, c.revoked_at, c.revocation_reason, c.issued_at,
    u.name AS user_name, u.picture AS user_picture, u.suspended_at IS NOT NULL AS user_suspended, e.title AS event_title, p.title AS project_title,
    (SELECT n.certificate_id FROM certificates n WHERE n.replaces = c.id) AS replaced_by
  FROM certificates c LEFT JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL LEFT JOIN events e ON e.id = c.event_id
    LEFT JOIN projects p ON p.id = c.project_id;

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

-- ── Mail ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A mailing: a message from an admin to many members or participants. Its mails refer to it. One to members names the
-- choice of theirs that it obeys, its text is HTML with placeholders, and `event_id` is the event that they are about.
-- `recipients` is how many wanted it when it was queued, `request` what a repeated request is known by.
CREATE TABLE mailings (
  id          INTEGER NOT NULL PRIMARY KEY,
  event_id    INTEGER REFERENCES events ON DELETE CASCADE,
  audience    TEXT NOT NULL,
  subject     TEXT NOT NULL,
  text        TEXT NOT NULL,
  reply_to    TEXT NOT NULL DEFAULT '',
  sent_by     INTEGER REFERENCES users,
  created_at  INTEGER NOT NULL,
  choice      TEXT NOT NULL DEFAULT '' CHECK (choice IN ('', 'news', 'events')),
  recipients  INTEGER NOT NULL DEFAULT 0,
  request     TEXT NOT NULL DEFAULT '',
  paused_at   INTEGER
) STRICT;
CREATE INDEX mailings_by_event ON mailings (event_id, id DESC);
CREATE INDEX mailings_to_members ON mailings (id DESC) WHERE choice <> '';
CREATE INDEX mailings_by_request ON mailings (request, id DESC) WHERE request <> '';

-- The outbox: one mail to one person, written in the transaction that causes it and sent by the worker afterwards. `occasion`
-- (JSON) says what the mail is about; the text is written when it is sent. Mails of older versions have no occasion: their
-- text was finished when they were queued. Of the waiting mails with the same topic (such as one member's registration for
-- one event), only the newest is kept. Mails to many go in a lane of their own, behind all others; those of a mailing that
-- pauses are held. `unsent` says why a mail that failed was not sent: refused by a server, or not sent at all.
CREATE TABLE mails (
  id               INTEGER NOT NULL PRIMARY KEY,
  message_id       TEXT NOT NULL UNIQUE,
  kind             TEXT NOT NULL,
  user_id          INTEGER REFERENCES users ON DELETE SET NULL,
  mailing_id       INTEGER REFERENCES mailings ON DELETE CASCADE,
  to_email         TEXT NOT NULL,
  to_name          TEXT NOT NULL DEFAULT '',
  subject          TEXT NOT NULL,
  text             TEXT NOT NULL,
  html             TEXT NOT NULL,
  unsubscribe_url  TEXT NOT NULL DEFAULT '',
  state            TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts         INTEGER NOT NULL DEFAULT 0,
  next_attempt_at  INTEGER NOT NULL,
  last_error       TEXT NOT NULL DEFAULT '',
  created_at       INTEGER NOT NULL,
  finished_at      INTEGER,
  topic            TEXT,
  occasion         TEXT NOT NULL DEFAULT '',
  lane             TEXT NOT NULL DEFAULT 'prompt' CHECK (lane IN ('prompt', 'bulk', 'held')),
  unsent           TEXT NOT NULL DEFAULT '' CHECK (unsent IN ('', 'refused', 'unsubscribed', 'pointless', 'dropped'))
) STRICT;
CREATE INDEX mails_by_end ON mails (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX mails_with_words ON mails (finished_at) WHERE finished_at IS NOT NULL AND (html <> '' OR occasion <> '');
CREATE INDEX mails_by_topic ON mails (topic, created_at) WHERE topic IS NOT NULL;
CREATE INDEX mails_due ON mails (next_attempt_at, id) WHERE state = 'waiting';
CREATE INDEX mails_urgent ON mails (next_attempt_at, id) WHERE state = 'waiting' AND kind = 'sign_in_link';
CREATE INDEX mails_due_in_lane ON mails (lane, next_attempt_at, id) WHERE state = 'waiting';
CREATE INDEX mails_by_state ON mails (state, unsent, id DESC);
CREATE INDEX mails_by_mailing ON mails (mailing_id, state, unsent, id) WHERE mailing_id IS NOT NULL;
CREATE INDEX mails_by_user ON mails (user_id, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX mails_by_address ON mails (lower(to_email));

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

-- Attachments of a mail (a calendar entry, a certificate).
CREATE TABLE mail_attachments (
  mail_id       INTEGER NOT NULL REFERENCES mails ON DELETE CASCADE,
  position      INTEGER NOT NULL,
  file_name     TEXT NOT NULL,
  content_type  TEXT NOT NULL,
  bytes         BLOB NOT NULL,
  PRIMARY KEY (mail_id, position)
) STRICT, WITHOUT ROWID;

-- ── Running the community ───────────────────────────────────────────────────────────────────────────────────────

-- Every action of an admin: who, what, when, before and after (JSON).
CREATE TABLE audit_log (
  id            INTEGER NOT NULL PRIMARY KEY,
  at            INTEGER NOT NULL,
  actor_id      INTEGER REFERENCES users,
  action        TEXT NOT NULL,
  subject_kind  TEXT NOT NULL,
  subject_id    TEXT NOT NULL,
  before        TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(before)),
  after         TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(after))
) STRICT;
CREATE INDEX audit_log_by_subject ON audit_log (subject_kind, subject_id, id DESC);
CREATE INDEX audit_log_by_kind ON audit_log (subject_kind, id);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);

-- Page views and custom events, counted per day, without any data about visitors.
CREATE TABLE daily_counts (
  day     TEXT NOT NULL,
  kind    TEXT NOT NULL CHECK (kind IN ('view', 'event')),
  name    TEXT NOT NULL,
  count   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, kind, name)
) STRICT, WITHOUT ROWID;

-- New accounts ('users') and submitted projects ('projects') by month (YYYY-MM, UTC), for the charts of the dashboard. Triggers
-- count them. What is deleted later stays counted: the charts show what happened.
CREATE TABLE monthly_counts (
  month   TEXT NOT NULL,
  name    TEXT NOT NULL CHECK (name IN ('users', 'projects')),
  count   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (name, month)
) STRICT, WITHOUT ROWID;

-- ── Counters ────────────────────────────────────────────────────────────────────────────────────────────────────
-- totals: 'members' (neither suspended nor deleted), 'events' and 'participants' (published events), 'events:hosted'
-- (published and not cancelled), 'projects:{facet}' (rows of showcase), 'project_status:{status}', 'event_type:{type}'
-- (published), 'badges:{family}', 'mails:{state}', 'users:{role}' and 'users:suspended' (not deleted).

CREATE TRIGGER members_added AFTER INSERT ON users WHEN new.suspended_at IS NULL AND new.deleted_at IS NULL BEGIN
  INSERT INTO totals (name, count) VALUES ('members', 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER members_changed AFTER UPDATE OF suspended_at, deleted_at ON users BEGIN
  UPDATE totals SET count = count + (new.suspended_at IS NULL AND new.deleted_at IS NULL) - (old.suspended_at IS NULL AND old.deleted_at IS NULL) WHERE name = 'members';
END;

CREATE TRIGGER upvotes_added AFTER INSERT ON upvotes BEGIN
  UPDATE projects SET upvote_count = upvote_count + 1 WHERE id = new.project_id;
END;
CREATE TRIGGER upvotes_removed AFTER DELETE ON upvotes BEGIN
  UPDATE projects SET upvote_count = upvote_count - 1 WHERE id = old.project_id;
END;
CREATE TRIGGER comments_added AFTER INSERT ON comments BEGIN
  UPDATE projects SET comment_count = comment_count + 1 WHERE id = new.project_id;
END;
CREATE TRIGGER comments_removed AFTER DELETE ON comments BEGIN
  UPDATE projects SET comment_count = comment_count - 1 WHERE id = old.project_id;
END;
CREATE TRIGGER projects_voted AFTER UPDATE OF upvote_count ON projects BEGIN
  UPDATE showcase SET upvote_count = new.upvote_count WHERE project_id = new.id;
END;

CREATE TRIGGER projects_added AFTER INSERT ON projects BEGIN
  INSERT INTO totals (name, count) VALUES ('project_status:' || new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  UPDATE users SET project_count = project_count + 1 WHERE id = new.submitted_by;
END;
CREATE TRIGGER projects_numbered AFTER INSERT ON projects BEGIN
  UPDATE numbers SET last = max(last, new.number) WHERE name = 'projects';
END;
CREATE TRIGGER projects_removed AFTER DELETE ON projects BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'project_status:' || old.status;
  UPDATE users SET project_count = project_count - 1 WHERE id = old.submitted_by;
  DELETE FROM project_search WHERE rowid = old.id;
END;
CREATE TRIGGER projects_reviewed AFTER UPDATE OF status ON projects WHEN new.status <> old.status BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'project_status:' || old.status;
  INSERT INTO totals (name, count) VALUES ('project_status:' || new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER showcase_added AFTER INSERT ON showcase BEGIN
  INSERT INTO totals (name, count) VALUES ('projects:' || new.facet, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER showcase_removed AFTER DELETE ON showcase BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'projects:' || old.facet;
END;

CREATE TRIGGER events_added AFTER INSERT ON events WHEN new.published = 1 BEGIN
  INSERT INTO totals (name, count) VALUES ('events', 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO totals (name, count) VALUES ('event_type:' || new.type, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER events_numbered AFTER INSERT ON events BEGIN
  UPDATE numbers SET last = max(last, new.number) WHERE name = 'events';
END;
CREATE TRIGGER events_removed AFTER DELETE ON events BEGIN
  UPDATE totals SET count = count - 1 WHERE old.published = 1 AND name IN ('events', 'event_type:' || old.type);
  UPDATE totals SET count = count - old.registration_count WHERE old.published = 1 AND name = 'participants';
  DELETE FROM event_search WHERE rowid = old.id;
END;
CREATE TRIGGER events_changed AFTER UPDATE OF published, type ON events WHEN new.published <> old.published OR new.type <> old.type BEGIN
  UPDATE totals SET count = count - 1 WHERE old.published = 1 AND name IN ('events', 'event_type:' || old.type);
  UPDATE totals SET count = count - old.registration_count WHERE old.published = 1 AND name = 'participants';
  INSERT INTO totals (name, count) SELECT 'events', 1 WHERE new.published = 1 ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO totals (name, count) SELECT 'event_type:' || new.type, 1 WHERE new.published = 1 ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO totals (name, count) SELECT 'participants', new.registration_count WHERE new.published = 1 ON CONFLICT DO UPDATE SET count = count + new.registration_count;
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
CREATE TRIGGER registrations_added AFTER INSERT ON registrations BEGIN
  UPDATE events SET registration_count = registration_count + 1 WHERE id = new.event_id;
  INSERT INTO totals (name, count) SELECT 'participants', 1 FROM events WHERE id = new.event_id AND published = 1 ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER registrations_removed AFTER DELETE ON registrations BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'participants' AND EXISTS (SELECT 1 FROM events WHERE id = old.event_id AND published = 1);
  UPDATE events SET registration_count = registration_count - 1 WHERE id = old.event_id;
END;
CREATE TRIGGER waiting_added AFTER INSERT ON waiting_list BEGIN
  UPDATE events SET waiting_count = waiting_count + 1 WHERE id = new.event_id;
END;
CREATE TRIGGER waiting_removed AFTER DELETE ON waiting_list BEGIN
  UPDATE events SET waiting_count = waiting_count - 1 WHERE id = old.event_id;
END;

CREATE TRIGGER mails_added AFTER INSERT ON mails BEGIN
  INSERT INTO totals (name, count) VALUES ('mails:' || new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER mails_moved AFTER UPDATE OF state ON mails WHEN new.state <> old.state BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'mails:' || old.state;
  INSERT INTO totals (name, count) VALUES ('mails:' || new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER mails_removed AFTER DELETE ON mails BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'mails:' || old.state;
END;

-- Certificates are revoked, never deleted.
CREATE TRIGGER badges_counted AFTER INSERT ON badges BEGIN
  INSERT INTO totals (name, count) VALUES ('badges:' || new.family, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER badges_uncounted AFTER DELETE ON badges BEGIN
  UPDATE totals SET count = count - 1 WHERE name = 'badges:' || old.family;
END;
CREATE TRIGGER certificates_counted AFTER INSERT ON certificates BEGIN
  INSERT INTO totals (name, count) VALUES ('certificates:' || new.type, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;

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
