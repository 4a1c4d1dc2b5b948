import { parquetReadObjects } from 'hyparquet';
import { type RunUpload, type SnapshotFile, SnapshotManifest } from '@opfsmark/schema/api';
import { CUT_KEYS, type CutKeys, type CutKind, metricsOf, packKeys, unpackKeys } from '@opfsmark/schema/boards';
import { RANK_POLICIES, type RankPolicy } from '@opfsmark/schema/ranks';
import type { CohortRun } from '../src/boards/count.ts';

/** A row of a file of runs; `worker-api/src/snapshot/files.ts` writes them. */
interface RunFileRow extends CutKeys {
  readonly run_id: string;
  readonly created_at: Date;
  readonly evidence: number;
  readonly confirmed_by: string;
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

/** A run that counts, with who sent it in each of its cohorts. */
export type SentRun = Omit<CohortRun, 'network' | 'provider' | 'rig'> & Pick<SourceFileRow, 'cohorts'>;

/** A row of the file of devices and drives. */
interface ModelFileRow {
  readonly kind: 'device' | 'drive';
  readonly slug: string;
  readonly name: string | null;
  /** A moderator chose the name; others are spelt as most do. */
  readonly renamed: boolean;
  readonly may_rank: boolean;
}

const RUN_COLUMNS = [...['run_id', 'created_at', 'evidence', 'confirmed_by', 'declared', 'record'], ...CUT_KEYS];

async function readRunRows(file: ArrayBuffer): Promise<RunFileRow[]> {
  return (await parquetReadObjects({ file, columns: RUN_COLUMNS })) as unknown as RunFileRow[];
}

async function readRows<Row>(file: ArrayBuffer): Promise<Row[]> {
  return (await parquetReadObjects({ file })) as unknown as Row[];
}

export interface Snapshot {
  readonly runs: readonly SentRun[];
  readonly models: readonly ModelFileRow[];
  readonly policy: RankPolicy;
  /** When runs are as old as it says. */
  readonly takenMs: number;
}

/** `null` for a run that does not count. Its figures are computed anew from what was measured. */
function sentRunOf(row: RunFileRow, { cohorts }: SourceFileRow, { minEvidence }: RankPolicy): SentRun | null {
  const { run_id, evidence, confirmed_by } = row;
  if (evidence < minEvidence || row.scope === '') return null;
  return {
    ...unpackKeys(packKeys(row)),
    ...{ run_id, evidence, confirmed_by },
    created_ms: row.created_at.getTime(),
    metrics: metricsOf(row.record),
    cohorts,
    core: row.record.environment.core_version,
    name: row.declared.device,
    drive_name: row.declared.drive ?? '',
  };
}

/** Reads a file of a snapshot by its name in the manifest. */
export type ReadFile = (file: SnapshotFile) => Promise<ArrayBuffer>;

export interface ReadSnapshot extends Snapshot {
  readonly manifest: SnapshotManifest;
  /** Faults of its files. */
  readonly faults: readonly string[];
}

/** Reads a snapshot file by file, and checks each against the manifest. A file that is not as it says is left out. */
export async function readSnapshot(json: unknown, readFile: ReadFile): Promise<ReadSnapshot> {
  const manifest = SnapshotManifest.parse(json);
  const policy = RANK_POLICIES[manifest.policy];
  const faults: string[] = [];
  const runs: SentRun[] = [];
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
      const run = source && sentRunOf(row, source, policy);
      if (run) runs.push(run);
    }
  }
  return {
    manifest,
    faults,
    runs,
    models,
    policy,
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
