import { loadChartsToPrint } from '$lib/base/charts/show-chart.svelte.ts';

/** Loads what draws the charts that the server wrote: they may come to life only as the page is printed. */
export function prepareToPrint(): void {
  if (document.querySelector('canvas')) void loadChartsToPrint();
}

/** Paper is light, whatever the screen is. The result undoes it. */
export function printLight(): () => void {
  const { dataset } = document.documentElement;
  let chosen: string | null = null;
  const listening = new AbortController();
  const { signal } = listening;
  // Before the charts, which take their colours from the page.
  addEventListener(
    'beforeprint',
    () => {
      chosen ??= dataset['theme'] ?? '';
      dataset['theme'] = 'light';
    },
    { signal, capture: true },
  );
  addEventListener(
    'afterprint',
    () => {
      dataset['theme'] = chosen ?? '';
      chosen = null;
    },
    { signal },
  );
  return () => listening.abort();
}
