export * from './answer.ts';
export * from './hill.ts';
export { explainedOn, type Grade, gradeOfSentence, gradeOpen, nextStep, WHY } from './verdict.ts';
export * from './rulers.ts';
export * from './sources.ts';
