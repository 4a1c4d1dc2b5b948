/** What is seen only once something was measured: one chunk, loaded when a run begins. */
export { noteFactsOf } from './details/note-facts.ts';
export { hasFigures } from './has-figures.ts';
export { default as RunDetails } from './RunDetails.svelte';
export { default as SaveMenu } from './SaveMenu.svelte';
