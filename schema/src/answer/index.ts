export * from './answer.ts';
export * from './crowd.ts';
export { hillPath } from './crowd.ts';
export { blankAnswer } from './answer.ts';
export { explainedOn, type Grade, gradeOfSentence, gradeOpen, nextStep, type NextStep, WHY } from './verdict.ts';
export * from './rulers.ts';
export * from './sources.ts';
export { placeBoxes, placeLabels, widthOf } from './rulers.ts';
