export { answerOf } from '@opfsmark/schema/answer/of';
