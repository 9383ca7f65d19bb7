-- From version 4 to version 5. How a migration runs stands at the head of 0002.sql.

-- The text and the facets of each project as they are compared, each part on a line. A search that much matches reads these in
-- the order of a list. The next start fills it, as it does with every change of what searches compare.
CREATE TABLE project_texts (
  project_id  INTEGER NOT NULL PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  text        TEXT NOT NULL,
  facets      TEXT NOT NULL
) STRICT;
