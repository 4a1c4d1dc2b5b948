let isPrinting = false;
/** Whether the page is about to be printed: what comes to life now is complete at once. */
export const isBeingPrinted = (): boolean => isPrinting;

/** Calls back once, as the page is about to be printed. */
export function onPrint(callback: () => void, signal: AbortSignal): void {
  const print = () => {
    isPrinting = true;
    callback();
    isPrinting = false;
  };
  addEventListener('beforeprint', print, { once: true, signal });
}

/**
 * Calls back once, when the element is on the screen or so far ahead of it: much of a page is never reached. The result stops
 * waiting.
 */
export function whenNear(element: Element, callback: () => void, ahead = '0px'): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: ahead },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
