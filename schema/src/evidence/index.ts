export * from './environments.ts';
export * from './interfaces.ts';
export * from './reasons.ts';
