import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `url` answers with a success.
 * @param {string} url
 * @param {{ timeoutMs: number, signal: AbortSignal }} options `signal` ends the waiting early
 * @returns {Promise<boolean>}
 */
export async function waitForHttp(url, { timeoutMs, signal }) {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && !signal.aborted) {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) }).catch(
      () => undefined,
    );
    await response?.body?.cancel();
    if (response?.ok) return true;
    await pause(100, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
