import { bucketValueNs, decodeHistogram, totalCount } from '../../documents/histogram.ts';
import { MIB } from '../../documents/units.ts';
import { type Claim, claims } from '../claims.ts';
import { defineChecks } from '../family.ts';
import { CEILING, PICKED_STEPS, PICKED_STEP_IDS } from './plan.ts';
import { PickedFolderPlan, PickedFolderResult, type PickedCell } from './schema.ts';

export const pickedFolderChecks = defineChecks<PickedFolderPlan, PickedFolderResult>({
  plan: PickedFolderPlan,
  result: PickedFolderResult,
  contradictions({ result: { cells }, plan, environment, status }) {
    const { claim, found } = claims();
    const seen = new Set<string>();
    cells.forEach((cell, index) => {
      const pointer = `/cells/${index}`;
      const { block_bytes } = PICKED_STEPS[cell.step];
      const name = `${cell.place} ${cell.step}`;
      claim(!seen.has(name), pointer, 'is there twice');
      seen.add(name);
      claim(cell.bytes === cell.ops * block_bytes, `${pointer}/bytes`, 'is not calls x block');
      claim(
        totalCount(decodeHistogram(cell.histogram) ?? []) === cell.ops,
        `${pointer}/histogram`,
        'does not hold all calls',
      );
      claim(cell.verified_blocks <= cell.ops, `${pointer}/verified_blocks`, 'is more than was read');
      claim(cell.step === 'write' || cell.close_ns === 0, `${pointer}/close_ns`, 'belongs to a stream');
      const maxOps = plannedOps(cell, plan);
      claim(cell.ops <= maxOps, `${pointer}/ops`, 'is more than the plan asks for');
      claim(
        status !== 'done' || cell.ops === maxOps,
        `${pointer}/ops`,
        'is less than the plan asks for, though the run was finished',
      );
      checkTimes(cell, environment.clock_step_ns, pointer, claim);
    });
    return found;
  },
});

/** Maximum number of calls of a step. */
function plannedOps({ place, step }: PickedCell, plan: PickedFolderPlan): number {
  const { file_bytes, random_reads, small_files } = place === 'ceiling' ? CEILING : plan;
  switch (step) {
    case 'write':
    case 'seq_read':
      return file_bytes / MIB;
    case 'rnd_read':
      return Math.min(random_reads, file_bytes / PICKED_STEPS.rnd_read.block_bytes);
    case 'create':
    case 'delete':
      return small_files;
    default:
      return step satisfies never;
  }
}

/** Middles of buckets stand for their calls: sums may be this much off. */
const TIME_SLACK = 1.1;

/** One call after the other: together they take as long as the step, which for a write begins with opening. */
function checkTimes(cell: PickedCell, clockStepNs: number, pointer: string, claim: Claim): void {
  const counts = decodeHistogram(cell.histogram) ?? [];
  const insideNs = counts.reduce((total, n, bucket) => total + n * bucketValueNs(bucket), 0);
  const stepsNs = cell.ops * clockStepNs;
  claim(insideNs <= cell.elapsed_ns * TIME_SLACK + stepsNs, `${pointer}/elapsed_ns`, 'is less than its calls took');
  const noMore = cell.step === 'write' || cell.elapsed_ns <= insideNs * TIME_SLACK + stepsNs;
  claim(noMore, `${pointer}/elapsed_ns`, 'is more than its calls took');
}
