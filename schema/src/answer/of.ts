export { largeRowOf, smallRowOf } from './families/matrix-rows.ts';
export { answerOf } from './table.ts';
