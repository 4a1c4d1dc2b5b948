import { BOUNDS, MIB } from '@opfsmark/schema/documents';
import { withPace } from '@opfsmark/schema/families/matrix/profiles';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';

/** A parameter that is typed in. `step`: what it must be a multiple of. */
interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Fields of a plan that are whole numbers, in the unit in which they are typed. */
export const NUMBERS = {
  size: { min: BOUNDS.file_bytes.min / MIB, max: BOUNDS.file_bytes.max / MIB, step: 1 },
  loops: { ...BOUNDS.loops, step: 1 },
  limit: { ...BOUNDS.limit_s, step: 1 },
  interval: { ...BOUNDS.interval_s, step: 1 },
  mixPercent: { ...BOUNDS.mix_read_percent, step: 10 },
  seed: { ...BOUNDS.seed, step: 1 },
} as const satisfies Record<string, NumberRule>;

export type NumberField = keyof typeof NUMBERS;
/** As typed: an empty field is no number. */
type Typed = Record<NumberField, number | null>;

export function typedOf(plan: MatrixPlan): Typed {
  return {
    size: plan.file_bytes / MIB,
    loops: plan.loops,
    limit: plan.limit_s,
    interval: plan.interval_s,
    mixPercent: plan.mix_read_percent,
    seed: plan.seed,
  };
}

export function fits(value: number | null, { min, max, step }: NumberRule): value is number {
  return value !== null && Number.isInteger(value) && value >= min && value <= max && value % step === 0;
}

/** The plan with what was typed; `null` while something typed is out of bounds. */
export function withTyped(
  plan: MatrixPlan,
  { size, loops, limit, interval, mixPercent, seed }: Typed,
): MatrixPlan | null {
  if (!fits(size, NUMBERS.size) || !fits(loops, NUMBERS.loops) || !fits(limit, NUMBERS.limit)) return null;
  if (!fits(interval, NUMBERS.interval) || !fits(mixPercent, NUMBERS.mixPercent) || !fits(seed, NUMBERS.seed))
    return null;
  return withPace({
    ...plan,
    file_bytes: size * MIB,
    loops,
    limit_s: limit,
    interval_s: interval,
    mix_read_percent: mixPercent,
    seed,
  });
}
