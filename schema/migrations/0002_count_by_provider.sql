-- Lists are made of cohorts alone, whose values are medians of internet providers; a number before a name is for what somebody has
-- confirmed. What is counted is counted again when the service first runs.

DROP INDEX run_by_peer;
DROP INDEX run_by_hold;
DROP INDEX run_by_review;
DROP INDEX run_by_expiry;
DROP INDEX run_by_network;
DROP INDEX run_by_listing;

-- Who has confirmed it: 'moderator', or the id of the key that signed it; '' for nobody.
ALTER TABLE run ADD COLUMN confirmed_by TEXT NOT NULL DEFAULT '' CHECK (length(confirmed_by) <= 11);
-- 2: it shows all that a board asks for, or somebody has confirmed it. 1: it does not, and counts where everybody is trusted. 0: it
-- did not measure a drive, and never counts. `unranked` says why.
ALTER TABLE run ADD COLUMN evidence INTEGER NOT NULL DEFAULT 1 CHECK (evidence IN (0, 1, 2));

-- Runs were held because they were better than others, or measured no drive: the first count now, the others are listed and do not.
UPDATE run SET unranked = (
    SELECT json_group_array(value) FROM (
      SELECT value FROM json_each(run.unranked)
      UNION SELECT value FROM json_each(run.reasons) WHERE value IN ('memory_backed', 'flush_does_nothing', 'hidden_during_pass')
      UNION SELECT 'hosting' WHERE run.provider = 'hosting'))
WHERE provider = 'hosting' OR reasons LIKE '%memory_backed%' OR reasons LIKE '%flush_does_nothing%' OR reasons LIKE '%hidden_during_pass%';
UPDATE run SET reasons = (
    SELECT json_group_array(value) FROM json_each(run.reasons)
    WHERE value NOT IN ('outlier', 'memory_backed', 'flush_does_nothing', 'hidden_during_pass'))
WHERE status = 'held';
UPDATE run SET status = 'published' WHERE status = 'held' AND reasons IN ('[]', '["ticket_expired"]');

UPDATE run SET confirmed_by = CASE confirmed WHEN 1 THEN 'moderator' ELSE '' END;
UPDATE run SET evidence = CASE
  WHEN instr(unranked, '"memory_backed"') + instr(unranked, '"flush_does_nothing"') + instr(unranked, '"hidden_during_pass"') > 0 THEN 0
  WHEN unranked = '[]' OR confirmed_by <> '' THEN 2
  ELSE 1 END;
-- Only what has no place stands under the rows of a list.
UPDATE run SET listed = (scope <> '' AND (
  (status = 'published' AND evidence < 2) OR (status = 'held' AND reasons IN ('["near_copy"]', '["near_copy","ticket_expired"]'))));

ALTER TABLE run DROP COLUMN unusual;
ALTER TABLE run DROP COLUMN confirmed;
ALTER TABLE run DROP COLUMN trust;

-- Runs that count, of a scope and of a device in it
CREATE INDEX run_by_scope ON run (scope, evidence, device) WHERE status = 'published' AND scope <> '';
-- Provider by provider: for counting large cohorts, and for taking back what came from one
CREATE INDEX run_by_source ON run (provider, network, created_ms);
-- Runs that wait for a moderator
CREATE INDEX run_by_hold ON run (created_ms) WHERE status = 'held';
-- What somebody has confirmed
CREATE INDEX run_by_confirmation ON run (confirmed_by) WHERE confirmed_by <> '';
-- Runs without a ticket, which are deleted some time after
CREATE INDEX run_by_expiry ON run (created_ms) WHERE instr(unranked, '"no_ticket"') > 0 AND confirmed_by = '';
-- Runs without a place, of which each provider has a few: under the rows of a list
CREATE INDEX run_by_listing ON run (scope, created_ms, provider, network) WHERE listed = 1;

