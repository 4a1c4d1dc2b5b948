import * as z from 'zod/mini';
import type { Estimate } from '../estimate.ts';
import type { PlanCodec } from './codec.ts';

/** `quick`: under a minute on two cores. `full`: the sizes of the tool that the family comes from. */
export const FamilyProfile = z.enum(['quick', 'full']);
export type FamilyProfile = z.infer<typeof FamilyProfile>;

/** A statement of the record that contradicts another one: pointer into the result, and what is wrong. */
export interface Contradiction {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * Everything the language knows of one family. Members are methods, so that a definition of one family fits where any
 * family is meant; whoever holds a plan takes the definition by `plan.family`, which is what makes that sound.
 */
export interface FamilyDefinition<Plan, Result> {
  readonly id: string;
  readonly plan: z.ZodMiniType<Plan>;
  readonly result: z.ZodMiniType<Result>;
  readonly profiles: Readonly<Record<FamilyProfile, Plan>>;
  readonly codec: PlanCodec<Plan>;
  estimate(plan: Plan): Estimate;
  /** Identities that every honest result keeps, whatever the drive. */
  contradictions(result: Result, plan: Plan): Contradiction[];
}

/** Keeps the types of one definition together where it is written. */
export function defineFamily<Plan, Result>(definition: FamilyDefinition<Plan, Result>): FamilyDefinition<Plan, Result> {
  return definition;
}

/** Notes a statement that does not hold. */
export type Claim = (holds: boolean, pointer: string, detail: string) => void;

export function claims(): { readonly claim: Claim; readonly found: Contradiction[] } {
  const found: Contradiction[] = [];
  const claim: Claim = (holds, pointer, detail) => {
    if (!holds) found.push({ pointer, detail });
  };
  return { found, claim };
}
