import { bucketOf, emptyCounts, encodeHistogram, encodeSeries, MIB, sum } from '@opfsmark/schema/documents';
import { roundsMax, standardPlan, type SustainedResult } from '@opfsmark/schema/families';
import { DELETION_SHA256, makeUpload, type UploadOf } from './factory.ts';

const CLOCK_US = 5;

interface MadeSustained {
  readonly declared?: UploadOf<'sustained'>['declared'];
  readonly rig_id?: string;
  /** Megabytes per second, from the first round to the last. */
  readonly rates?: (round: number) => number;
}

/** An upload of a sustained write in the standard profile, of which no two rounds take the same time. */
export function makeSustainedUpload(made: MadeSustained = {}): UploadOf<'sustained'> {
  const plan = standardPlan('sustained');
  const rounds = roundsMax(plan);
  const rate = made.rates ?? (() => 800);
  const totalUs = Array.from({ length: rounds }, (_, round) => {
    const us = plan.round_bytes / rate(round) / (1 + (round % 60) / 1e4 + Math.random() / 1e3);
    return Math.round(us / CLOCK_US) * CLOCK_US;
  });
  // A tenth of each round is its flush.
  const elapsedUs = totalUs.map((us) => Math.round((us * 0.9) / CLOCK_US) * CLOCK_US);
  const ops = (rounds * plan.round_bytes) / MIB;
  const callNs = Math.floor(sum(elapsedUs) / ops / CLOCK_US) * CLOCK_US * 1e3;
  const counts = emptyCounts();
  counts[bucketOf(callNs)] = ops;
  const result: SustainedResult = {
    family: 'sustained',
    layout: 'shared',
    workers: 1,
    ended: 'budget',
    elapsed_us: encodeSeries(elapsedUs),
    total_us: encodeSeries(totalUs),
    fill: { bytes: plan.file_bytes, elapsed_ns: 1e9, flush_ns: 1e8 },
    write: {
      ops,
      bytes: ops * MIB,
      busy_ns: ops * callNs,
      min_ns: callNs,
      max_ns: callNs,
      histogram: encodeHistogram(counts),
      short_ops: 0,
      dropped: 0,
      series: { ops: '', busy_us: '', max_us: '' },
    },
  };
  const { record, declared } = makeUpload({ declared: { device: 'Test Laptop 13', ...made.declared } });
  return {
    record: { ...record, family: 'sustained', wall_ms: sum(totalUs) / 1e3 + 10_000, plan, result },
    declared,
    deletion_sha256: DELETION_SHA256,
    ...(made.rig_id === undefined ? {} : { rig_id: made.rig_id }),
  };
}
