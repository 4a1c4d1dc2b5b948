export * from './environments.ts';
export * from './interfaces.ts';
export * from './known-cores.ts';
export * from './reasons.ts';
