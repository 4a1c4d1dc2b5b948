export * from './contender-ids.ts';
export * from './contenders.ts';
export * from './facts.ts';
export * from './figures.ts';
export * from './plan.ts';
export * from './schema.ts';
export * from './survived.ts';
export * from './verdict.ts';
