import type { Environment } from '@opfsmark/schema/documents';
import { RECORD_FORMAT, type FamilyRecord, type PlanOf, type ResultOf } from '@opfsmark/schema/families';
import type { Circumstances } from '../../view.ts';

/** As much of a record as the marks on the rulers are made of: a mark appears as soon as its test is done. */
export function recordSoFar(
  asked: PlanOf<'matrix'>,
  result: ResultOf<'matrix'>,
  { layout, clockStepNs }: Circumstances,
): FamilyRecord<'matrix'> {
  const environment: Environment = {
    engine: 'opfs-sync',
    core_version: '',
    compiler: '',
    wasm_sha256: '',
    client: { browser: { family: 'other', major: null }, os: { family: 'other', major: null } },
    cross_origin_isolated: true,
    clock_step_ns: clockStepNs ?? 0,
    clock_call_ns: 0,
    layout: layout ?? 'shared',
    fill_block_bytes: 0,
    flush_primitive: 'unknown',
    visibility_changes: 0,
  };
  const rows = result.jobs.map(({ row }) => row);
  const plan = { ...asked, rows };
  const head = { format: RECORD_FORMAT, family: 'matrix', started_at: '', wall_ms: 0, status: 'done' } as const;
  return { ...head, environment, plan, result };
}
