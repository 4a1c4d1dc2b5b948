import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { PlainError } from './say.mjs';

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

/** Reads a port from text such as that of an environment variable. */
export function parsePort(text, name = 'PORT') {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65535) return port;
  throw new PlainError(`${name} must be a whole number from 1 to 65535, and is "${text}".`);
}

function answers(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
    socket.setTimeout(1000, () => end(false));
  });
}

/** Fails where another program listens. Browsers try both addresses of localhost, so both must be free. */
export async function needFreePort(port, name = 'PORT') {
  const isTaken = await Promise.all(['127.0.0.1', '::1'].map((host) => answers(host, port)));
  if (!isTaken.includes(true)) return;
  throw new PlainError(
    `Port ${port} is in use by another program: stop that one, or set ${name} to another one, such as ${port < 65535 ? port + 1 : 8787}.`,
  );
}

/**
 * Returns a port that nobody listens on at this moment.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
