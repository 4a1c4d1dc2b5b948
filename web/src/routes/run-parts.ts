/** Parts of the run page with a run, and the code that fills them: one chunk, loaded when a run begins. */
export { default as AboutPanel } from '$lib/features/run/page/AboutPanel.svelte';
export { default as AnswerCard } from '$lib/features/answer/AnswerCard.svelte';
export { default as FinishedDetails } from './FinishedDetails.svelte';
export { default as FamilyView } from '$lib/features/families/FamilyView.svelte';
export { default as IostatStrip } from '$lib/features/run/page/IostatStrip.svelte';
export { default as LiveRegion } from '$lib/features/run/page/LiveRegion.svelte';
export { answerOf, withFillMark } from '@opfsmark/schema/answer/of';
export { emptyResultOf } from '@opfsmark/schema/families';
export { entryOf } from '$lib/features/families/views.ts';
export { loadFinished } from '$lib/features/families/finished.ts';
export { default as SaveMenu } from '$lib/features/families/SaveMenu.svelte';
export { default as FinishedRun } from '$lib/features/run/control/FinishedRun.svelte';
export { default as LiveChart } from '$lib/features/run/page/LiveChart.svelte';
