import type { Environment } from '@opfsmark/schema/documents';
import { asSsdFigures } from '@opfsmark/schema/families/matrix/as-ssd';
import { isScore, SCORE_KINDS, scoreOf } from '@opfsmark/schema/families/matrix/score';
import { verdictInRecord } from '@opfsmark/schema/families/matrix/verdict';
import { type FamilyRecord, type PlanOf, RECORD_FORMAT, type ResultOf } from '@opfsmark/schema/families';
import type { Circumstances, FamilyJudge, LiveJudge, ScoreFacts } from '../view.ts';

/** As much of a record as the marks on the rulers are made of: a mark appears as soon as its test is done. */
export function recordSoFar(
  requestedPlan: PlanOf<'matrix'>,
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
  const plan = { ...requestedPlan, rows };
  const head = { format: RECORD_FORMAT, family: 'matrix', started_at: '', wall_ms: 0, status: 'done' } as const;
  return { ...head, environment, plan, result };
}

/** The marks that a grid has while it is measured. */
export const matrixLive: LiveJudge<'matrix'> = { recordSoFar };

/** The two scores of a run: of the drive alone, and of what an app feels with memory helping. */
function scoreFactsOf(record: FamilyRecord<'matrix'>): ScoreFacts {
  const scores = SCORE_KINDS.map((kind) => {
    const outcome = scoreOf(record, kind);
    return isScore(outcome) ? { kind, score: outcome, refusal: null } : { kind, score: null, refusal: outcome };
  });
  return { scores, asSsd: asSsdFigures(record) };
}

/** Judgements that only the grid has of its runs: where its reads came from, and two scores. */
export const matrixJudge: FamilyJudge<'matrix'> = {
  verdictsOf: (record) => (job) => {
    const verdict = verdictInRecord(record, job);
    // A mix has no chip of its own, but for files in memory.
    return job.direction !== 'mix' || verdict?.why === 'kept_in_memory' ? verdict : null;
  },
  scoresOf: scoreFactsOf,
};
