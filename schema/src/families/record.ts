import * as z from 'zod/mini';
import { Environment } from '../environment.ts';
import { Failure } from '../result.ts';
import { Declaration, RECORD_FORMAT, RunId, RunUpload, RunView, type RunRecord } from '../run-record.ts';
import { Ticket } from '../ticket.ts';
import { DatabasePlan, DatabaseResult } from './database/index.ts';
import { DurabilityPlan, DurabilityResult } from './durability/index.ts';
import { PickedFolderPlan, PickedFolderResult } from './picked-folder/index.ts';
import { SmallFilesPlan, SmallFilesResult } from './small-files/index.ts';
import { StorageApisPlan, StorageApisResult } from './storage-apis/index.ts';
import { StutterPlan, StutterResult } from './stutter/index.ts';
import { SustainedPlan, SustainedResult } from './sustained/index.ts';
import { BlockSweepPlan, BlockSweepResult, QueueSweepPlan, QueueSweepResult } from './sweep/index.ts';

/** A plan of any family but the grid. */
export const FamilyPlan = z.discriminatedUnion('family', [
  StutterPlan,
  SmallFilesPlan,
  BlockSweepPlan,
  QueueSweepPlan,
  DurabilityPlan,
  SustainedPlan,
  DatabasePlan,
  StorageApisPlan,
  PickedFolderPlan,
]);
export type FamilyPlan = z.infer<typeof FamilyPlan>;

export const FamilyResult = z.discriminatedUnion('family', [
  StutterResult,
  SmallFilesResult,
  BlockSweepResult,
  QueueSweepResult,
  DurabilityResult,
  SustainedResult,
  DatabaseResult,
  StorageApisResult,
  PickedFolderResult,
]);
export type FamilyResult = z.infer<typeof FamilyResult>;

/** What was measured in a run of a family: as `RunRecord`, with that family's plan and result. */
export const FamilyRecord = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  started_at: z.iso.datetime(),
  wall_ms: z.number().check(z.nonnegative()),
  status: z.enum(['done', 'stopped', 'failed']),
  failure: z.optional(Failure),
  plan: FamilyPlan,
  environment: Environment,
  result: FamilyResult,
});
export type FamilyRecord = z.infer<typeof FamilyRecord>;

/** The body of `PUT /api/v1/runs/{run_id}` for such a run. */
export const FamilyUpload = z.strictObject({
  record: FamilyRecord,
  declared: Declaration,
  ticket: z.optional(Ticket),
  rig_id: z.optional(RunId),
});
export type FamilyUpload = z.infer<typeof FamilyUpload>;

/** As `RunView`; the page derives what it shows by the functions of the family. Only picked folders are ranked. */
export const FamilyView = z.extend(RunView, { record: FamilyRecord });
export type FamilyView = z.infer<typeof FamilyView>;

export const AnyUpload = z.union([RunUpload, FamilyUpload]);
export type AnyUpload = z.infer<typeof AnyUpload>;
export const AnyView = z.union([RunView, FamilyView]);
export type AnyView = z.infer<typeof AnyView>;
export type AnyRecord = RunRecord | FamilyRecord;

export function isFamilyRecord(record: AnyRecord): record is FamilyRecord {
  return record.plan.family !== 'matrix';
}

export function isFamilyView(view: AnyView): view is FamilyView {
  return isFamilyRecord(view.record);
}
