export * from './database/index.ts';
export * from './durability/index.ts';
export {
  FamilyProfile,
  RECORD_FORMAT,
  type Contradiction,
  type FamilyDefinition,
  type PlanHead,
  type RecordOf,
} from './family.ts';
export * from './flags.ts';
export * from './ids.ts';
export type { IostatPart } from './iostat-part.ts';
export * from './matrix/index.ts';
export * from './picked-folder/index.ts';
export * from './plan-json.ts';
export * from './plans.ts';
export * from './record.ts';
export * from './small-files/index.ts';
export * from './storage-apis/index.ts';
export * from './stutter/index.ts';
export * from './sustained/index.ts';
export * from './sweep/index.ts';
export * from './table.ts';
