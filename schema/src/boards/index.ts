export * from './metrics.ts';
export * from './board.ts';
export * from './contender-table.ts';
export * from './derive-metric.ts';
export * from './difference.ts';
export * from './ids.ts';
export * from '../documents/lists.ts';
