export * from './limits.ts';
export type { Checkup } from './schema.ts';
export * from './verdict.ts';
