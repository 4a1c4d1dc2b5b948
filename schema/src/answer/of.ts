export { largeRowsOf, smallRowOf } from './families/matrix-rows.ts';
export { withFillMark } from './fill-mark.ts';
export { answerOf } from './table.ts';
