export * from './cohort.ts';
export * from './list.ts';
export * from './policy.ts';
export * from './statistics.ts';
