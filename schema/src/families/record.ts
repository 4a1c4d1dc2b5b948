import * as z from 'zod/mini';
import { Environment } from '../documents/environment.ts';
import { Failure } from '../documents/pass.ts';
import type { Figure } from '../figures/figure.ts';
import type { Contradiction, RecordOf } from './family.ts';
import { MAX_BYTES_PER_S, RECORD_FORMAT, WALL_SLACK, WALL_SLACK_NS } from './family.ts';
import { claims } from './claims.ts';
import { environmentFlags, type Flag } from './flags.ts';
import { FAMILY_IDS, type FamilyId } from './ids.ts';
import type { IostatPart } from './iostat-part.ts';
import { familyOf, type Plan, type PlanOf, type Result, type ResultOf } from './table.ts';
import { sum } from '../documents/wire.ts';

/**
 * What was measured in a run of one family: counts, times and histograms. Every number that people see is derived from
 * it, on the page and on the service alike.
 */
export type RunRecord = {
  [Id in FamilyId]: RecordOf<PlanOf<Id>, ResultOf<Id>> & { readonly family: Id };
}[FamilyId];
export type FamilyRecord<Id extends FamilyId> = Extract<RunRecord, { readonly family: Id }>;

function recordSchema(id: FamilyId) {
  const { plan, result } = familyOf(id);
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

const known = (record: RunRecord) => familyOf(record.family);
const measured = (record: RunRecord) => record as RecordOf<Plan, Result>;

/** A rate over no time at all is no number, and JSON cannot hold it. */
const hasNumbers = ({ value, low, high }: Figure) => [value, low, high].every(Number.isFinite);

/** The numbers that stand for a record, most telling first: see `Figure`. */
export function figuresOf(record: RunRecord): Figure[] {
  return known(record).figures(measured(record)).filter(hasNumbers);
}

/** What `iostat -x` would have shown, for every part of a result. */
export function iostatParts(result: Result): IostatPart[] {
  return familyOf(result.family).iostat(result);
}

/** What makes a record doubtful: its environment first, then what its family sees. */
export function flagsOf(record: RunRecord): Flag[] {
  const own = known(record).flags?.(measured(record)) ?? [];
  const serious = own.filter(({ job }) => job === null);
  return [...serious, ...environmentFlags(record.environment), ...own.filter(({ job }) => job !== null)];
}

/** Whether anything was measured to its end. */
export function hasFindings({ result }: Pick<RunRecord, 'result'>): boolean {
  return iostatParts(result).length > 0;
}

/** Engines that only go with one family: what a person picked. */
const PICKED_ENGINES: ReadonlySet<string> = new Set(['picked-folder', 'picked-file']);

/**
 * What in a record contradicts itself, each by an RFC 6901 pointer into the record: the identities of its family, and
 * those that hold for all. An empty list does not make a record true, only possible.
 */
export function contradictions(record: RunRecord): Contradiction[] {
  const { claim, claimOfRecord, found } = claims();
  const { family, environment, result, status, failure, wall_ms } = record;
  found.push(...known(record).contradictions(measured(record)));
  const layout = 'layout' in result ? result.layout : environment.layout;
  claim(layout === environment.layout, '/layout', 'is not the layout of the environment');
  claimOfRecord((status === 'failed') === (failure !== undefined), '/status', 'does not agree with failure');
  const picked = PICKED_ENGINES.has(environment.engine);
  claimOfRecord(picked === (family === 'picked-folder'), '/environment/engine', `does not go with ${family}`);
  const parts = iostatParts(result);
  for (const { part, row } of parts) {
    claim((row.r_mb_per_s + row.w_mb_per_s) * 1e6 <= MAX_BYTES_PER_S, '', `${part} is faster than memory`);
  }
  const partsNs = sum(parts.map(({ row }) => row.length_s)) * 1e9;
  claimOfRecord(
    partsNs <= wall_ms * 1e6 * WALL_SLACK + WALL_SLACK_NS,
    '/wall_ms',
    'is less than the parts took together',
  );
  return found;
}
