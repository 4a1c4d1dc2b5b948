import * as z from 'zod/mini';
import { SUITE_VERSION } from '../documents/bounds.ts';

/** `quick`: under a minute on two cores. `full`: the sizes of the tool that the family comes from. */
export const FamilyProfile = z.enum(['quick', 'full']);
export type FamilyProfile = z.infer<typeof FamilyProfile>;

/** How the plan of every family but the grid begins, after its name. */
export const PLAN_HEAD = { suite: z.literal(SUITE_VERSION), profile: FamilyProfile } as const;
