/**
 * Shows what an effect asks for, unless the effect ran anew or its page was left meanwhile: an answer that is overtaken by
 * a later question must not replace the later one's, nor stay until that one comes. What cannot be had shows nothing.
 *
 * @param ask is handed where to show what comes, as often as something does
 * @param meanwhile what is shown until something comes; of `undefined` what is there stays
 * @returns ends it: what the effect returns
 */
export function unlessOver<T>(
  ask: (show: (answer: T) => void) => Promise<unknown>,
  show: (answer: T) => void,
  meanwhile: T | undefined,
): () => void {
  let isOver = false;
  if (meanwhile !== undefined) show(meanwhile);
  void ask((answer) => {
    if (!isOver) show(answer);
  }).catch(() => undefined);
  return () => {
    isOver = true;
  };
}
