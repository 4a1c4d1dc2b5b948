/** What stands in the place of Run when something was measured: one chunk, loaded when a run begins. */
export { runAddress } from './address/address.ts';
export { default as FinishedRun } from './control/FinishedRun.svelte';
