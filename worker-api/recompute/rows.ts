import type { RunUpload } from '@opfsmark/schema/api';
import { CUT_KEYS, type CutKeys, type MetricId } from '@opfsmark/schema/boards';
import { parquetReadObjects } from 'hyparquet';

/** A row of a file of runs; `worker-api/src/snapshot/files.ts` writes them. */
export interface RunFileRow extends CutKeys {
  readonly run_id: string;
  readonly created_at: Date;
  readonly may_rank: boolean;
  readonly confirmed: boolean;
  readonly network: number;
  readonly provider: number;
  readonly unusual: readonly MetricId[];
  readonly machine: string;
  readonly declared: RunUpload['declared'];
  readonly record: RunUpload['record'];
}

/** A row of the file of devices and drives. */
export interface ModelFileRow {
  readonly kind: 'device' | 'drive';
  readonly slug: string;
  readonly name: string | null;
  readonly may_rank: boolean;
}

const RUN_COLUMNS = [
  ...[
    'run_id',
    'created_at',
    'may_rank',
    'confirmed',
    'network',
    'provider',
    'unusual',
    'machine',
    'declared',
    'record',
  ],
  ...CUT_KEYS,
];

export async function readRunRows(file: ArrayBuffer): Promise<RunFileRow[]> {
  return (await parquetReadObjects({ file, columns: RUN_COLUMNS })) as unknown as RunFileRow[];
}

export async function readModelRows(file: ArrayBuffer): Promise<ModelFileRow[]> {
  return (await parquetReadObjects({ file })) as unknown as ModelFileRow[];
}
