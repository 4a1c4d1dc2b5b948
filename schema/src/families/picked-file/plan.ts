import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { GIB, KIB, MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';
import type { InOrder, PickedFilePlan, PickedFileResult } from './schema.ts';

/** Larger ones make the system read ahead. */
export const PAIR_BLOCK_BYTES = 4 * KIB;

/** Slices that are read at the same time: one suits a hard disk, four a solid-state drive. Each has its part of the file. */
export const IN_FLIGHT: readonly InFlight[] = [1, 4];
export type InFlight = InOrder['in_flight'];

/** How many of the last slices are read again at once, from memory: the ceiling of this browser. */
export const SLICES_AGAIN = 4;

const QUICK: PickedFilePlan = {
  family: 'picked-file',
  suite: SUITE_VERSION,
  profile: 'quick',
  pairs: 1_000,
  in_order_bytes: 256 * MIB,
  slice_bytes: 16 * MIB,
  limit_s: 15,
  seed: STANDARD_SEED,
};

const USUAL_LOAD_S = 0.3;
const READS_PER_PAIR = 2;
const USUAL_PAIR_READS_PER_S = 600;
const USUAL_BYTES_PER_S = 200e6;

export const PAIRS_STEP_ID = 'pairs';
export const inOrderStepId = (inFlight: InFlight) => `in order ${inFlight}`;

export const pickedFilePlan = definePlan<PickedFilePlan, PickedFileResult>({
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', pairs: 10_000, in_order_bytes: 2 * GIB, limit_s: 60 },
  },
  codec: {
    pairs: wholeNumber('pairs'),
    in_order_bytes: byteCount('bytes'),
    slice_bytes: byteCount('slice'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: ({ pairs, in_order_bytes, limit_s }) => [
    loadStep('picked-file', USUAL_LOAD_S),
    {
      id: PAIRS_STEP_ID,
      pace: 'picked-file pairs',
      work: READS_PER_PAIR * pairs,
      usualPerS: USUAL_PAIR_READS_PER_S,
      limitS: limit_s,
      counts: 'calls',
    },
    ...IN_FLIGHT.map((inFlight): Step => {
      const id = inOrderStepId(inFlight);
      const pace = `picked-file ${id}`;
      return { id, pace, work: in_order_bytes, usualPerS: USUAL_BYTES_PER_S, limitS: limit_s, counts: 'bytes' };
    }),
  ],
  bytesWrittenMax: () => 0,
  emptyResult: () => ({ family: 'picked-file', in_order: [] }),
});
