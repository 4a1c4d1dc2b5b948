import type { Plan } from '@opfsmark/schema/families';

type FieldOf<Of extends Plan> = Of extends Plan ? Exclude<keyof Of, 'family' | 'suite' | 'profile'> : never;

/** A field that can be changed in a plan of any family. */
export type PlanField = FieldOf<Plan>;
