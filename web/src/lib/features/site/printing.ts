import { loadCharts } from '$lib/base/charts/show-chart.svelte.ts';
import { whenIdle } from '$lib/base/when-idle.ts';

/** Loads what a page with charts needs to be printed: a browser that prints waits for nothing. */
export function prepareToPrint(): void {
  // A page that draws without it says so where the chart stands.
  if (document.querySelector('canvas'))
    void whenIdle()
      .then(loadCharts)
      .catch(() => undefined);
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
