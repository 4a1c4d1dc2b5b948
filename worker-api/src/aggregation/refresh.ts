import { boardBetter, median } from '@opfsmark/schema';
import { replaceEntries, selectDirty, selectEntriesOf, type DirtyRow, type Entry } from '../store/boards.ts';
import { selectCells, selectGenerations, type Cell } from '../store/cells.ts';
import { approveDevice, selectDevice } from '../store/devices.ts';
import { selectRecentRuns, type RecentRun } from '../store/runs.ts';
import type { Env } from '../base/env.ts';
import { estimateOf, type Estimate } from '../boards/buckets.ts';
import { cutsOf, unpackKeys, type Keys } from '../boards/cuts.ts';
import type { Metrics } from '../boards/metrics.ts';
import { familyName, filesystemName } from '../boards/names.ts';

const MOST_KEYS_A_ROUND = 50;
/** A run that no machine stands for is one voice of its last five, as a machine would be. */
const VOICE_RUNS = 5;

/** Writes the boards of everything that has changed. Safe to be run by many at once. */
export async function refreshBoards(env: Env, nowMs: number): Promise<number> {
  const changed = await selectDirty(env.DB, MOST_KEYS_A_ROUND);
  for (const dirty of changed) await refreshKeys(env, dirty, nowMs);
  return changed.length;
}

/** One line of the leaderboards: what it is about, on which boards it stands, what is known of it. */
interface Line {
  readonly subject: string;
  readonly shown: Entry['row']['subject'];
  readonly filesystem: string | null;
  readonly boards: (metric: string) => readonly string[];
  readonly votes: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly runs: number;
  readonly recent: readonly RecentRun[];
  readonly mayRank: boolean;
}

async function refreshKeys(env: Env, dirty: DirtyRow, nowMs: number): Promise<void> {
  const db = env.DB;
  const rankMinRigs = Number(env.RANK_MIN_RIGS);
  const lines = await readLines(db, unpackKeys(dirty.keys), rankMinRigs);
  const entries = lines.flatMap((line) => entriesOf(line, rankMinRigs));
  const stored = await selectEntriesOf(
    db,
    lines.map(({ subject }) => subject),
  );
  const known = new Map(stored.map((row) => [`${row.board_id} ${row.subject}`, `${row.tier} ${row.row}`]));
  const wanted = new Set(entries.map((entry) => `${entry.board_id} ${entry.subject}`));
  const changed = entries.filter(
    (entry) => known.get(`${entry.board_id} ${entry.subject}`) !== `${entry.tier} ${JSON.stringify(entry.row)}`,
  );
  // A subject has entries on boards of other layouts, browsers and filesystems too: those are not of these lines.
  const gone = stored.filter(({ board_id, subject }) => {
    if (wanted.has(`${board_id} ${subject}`)) return false;
    const metric = board_id.split('.')[1] ?? '';
    return lines.some(
      (line) => line.subject === subject && line.boards(metric).includes(board_id) && !line.votes.has(metric),
    );
  });
  await db.batch(replaceEntries(db, dirty, changed, gone, nowMs));
}

