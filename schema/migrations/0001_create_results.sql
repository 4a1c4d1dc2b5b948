-- The results service: runs as they were uploaded, what is aggregated from them, and moderation.
-- Stored once and never derived: `run`, `tombstone`, `device`, `device_alias`, `run_group`, `group_run`, `report`, `audit`.
-- Everything else can be rebuilt from these.
-- Every table but `group_run` is WITHOUT ROWID, because a TEXT key on a rowid table costs a second written row per insert.
-- Times are milliseconds since 1970 (`_ms`). '' means "not specified" in key columns, so that keys compare plainly.

CREATE TABLE device (
  -- MAX_SLUG_CHARACTERS in schema/src/documents/slug.ts says the same: a longer slug is refused with 422 before.
  slug TEXT NOT NULL PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 240),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- confirmed: by the votes of enough networks; it falls back to pending with them. approved and rejected: by a moderator.
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed', 'approved', 'rejected')),
  -- 1: a moderator chose the name. 0: it is the spelling that most networks use.
  renamed INTEGER NOT NULL DEFAULT 0 CHECK (renamed IN (0, 1)),
  created_ms INTEGER NOT NULL
) WITHOUT ROWID;
-- GET /devices, sitemap: names that nobody has confirmed are not read
CREATE INDEX device_by_confirmation ON device (slug) WHERE status IN ('confirmed', 'approved');
-- Boards: whether a listed run is of a rejected device reads a row of that device alone, and none of the others
CREATE INDEX device_by_rejection ON device (slug) WHERE status = 'rejected';

-- Each end of the slug of a confirmed device, so that a search for any part of a name is one range of the primary key.
-- Derived from `device`: written and deleted with it.
CREATE TABLE device_search (
  suffix TEXT NOT NULL,
  slug TEXT NOT NULL,
  PRIMARY KEY (suffix, slug)
) WITHOUT ROWID;

-- Another name of a device. `slug` is never an alias itself.
CREATE TABLE device_alias (
  alias TEXT NOT NULL PRIMARY KEY,
  slug TEXT NOT NULL REFERENCES device (slug),
  CHECK (alias <> slug)
) WITHOUT ROWID;

-- Models of drives to which a moderator has done something; other drives have no row, and are named as their runs declare them.
-- The columns are those of `device`.
CREATE TABLE drive (
  slug TEXT NOT NULL PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 240),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  renamed INTEGER NOT NULL DEFAULT 0 CHECK (renamed IN (0, 1)),
  created_ms INTEGER NOT NULL
) WITHOUT ROWID;

-- Another name of a drive. `slug` is never an alias itself.
CREATE TABLE drive_alias (
  alias TEXT NOT NULL PRIMARY KEY,
  slug TEXT NOT NULL REFERENCES drive (slug),
  CHECK (alias <> slug)
) WITHOUT ROWID;

