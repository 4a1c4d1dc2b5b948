export * from './figures.ts';
export * from './plan.ts';
export * from './schema.ts';
