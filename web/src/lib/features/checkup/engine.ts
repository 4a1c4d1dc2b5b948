/** What the page uses of the engine: a chunk of its own, which is loaded when a checkup begins. */
export { checkUp } from '@opfsmark/core';
