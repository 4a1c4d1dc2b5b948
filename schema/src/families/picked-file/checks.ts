import type { Declaration } from '../../documents/declaration.ts';
import { clockQuantumNs } from '../../evidence/environments.ts';
import { limitsOfInterface } from '../../evidence/interfaces.ts';
import { hasCopies, isOfClock } from '../../evidence/latencies.ts';
import { type ExpectThat, checkBlocks, checkTimed, ENGINE_LIMITS, TIME_SLACK } from '../expectations.ts';
import type { RankedChecks, RecordOf } from '../family.ts';
import { changesOnly } from '../plan-for.ts';
import { pickedFileFigures } from './figures.ts';
import { IN_FLIGHT, PAIR_BLOCK_BYTES, pickedFilePlan, SLICES_AGAIN } from './plan.ts';
import { PickedFilePlan, PickedFileResult, type FileReads } from './schema.ts';

function checkReads(
  reads: FileReads,
  blockBytes: number,
  inFlight: number,
  pointer: string,
  expectThat: ExpectThat,
): void {
  checkBlocks(reads, blockBytes, pointer, expectThat);
  checkTimed(reads, pointer, expectThat);
  const capacityNs = reads.elapsed_ns * inFlight;
  expectThat(reads.busy_ns <= capacityNs * TIME_SLACK, `${pointer}/busy_ns`, 'is more time than there was');
}

type FileRecord = RecordOf<PickedFilePlan, PickedFileResult>;

export const pickedFileChecks: RankedChecks<PickedFilePlan, PickedFileResult> = {
  plan: PickedFilePlan,
  result: PickedFileResult,
  impossible({ result: { pairs, in_order }, plan }, { expectThat }) {
    if (pairs) {
      checkReads(pairs.first, PAIR_BLOCK_BYTES, 1, '/pairs/first', expectThat);
      checkReads(pairs.again, PAIR_BLOCK_BYTES, 1, '/pairs/again', expectThat);
      expectThat(pairs.first.ops <= plan.pairs, '/pairs/first/ops', 'is more than the plan asks for');
      expectThat(pairs.first.ops === pairs.again.ops, '/pairs/again/ops', 'is not once for each first read');
    }
    expectThat(
      new Set(in_order.map(({ in_flight }) => in_flight)).size === in_order.length,
      '/in_order',
      'is there twice',
    );
    in_order.forEach(({ in_flight, first, again }, index) => {
      const pointer = `/in_order/${index}`;
      checkReads(first, plan.slice_bytes, in_flight, `${pointer}/first`, expectThat);
      checkReads(again, plan.slice_bytes, in_flight, `${pointer}/again`, expectThat);
      expectThat(first.bytes <= plan.in_order_bytes, `${pointer}/first/bytes`, 'is more than the plan asks for');
      expectThat(
        again.ops <= Math.min(first.ops, SLICES_AGAIN),
        `${pointer}/again/ops`,
        'is more than can be read again',
      );
    });
  },
  // Nothing was written, so that nothing can be verified.
  unshown(record, declaredInterface) {
    const { plan, result, environment } = record;
    const quantumNs = clockQuantumNs(environment);
    const reads = allReads(record);
    const histograms = reads.map((one) => one.histogram);
    return {
      changed_plan: !changesOnly(pickedFilePlan, plan, []),
      missing_jobs: record.status !== 'done' || lacksParts(record),
      copied_passes: hasCopies(histograms),
      impossible_clock: quantumNs !== null && !histograms.every((text) => isOfClock(text, quantumNs)),
      faster_than_memory: reads.some(isFasterThanMemory),
      faster_than_interface: isFasterThanInterface(result, declaredInterface),
    };
  },
};

function allReads({ result: { pairs, in_order } }: FileRecord): FileReads[] {
  return [...(pairs ? [pairs] : []), ...in_order].flatMap(({ first, again }) => [first, again]);
}

function lacksParts({ result: { pairs, in_order } }: FileRecord): boolean {
  const hasReads = (part: { first: FileReads; again: FileReads } | undefined) =>
    part !== undefined && part.first.ops > 0 && part.again.ops > 0;
  return !hasReads(pairs) || !IN_FLIGHT.every((count) => hasReads(in_order.find((part) => part.in_flight === count)));
}

function isFasterThanMemory({ ops, bytes, busy_ns, elapsed_ns }: FileReads): boolean {
  const { minCallNs, bytesPerS } = ENGINE_LIMITS['picked-file'];
  return ops > 0 && (busy_ns / ops < minCallNs || bytes * 1e9 > bytesPerS * elapsed_ns);
}

/** Whether what boards take for the drive's is above what was declared. */
function isFasterThanInterface(result: FileRecord['result'], declaredInterface: Declaration['interface']): boolean {
  const { maxBytesPerS, minReadNs } = limitsOfInterface(declaredInterface);
  const { best, pair } = pickedFileFigures(result);
  const isFast = best?.origin === 'drive' && best.bytesPerS > maxBytesPerS;
  return isFast || (pair !== null && pair.driveNs !== null && pair.driveNs < minReadNs);
}
