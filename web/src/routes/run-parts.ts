/** What the run page shows only with a run: one chunk. */
export { default as AboutPanel } from '$lib/features/run/page/AboutPanel.svelte';
export { default as AnswerCard } from '$lib/features/answer/AnswerCard.svelte';
export { default as FinishedDetails } from './FinishedDetails.svelte';
export { default as FamilyView } from '$lib/features/families/FamilyView.svelte';
export { default as IostatStrip } from '$lib/features/run/page/IostatStrip.svelte';
export { default as LiveRegion } from '$lib/features/run/page/LiveRegion.svelte';
export { default as LiveChart } from '$lib/features/run/page/LiveChart.svelte';
