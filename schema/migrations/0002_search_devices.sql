-- Each end of the slug of a confirmed device, so that a search for any part of a name is one range of the primary key.
-- Derived from `device`: written and deleted with it.
CREATE TABLE device_search (
  suffix TEXT NOT NULL,
  slug TEXT NOT NULL,
  PRIMARY KEY (suffix, slug)
) WITHOUT ROWID;
