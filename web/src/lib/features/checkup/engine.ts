/** The part of the engine that the page uses: a chunk of its own, which is loaded when a checkup begins. */
export { checkUp } from '@opfsmark/core';
