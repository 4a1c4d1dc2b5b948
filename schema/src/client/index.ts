export * from './call.ts';
export type { AnswerOf, BodyOf, Method, PartsOf, PathOf } from './types.ts';
