export * from './environments.ts';
export * from './reasons.ts';
