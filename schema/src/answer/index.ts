export * from './beside.ts';
export * from './blank.ts';
export * from '../families/answer.ts';
export * from './hill.ts';
export {
  DRIVE_LIMITS,
  explainedOn,
  type Grade,
  gradeOfSentence,
  gradeOpen,
  gradeStall,
  nextStep,
  unevenBy,
  WHY,
} from '../families/verdict.ts';
export { type PlaceAmongDrives, POINTS_OF_GRADES } from '../families/points.ts';
export * from '../figures/rulers.ts';
export * from '../figures/sources.ts';
