/**
 * DuckDB's own worker. Hosts of static files take no file of 34 MB, and few compress one: what is loaded are the 8 MB that the build of
 * the core leaves.
 */
const fetchAsItIs = globalThis.fetch;

globalThis.fetch = async (...request) => {
  const response = await fetchAsItIs(...request);
  if (!response.url.endsWith('.bin') || !response.ok || !response.body) return response;
  const bytes = response.body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
};

// Where it cannot be compiled the library answers nothing.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));

// As it is: a bundler takes out what it runs by itself, which its package says has no effects.
const script = new URL('../../../../dist/duckdb-worker.js', import.meta.url);
await import(/* @vite-ignore */ script.href);
postMessage('it listens');
export {};