-- Ids of deleted runs, so that their addresses answer 410 and they cannot be published again. Nothing else is kept of them.
CREATE TABLE tombstone (
  run_id TEXT NOT NULL PRIMARY KEY CHECK (length(run_id) = 16),
  -- Version of the document that is still to be deleted; '' once it is gone.
  document TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
-- Documents that the timer deletes
CREATE INDEX tombstone_by_document ON tombstone (run_id) WHERE document <> '';

-- One row per run. Only moderation and lists change it: `status`, `reasons`, `confirmed`, `listed`, `device`, `drive`.
CREATE TABLE run (
  run_id TEXT NOT NULL PRIMARY KEY CHECK (length(run_id) = 16),
  -- Version of its document in the bucket DOCUMENTS: '<run_id>/<document>' there, gzip of its canonical JSON.
  document TEXT NOT NULL CHECK (length(document) = 6),
  created_ms INTEGER NOT NULL,
  -- Hashes are the first bytes of a SHA-256 in base64url: 8 of the body, 16 of the deletion key.
  body_hash TEXT NOT NULL CHECK (length(body_hash) = 11),
  deletion_hash TEXT NOT NULL CHECK (length(deletion_hash) = 22),
  status TEXT NOT NULL CHECK (status IN ('published', 'held', 'hidden')),
  -- JSON list: why it is held or hidden.
  reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
  -- 1: may count towards a rank. 0: shown, never ranked; `unranked` says why.
  trust INTEGER NOT NULL CHECK (trust IN (0, 1)),
  -- JSON list: what the run does not show; see EVIDENCE_REASONS in schema/src/evidence/reasons.ts.
  unranked TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unranked)),
  -- Two names by which runs that are like this one find it, drawn from those of its parts, and the spread of each part; see
  -- worker-api/src/intake/likeness.ts. '' where there is no second part, or a service allows the same twice, as in tests.
  like_1 TEXT NOT NULL DEFAULT '' CHECK (length(like_1) <= 12),
  like_2 TEXT NOT NULL DEFAULT '' CHECK (length(like_2) <= 12),
  spreads TEXT NOT NULL DEFAULT '' CHECK (length(spreads) <= 32),
  -- 8 bytes, of the machine's random id; '' where the person did not agree to one.
  rig TEXT NOT NULL DEFAULT '' CHECK (length(rig) IN (0, 11)),
  -- Keyed 64-bit tag of the network that sent it (/24 or /48), never an address, in base64url. It is published nowhere.
  network TEXT NOT NULL CHECK (length(network) = 11),
  -- The same of its internet provider (autonomous system); that of the network where the provider is not known, 'hosting' where it
  -- is a hosting or VPN provider, which counts for nobody.
  provider TEXT NOT NULL CHECK (length(provider) = 11 OR provider = 'hosting'),
  -- Which metrics were far better than all that was confirmed when it was published, as in `metric_set`; '' for none.
  unusual TEXT NOT NULL DEFAULT '' CHECK (length(unusual) <= length(metric_set)),
  -- 1: a moderator has confirmed it, which ranks it without the votes of others.
  confirmed INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1)),
  -- 1: may stand among a board's recent runs: the newest 200 of a scope do, two of them per network.
  listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
  -- '<suite>.<layout>' where the run may stand on boards, '' where it may not (other engines, changed parameters).
  scope TEXT NOT NULL,
  device TEXT NOT NULL,
  filesystem TEXT NOT NULL,
  os TEXT NOT NULL,
  browser TEXT NOT NULL,
  -- Major version of the browser, '' where it is none that exists.
  version TEXT NOT NULL DEFAULT '' CHECK (length(version) <= 3),
  -- Version of the core that measured.
  core TEXT NOT NULL DEFAULT '' CHECK (length(core) <= 33),
  -- Of the declared model: how it is compared, and as it was declared. Both are '' where it was not said.
  drive TEXT NOT NULL DEFAULT '' CHECK (length(drive) <= 240),
  drive_name TEXT NOT NULL DEFAULT '' CHECK (length(drive_name) <= 80),
  interface TEXT NOT NULL DEFAULT '',
  -- What `flush()` does there; latencies are compared only within one of them.
  flush TEXT NOT NULL,
  family TEXT NOT NULL,
  profile TEXT NOT NULL,
  -- The device's name as it was declared; the rest of the declaration is in the document.
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- Which metrics the run has, '1' or '0' each in the order of METRICS (schema/src/boards/metrics.ts), and these as
  -- 'value/p99 in ns/ceiling', joined by ','.
  metric_set TEXT NOT NULL,
  metrics TEXT NOT NULL
) WITHOUT ROWID;
-- Runs that are like a new one, of which it may be a copy, under whatever name
CREATE INDEX run_by_like_1 ON run (like_1) WHERE like_1 <> '';
CREATE INDEX run_by_like_2 ON run (like_2) WHERE like_2 <> '';
-- GET /runs, GET /export: what is held or hidden is not read
CREATE INDEX run_by_time ON run (created_ms, run_id) WHERE status = 'published';
-- GET /runs?device=, newest runs of a device, and whether a deletion leaves any
CREATE INDEX run_by_device ON run (device, status, created_ms);
-- Newest runs of a drive, those of it that count, and whether a deletion leaves any
CREATE INDEX run_by_drive ON run (drive, status, created_ms) WHERE drive <> '';
-- GET /runs?filesystem=, newest runs on a filesystem
CREATE INDEX run_by_filesystem ON run (filesystem, created_ms) WHERE filesystem <> '' AND status = 'published';
-- GET /runs?os=&browser=, newest runs in a browser on an operating system
CREATE INDEX run_by_client ON run (os, browser, created_ms) WHERE status = 'published';
-- Runs that count, of a scope and of a device in it; and what a run is compared with before it is published: network by
-- network on the same device, system, browser and flush
CREATE INDEX run_by_peer ON run (scope, device, os, browser, flush, network, created_ms)
  WHERE status = 'published' AND trust = 1;
