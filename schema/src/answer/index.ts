export * from './answer.ts';
export * from './crowd.ts';
export { blankAnswer } from './blank.ts';
export { OPEN_LIMITS_NS } from './limits.ts';
export type { CommitGrade, FilesGrade, FlushGrade, StallGrade } from './grades.ts';
export * from './rulers.ts';
export * from './sources.ts';
export { placeBoxes, placeLabels, widthOf } from './place-labels.ts';
export { explainedOn, WHY } from './why.ts';
