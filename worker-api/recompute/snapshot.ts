import { parquetReadObjects } from 'hyparquet';
import { type RunUpload, type SnapshotFile, SnapshotManifest } from '@opfsmark/schema/api';
import {
  CUT_KEYS,
  type CutKeys,
  type CutKind,
  type MetricId,
  metricsOf,
  packKeys,
  unpackKeys,
} from '@opfsmark/schema/boards';
import type { CohortRun } from '../src/boards/cohort.ts';
import type { RankPolicy } from '../src/boards/policy.ts';
import { setOfMetrics } from '../src/boards/stored-metrics.ts';

/** A row of a file of runs; `worker-api/src/snapshot/files.ts` writes them. */
interface RunFileRow extends CutKeys {
  readonly run_id: string;
  readonly created_at: Date;
  readonly may_rank: boolean;
  readonly confirmed: boolean;
  readonly unusual: readonly MetricId[];
  readonly declared: RunUpload['declared'];
  readonly record: RunUpload['record'];
}

/** A row of a file of sources: who sent a run, by names of this snapshot that hold in one of its cohorts. */
interface SourceFileRow {
  readonly run_id: string;
  readonly cohorts: Readonly<
    Partial<Record<CutKind, { readonly network: string; readonly provider: string; readonly machine: string }>>
  >;
}

/** A run that may rank, with who sent it in each of its cohorts. */
export type RankedRun = Omit<CohortRun, 'network' | 'provider' | 'rig'> & Pick<SourceFileRow, 'cohorts'>;

/** A row of the file of devices and drives. */
interface ModelFileRow {
  readonly kind: 'device' | 'drive';
  readonly slug: string;
  readonly name: string | null;
  readonly may_rank: boolean;
}

const RUN_COLUMNS = [
  ...['run_id', 'created_at', 'may_rank', 'confirmed', 'unusual', 'declared', 'record'],
  ...CUT_KEYS,
];

async function readRunRows(file: ArrayBuffer): Promise<RunFileRow[]> {
  return (await parquetReadObjects({ file, columns: RUN_COLUMNS })) as unknown as RunFileRow[];
}

async function readRows<Row>(file: ArrayBuffer): Promise<Row[]> {
  return (await parquetReadObjects({ file })) as unknown as Row[];
}

export interface Snapshot {
  readonly runs: readonly RankedRun[];
  readonly models: readonly ModelFileRow[];
  readonly policy: RankPolicy;
  /** When votes are as old as it says. */
  readonly takenMs: number;
}

/** `null` for a run that may not rank. Its figures are computed anew from what was measured. */
function rankedRunOf(row: RunFileRow, { cohorts }: SourceFileRow): RankedRun | null {
  const { run_id, unusual, confirmed } = row;
  if (!row.may_rank || row.scope === '') return null;
  return {
    ...unpackKeys(packKeys(row)),
    run_id,
    created_ms: row.created_at.getTime(),
    confirmed: confirmed ? 1 : 0,
    metrics: metricsOf(row.record),
    cohorts,
    unusual: setOfMetrics(unusual),
    core: row.record.environment.core_version,
    driveName: row.declared.drive ?? '',
  };
}

/** Reads a file of a snapshot by its name in the manifest. */
export type ReadFile = (file: SnapshotFile) => Promise<ArrayBuffer>;

export interface ReadSnapshot extends Snapshot {
  readonly manifest: SnapshotManifest;
  /** What is wrong with its files. */
  readonly faults: readonly string[];
}

/** Reads a snapshot file by file, and checks each against the manifest. A file that is not as it says is left out. */
export async function readSnapshot(json: unknown, readFile: ReadFile): Promise<ReadSnapshot> {
  const manifest = SnapshotManifest.parse(json);
  const faults: string[] = [];
  const runs: RankedRun[] = [];
  const sources = new Map<string, SourceFileRow>();
  const models: ModelFileRow[] = [];
  if (!manifest.complete) faults.push('the snapshot is incomplete: a file is being written again');
  // Sources come first.
  for (const file of manifest.files.toSorted((a, b) => Number(b.kind === 'sources') - Number(a.kind === 'sources'))) {
    const bytes = await readFile(file);
    const fault = await faultOf(file, bytes);
    if (fault !== null) {
      faults.push(`${file.name}: ${fault}`);
      continue;
    }
    const [modelRows, sourceRows, runRows] = await Promise.all([
      file.kind === 'devices' ? readRows<ModelFileRow>(bytes) : [],
      file.kind === 'sources' ? readRows<SourceFileRow>(bytes) : [],
      file.kind === 'runs' ? readRunRows(bytes) : [],
    ]);
    const rows = modelRows.length + sourceRows.length + runRows.length;
    if (rows !== file.rows) faults.push(`${file.name}: ${rows} rows instead of ${file.rows}`);
    models.push(...modelRows);
    for (const row of sourceRows) sources.set(row.run_id, row);
    for (const row of runRows) {
      const source = sources.get(row.run_id);
      if (source === undefined) faults.push(`${file.name}: nobody sent ${row.run_id}`);
      const run = source && rankedRunOf(row, source);
      if (run) runs.push(run);
    }
  }
  return {
    manifest,
    faults,
    runs,
    models,
    policy: {
      minProviders: manifest.rank_policy.min_providers,
      waitingMs: manifest.rank_policy.waiting_ms,
      minSpanMs: manifest.rank_policy.min_span_ms,
      maxMonths: manifest.rank_policy.max_months,
    },
    takenMs: Date.parse(manifest.taken_at),
  };
}

async function faultOf({ bytes, sha256 }: SnapshotFile, content: ArrayBuffer): Promise<string | null> {
  if (content.byteLength !== bytes) return `${content.byteLength} bytes instead of ${bytes}`;
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hash === sha256 ? null : 'its SHA-256 is another';
}
