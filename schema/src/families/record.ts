import * as z from 'zod/mini';
import { Environment } from '../documents/environment.ts';
import { Failure } from '../documents/pass.ts';
import { RECORD_FORMAT, type RecordOf } from './family.ts';
import { FAMILY_IDS, type FamilyId } from './ids.ts';
import { checksOf } from './checks.ts';
import type { PlanOf, ResultOf } from './families.ts';

/**
 * What was measured in a run of one family: counts, times and histograms. Every number that people see is derived from
 * it, on the page and on the service alike.
 */
export type RunRecord = {
  [Id in FamilyId]: RecordOf<PlanOf<Id>, ResultOf<Id>> & { readonly family: Id };
}[FamilyId];
export type FamilyRecord<Id extends FamilyId> = Extract<RunRecord, { readonly family: Id }>;

function recordSchema(id: FamilyId) {
  const { plan, result } = checksOf(id);
  return z.strictObject({
    format: z.literal(RECORD_FORMAT),
    family: z.literal(id),
    started_at: z.iso.datetime(),
    wall_ms: z.number().check(z.nonnegative(), z.maximum(1e10)),
    status: z.enum(['done', 'stopped', 'failed']),
    failure: z.optional(Failure),
    plan,
    environment: Environment,
    result,
  });
}

type AnyRecordSchema = ReturnType<typeof recordSchema>;
const [first, ...others] = FAMILY_IDS.map(recordSchema) as [AnyRecordSchema, ...AnyRecordSchema[]];

/** A record of any family: the plan and the result are of the family that the record names. */
export const RunRecord = z.discriminatedUnion('family', [first, ...others]) as unknown as z.ZodMiniType<RunRecord>;

/** Narrows a record to one family. */
export function isRecordOf<Id extends FamilyId>(record: RunRecord, id: Id): record is FamilyRecord<Id> {
  return record.family === id;
}
