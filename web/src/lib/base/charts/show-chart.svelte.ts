import { createSubscriber } from 'svelte/reactivity';
import { flushSync, untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { isBeingPrinted, whenNear } from '../when-seen.ts';
import { whenIdle, whenWanted } from '../when-idle.ts';
import type * as Drawn from './drawing.ts';
import type { ChartSpec } from './spec.ts';

/** Work that is done at once, and then at most once in a time: of what comes meanwhile, the last is done at its end. */
interface Pace {
  readonly ask: (work: () => void) => void;
  readonly stop: () => void;
}

export function pace(betweenMs: number): Pace {
  let lastMs = -Infinity;
  let later: ReturnType<typeof setTimeout> | undefined;
  return {
    ask(work) {
      clearTimeout(later);
      const act = () => {
        lastMs = performance.now();
        work();
      };
      const waitMs = lastMs + betweenMs - performance.now();
      if (waitMs <= 0) act();
      else later = setTimeout(act, waitMs);
    },
    stop: () => clearTimeout(later),
  };
}

const subscribe = createSubscriber((update) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', update);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', update);
  };
});

/** Read inside an effect that paints with the page's colours: it runs again when the theme changes. */
function followColours(): void {
  subscribe();
}

/** The drawing code, once it was loaded: a page that is about to be printed waits for nothing. */
let loaded: typeof Drawn | null = null;

/** Loads what draws charts. A run does so before it begins: while it measures nothing is loaded. */
export async function loadCharts(): Promise<typeof Drawn> {
  loaded ??= await import('./drawing.ts');
  return loaded;
}

/** The time in which a page is only looked at: who reads for longer may print it from a menu, which the page knows nothing of. */
const LOOKED_AT_MS = 5000;

let mayBePrinted: Promise<void> | null = null;
/** As `loadCharts`, once the page may be printed, which waits for nothing then: what is printed says where a chart is missing. */
export async function loadChartsToPrint(): Promise<void> {
  // One time for all, also for what comes to the page later.
  mayBePrinted ??= whenWanted(new Promise((resolve) => setTimeout(resolve, LOOKED_AT_MS))).then(whenIdle);
  await mayBePrinted;
  await loadCharts().catch(() => undefined);
}

/** The distance at which a chart is drawn before it is scrolled to. */
const AHEAD = '300px';

/** To draw takes about 10 ms, which a run needs for what it measures. */
const BETWEEN_MS = 500;

/** For a canvas: a chart that is made once, follows what its spec reads and the theme, and goes with the canvas. */
export function showChart(
  spec: () => ChartSpec,
  onOutcome: (outcome: 'drawn' | 'failed') => void,
): Attachment<HTMLCanvasElement> {
  return (canvas) => {
    // In a part that comes to life as the page is printed.
    let library = $state.raw(isBeingPrinted() ? loaded : null);
    let drawing: Drawn.Drawing | null = null;
    const { ask, stop } = pace(BETWEEN_MS);
    const stopWaiting = whenNear(
      canvas,
      () => {
        loadCharts().then(
          (module) => (library = module),
          () => onOutcome('failed'),
        );
      },
      AHEAD,
    );
    void loadChartsToPrint();
    $effect(() => {
      if (!library) return;
      const currentSpec = spec();
      if (drawing) {
        ask(() => drawing?.update(currentSpec));
        return;
      }
      drawing = library.draw(canvas, currentSpec);
      onOutcome('drawn');
    });
    /** All of it, in the colours of paper. */
    const drawForPrint = () => {
      flushSync(() => (library ??= loaded));
      drawing?.update(untrack(spec));
    };
    addEventListener('beforeprint', drawForPrint);
    $effect(() => {
      followColours();
      drawing?.update(untrack(spec));
    });
    return () => {
      removeEventListener('beforeprint', drawForPrint);
      stopWaiting();
      stop();
      drawing?.destroy();
    };
  };
}
