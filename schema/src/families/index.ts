export * from './app-storage/figures.ts';
export * from './app-storage/plan.ts';
export * from './app-storage/plan-schema.ts';
export * from './app-storage/result.ts';
export * from './contradictions.ts';
export * from './database/figures.ts';
export * from './database/plan.ts';
export * from './database/plan-schema.ts';
export * from './database/result.ts';
export { sourceOfWrites, type Flushes } from './flush-witness.ts';
export { databaseFlushes } from './database/flushes.ts';
export { durabilityFlushes } from './durability/flushes.ts';
export { stutterFlushes } from './stutter/flushes.ts';
export { sustainedFlushes } from './sustained/flushes.ts';
export { sweepFlushes } from './sweep/flushes.ts';
export * from './durability/figures.ts';
export * from './durability/plan.ts';
export * from './durability/plan-schema.ts';
export * from './durability/result.ts';
export * from './empty-result.ts';
export { FamilyProfile } from './family-profile.ts';
export {
  RECORD_FORMAT,
  type Contradiction,
  type PlanHead,
  type PlanForms,
  type PlanSide,
  type RecordOf,
} from './family.ts';
export * from './flags.ts';
export * from './ids.ts';
export type { IostatPart } from './iostat-part.ts';
export * from './matrix/figures.ts';
export * from './matrix/plan.ts';
export * from './matrix/plan-schema.ts';
export * from './matrix/result.ts';
export * from './picked-file/figures.ts';
export * from './picked-file/plan.ts';
export * from './picked-file/plan-schema.ts';
export * from './picked-file/result.ts';
export * from './picked-folder/figures.ts';
export * from './picked-folder/plan.ts';
export * from './picked-folder/plan-schema.ts';
export * from './picked-folder/result.ts';
export * from './load-sides.ts';
export * from './plan-by-forms.ts';
export * from './plan-by-side.ts';
export * from './plan-check.ts';
export * from './plan-json.ts';
export * from './plan-schema-table.ts';
export * from './plan-table.ts';
export * from './plans.ts';
export type { FigureWord } from './figure-words.ts';
export { figuresBy } from './figures-by-side.ts';
export * from './record-figures.ts';
export * from './record-flags.ts';
export * from './record.ts';
export * from './result-table.ts';
export * from './small-files/figures.ts';
export * from './small-files/plan.ts';
export * from './small-files/plan-schema.ts';
export * from './small-files/result.ts';
export * from './stutter/figures.ts';
export * from './stutter/plan.ts';
export * from './stutter/plan-schema.ts';
export * from './stutter/result.ts';
export * from './stutter/stalls.ts';
export * from './stutter/timeline.ts';
export * from './sustained/change-points.ts';
export * from './sustained/cliff.ts';
export * from './sustained/figures.ts';
export * from './sustained/plan.ts';
export * from './sustained/plan-schema.ts';
export * from './sustained/result.ts';
export * from './sustained/steady.ts';
export * from './sweep/figures.ts';
export * from './sweep/plan.ts';
export * from './sweep/plan-schema.ts';
export * from './sweep/result.ts';
