import { CUT_KEYS, METRIC_IDS } from '@opfsmark/schema/boards';
import type { BasicType, ColumnSource } from 'hyparquet-writer';
import { unpackMetrics } from '../boards/stored-metrics.ts';
import { hasUnusual } from '../boards/unusual.ts';
import type { RunDocument } from '../store/documents.ts';
import type { SnapshotModel, SnapshotRun } from '../store/snapshot.ts';

/** One run as a row of the snapshot. */
export interface PublicRun {
  readonly row: SnapshotRun;
  readonly document: RunDocument;
  /** Tells machines of one network apart; meaningless elsewhere. */
  readonly machine: string;
}

function column<T>(name: string, type: BasicType, rows: readonly T[], valueOf: (row: T) => unknown): ColumnSource {
  // Bounds of documents would be copies of documents.
  return { name, type, data: rows.map(valueOf), statistics: type !== 'JSON' };
}

/** The columns of a file of runs. `worker-api/recompute/rows.ts` reads them. */
export function runColumns(runs: readonly PublicRun[]): ColumnSource[] {
  const metrics = new Map(runs.map(({ row }) => [row.run_id, unpackMetrics(row)]));
  const text = (name: string, valueOf: (run: PublicRun) => string) => column(name, 'STRING', runs, valueOf);
  return [
    text('run_id', ({ row }) => row.run_id),
    column('created_at', 'TIMESTAMP', runs, ({ row }) => new Date(row.created_ms)),
    column('may_rank', 'BOOLEAN', runs, ({ row }) => row.trust === 1),
    column('confirmed', 'BOOLEAN', runs, ({ row }) => row.confirmed === 1),
    column('unranked_because', 'JSON', runs, ({ row }) => JSON.parse(row.unranked) as unknown),
    ...([...CUT_KEYS, 'flush', 'family', 'profile'] as const).map((name) => text(name, ({ row }) => row[name])),
    column('network', 'INT32', runs, ({ row }) => row.network),
    column('provider', 'INT32', runs, ({ row }) => row.provider),
    column('unusual', 'JSON', runs, ({ row }) => METRIC_IDS.filter((id) => hasUnusual(row.unusual, id))),
    text('machine', ({ machine }) => machine),
    column('declared', 'JSON', runs, ({ document }) => document.declared),
    column('record', 'JSON', runs, ({ document }) => document.record),
    ...METRIC_IDS.map((id) => column(id, 'DOUBLE', runs, ({ row }) => metrics.get(row.run_id)?.[id]?.value ?? null)),
  ];
}

/** The columns of the file of devices and drives: names that stand on boards, and slugs that may not. */
export function modelColumns(models: readonly SnapshotModel[]): ColumnSource[] {
  return [
    column('kind', 'STRING', models, ({ kind }) => kind),
    column('slug', 'STRING', models, ({ slug }) => slug),
    column('name', 'STRING', models, ({ name, status }) => (status === 'rejected' ? null : name)),
    column('may_rank', 'BOOLEAN', models, ({ status }) => status !== 'rejected'),
  ];
}
