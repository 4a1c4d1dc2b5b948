-- The results service: runs as they were uploaded, what is aggregated from them, and moderation.
-- Stored once and never derived: `run`, `run_payload`, `device`, `device_alias`, `report`, `audit`. Everything else can be
-- rebuilt from these.
-- Every table is WITHOUT ROWID, because a TEXT key on a rowid table costs a second written row per insert.
-- Times are milliseconds since 1970 (`_ms`). '' means "not specified" in key columns, so that keys compare plainly.

CREATE TABLE device (
  -- MAX_SLUG_CHARACTERS in worker-api/src/base/limits.ts says the same: a longer slug is refused with 422 before.
  slug TEXT NOT NULL PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 240),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  created_ms INTEGER NOT NULL
) WITHOUT ROWID;

-- Another name of a device. `slug` is never an alias itself.
CREATE TABLE device_alias (
  alias TEXT NOT NULL PRIMARY KEY,
  slug TEXT NOT NULL REFERENCES device (slug),
  CHECK (alias <> slug)
) WITHOUT ROWID;

-- One row per run. Only moderation, deletion and merging devices change it: `status`, `reasons`, `device`.
CREATE TABLE run (
  run_id TEXT NOT NULL PRIMARY KEY CHECK (length(run_id) = 16),
  created_ms INTEGER NOT NULL,
  body_sha256 TEXT NOT NULL CHECK (length(body_sha256) = 64),
  deletion_sha256 TEXT NOT NULL CHECK (length(deletion_sha256) = 64),
  status TEXT NOT NULL CHECK (status IN ('published', 'held', 'hidden', 'deleted')),
  -- JSON list: why it is held or hidden.
  reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
  -- 1: may count towards a rank. 0: shown, never ranked; `unranked` says why.
  trust INTEGER NOT NULL CHECK (trust IN (0, 1)),
  -- JSON list: what the run does not show; see EVIDENCE_REASONS in schema/src/evidence/reasons.ts.
  unranked TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unranked)),
  -- SHA-256 of the part of the result that tells most: nobody measures the same twice. '' once it is deleted.
  result_sha256 TEXT NOT NULL CHECK (length(result_sha256) IN (0, 64)),
  -- SHA-256 of the machine's random id; '' where the person did not agree to one.
  rig TEXT NOT NULL DEFAULT '',
  -- '<suite>.<layout>' where the run may stand on boards, '' where it may not (other engines, changed parameters).
  scope TEXT NOT NULL,
  device TEXT NOT NULL,
  filesystem TEXT NOT NULL,
  os TEXT NOT NULL,
  browser TEXT NOT NULL,
  family TEXT NOT NULL,
  profile TEXT NOT NULL,
  -- JSON: the declaration as it was accepted.
  declared TEXT NOT NULL CHECK (json_valid(declared)),
  -- JSON: metrics by id as [value, p99 in ns or null, ceiling where there is one].
  metrics TEXT NOT NULL CHECK (json_valid(metrics))
) WITHOUT ROWID;
-- A result that was published before, under whatever name
CREATE UNIQUE INDEX run_by_result ON run (result_sha256) WHERE result_sha256 <> '';
-- GET /runs, GET /export
CREATE INDEX run_by_time ON run (created_ms, run_id);
-- GET /runs?device=, newest runs of a device
CREATE INDEX run_by_device ON run (device, created_ms);
-- GET /runs?filesystem=, newest runs on a filesystem
CREATE INDEX run_by_filesystem ON run (filesystem, created_ms) WHERE filesystem <> '';
-- GET /runs?os=&browser=, newest runs in a browser on an operating system
CREATE INDEX run_by_client ON run (os, browser, created_ms);
-- Newest runs on an operating system
CREATE INDEX run_by_os ON run (os, created_ms);
-- Runs that wait for a moderator
CREATE INDEX run_by_hold ON run (created_ms) WHERE status = 'held';
-- A machine's last runs, for its votes
CREATE INDEX run_by_rig ON run (rig, created_ms) WHERE rig <> '';

-- The uploaded document, gzip of its canonical JSON; MAX_STORED_BYTES in worker-api/src/base/limits.ts says the same.
CREATE TABLE run_payload (
  run_id TEXT NOT NULL PRIMARY KEY REFERENCES run (run_id),
  body_gzip BLOB NOT NULL CHECK (length(body_gzip) <= 262144)
) WITHOUT ROWID;

