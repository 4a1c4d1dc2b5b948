import { decodeHistogram, totalCount } from '../../documents/histogram.ts';
import { type Claim, claims } from '../claims.ts';
import { defineChecks } from '../family.ts';
import { IN_FLIGHT, PAIR_BLOCK_BYTES, SLICES_AGAIN } from './plan.ts';
import { PickedFilePlan, PickedFileResult, type FileReads } from './schema.ts';

/** Middles of buckets stand for their calls: sums may be this much off. */
const TIME_SLACK = 1.1;

function checkReads(reads: FileReads, blockBytes: number, inFlight: number, pointer: string, claim: Claim): void {
  claim(reads.bytes === reads.ops * blockBytes, `${pointer}/bytes`, 'is not calls x block');
  const counted = totalCount(decodeHistogram(reads.histogram) ?? []);
  claim(counted === reads.ops, `${pointer}/histogram`, 'does not hold all calls');
  const capacityNs = reads.elapsed_ns * inFlight;
  claim(reads.busy_ns <= capacityNs * TIME_SLACK, `${pointer}/busy_ns`, 'is more time than there was');
}

export const pickedFileChecks = defineChecks<PickedFilePlan, PickedFileResult>({
  plan: PickedFilePlan,
  result: PickedFileResult,
  contradictions({ result: { pairs, in_order }, plan }) {
    const { claim, found } = claims();
    if (pairs) {
      checkReads(pairs.first, PAIR_BLOCK_BYTES, 1, '/pairs/first', claim);
      checkReads(pairs.again, PAIR_BLOCK_BYTES, 1, '/pairs/again', claim);
      claim(pairs.first.ops <= plan.pairs, '/pairs/first/ops', 'is more than the plan asks for');
      claim(pairs.first.ops === pairs.again.ops, '/pairs/again/ops', 'is not once for each first read');
    }
    claim(new Set(in_order.map(({ in_flight }) => in_flight)).size === in_order.length, '/in_order', 'is there twice');
    in_order.forEach(({ in_flight, first, again }, index) => {
      const pointer = `/in_order/${index}`;
      checkReads(first, plan.slice_bytes, in_flight, `${pointer}/first`, claim);
      checkReads(again, plan.slice_bytes, in_flight, `${pointer}/again`, claim);
      claim(first.bytes <= plan.in_order_bytes, `${pointer}/first/bytes`, 'is more than the plan asks for');
      claim(again.ops <= Math.min(first.ops, SLICES_AGAIN), `${pointer}/again/ops`, 'is more than can be read again');
    });
    return found;
  },
});
