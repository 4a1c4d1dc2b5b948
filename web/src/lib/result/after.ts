/** What is seen only once something was measured: one chunk, loaded when a run begins. */
export { default as ResultDetails } from './ResultDetails.svelte';
export { default as SaveMenu } from './SaveMenu.svelte';
export { default as ScoreLine } from './ScoreLine.svelte';
export { default as VerdictChip } from './VerdictChip.svelte';

// In the same moment, so that nothing is loaded while something is measured.
void import('./ChartCards.svelte');
