import { blankAnswer, type Answer } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import type { Environment, Layout } from '@opfsmark/schema/documents';
import { RECORD_FORMAT, standardPlan, type FamilyId, type Result, type RunRecord } from '@opfsmark/schema/families';

interface Circumstances {
  readonly layout: Layout | null;
  readonly clockStepNs: number | null;
}

/** The rulers of a run that goes on: those of the grid have a mark as soon as its test is done. */
export function answerSoFar(family: FamilyId, result: Result | null, circumstances: Circumstances): Answer {
  if (result?.family !== 'matrix') return blankAnswer(family);
  return answerOf(recordSoFar(result, circumstances));
}

/** As much of a record as the marks are made of. */
function recordSoFar(result: Result & { family: 'matrix' }, { layout, clockStepNs }: Circumstances): RunRecord {
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
  const plan = { ...standardPlan('matrix'), rows };
  const head = { format: RECORD_FORMAT, family: 'matrix', started_at: '', wall_ms: 0, status: 'done' } as const;
  return { ...head, environment, plan, result };
}
