/**
 * How long a wall waits before it asks again. A full group is read with 381 rows, one of 30 with 61. Nothing limits reads of
 * a network: 30 walls behind one address ask three times per second.
 */
export const EVERY_MS = 10_000;

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Asks every `EVERY_MS` after the last answer while the page is seen, and at once when it is seen again, until `ask` says that
 * it is over. Returns what ends it.
 */
export function whileSeen(ask: () => Promise<'again' | 'over'>, page: Page = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;

  const wait = () => (timer = setTimeout(() => void round(), EVERY_MS));
  async function round() {
    clearTimeout(timer);
    // A page without a timer now has one when it is seen again, or when the answer is there.
    if (isOver || isAsking || page.visibilityState === 'hidden') return;
    isAsking = true;
    const outcome = await ask();
    isAsking = false;
    if (outcome === 'over') end();
    else if (!isOver) wait();
  }

  const onSeen = () => void round();
  function end() {
    isOver = true;
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', onSeen);
  }

  page.addEventListener('visibilitychange', onSeen);
  wait();
  return end;
}
