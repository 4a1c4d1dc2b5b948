import { clockQuantumNs } from '../../evidence/environments.ts';
import { limitsOfInterface } from '../../evidence/interfaces.ts';
import { hasCopies, isOfClock } from '../../evidence/latencies.ts';
import { bucketValueNs, decodeHistogram } from '../../documents/histogram.ts';
import { MIB } from '../../documents/units.ts';
import { type ExpectThat, checkBlocks, checkTimed, ENGINE_LIMITS, TIME_SLACK } from '../expectations.ts';
import type { RankedChecks, RecordOf } from '../family.ts';
import { changesOnly } from '../plan-for.ts';
import { CEILING, PICKED_STEPS, PICKED_STEP_IDS, pickedFolderPlan, type PickedStep } from './plan.ts';
import { PickedFolderPlan, PickedFolderResult, type PickedCell } from './schema.ts';

type PickedRecord = RecordOf<PickedFolderPlan, PickedFolderResult>;

export const pickedFolderChecks: RankedChecks<PickedFolderPlan, PickedFolderResult> = {
  plan: PickedFolderPlan,
  result: PickedFolderResult,
  impossible({ result: { cells }, plan, environment, status }, { expectThat }) {
    const seenNames = new Set<string>();
    cells.forEach((cell, index) => {
      const pointer = `/cells/${index}`;
      const { block_bytes } = PICKED_STEPS[cell.step];
      const name = `${cell.place} ${cell.step}`;
      expectThat(!seenNames.has(name), pointer, 'is there twice');
      seenNames.add(name);
      checkBlocks(cell, block_bytes, pointer, expectThat);
      checkTimed(cell, pointer, expectThat);
      expectThat(cell.verified_blocks <= cell.ops, `${pointer}/verified_blocks`, 'is more than was read');
      expectThat(cell.step === 'write' || cell.close_ns === 0, `${pointer}/close_ns`, 'belongs to a stream');
      const maxOps = plannedOps(cell, plan);
      expectThat(cell.ops <= maxOps, `${pointer}/ops`, 'is more than the plan asks for');
      expectThat(
        status !== 'done' || cell.ops === maxOps,
        `${pointer}/ops`,
        'is less than the plan asks for, though the run was finished',
      );
      checkTimes(cell, environment.clock_step_ns, pointer, expectThat);
    });
  },
  unshown(record, declaredInterface) {
    const { plan, result, environment } = record;
    const quantumNs = clockQuantumNs(environment);
    const histograms = result.cells.map((cell) => cell.histogram);
    return {
      changed_plan: !changesOnly(pickedFolderPlan, plan, []),
      missing_jobs: record.status !== 'done' || lacksCells(record),
      not_verified: !result.cells.some(isVerified),
      copied_passes: hasCopies(histograms),
      impossible_clock: quantumNs !== null && !histograms.every((text) => isOfClock(text, quantumNs)),
      faster_than_memory: result.cells.some(isFasterThanMemory),
      faster_than_interface: result.cells.some(
        (cell) =>
          cell.place === 'picked' &&
          cell.step === 'write' &&
          closedRate(cell) > limitsOfInterface(declaredInterface).maxBytesPerS,
      ),
      faster_than_ceiling: result.cells.some((cell) => isFasterThanCeiling(cell, result.cells)),
    };
  },
};

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

/** One call after the other: together they take as long as the step, which for a write begins with opening. */
function checkTimes(cell: PickedCell, clockStepNs: number, pointer: string, expectThat: ExpectThat): void {
  const counts = decodeHistogram(cell.histogram) ?? [];
  const insideNs = counts.reduce((total, n, bucket) => total + n * bucketValueNs(bucket), 0);
  const stepsNs = cell.ops * clockStepNs;
  expectThat(
    insideNs <= cell.elapsed_ns * TIME_SLACK + stepsNs,
    `${pointer}/elapsed_ns`,
    'is less than its calls took',
  );
  const noMore = cell.step === 'write' || cell.elapsed_ns <= insideNs * TIME_SLACK + stepsNs;
  expectThat(noMore, `${pointer}/elapsed_ns`, 'is more than its calls took');
}

/** Few calls make a ceiling, and a busy machine lowers it. */
const MAX_OF_CEILING = 6;

function lacksCells({ result: { cells } }: PickedRecord): boolean {
  const has = (place: PickedCell['place'], step: PickedStep) =>
    cells.some((cell) => cell.place === place && cell.step === step && cell.ops > 0);
  return PICKED_STEP_IDS.some((step) => !has('ceiling', step) || !has('picked', step));
}

const isVerified = ({ place, verified_blocks }: PickedCell) => place === 'picked' && verified_blocks > 0;
const rateOf = ({ ops, elapsed_ns }: PickedCell) => (ops * 1e9) / elapsed_ns;
const closedRate = ({ bytes, elapsed_ns, close_ns }: PickedCell) => (bytes * 1e9) / (elapsed_ns + close_ns);

function isFasterThanMemory(cell: PickedCell): boolean {
  const { minCallNs, bytesPerS } = ENGINE_LIMITS['picked-folder'];
  return cell.ops > 0 && (cell.elapsed_ns / cell.ops < minCallNs || cell.bytes * 1e9 > bytesPerS * cell.elapsed_ns);
}

function isFasterThanCeiling(cell: PickedCell, cells: readonly PickedCell[]): boolean {
  const ceiling = cells.find(({ place, step }) => place === 'ceiling' && step === cell.step);
  return cell.place === 'picked' && ceiling !== undefined && rateOf(cell) > MAX_OF_CEILING * rateOf(ceiling);
}
