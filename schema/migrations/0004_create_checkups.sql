-- What browsers were seen to do with what the engine relies on: reports of /checkup. A report is small, so it is kept whole.
CREATE TABLE checkup (
  -- In text order, ids are in the order of their times: see schema/src/documents/run-id.ts.
  checkup_id TEXT NOT NULL PRIMARY KEY CHECK (length(checkup_id) = 16),
  created_ms INTEGER NOT NULL,
  os TEXT NOT NULL,
  browser TEXT NOT NULL,
  -- Major version; '' where it is not told.
  version TEXT NOT NULL,
  -- By which a report is known to be of a network, and that of an internet provider: tags, as of runs.
  network TEXT NOT NULL,
  provider TEXT NOT NULL,
  deletion_hash TEXT NOT NULL,
  -- JSON: `Checkup` of schema/src/checkup.
  document TEXT NOT NULL CHECK (json_valid(document) AND length(document) <= 8192)
) WITHOUT ROWID;