async function readLines(db: D1Database, keys: Keys, rankMinRigs: number): Promise<Line[]> {
  const { scope, device, filesystem, os, browser } = keys;
  const layout = scope.slice(scope.indexOf('.') + 1);
  const cuts = cutsOf(keys);
  const generation = (await selectGenerations(db))[0] ?? 1;
  const [found, cells, byDevice, byFilesystem, byClient, exact] = await Promise.all([
    selectDevice(db, device),
    selectCells(db, generation, [cuts.device, cuts.filesystem ?? '', cuts.client, cuts.exact]),
    selectRecentRuns(db, 'device', keys),
    selectRecentRuns(db, 'filesystem', keys),
    selectRecentRuns(db, 'client', keys),
    selectRecentRuns(db, 'exact', keys),
  ]);
  let status = found?.status ?? 'pending';
  if (status === 'pending' && mostVotes(cells.get(cuts.device)) >= rankMinRigs) {
    await approveDevice(db, device).run();
    status = 'approved';
  }
  const shownDevice = { slug: device, name: found?.name ?? device };
  const client = `${os}-${browser}`;
  const lineOf = (
    cut: string,
    recent: readonly RecentRun[],
    rest: Pick<Line, 'subject' | 'shown' | 'filesystem' | 'boards'>,
    mayRank = true,
  ): Line => ({ ...rest, mayRank, recent, votes: cells.get(cut)?.votes ?? new Map(), runs: cells.get(cut)?.runs ?? 0 });
  const deviceLineOf: typeof lineOf = (cut, recent, rest) =>
    status === 'rejected' ? lineOf('', [], rest) : lineOf(cut, recent, rest, status === 'approved');

  const lines = [
    deviceLineOf(cuts.device, byDevice, {
      subject: device,
      shown: shownDevice,
      filesystem: null,
      boards: (metric) => (isFlush(metric) ? [] : [`device.${metric}.${layout}`]),
    }),
    lineOf(cuts.client, byClient, {
      subject: client,
      shown: { slug: client, name: `${familyName(browser)} · ${familyName(os)}` },
      filesystem: null,
      boards: (metric) => (isFlush(metric) ? [] : [`browser.${metric}.${layout}`]),
    }),
    deviceLineOf(cuts.exact, exact, {
      subject: `${device}|${filesystem}`,
      shown: shownDevice,
      filesystem: filesystem === '' ? null : filesystemName(filesystem),
      boards: (metric) => {
        const board = `device.${metric}.${layout}.${client}`;
        return filesystem === '' ? [board] : [board, `${board}.${filesystem}`];
      },
    }),
  ];
  if (cuts.filesystem !== null) {
    lines.push(
      lineOf(cuts.filesystem, byFilesystem, {
        subject: `${filesystem}|${os}`,
        shown: { slug: filesystem, name: `${filesystemName(filesystem)} · ${familyName(os)}` },
        filesystem: filesystemName(filesystem),
        boards: (metric) => (isFlush(metric) ? [] : [`filesystem.${metric}.${layout}`]),
      }),
    );
  }
  return lines;
}

function mostVotes(cell: Cell | undefined): number {
  const votes = [...(cell?.votes.values() ?? [])].map((counts) => [...counts.values()].reduce((sum, n) => sum + n, 0));
  return Math.max(0, ...votes);
}

function isFlush(metric: string): boolean {
  return metric.endsWith('_flush');
}

function entriesOf(line: Line, rankMinRigs: number): Entry[] {
  // Runs suspected to have been kept in memory stand for a line only where it has no other.
  const sound = line.recent.filter(({ status }) => status === 'published');
  const suspected = sound.length === 0 && line.votes.size === 0;
  const recent = (suspected ? line.recent : sound).map(({ run_id, metrics }) => ({
    run_id,
    metrics: JSON.parse(metrics) as Metrics,
  }));
  const names = new Set([...line.votes.keys(), ...recent.flatMap(({ metrics }) => Object.keys(metrics))]);
  return [...names].flatMap((metric) => {
    const own = recent.flatMap(({ run_id, metrics }) => {
      const figure = metrics[metric];
      return figure ? [{ run_id, value: figure[0], p99Ns: figure[1], ceiling: figure[2] }] : [];
    });
    const voted = estimateOf(line.votes.get(metric) ?? new Map());
    const estimate = voted ?? voiceOf(own.map(({ value }) => value));
    const latest = own[0];
    if (!estimate || !latest) return [];
    const ranked = line.mayRank && estimate.votes >= rankMinRigs;
    const better = boardBetter(metric);
    return line.boards(metric).map((board_id) => ({
      board_id,
      tier: ranked ? 0 : 1,
      sort: better === 'lower' ? estimate.value : -estimate.value,
      subject: line.subject,
      row: {
        subject: line.shown,
        filesystem: line.filesystem,
        value: estimate.value,
        low: estimate.low,
        high: estimate.high,
        p99_ns: latest.p99Ns,
        ...(latest.ceiling === undefined ? {} : { ceiling: latest.ceiling }),
        rigs: estimate.votes,
        runs: voted ? line.runs : own.length,
        run_id: latest.run_id,
        ...(suspected ? { suspected: 'memory_backed' as const } : {}),
      },
    }));
  });
}

function voiceOf(values: readonly number[]): Estimate | null {
  const last = values.slice(0, VOICE_RUNS);
  if (last.length === 0) return null;
  return { value: median(last), low: Math.min(...last), high: Math.max(...last), votes: 0 };
}
