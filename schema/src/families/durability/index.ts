import * as z from 'zod/mini';
import { Layout } from '../../environment.ts';
import { BOUNDS, SECTOR_BYTES, SUITE_VERSION } from '../../plan.ts';
import { STANDARD_SEED } from '../../profiles.ts';
import { Fill, Pass } from '../../result.ts';
import { median } from '../../stats.ts';
import { KIB, MIB } from '../../units.ts';
import { byteCount, wholeNumber } from '../codec.ts';
import { claims, defineFamily, FamilyProfile } from '../family.ts';
import { checkPass } from '../pass-claims.ts';
import { integerWithin } from '../wire.ts';

/** In the order in which they run, loop by loop. */
export const DURABILITY_MODES = ['none', 'end', 'each'] as const;
export type DurabilityMode = (typeof DURABILITY_MODES)[number];

export const DURABILITY_BOUNDS = {
  bytes: { min: MIB, max: 8 * 1024 * MIB },
  block_bytes: { min: 4 * KIB, max: 16 * MIB },
  loops: BOUNDS.loops,
  limit_s: { min: 0, max: 600 },
} as const;

/** The same megabytes three ways: never flushed, flushed at the end, flushed after every write. */
export const DurabilityPlan = z
  .strictObject({
    family: z.literal('durability'),
    suite: z.literal(SUITE_VERSION),
    profile: FamilyProfile,
    /** Written in each way and loop. */
    bytes: integerWithin(DURABILITY_BOUNDS.bytes, MIB),
    block_bytes: integerWithin(DURABILITY_BOUNDS.block_bytes, SECTOR_BYTES),
    loops: integerWithin(DURABILITY_BOUNDS.loops),
    /** Ends one way in one loop earlier; 0: only when all is written. */
    limit_s: integerWithin(DURABILITY_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(z.refine((plan) => plan.bytes % plan.block_bytes === 0, 'bytes must be a multiple of the block'));
export type DurabilityPlan = z.infer<typeof DurabilityPlan>;

const passes = () => z.array(Pass).check(z.maxLength(BOUNDS.loops.max));
export const DurabilityResult = z.strictObject({
  family: z.literal('durability'),
  fill: z.optional(Fill),
  layout: Layout,
  none: passes(),
  end: passes(),
  each: passes(),
});
export type DurabilityResult = z.infer<typeof DurabilityResult>;

export interface DurabilityFigure {
  readonly mode: DurabilityMode;
  readonly bytesPerS: number;
  readonly min: number;
  readonly max: number;
  /** Against writes that are never flushed; `null` where those are missing. */
  readonly ratio: number | null;
  /** Mean time of a call, its flush included where every write has one. */
  readonly callNs: number;
}

const QUICK: DurabilityPlan = {
  family: 'durability',
  suite: SUITE_VERSION,
  profile: 'quick',
  bytes: 64 * MIB,
  block_bytes: MIB,
  loops: 3,
  limit_s: 4,
  seed: STANDARD_SEED,
};

/** The way's bytes per second: medians over its loops, a flush at the end counted in. */
export function durabilityFigures(result: DurabilityResult): DurabilityFigure[] {
  const rates = (mode: DurabilityMode) =>
    result[mode]
      .filter((pass) => (pass.write?.bytes ?? 0) > 0)
      .map((pass) => ((pass.write?.bytes ?? 0) * 1e9) / pass.total_ns);
  const baseline = rates('none');
  return DURABILITY_MODES.flatMap((mode) => {
    const values = rates(mode);
    if (values.length === 0) return [];
    const bytesPerS = median(values);
    const sides = result[mode].flatMap((pass) => (pass.write ? [pass.write] : []));
    const ops = sides.reduce((total, side) => total + side.ops, 0);
    const busyNs = sides.reduce((total, side) => total + side.busy_ns, 0);
    return [
      {
        mode,
        bytesPerS,
        min: Math.min(...values),
        max: Math.max(...values),
        ratio: baseline.length === 0 ? null : bytesPerS / median(baseline),
        callNs: busyNs / ops,
      },
    ];
  });
}

/** Flushed writes of a slow drive: 20 MB/s; the others 200 MB/s. */
const ASSUMED_BYTES_PER_S = { none: 200e6, end: 200e6, each: 20e6 } as const;
const START_S = 1;

export const durability = defineFamily<DurabilityPlan, DurabilityResult>({
  id: 'durability',
  plan: DurabilityPlan,
  result: DurabilityResult,
  profiles: { quick: QUICK, full: { ...QUICK, profile: 'full', bytes: 1024 * MIB, limit_s: 0 } },
  codec: {
    bytes: byteCount('bytes'),
    block_bytes: byteCount('block'),
    loops: wholeNumber('loops'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  estimate(plan) {
    const loopS = DURABILITY_MODES.map((mode) => {
      const seconds = plan.bytes / ASSUMED_BYTES_PER_S[mode];
      return plan.limit_s === 0 ? seconds : Math.min(plan.limit_s, seconds);
    }).reduce((total, seconds) => total + seconds, 0);
    return {
      seconds: START_S + plan.bytes / ASSUMED_BYTES_PER_S.none + plan.loops * loopS,
      bytesWrittenMax: plan.bytes * (1 + plan.loops * DURABILITY_MODES.length),
    };
  },
  contradictions(result, plan) {
    const { claim, found } = claims();
    for (const mode of DURABILITY_MODES) {
      claim(result[mode].length <= plan.loops, `/${mode}`, 'more loops than planned');
      result[mode].forEach((pass, index) => {
        const pointer = `/${mode}/${index}`;
        checkPass(pass, plan.block_bytes, pointer, claim);
        claim(pass.read === undefined, `${pointer}/read`, 'nothing is read here');
        claim((pass.write?.bytes ?? 0) <= plan.bytes, `${pointer}/write/bytes`, 'more than planned');
        claim(mode !== 'none' || pass.flush_ns === 0, `${pointer}/flush_ns`, 'this way never flushes');
        claim((pass.kind === 'flush_each') === (mode === 'each'), `${pointer}/kind`, 'is not this way');
      });
    }
    return found;
  },
});
