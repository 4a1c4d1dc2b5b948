import { ended, stopAll, toldToStop } from './children.mjs';
import { decideHere } from './node.mjs';

/** What the person at the terminal is told: one plain sentence each. */
export function say(sentence) {
  console.log(sentence);
}

/** Something that the person can put right: shown as its sentence, without a stack. */
export class PlainError extends Error {
  name = 'PlainError';
}

/**
 * Runs a script's main function, where this Node.js can. A PlainError ends it with its sentence and exit code 1, a bug
 * with its stack.
 */
export async function main(run) {
  try {
    const node = decideHere();
    if (node.kind === 'refuse') throw new PlainError(node.sentence);
    await run();
  } catch (error) {
    process.exitCode = 1;
    // Whoever stopped it knows why it failed.
    if (!toldToStop) console.error(error instanceof PlainError ? error.message : error);
  } finally {
    stopAll();
    await ended();
  }
}
