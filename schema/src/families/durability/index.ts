import * as z from 'zod/mini';
import { Layout } from '../../documents/environment.ts';
import { BOUNDS, STANDARD_SEED, SECTOR_BYTES, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { Fill, Pass } from '../../documents/pass.ts';
import { median } from '../../documents/stats.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { byteCount, wholeNumber } from '../../plan/codec.ts';
import { latency } from '../../figures/derive.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { filledBytes, type DataFiles } from '../../schedule/files.ts';
import { fillStep, type Step } from '../../schedule/steps.ts';
import { claims } from '../claims.ts';
import { defineFamily, FamilyProfile } from '../family.ts';
import { partOfPass } from '../iostat-part.ts';
import { checkPass } from '../pass-claims.ts';
import { sum } from '../../documents/wire.ts';

/** In the order in which they run, loop by loop. */
export const DURABILITY_MODES = ['none', 'end', 'each'] as const;
export type DurabilityMode = (typeof DURABILITY_MODES)[number];

export const DURABILITY_BOUNDS = {
  bytes: { min: MIB, max: 8 * 1024 * MIB },
  block_bytes: { min: 4 * KIB, max: 16 * MIB },
  loops: { min: 1, max: 30 },
  enough_s: { min: 0, max: 600 },
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
    /** At most: what is written is bounded by them. */
    loops: integerWithin(DURABILITY_BOUNDS.loops),
    /** No loop begins after the loops have gone on for this long; 0: all loops are made. */
    enough_s: integerWithin(DURABILITY_BOUNDS.enough_s),
    /** Ends one way in one loop earlier; 0: only when all is written. */
    limit_s: integerWithin(DURABILITY_BOUNDS.limit_s),
    seed: integerWithin(BOUNDS.seed),
  })
  .check(z.refine((plan) => plan.bytes % plan.block_bytes === 0, 'bytes must be a multiple of the block'));
export type DurabilityPlan = z.infer<typeof DurabilityPlan>;

const passes = () => z.array(Pass).check(z.maxLength(DURABILITY_BOUNDS.loops.max));
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
  /** What the figure rests on: its loops, and how long they were measured together. */
  readonly loops: number;
  readonly measuredNs: number;
}

const QUICK: DurabilityPlan = {
  family: 'durability',
  suite: SUITE_VERSION,
  profile: 'quick',
  bytes: 64 * MIB,
  block_bytes: MIB,
  loops: 20,
  enough_s: 15,
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
        loops: values.length,
        measuredNs: sum(result[mode].map(({ total_ns }) => total_ns)),
      },
    ];
  });
}

/** Bytes per second on an ordinary computer, all ways in turn. */
const USUAL_BYTES_PER_S = 450e6;

export function durabilityFiles({ block_bytes, bytes, seed }: DurabilityPlan): DataFiles {
  return { rows: [{ pattern: 'sequential', block_bytes, queues: 1, threads: 1 }], bytes, data: 'random', seed };
}

/** All loops are one step: how many there will be is known only at the end. */
export function durabilityStep({ block_bytes, bytes, loops, enough_s, limit_s }: DurabilityPlan): Step {
  const ways = DURABILITY_MODES.length;
  const limits = [enough_s, loops * ways * limit_s].filter((limit) => limit > 0);
  return {
    id: 'loops',
    pace: `durability ${block_bytes}`,
    work: loops * ways * bytes,
    usualPerS: USUAL_BYTES_PER_S,
    ...(limits.length > 0 && { limitS: Math.min(...limits) }),
  };
}

export const durability = defineFamily<DurabilityPlan, DurabilityResult>({
  id: 'durability',
  plan: DurabilityPlan,
  result: DurabilityResult,
  profiles: { quick: QUICK, full: { ...QUICK, profile: 'full', bytes: 1024 * MIB, loops: 5, enough_s: 0, limit_s: 0 } },
  codec: {
    bytes: byteCount('bytes'),
    block_bytes: byteCount('block'),
    loops: wholeNumber('loops'),
    enough_s: wholeNumber('enough'),
    limit_s: wholeNumber('limit'),
    seed: wholeNumber('seed'),
  },
  steps: (plan, layout) => [fillStep(durabilityFiles(plan), layout), durabilityStep(plan)],
  // Filling, every way in every loop, and the block whose flush settles what was never flushed.
  bytesWrittenMax: (plan, layout) =>
    filledBytes(durabilityFiles(plan), layout) + plan.loops * (plan.bytes * DURABILITY_MODES.length + plan.block_bytes),
  contradictions({ result, plan }) {
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
  iostat: (result) =>
    DURABILITY_MODES.flatMap((mode) => result[mode].flatMap((pass) => partOfPass(`${mode} ${pass.loop}`, pass))),
  figures: ({ result }) =>
    durabilityFigures(result).map(({ mode, bytesPerS, min, max }): Figure => ({
      id: mode,
      name: mode,
      unit: 'bytes_per_s',
      better: 'higher',
      ...intervalOf(min === max ? [bytesPerS] : [min, bytesPerS, max]),
      value: bytesPerS,
      p99_ns: latency(result[mode], 'write')?.p99_ns ?? null,
      read_from: null,
    })),
});
