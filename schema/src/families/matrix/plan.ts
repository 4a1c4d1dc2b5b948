import { BOUNDS } from '../../documents/bounds.ts';
import { blockName, parseRowName, rowName } from '../../documents/row-name.ts';
import type { Row } from '../../documents/checks.ts';
import { formatBytes } from '../../documents/units.ts';
import {
  byteCount,
  choice,
  choices,
  fieldsOf,
  type ParameterProblem,
  type PlanCodec,
  refusal,
  wholeNumber,
  yesNo,
} from '../../plan/codec.ts';
import { fillRateIn } from '../../schedule/steps.ts';
import { cacheConflicts, sizedPlan, withCache } from './budget.ts';
import { isByTime, readsOnce } from './jobs.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './schema.ts';
import { MATRIX_PROFILES, paceConflicts, withPace } from './profiles.ts';
import { definePlan } from '../family.ts';
import { matrixBytesWrittenMax, matrixSteps } from './schedule.ts';

const { block_bytes: BLOCK, file_bytes: FILE, queues: QUEUES, threads: THREADS, rows: ROWS } = BOUNDS;

const MATRIX_CODEC: PlanCodec<MatrixPlan> = {
  rows: {
    parameter: 'rows',
    write: (rows: readonly Row[]) => rows.map((row) => rowName(row).replace(' ', '-')).join(','),
    read: (text) => text.split(',').map(parseRowName),
    refusal: refusal('rows', {
      from: `${ROWS.min}`,
      to: `${ROWS.max}`,
      blocks: `${blockName(BLOCK.min)}–${blockName(BLOCK.max)}`,
      step: blockName(BLOCK.min),
      queues: `${QUEUES.min}–${QUEUES.max}`,
      threads: `${THREADS.min}–${THREADS.max}`,
    }),
  },
  directions: choices('dir'),
  mix_read_percent: wholeNumber('mix'),
  file_bytes: byteCount('size', refusal('mib', { from: formatBytes(FILE.min), to: formatBytes(FILE.max) })),
  write_bytes: byteCount('write', refusal('mib_or_all', { to: formatBytes(BOUNDS.write_bytes.max) })),
  loops: wholeNumber('loops'),
  limit_s: wholeNumber('limit'),
  drive_s: wholeNumber('time'),
  interval_s: wholeNumber('interval'),
  data: choice('data'),
  seed: wholeNumber('seed'),
  verify: choice('verify'),
  until_stable: yesNo('stable'),
  revisit: yesNo('revisit'),
  cache: choice('cache'),
};

/** A plan whose fields go together with its `cache` and its `drive_s`, and the parameters that had to give way. */
function resolvePlan(
  requestedPlan: MatrixPlan,
  parameters: URLSearchParams,
): { plan: MatrixPlan; problems: ParameterProblem[] } {
  const problems: ParameterProblem[] = [];
  // Who says how long passes are has not asked for time.
  const plan = withPace(requestedPlan);
  const time = parameters.get(MATRIX_CODEC.drive_s.parameter);
  if (time !== null && plan !== requestedPlan) {
    const conflicts = paceConflicts(requestedPlan).map((field) => MATRIX_CODEC[field].parameter);
    const refused = refusal('pace', { names: conflicts.join(', ') });
    problems.push({ parameter: MATRIX_CODEC.drive_s.parameter, value: time, refusal: refused });
  }
  // Every profile has a state of the cache: one that nobody asked for gives way.
  if (!parameters.has(MATRIX_CODEC.cache.parameter) && cacheConflicts(plan).length > 0) {
    return { plan: withCache(plan, 'as-is'), problems };
  }
  for (const field of cacheConflicts(plan)) {
    const { parameter } = MATRIX_CODEC[field];
    const value = parameters.get(parameter);
    // A value that was not asked for simply follows from `cache`.
    if (value === null && field !== 'file_bytes') continue;
    const refused =
      field === 'file_bytes'
        ? refusal('too_small')
        : refusal(readsOnce(plan) ? 'read_once' : 'read_both', { cache: plan.cache });
    problems.push({ parameter, value: value ?? formatBytes(plan.file_bytes), refusal: refused });
  }
  const adjustedPlan = withCache(plan, plan.cache);
  return { plan: cacheConflicts(adjustedPlan).length > 0 ? withCache(plan, 'as-is') : adjustedPlan, problems };
}

/** Whether two plans ask for the same run. Compared as links write them, which has one form for each value. */
export function samePlan(a: MatrixPlan, b: MatrixPlan): boolean {
  const hasSameFields = fieldsOf(MATRIX_CODEC).every(([field, { write }]) => write(a[field]) === write(b[field]));
  return a.suite === b.suite && a.profile === b.profile && hasSameFields;
}

/** The result grid: rows of blocks and queue depths, each read, written or mixed. */
export const matrixPlan = definePlan<MatrixPlan, MatrixResult>({
  profiles: MATRIX_PROFILES,
  codec: MATRIX_CODEC,
  conflicts: (plan) => [...new Set([...cacheConflicts(plan), ...paceConflicts(plan)])],
  resolve: resolvePlan,
  steps(plan, layout, rates = {}) {
    const fillBytesPerS = isByTime(plan) ? fillRateIn(rates) : null;
    return fillBytesPerS === null
      ? matrixSteps(plan, layout)
      : matrixSteps(sizedPlan(plan, fillBytesPerS), layout, true);
  },
  bytesWrittenMax: matrixBytesWrittenMax,
  emptyResult: () => ({ family: 'matrix', floors: [], jobs: [] }),
});
