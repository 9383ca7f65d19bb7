-- From version 5 to version 6. How a migration runs stands at the head of 0002.sql.

-- The pictures that were stored for events: banners, and logos of partners. An event names those that it shows by their
-- addresses. One that no event shows is deleted a day after it was stored or taken away.
CREATE TABLE event_pictures (
  medium        INTEGER NOT NULL PRIMARY KEY REFERENCES media,
  event_id      INTEGER REFERENCES events ON DELETE SET NULL,
  unused_since  INTEGER NOT NULL
) STRICT;
CREATE INDEX event_pictures_by_event ON event_pictures (event_id);
CREATE INDEX event_pictures_unused ON event_pictures (unused_since) WHERE event_id IS NULL;
