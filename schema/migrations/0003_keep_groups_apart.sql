-- A run that is published to a group is in no list: not on boards, pages of devices, in searches, exports, the sitemap or snapshots.
-- A group has a short code to be typed, a run a nickname there, and what the group's key takes out can be put back for some days.

-- 1: only whoever has its link, or that of a group it is in, sees it.
ALTER TABLE run ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted IN (0, 1));

DROP INDEX run_by_time;
DROP INDEX run_by_device;
DROP INDEX run_by_drive;
DROP INDEX run_by_filesystem;
DROP INDEX run_by_client;
DROP INDEX run_by_scope;
-- What lists are made of: what is held, hidden or unlisted is not read
CREATE INDEX run_by_time ON run (created_ms, run_id) WHERE status = 'published' AND unlisted = 0;
-- How many documents unlisted runs have added
CREATE INDEX run_unlisted_by_time ON run (created_ms) WHERE status = 'published' AND unlisted = 1;
CREATE INDEX run_by_filesystem ON run (filesystem, created_ms) WHERE filesystem <> '' AND status = 'published' AND unlisted = 0;
CREATE INDEX run_by_client ON run (os, browser, created_ms) WHERE status = 'published' AND unlisted = 0;
CREATE INDEX run_by_scope ON run (scope, evidence, device) WHERE status = 'published' AND unlisted = 0 AND scope <> '';
-- Newest runs of a device or a drive, and whether a deletion leaves any: an unlisted run names neither
CREATE INDEX run_by_device ON run (device, status, created_ms) WHERE unlisted = 0;
CREATE INDEX run_by_drive ON run (drive, status, created_ms) WHERE drive <> '' AND unlisted = 0;

CREATE TRIGGER run_unlisted_from_snapshot AFTER UPDATE OF unlisted ON run
WHEN OLD.unlisted = 0 AND NEW.unlisted = 1
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE last_ms >= OLD.created_ms AND after_ms < OLD.created_ms AND kind <> 'devices';
END;

-- What the run is called in this group alone; '' for nothing. It is never a device.
ALTER TABLE group_run ADD COLUMN nickname TEXT NOT NULL DEFAULT '' CHECK (length(nickname) <= 40);
-- When the group's key took it out: until it is deleted that key can put it back. NULL: it is in the group.
ALTER TABLE group_run ADD COLUMN removed_ms INTEGER;
-- What was taken out and is due to be deleted
CREATE INDEX group_run_by_removal ON group_run (removed_ms) WHERE removed_ms IS NOT NULL;

-- Six letters and digits by which people find the group while it is open and used; '' for none.
ALTER TABLE run_group ADD COLUMN code TEXT NOT NULL DEFAULT '' CHECK (length(code) IN (0, 6));
UPDATE run_group SET code =
  substr('23456789BCDFGHJKMNPQRSTVWXYZ', 1 + (random() & 65535) % 28, 1) || substr('23456789BCDFGHJKMNPQRSTVWXYZ', 1 + (random() & 65535) % 28, 1) ||
  substr('23456789BCDFGHJKMNPQRSTVWXYZ', 1 + (random() & 65535) % 28, 1) || substr('23456789BCDFGHJKMNPQRSTVWXYZ', 1 + (random() & 65535) % 28, 1) ||
  substr('23456789BCDFGHJKMNPQRSTVWXYZ', 1 + (random() & 65535) % 28, 1) || substr('23456789BCDFGHJKMNPQRSTVWXYZ', 1 + (random() & 65535) % 28, 1);
UPDATE run_group SET code = '' WHERE EXISTS (SELECT 1 FROM run_group AS other WHERE other.code = run_group.code AND other.group_id < run_group.group_id);
CREATE UNIQUE INDEX run_group_by_code ON run_group (code) WHERE code <> '';
