export * from './metrics.ts';
export * from './board.ts';
export * from './contender-table.ts';
export * from './difference.ts';
export * from './ids.ts';
export * from './values.ts';
export { BOARD_LAYOUTS, type BoardLayout } from '../documents/lists.ts';
