import * as z from 'zod/mini';

/** `quick`: under a minute on two cores. `full`: the sizes of the tool that the family comes from. */
export const FamilyProfile = z.enum(['quick', 'full']);
export type FamilyProfile = z.infer<typeof FamilyProfile>;
