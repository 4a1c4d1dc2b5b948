/** What is seen only once something was measured: one chunk, loaded when a run begins. */
export { default as ResultDetails } from './details/ResultDetails.svelte';
export { default as SaveMenu } from './export/SaveMenu.svelte';
export { default as ScoreLine } from './grid/ScoreLine.svelte';
export { default as VerdictChip } from './grid/VerdictChip.svelte';

// In the same moment, so that nothing is loaded while something is measured.
void import('./details/ChartCards.svelte');
