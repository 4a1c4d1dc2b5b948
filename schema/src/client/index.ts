export * from './call.ts';
export type { AnswerOf, PartsOf, PathOf } from './call.ts';
