export * from './board.ts';
export * from './derive-metric.ts';
export * from './difference.ts';
export * from './ids.ts';
export * from './layout.ts';
export * from './metrics.ts';
export * from './record-layout.ts';
