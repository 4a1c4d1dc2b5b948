import { type BasicType, type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { DATA_LICENSE } from '@opfsmark/schema/api';
import { CUT_KEYS, type CutKind, cutsOf, METRIC_IDS } from '@opfsmark/schema/boards';
import { HOSTING } from '@opfsmark/schema/ranks';
import { sha256Hex, toHex } from '../base/crypto.ts';
import { dayOf } from '../base/days.ts';
import type { Db, Env } from '../base/env.ts';
import { logError } from '../base/problem.ts';
import { unpackMetrics } from '../boards/stored-metrics.ts';
import { getDocument, type RunDocument } from '../store/documents.ts';
import { snapshotKey } from '../store/keys.ts';
import {
  claimFile,
  type FileKey,
  type FileRow,
  finishFile,
  removeFile,
  selectSnapshotModels,
  selectSnapshotRuns,
  type SnapshotModel,
  type SnapshotRun,
  type TimeRange,
  type WrittenFile,
} from '../store/snapshot.ts';

/** One run as a row of the snapshot. */
interface PublicRun {
  readonly row: SnapshotRun;
  readonly document: RunDocument;
}

/** Who sent a run, by names that mean nothing outside one cohort. */
interface CohortSource {
  readonly network: string;
  readonly provider: string;
  /** Tells machines of one network apart; meaningless elsewhere. */
  readonly machine: string;
}

/** The same for each of a run's cohorts, by its kind; none where it ranks nowhere. */
interface RunSource {
  readonly run_id: string;
  readonly cohorts: Readonly<Partial<Record<CutKind, CohortSource>>>;
}

function column<T>(name: string, type: BasicType, rows: readonly T[], valueOf: (row: T) => unknown): ColumnSource {
  // Bounds of documents would be copies of documents.
  return { name, type, data: rows.map(valueOf), statistics: type !== 'JSON' };
}

/** The columns of a file of runs. `worker-api/recompute/snapshot.ts` reads them. */
function runColumns(runs: readonly PublicRun[]): ColumnSource[] {
  const metrics = new Map(runs.map(({ row }) => [row.run_id, unpackMetrics(row)]));
  const text = (name: string, valueOf: (run: PublicRun) => string) => column(name, 'STRING', runs, valueOf);
  return [
    text('run_id', ({ row }) => row.run_id),
    column('created_at', 'TIMESTAMP', runs, ({ row }) => new Date(row.created_ms)),
    column('evidence', 'INT32', runs, ({ row }) => row.evidence),
    text('confirmed_by', ({ row }) => row.confirmed_by),
    column('unranked_because', 'JSON', runs, ({ row }) => JSON.parse(row.unranked) as unknown),
    ...([...CUT_KEYS, 'flush', 'family', 'profile'] as const).map((name) => text(name, ({ row }) => row[name])),
    column('declared', 'JSON', runs, ({ document }) => document.declared),
    column('record', 'JSON', runs, ({ document }) => document.record),
    ...METRIC_IDS.map((id) => column(id, 'DOUBLE', runs, ({ row }) => metrics.get(row.run_id)?.[id]?.value ?? null)),
  ];
}

/** The columns of a file of sources: every night other names for the same ones, so that no two nights can be put together. */
const sourceColumns = (sources: readonly RunSource[]): ColumnSource[] => [
  column('run_id', 'STRING', sources, ({ run_id }) => run_id),
  column('cohorts', 'JSON', sources, ({ cohorts }) => cohorts),
];

/** The columns of the file of devices and drives: names that stand on boards, and slugs that may not. */
function modelColumns(models: readonly SnapshotModel[]): ColumnSource[] {
  return [
    column('kind', 'STRING', models, ({ kind }) => kind),
    column('slug', 'STRING', models, ({ slug }) => slug),
    column('name', 'STRING', models, ({ name, status }) => (status === 'rejected' ? null : name)),
    column('renamed', 'BOOLEAN', models, ({ renamed }) => renamed === 1),
    column('may_rank', 'BOOLEAN', models, ({ status }) => status !== 'rejected'),
  ];
}
const DOCUMENT_BYTES_PER_FILE = 8_000_000;

/** The rows of a range's first file, and until when it reaches. Runs of one millisecond are never apart. */
async function selectFileRows(
  db: Db,
  range: TimeRange,
  limit: number,
): Promise<{ rows: SnapshotRun[]; lastMs: number }> {
  const candidates = await selectSnapshotRuns(db, range, limit + 1);
  const beyond = candidates[limit];
  if (!beyond) return { rows: candidates, lastMs: range.lastMs };
  const rows = candidates.filter(({ created_ms }) => created_ms < beyond.created_ms);
  const last = rows.at(-1);
  if (last) return { rows, lastMs: last.created_ms };
  const ofOneMoment = { afterMs: range.afterMs, lastMs: beyond.created_ms };
  return { rows: await selectSnapshotRuns(db, ofOneMoment, -1), lastMs: beyond.created_ms };
}

/** Reads the documents of rows until there are enough bytes for a file. */
async function readRuns(
  env: Env,
  rows: readonly SnapshotRun[],
  maxBytes = DOCUMENT_BYTES_PER_FILE,
): Promise<PublicRun[]> {
  const runs: PublicRun[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (bytes > maxBytes && row.created_ms > (runs.at(-1)?.row.created_ms ?? 0)) break;
    const document = await getDocument(env.DOCUMENTS, row);
    if (!document) {
      // Where it was deleted meanwhile, its file has become stale already.
      logError('snapshot', new Error('a run without its document'), { run_id: row.run_id });
      continue;
    }
    bytes += JSON.stringify(document).length;
    runs.push({ row, document });
  }
  return runs;
}

/**
 * A cohort counts network by network, so that in it runs of one network must be known as such; that they are of one network as
 * runs of other cohorts are is nobody's business. So each cohort has names of its own.
 */
async function sourceOf(key: CryptoKey, run: SnapshotRun): Promise<RunSource> {
  const { run_id, network, provider, rig, evidence, scope } = run;
  if (evidence === 0 || scope === '') return { run_id, cohorts: {} };
  const contentName = async (...texts: readonly string[]) => {
    const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(JSON.stringify(texts)));
    return toHex(new Uint8Array(mac).slice(0, 8));
  };
  const cohorts = Object.entries(cutsOf(run)).map(async ([kind, cut]): Promise<[string, CohortSource]> => [
    kind,
    {
      network: await contentName(cut, 'network', network),
      // The network stands for a provider that nobody knows: then both have one name.
      provider:
        provider === HOSTING
          ? provider
          : await contentName(cut, provider === network ? 'network' : 'provider', provider),
      machine: rig === '' ? '' : await contentName(cut, 'machine', network, rig),
    },
  ]);
  return { run_id, cohorts: Object.fromEntries(await Promise.all(cohorts)) };
}

