export { answerOf } from './table.ts';