-- Keys of organisations: a run that one of them has signed is confirmed by it.
CREATE TABLE signing_key (
  -- The first 8 bytes of the SHA-256 of the public key, in base64url.
  key_id TEXT NOT NULL PRIMARY KEY CHECK (length(key_id) = 11),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- Ed25519: 32 bytes in base64url.
  public_key TEXT NOT NULL CHECK (length(public_key) = 43),
  created_ms INTEGER NOT NULL,
  -- From when on it signs nothing any more, and when a moderator has revoked it, with all that it had confirmed.
  expires_ms INTEGER,
  revoked_ms INTEGER
) WITHOUT ROWID;

DROP TABLE list;
DROP TABLE cohort;
DELETE FROM meta WHERE key LIKE 'best/%' OR key IN ('boards', 'counted-hourly');

-- What lists show: a row per cut that has runs, computed whole from them. `cut` is a kind and what is alike:
-- 'device|scope|device', 'browser|scope|os|browser|version'; see CUT_KINDS in schema/src/boards/ids.ts. The cuts of one list
-- begin alike, so that a short list is one range. Whatever changes a run writes the rows of its cuts in the same transaction.
CREATE TABLE cohort (
  cut TEXT NOT NULL PRIMARY KEY,
  -- That count.
  runs INTEGER NOT NULL,
  -- 1: some of them are confirmed.
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  -- JSON: `packCohort` of worker-api/src/boards/stored-cohort.ts; '{}' for what may not stand on boards.
  body TEXT NOT NULL CHECK (json_valid(body)),
  -- 1: to be counted again. 2: the same, but it has too many runs to be counted at once: that is done at most hourly.
  stale INTEGER NOT NULL CHECK (stale IN (0, 1, 2)),
  counted_ms INTEGER NOT NULL,
  -- Random, another with each change: a row that was made of older runs is not written.
  version INTEGER NOT NULL
) WITHOUT ROWID;
-- What is to be counted
CREATE INDEX cohort_by_staleness ON cohort (stale) WHERE stale > 0;

-- The order of long lists, which have more cuts than a page may read. Written at most hourly.
CREATE TABLE list (
  -- How the cuts of the list begin.
  prefix TEXT NOT NULL,
  metric TEXT NOT NULL,
  part INTEGER NOT NULL,
  -- JSON: `StoredHead` of worker-api/src/store/lists.ts, best first.
  entries TEXT NOT NULL CHECK (json_valid(entries)),
  PRIMARY KEY (prefix, metric, part)
) WITHOUT ROWID;

INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'device|' || scope || '|' || device, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope NOT LIKE '%.app-storage';
INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'drive|' || scope || '|' || drive, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope NOT LIKE '%.app-storage' AND drive <> '';
INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'interface|' || scope || '|' || interface, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope NOT LIKE '%.app-storage' AND interface <> '';
INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'filesystem|' || scope || '|' || filesystem || '|' || os, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope NOT LIKE '%.app-storage' AND filesystem <> '';
INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'os|' || scope || '|' || os, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope NOT LIKE '%.app-storage';
INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'browser|' || scope || '|' || os || '|' || browser || '|' || version, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope NOT LIKE '%.app-storage';
INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'exact|' || scope || '|' || os || '|' || browser || '|' || filesystem || '|' || device, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope NOT LIKE '%.app-storage';
INSERT INTO cohort (cut, runs, confirmed, body, stale, counted_ms, version)
  SELECT DISTINCT 'client|' || scope || '|' || os || '|' || browser, 0, 0, '{}', 1, 0, 0 FROM run
  WHERE status = 'published' AND scope <> '' AND scope LIKE '%.app-storage';

-- Names are found by their letters alone: "xps13" is in "Dell XPS 13".
INSERT INTO device_search (suffix, slug)
  WITH RECURSIVE suffixes (start, letters, slug) AS (
    SELECT 1, replace(slug, '-', ''), slug FROM device WHERE status IN ('confirmed', 'approved')
    UNION ALL SELECT start + 1, letters, slug FROM suffixes WHERE start < length(letters))
  SELECT substr(letters, start, 40), slug FROM suffixes WHERE TRUE ON CONFLICT DO NOTHING;

-- What stands under the rows of a list goes by the policy, which the first count follows.
INSERT INTO meta (key, value) VALUES ('policy', '""') ON CONFLICT (key) DO UPDATE SET value = excluded.value;
