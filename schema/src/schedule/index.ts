export * from './files.ts';
export * from './passes.ts';
export * from './steps.ts';
