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