-- Runs that wait for a moderator, and those of a device that may be released
CREATE INDEX run_by_hold ON run (device, created_ms) WHERE status = 'held';
-- Moderators: what is held, and what was unusual and nobody has confirmed
CREATE INDEX run_by_review ON run (created_ms)
  WHERE (status = 'held' OR (status = 'published' AND unusual <> '' AND confirmed = 0));
-- Runs without a ticket, which are deleted some time after
CREATE INDEX run_by_expiry ON run (created_ms) WHERE instr(unranked, '"no_ticket"') > 0;
-- A network's runs, for counting network by network and for taking them back; those of a provider are found by reading all of it
CREATE INDEX run_by_network ON run (network, created_ms, provider);
-- "Recent, unconfirmed" of a board, and what a network has there
CREATE INDEX run_by_listing ON run (scope, created_ms, network) WHERE listed = 1;

-- What lists show: a row per cut that has runs, computed whole from them. `cut` is a kind and what is alike:
-- 'device|scope|device', 'browser|scope|os|browser|version'; see CUT_KINDS in schema/src/boards/ids.ts. The cuts of one list
-- begin alike, so that a short list is one range. Whatever changes a run writes the rows of its cuts in the same transaction.
CREATE TABLE cohort (
  cut TEXT NOT NULL PRIMARY KEY,
  -- That count.
  runs INTEGER NOT NULL,
  -- 1: something of it is confirmed, so that it stands on boards.
  ranked INTEGER NOT NULL CHECK (ranked IN (0, 1)),
  -- JSON: `Cohort` of worker-api/src/boards/cohort.ts, '{}' where nothing is confirmed.
  body TEXT NOT NULL CHECK (json_valid(body)),
  -- 1: to be counted again. 2: the same, but it has too many runs to be counted at once: that is done at most hourly.
  stale INTEGER NOT NULL CHECK (stale IN (0, 1, 2)),
  -- When time alone may change it: a vote's waiting ends, or a run becomes too old.
  due_ms INTEGER,
  counted_ms INTEGER NOT NULL,
  -- Random, another with each change: a row that was made of older runs is not written.
  version INTEGER NOT NULL
) WITHOUT ROWID;
-- Lists: what nobody has confirmed is not read
CREATE INDEX cohort_by_rank ON cohort (cut) WHERE ranked = 1;
-- What is to be counted
CREATE INDEX cohort_by_staleness ON cohort (stale) WHERE stale > 0;

-- The order of long lists, which have more cuts than a page may read. Written at most hourly.
CREATE TABLE list (
  -- How the cuts of the list begin.
  prefix TEXT NOT NULL,
  metric TEXT NOT NULL,
  part INTEGER NOT NULL,
  -- JSON: [sort, cut without the prefix, name] of each entry, best first.
  entries TEXT NOT NULL CHECK (json_valid(entries)),
  PRIMARY KEY (prefix, metric, part)
) WITHOUT ROWID;

-- What was written on a day: a row of the whole service ('service'), and one of each internet provider. Rows are deleted after two
-- days, with the key that names what is in them.
CREATE TABLE budget (
  day TEXT NOT NULL,
  source TEXT NOT NULL,
  -- JSON: by way of writing and whom it is charged to, [rows, bytes, bytes of documents, until when in seconds a machine was busy].
  spent TEXT NOT NULL CHECK (json_valid(spent)),
  -- 1: more than one of them may write. The CHECK rolls back the whole batch.
  is_over INTEGER NOT NULL,
  PRIMARY KEY (day, source),
  CONSTRAINT daily_budget CHECK (is_over = 0)
) WITHOUT ROWID;

-- Networks and internet providers that a moderator keeps away until a moment: their tags are those of runs.
CREATE TABLE block (
  kind TEXT NOT NULL CHECK (kind IN ('network', 'provider')),
  tag TEXT NOT NULL CHECK (length(tag) = 11 OR (kind = 'provider' AND tag = 'hosting')),
  until_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, tag)
) WITHOUT ROWID;

