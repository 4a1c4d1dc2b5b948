import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { followColours } from './colours.svelte.ts';
import type * as Drawn from './drawing.ts';
import { loadCharts } from './load.ts';
import { pace } from './pace.ts';
import type { ChartSpec } from './spec.ts';

/** What is drawn before it is scrolled to. */
const AHEAD = '300px';

/** To draw takes about 10 ms, which a run needs for what it measures. */
const BETWEEN_MS = 500;

/** Calls back once, when the element is near the window: many charts are never reached. The result stops waiting. */
function whenNear(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: AHEAD },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** For a canvas: a chart that is made once, follows what its spec reads and the theme, and goes with the canvas. */
export function showChart(spec: () => ChartSpec, onFailed: () => void): Attachment<HTMLCanvasElement> {
  return (canvas) => {
    let library = $state.raw<typeof Drawn | null>(null);
    let drawing: Drawn.Drawing | null = null;
    const { ask, stop } = pace(BETWEEN_MS);
    const stopWaiting = whenNear(canvas, () => {
      loadCharts().then((loaded) => (library = loaded), onFailed);
    });
    $effect(() => {
      if (!library) return;
      const next = spec();
      if (drawing) ask(() => drawing?.update(next));
      else drawing = library.draw(canvas, next);
    });
    $effect(() => {
      followColours();
      drawing?.update(untrack(spec));
    });
    return () => {
      stopWaiting();
      stop();
      drawing?.destroy();
    };
  };
}
