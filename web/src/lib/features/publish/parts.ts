/** What the dialog needs, in one file to load. */
export { default as Dialog } from './PublishDialog.svelte';
export { Publisher } from './publisher.svelte.ts';
