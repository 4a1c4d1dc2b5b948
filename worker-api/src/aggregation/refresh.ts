import { cutsOf, parseBoardId, unpackKeys, type CutKeys } from '@opfsmark/schema/boards';
import type { Env } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { entriesOf, type Entry } from '../boards/entries.ts';
import { linesOf, type Line, type VotingRun } from '../boards/lines.ts';
import { rankPolicyOf, type RankPolicy } from '../boards/policy.ts';
import {
  replaceEntries,
  selectEntriesOf,
  type EntryKey,
  type SeenCells,
  type SeenModels,
  type SubjectEntry,
} from '../store/boards.ts';
import { selectCells } from '../store/cells.ts';
import {
  changedRunsOf,
  leaseDirty,
  networkOfDirty,
  releaseDirty,
  selectDirty,
  setAside,
  type DirtyRow,
} from '../store/dirty.ts';
import { isLostRace, isTransientError, LostRace } from '../store/errors.ts';
import { selectModel } from '../store/models.ts';
import { selectVotingRuns } from '../store/runs.ts';
import { sampleVotes } from '../store/votes.ts';
import { releaseOutliers } from './outliers.ts';
import { recountNetwork } from './recount.ts';
import { refreshDevice } from './refresh-device.ts';
import { retryLostRaces } from './retry.ts';

const MAX_KEYS_PER_ROUND = 50;

/**
 * Writes the boards of keys that have changed, and returns how many keys it has done or must do again. Several may run at
 * once: each takes a key before it refreshes it. Keys that fail by themselves are logged and set aside, so that they do not
 * stop the others; they are tried again later.
 */
export async function refreshBoards(env: Env, nowMs: number): Promise<number> {
  let done = 0;
  for (const keys of await selectDirty(env.DB, nowMs, MAX_KEYS_PER_ROUND)) {
    const dirty = await leaseDirty(env.DB, keys, nowMs);
    if (!dirty) continue;
    try {
      await refreshKeys(env, dirty, nowMs);
      done++;
    } catch (error) {
      if (isTransientError(error)) throw error;
      // Another refresh has counted the same votes or votes of the same line meanwhile: the next round does it.
      if (isLostRace(error)) {
        await releaseDirty(env.DB, dirty).run();
        done++;
        continue;
      }
      logError('refresh', error, { keys });
      await setAside(env.DB, keys, error instanceof Error ? error.message : String(error), nowMs).run();
    }
  }
  return done;
}

/** Refreshes keys at once, in the request that has changed them. A consumer that holds them writes nothing any more. */
export async function refreshNow(env: Env, keys: string, nowMs: number): Promise<void> {
  await retryLostRaces(async () => {
    const dirty = await leaseDirty(env.DB, keys, nowMs, true);
    if (dirty) await refreshKeys(env, dirty, nowMs);
  });
}

async function refreshKeys(env: Env, dirty: DirtyRow, nowMs: number): Promise<void> {
  const db = env.DB;
  const policy = rankPolicyOf(env);
  const keys = unpackKeys(dirty.keys);
  const network = networkOfDirty(dirty);
  if (network !== null) {
    await recountNetwork(db, network, Object.values(cutsOf(keys)), { changed: changedRunsOf(dirty) });
    await releaseOutliers(db, keys, nowMs);
  }
  const { lines, runs, seen } = await readLines(db, keys, policy, nowMs);
  const entries = lines.flatMap((line) => entriesOf(line, runs, policy));
  const stored = await selectEntriesOf(
    db,
    lines.map(({ subject }) => subject),
  );
  const replaced = { changed: changedEntries(entries, stored), gone: goneEntries(lines, entries, stored) };
  if (!(await replaceEntries(db, dirty, seen, replaced, nowMs))) throw new LostRace('the keys or their cells');
}

async function readLines(
  db: D1Database,
  keys: CutKeys,
  policy: RankPolicy,
  nowMs: number,
): Promise<{
  lines: readonly Line[];
  runs: ReadonlyMap<string, VotingRun>;
  seen: { readonly cells: SeenCells; readonly models: SeenModels };
}> {
  const own = cutsOf(keys);
  const cuts = Object.values(own);
  // The line of a client stands on no board, so nothing is read from its votes.
  const sampled = cuts.filter((cut) => cut !== own.client);
  // Cells first: as long as their versions hold, so do the votes that are read after them.
  const cells = await selectCells(db, cuts);
  const [device, drive, votes] = await Promise.all([
    refreshDevice(db, keys.device, policy, nowMs),
    keys.drive === '' ? null : selectModel(db, 'drive', keys.drive),
    sampleVotes(db, sampled),
  ]);
  const runs = await selectVotingRuns(db, [...new Set([...votes.values()].flat().map(({ run_id }) => run_id))]);
  const seen = {
    cells: cuts.map((cut) => [cut, cells.get(cut)?.version ?? null] as const),
    models: { device: [keys.device, device], drive: [keys.drive, drive] } as const,
  };
  const named = {
    device: { name: device?.name ?? keys.device, isRejected: device?.status === 'rejected' },
    drive: { name: drive?.renamed === 1 ? drive.name : null, isRejected: drive?.status === 'rejected' },
  };
  return { lines: linesOf(keys, { ...named, cells, votes, runs }), runs, seen };
}

const nameOf = ({ board_id, subject }: EntryKey) => `${board_id} ${subject}`;

function changedEntries(entries: readonly Entry[], stored: readonly SubjectEntry[]): Entry[] {
  const known = new Map(stored.map((entry) => [nameOf(entry), entry.row]));
  return entries.filter((entry) => known.get(nameOf(entry)) !== JSON.stringify(entry.row));
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
    return lines.some((line) => line.subject === entry.subject && line.boards(metric).includes(entry.board_id));
  });
}
