import { cutsOf, parseBoardId, unpackKeys, type CutKeys } from '@opfsmark/schema/boards';
import type { Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { countVotes } from '../boards/buckets.ts';
import type { Cell } from '../boards/cell.ts';
import { entriesOf, type Entry } from '../boards/entries.ts';
import { linesOf, type Line } from '../boards/lines.ts';
import { replaceEntries, selectEntriesOf, type EntryKey, type SubjectEntry } from '../store/boards.ts';
import { selectCells } from '../store/cells.ts';
import { approvePendingDevice, selectDevice, type DeviceStatus } from '../store/devices.ts';
import { selectDirty, setAside, type DirtyRow } from '../store/dirty.ts';
import { isTransientError } from '../store/errors.ts';
import { selectRecentRuns } from '../store/recent-runs.ts';

const MAX_KEYS_PER_ROUND = 50;

/**
 * Writes the boards of keys that have changed, and returns how many keys it has done. Several may run at once. Keys that
 * fail by themselves are logged and set aside, so that they do not stop the others; they are tried again later.
 */
export async function refreshBoards(env: Env, nowMs: number): Promise<number> {
  let done = 0;
  for (const dirty of await selectDirty(env.DB, nowMs, MAX_KEYS_PER_ROUND)) {
    try {
      await refreshKeys(env, dirty, nowMs);
      done++;
    } catch (error) {
      if (isTransientError(error)) throw error;
      logError('refresh', error, { keys: dirty.keys });
      await setAside(env.DB, dirty.keys, error instanceof Error ? error.message : String(error), nowMs).run();
    }
  }
  return done;
}

async function refreshKeys(env: Env, dirty: DirtyRow, nowMs: number): Promise<void> {
  const db = env.DB;
  const rankMinRigs = Number(env.RANK_MIN_RIGS);
  const lines = await readLines(db, unpackKeys(dirty.keys), rankMinRigs);
  const entries = lines.flatMap((line) => entriesOf(line, rankMinRigs));
  const subjects = lines.map(({ subject }) => subject);
  const stored = await selectEntriesOf(db, subjects);
  await db.batch(
    replaceEntries(db, dirty, changedEntries(entries, stored), goneEntries(lines, entries, stored), nowMs),
  );
}

async function readLines(db: D1Database, keys: CutKeys, rankMinRigs: number): Promise<Line[]> {
  const cuts = cutsOf(keys);
  const [device, cells, byDevice, byFilesystem, byBrowser, byOs, exact] = await Promise.all([
    selectDevice(db, keys.device),
    selectCells(db, Object.values(cuts)),
    selectRecentRuns(db, 'device', keys),
    selectRecentRuns(db, 'filesystem', keys),
    selectRecentRuns(db, 'browser', keys),
    selectRecentRuns(db, 'os', keys),
    selectRecentRuns(db, 'exact', keys),
  ]);
  let status: DeviceStatus = device?.status ?? 'pending';
  if (status === 'pending' && mostVotes(cells.get(cuts.device ?? '')) >= rankMinRigs) {
    await approvePendingDevice(db, keys.device).run();
    status = 'approved';
  }
  return linesOf(keys, {
    device: { name: device?.name ?? keys.device, status },
    cells,
    recent: { device: byDevice, filesystem: byFilesystem, browser: byBrowser, os: byOs, exact },
  });
}

/** Votes of the metric that has most of them. */
function mostVotes(cell: Cell | undefined): number {
  return Math.max(0, ...[...(cell?.votes.values() ?? [])].map(countVotes));
}

const nameOf = ({ board_id, subject }: EntryKey) => `${board_id} ${subject}`;

function changedEntries(entries: readonly Entry[], stored: readonly SubjectEntry[]): Entry[] {
  const known = new Map(stored.map((entry) => [nameOf(entry), `${entry.tier} ${entry.row}`]));
  return entries.filter((entry) => known.get(nameOf(entry)) !== `${entry.tier} ${JSON.stringify(entry.row)}`);
}

/**
 * Stored entries of these lines that are no longer wanted, and those of boards that no longer exist. A subject has entries
 * of other layouts and clients too.
 */
function goneEntries(
  lines: readonly Line[],
  entries: readonly Entry[],
  stored: readonly SubjectEntry[],
): SubjectEntry[] {
  const wanted = new Set(entries.map(nameOf));
  return stored.filter((entry) => {
    if (wanted.has(nameOf(entry))) return false;
    const metric = parseBoardId(entry.board_id)?.metric;
    if (metric === undefined) return true;
    return lines.some(
      (line) =>
        line.subject === entry.subject && line.boards(metric).includes(entry.board_id) && !line.votes.has(metric),
    );
  });
}
