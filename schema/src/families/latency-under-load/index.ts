export * from './plan.ts';
export * from './schema.ts';