export const PARQUET = 'application/vnd.apache.parquet';
/** A Worker may ask its database and buckets only so often per call. */
export const FILES_PER_CALL = 4;

/** Part of a file's name: every content has an address of its own, so that no cache can answer for what was deleted. */
const newClaim = () => toHex(crypto.getRandomValues(new Uint8Array(8)));

/** Tells whether a file would be the same if it were written again. */
export function stateOf(rows: readonly SnapshotRun[]): Promise<string> {
  return sha256Hex(JSON.stringify(rows));
}

/**
 * Writes the runs of a range into a file, as many as fit, and returns until when it reaches; `null` where something was deleted
 * meanwhile, and it must be written again. Without runs there is no file.
 *
 * @param maxRuns `null` for a file that holds the whole range, however many runs
 */
export async function writeRunsFile(
  env: Env,
  key: FileKey,
  lastMs: number,
  maxRuns: number | null,
): Promise<number | null> {
  const db = env.DB;
  const claim = newClaim();
  await claimFile(db, key, lastMs, claim).run();
  const range = { afterMs: key.after_ms, lastMs };
  const selection =
    maxRuns === null
      ? { rows: await selectSnapshotRuns(db, range, -1), lastMs }
      : await selectFileRows(db, range, maxRuns);
  const runs = await readRuns(env, selection.rows, maxRuns === null ? Number.POSITIVE_INFINITY : undefined);
  const last = runs.at(-1);
  const isCut = runs.length < selection.rows.length && last !== undefined && last.row !== selection.rows.at(-1);
  const reachesMs = isCut ? last.row.created_ms : selection.lastMs;
  if (!last) {
    await removeFile(db, key, claim).run();
    return reachesMs;
  }
  const rows = selection.rows.filter(({ created_ms }) => created_ms <= reachesMs);
  const name = `runs-${dayOf(last.row.created_ms)}-${claim}.parquet`;
  const storedFile = { ...(await storeFile(env, name, runColumns(runs))), run_count: runs.length };
  const isWhole = await finishFile(db, key, claim, {
    ...storedFile,
    last_ms: reachesMs,
    state_sha256: await stateOf(rows),
  });
  if (!isWhole) await env.SNAPSHOTS.delete(name);
  return isWhole ? reachesMs : null;
}