-- Votes of a cut, counted in log buckets: JSON {"<metric>/<bucket>": count}, keys sorted, no zero counts. All metrics of a
-- cut are one row, because written rows are what costs; a percentile still reads one row.
-- `cut` is one of: 'device|scope|device', 'filesystem|scope|filesystem|os', 'os|scope|os', 'browser|scope|os|browser',
-- 'exact|scope|device|filesystem|os|browser'; see CUT_KINDS in schema/src/boards/ids.ts.
CREATE TABLE cell (
  generation INTEGER NOT NULL,
  cut TEXT NOT NULL,
  counts TEXT NOT NULL CHECK (json_valid(counts)),
  PRIMARY KEY (generation, cut)
) WITHOUT ROWID;

-- One machine's votes in one cut: JSON {"<metric>": [[created_ms, run_id, bucket], ...]}, its last five runs per metric.
-- Its vote is their median. `version` is compared and set: a lost race makes it NULL, which rolls the batch back.
CREATE TABLE rig_vote (
  generation INTEGER NOT NULL,
  rig TEXT NOT NULL CHECK (rig <> ''),
  cut TEXT NOT NULL,
  votes TEXT NOT NULL CHECK (json_valid(votes)),
  -- All runs behind the votes, more than the last five of each metric.
  runs INTEGER NOT NULL CHECK (runs >= 0),
  version INTEGER NOT NULL,
  PRIMARY KEY (generation, rig, cut)
) WITHOUT ROWID;

-- Keys ('scope|device|filesystem|os|browser') that have changed since their boards were last written.
CREATE TABLE dirty (
  keys TEXT NOT NULL PRIMARY KEY,
  -- Of the latest change; it grows with each, and so tells them apart.
  since_ms INTEGER NOT NULL,
  -- Of the first change that waits.
  first_ms INTEGER NOT NULL,
  -- Keys whose refresh failed by itself are set aside: how often, until when, and with what error.
  failures INTEGER NOT NULL DEFAULT 0,
  retry_ms INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '' CHECK (length(error) <= 200)
) WITHOUT ROWID;

-- Boards in the form in which they are read: a page is one range of the primary key. `sort` ascends from best to worst.
CREATE TABLE board (
  board_id TEXT NOT NULL,
  tier INTEGER NOT NULL CHECK (tier IN (0, 1)), -- 0 ranked, 1 provisional
  sort REAL NOT NULL,
  -- What the entry is about, unique per board: a device, 'device|filesystem', 'filesystem|os', 'os|browser', or an os.
  subject TEXT NOT NULL,
  row TEXT NOT NULL CHECK (json_valid(row)),
  refreshed_ms INTEGER NOT NULL,
  PRIMARY KEY (board_id, tier, sort, subject)
) WITHOUT ROWID;
-- All entries of a subject, to replace or remove them
CREATE UNIQUE INDEX board_by_subject ON board (subject, board_id);

-- What a source has sent on a day. `source` is an HMAC under a key that is deleted; rows are deleted after two days. The
-- CHECK rolls back the whole batch that would exceed the limit.
CREATE TABLE quota (
  day TEXT NOT NULL,
  source TEXT NOT NULL,
  used INTEGER NOT NULL,
  allowed INTEGER NOT NULL,
  PRIMARY KEY (day, source),
  CONSTRAINT daily_quota CHECK (used <= allowed)
) WITHOUT ROWID;

CREATE TABLE report (
  report_id TEXT NOT NULL PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (run_id),
  created_ms INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('implausible', 'wrong_device', 'offensive', 'other')),
  detail TEXT NOT NULL DEFAULT '' CHECK (length(detail) <= 2000)
) WITHOUT ROWID;
CREATE INDEX report_by_run ON report (run_id);

-- What moderators did.
CREATE TABLE audit (
  audit_id TEXT NOT NULL PRIMARY KEY,
  created_ms INTEGER NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail))
) WITHOUT ROWID;

-- Single values: 'generations', 'rebuild', 'last-rebuild', 'day-key/<day>'.
CREATE TABLE meta (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
-- Generations of cells and votes that are written. The first is read; a second one is being rebuilt.
INSERT INTO meta (key, value) VALUES ('generations', '[1]');
