const REST_MS = 50;
/** `null`: a page that is not isolated has none. */
const cell = typeof SharedArrayBuffer === 'undefined' ? null : new Int32Array(new SharedArrayBuffer(4));

/**
 * Rests for a moment, with what comes in meanwhile left waiting: a transaction of IndexedDB stays open for as long as the answer to a
 * request of it has not been looked at, and this takes no processor time.
 */
export function rest(): void {
  if (cell) Atomics.wait(cell, 0, 0, REST_MS);
}
