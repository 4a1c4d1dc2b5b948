import { bucketOf, emptyCounts, encodeHistogram, encodeSeries, MIB, sum } from '../src/documents/index.ts';
import { cliffFrom, roundsMax, standardPlan, type SustainedResult } from '../src/families/index.ts';
import { familyUpload, type MadeHead, type UploadOf } from './upload.ts';
import { draw } from './random.ts';

/** A step of any browser's clock. */
const CALL_STEP_NS = 20_000;
const SPREAD = 10;

interface MadeSustained extends MadeHead {
  /** Megabytes per second, from the first round to the last. */
  readonly rates?: (round: number) => number;
  readonly clockUs?: number;
}

/** Calls around a mean, in several buckets and never twice the same. */
function callsAround(meanNs: number, ops: number) {
  const counts = emptyCounts();
  const quick = Math.floor(ops * (0.4 + draw() / 5));
  const parts = [
    { ns: meanNs - CALL_STEP_NS, calls: quick - SPREAD },
    { ns: meanNs + CALL_STEP_NS, calls: ops - quick },
    // One call each, further and further below.
    ...Array.from({ length: SPREAD }, (_, i) => ({ ns: meanNs - (i + 2) * CALL_STEP_NS, calls: 1 })),
  ];
  for (const { ns, calls } of parts) counts[bucketOf(ns)] = (counts[bucketOf(ns)] ?? 0) + calls;
  const times = parts.map(({ ns }) => ns);
  return {
    busy_ns: sum(parts.map(({ ns, calls }) => ns * calls)),
    min_ns: Math.min(...times),
    max_ns: Math.max(...times),
    histogram: encodeHistogram(counts),
  };
}

/** An upload of a sustained write in the standard profile, which ends at a cliff as a page does. */
export function makeSustainedUpload(made: MadeSustained = {}): UploadOf<'sustained'> {
  const plan = standardPlan('sustained');
  const rate = made.rates ?? (() => 800);
  const clockUs = made.clockUs ?? 5;
  const inSteps = (us: number) => Math.round(us / clockUs) * clockUs;
  const totalUs: number[] = [];
  while (totalUs.length < roundsMax(plan) && cliffFrom(totalUs) === null && sum(totalUs) < plan.limit_s * 1e6) {
    totalUs.push(inSteps((plan.round_bytes / rate(totalUs.length)) * (1 + draw() / 1e3)));
  }
  const ended = cliffFrom(totalUs) !== null ? 'cliff' : totalUs.length < roundsMax(plan) ? 'limit' : 'budget';
  // A tenth of each round is its flush.
  const elapsedUs = totalUs.map((us) => inSteps(us * 0.9));
  const ops = (totalUs.length * plan.round_bytes) / MIB;
  const meanNs = inSteps(sum(elapsedUs) / ops) * 1e3;
  const result: SustainedResult = {
    family: 'sustained',
    layout: made.environment?.layout ?? 'shared',
    workers: 1,
    ended,
    elapsed_us: encodeSeries(elapsedUs),
    total_us: encodeSeries(totalUs),
    fill: { bytes: plan.file_bytes, elapsed_ns: 1e9, flush_ns: 1e8 },
    write: {
      ops,
      bytes: ops * MIB,
      ...callsAround(meanNs, ops),
      short_ops: 0,
      dropped: 0,
      series: { ops: '', busy_us: '', max_us: '' },
    },
  };
  return familyUpload(made, { family: 'sustained', wall_ms: sum(totalUs) / 1e3 + 10_000, plan, result });
}
