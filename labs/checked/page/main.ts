type Answer = { readonly found: unknown } | { readonly error: string };

/** Runs one contender of one table in a worker of its own: what checked/measure.mjs asks for. */
function run(request: unknown): Promise<Answer> {
  const worker = new Worker(new URL('../worker/main.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    const answer = (data: Answer) => {
      worker.terminate();
      resolve(data);
    };
    worker.onmessage = ({ data }: MessageEvent<Answer>) => answer(data);
    worker.onerror = ({ message }) => answer({ error: message });
    worker.postMessage(request);
  });
}

Object.assign(window, { bench: { run } });
