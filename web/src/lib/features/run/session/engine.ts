/** The part of the engine that the page uses: a chunk of its own, without what the package offers to other pages. */
export { canResume, checkSupport, discardPrepared, findPrepared, giveUpPaused, prepareCold, run } from '@opfsmark/core';