-- Groups: runs that people compare among themselves. Whoever has a group's address reads it; no list and no snapshot names it.
CREATE TABLE run_group (
  group_id TEXT NOT NULL PRIMARY KEY CHECK (length(group_id) = 16),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- The first 16 bytes of the SHA-256 of the group's key, in base64url.
  deletion_hash TEXT NOT NULL CHECK (length(deletion_hash) = 22),
  created_ms INTEGER NOT NULL,
  -- When it was made, or a run last joined or left it.
  touched_ms INTEGER NOT NULL,
  -- 1: it takes no more runs. 2: the same, and only a moderator may open it.
  closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1, 2))
) WITHOUT ROWID;
-- A request that is sent again makes no second group
CREATE UNIQUE INDEX run_group_by_key ON run_group (deletion_hash);
-- Groups that nobody has touched for long, which are deleted
CREATE INDEX run_group_by_touch ON run_group (touched_ms);
-- Groups that moderators have closed
CREATE INDEX run_group_by_lock ON run_group (group_id) WHERE closed = 2;

-- Which runs are in which groups. With a rowid, unlike the others: a row is about 2 KB, and without one what is over 1 KB would take
-- a page of 4 KB for itself.
CREATE TABLE group_run (
  group_id TEXT NOT NULL REFERENCES run_group (group_id),
  run_id TEXT NOT NULL REFERENCES run (run_id),
  -- Keyed 64-bit tag of the network (/24 or /56) that added it, another one in each group.
  origin TEXT NOT NULL CHECK (length(origin) = 11),
  -- JSON list: `packFigures` of worker-api/src/views/group-figures.ts, derived from the run's document when it joined.
  figures TEXT NOT NULL CHECK (json_valid(figures)),
  -- What its answer comes to, derived as they are.
  verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'good', 'fair', 'poor')),
  PRIMARY KEY (group_id, run_id)
);
-- The groups of a run, to take it out of all of them
CREATE INDEX group_run_by_run ON group_run (run_id);

-- Reports that wait for a moderator: one per run and network. They are deleted when they are closed.
CREATE TABLE report (
  run_id TEXT NOT NULL REFERENCES run (run_id),
  network TEXT NOT NULL CHECK (length(network) = 11),
  created_ms INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('implausible', 'wrong_device', 'offensive', 'other')),
  detail TEXT NOT NULL DEFAULT '' CHECK (length(detail) <= 2000),
  PRIMARY KEY (run_id, network)
) WITHOUT ROWID;
-- How much a network has reported, by which its reports weigh less
CREATE INDEX report_by_network ON report (network);
-- Old ones, which are deleted
CREATE INDEX report_by_time ON report (created_ms);

-- What moderators did.
CREATE TABLE audit (
  audit_id TEXT NOT NULL PRIMARY KEY,
  created_ms INTEGER NOT NULL,
  -- Whose token it was: see ADMIN_TOKEN_SHA256.
  moderator TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail))
) WITHOUT ROWID;

-- Single values: 'boards', 'best/<scope>', 'storage', 'documents-sweep', 'documents-deleted', 'warnings', 'inbox-seen', 'day-key/<day>', 'key/<purpose>',
-- 'snapshot-key/<generation>'.
CREATE TABLE meta (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The public snapshot: which files of it there are, and which runs each of them holds. The files are objects in R2.
-- A snapshot is a generation. A file that has not changed since the night before stands in both.

CREATE TABLE snapshot_file (
  generation INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('runs', 'sources', 'devices')),
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
  UPDATE snapshot_file SET stale = 1 WHERE last_ms >= OLD.created_ms AND after_ms < OLD.created_ms AND kind <> 'devices';
END;

CREATE TRIGGER run_hidden_from_snapshot AFTER UPDATE OF status ON run
WHEN OLD.status = 'published' AND NEW.status <> 'published'
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE last_ms >= OLD.created_ms AND after_ms < OLD.created_ms AND kind <> 'devices';
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

CREATE TRIGGER drive_deleted_from_snapshot AFTER DELETE ON drive WHEN OLD.status <> 'pending' OR OLD.renamed = 1
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE kind = 'devices';
END;

CREATE TRIGGER drive_changed_in_snapshot AFTER UPDATE OF name, status, renamed ON drive
WHEN (OLD.status <> 'pending' OR OLD.renamed = 1) AND (OLD.name <> NEW.name OR OLD.status <> NEW.status)
BEGIN
  UPDATE snapshot_file SET stale = 1 WHERE kind = 'devices';
END;
