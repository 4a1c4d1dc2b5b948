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
