export * from './board.ts';
export * from './ids.ts';
export * from './layout.ts';
export * from './metrics.ts';