/** Writes who sent the runs of a range; `false` where something in it was deleted meanwhile. */
export async function writeSourcesFile(env: Env, { generation, after_ms }: FileKey, lastMs: number): Promise<boolean> {
  const key = { generation, kind: 'sources', after_ms } as const;
  const claim = newClaim();
  await claimFile(env.DB, key, lastMs, claim).run();
  const rows = await selectSnapshotRuns(env.DB, { afterMs: after_ms, lastMs }, -1);
  if (rows.length === 0) {
    await removeFile(env.DB, key, claim).run();
    return true;
  }
  const names = await snapshotKey(env.DB, generation);
  const sources = await Promise.all(rows.map((row) => sourceOf(names, row)));
  // A name without a date: none of it is of a day.
  const storedFile = await storeFile(env, `sources-${claim}.parquet`, sourceColumns(sources));
  const writtenFile = { ...storedFile, run_count: rows.length, last_ms: lastMs, state_sha256: '' };
  const isWhole = await finishFile(env.DB, key, claim, writtenFile);
  if (!isWhole) await env.SNAPSHOTS.delete(storedFile.name);
  return isWhole;
}

/** Writes the names of devices and drives; `false` where one has changed meanwhile. */
export async function writeDevicesFile(env: Env, generation: number, nowMs: number): Promise<boolean> {
  const key = { generation, kind: 'devices', after_ms: 0 } as const;
  const claim = newClaim();
  await claimFile(env.DB, key, 0, claim).run();
  const models = await selectSnapshotModels(env.DB);
  const name = `devices-${dayOf(nowMs)}-${claim}.parquet`;
  const storedFile = { ...(await storeFile(env, name, modelColumns(models))), run_count: models.length };
  const isWhole = await finishFile(env.DB, key, claim, { ...storedFile, last_ms: 0, state_sha256: '' });
  if (!isWhole) await env.SNAPSHOTS.delete(name);
  return isWhole;
}

/** Writes a stale file again, without what was deleted; `false` where something else was deleted meanwhile. */
export async function writeAgain(env: Env, file: FileRow, nowMs: number): Promise<boolean> {
  if (file.kind === 'devices') return writeDevicesFile(env, file.generation, nowMs);
  if (file.kind === 'sources') return writeSourcesFile(env, file, file.last_ms);
  return (await writeRunsFile(env, file, file.last_ms, null)) !== null;
}

async function storeFile(
  env: Env,
  name: string,
  columnData: ColumnSource[],
): Promise<Pick<WrittenFile, 'name' | 'bytes' | 'sha256'>> {
  const body = parquetWriteBuffer({
    columnData,
    kvMetadata: [{ key: 'license', value: DATA_LICENSE.id }],
    createdBy: 'OPFSMark',
  });
  const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
  await env.SNAPSHOTS.put(name, body, { sha256, httpMetadata: { contentType: PARQUET } });
  return { name, bytes: body.byteLength, sha256 };
}
