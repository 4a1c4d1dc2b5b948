/** Loads what draws charts. A run does so before it begins: while it measures nothing is loaded. */
export const loadCharts = () => import('./drawing.ts');
