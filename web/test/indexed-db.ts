/** An answer of IndexedDB, as it comes: later. */
export function answered<T>(result: T) {
  const request: { result: T; onsuccess?: () => void } = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}
