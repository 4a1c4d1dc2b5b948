-- The public snapshot: which files of it there are, and which runs each of them holds. The files are objects in R2.
-- A snapshot is a generation. A file that has not changed since the night before stands in both.

CREATE TABLE snapshot_file (
  generation INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('runs', 'devices')),
  -- It holds the public runs that were published after the first moment and not after the second. No run's id stands here,
  -- because nothing would take it out again when the run is deleted.
  after_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  -- Random, of whoever writes it: only the last one may finish it.
  claim TEXT NOT NULL,
  -- '' while it is being written.
  name TEXT NOT NULL DEFAULT '',
  run_count INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT NOT NULL DEFAULT '',
  -- SHA-256 of the rows that it was made of: where it is the same the next night, the file is kept.
  state_sha256 TEXT NOT NULL DEFAULT '',
  -- 1: something that it says was deleted or hidden since. It is not served any more, and is written again without that.
  stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1)),
  PRIMARY KEY (generation, kind, after_ms)
) WITHOUT ROWID;
-- GET /snapshot/files/{name}
CREATE INDEX snapshot_file_by_name ON snapshot_file (name);
-- The files that hold a run
CREATE INDEX snapshot_file_by_end ON snapshot_file (last_ms);

-- Whatever deletes or hides a run takes its file away in the same transaction.
CREATE TRIGGER run_deleted_from_snapshot AFTER DELETE ON run
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE last_ms >= OLD.created_ms AND after_ms < OLD.created_ms AND kind = 'runs';
END;

CREATE TRIGGER run_hidden_from_snapshot AFTER UPDATE OF status ON run
WHEN OLD.status = 'published' AND NEW.status <> 'published'
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE last_ms >= OLD.created_ms AND after_ms < OLD.created_ms AND kind = 'runs';
END;

CREATE TRIGGER device_deleted_from_snapshot AFTER DELETE ON device WHEN OLD.status <> 'pending'
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE kind = 'devices';
END;

CREATE TRIGGER device_renamed_in_snapshot AFTER UPDATE OF name, status ON device
WHEN OLD.status <> 'pending' AND (OLD.name <> NEW.name OR OLD.status <> NEW.status)
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE kind = 'devices';
END;
