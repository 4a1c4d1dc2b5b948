import { join } from 'node:path';
import { launch } from '../children.mjs';
import { toolEnv } from '../command.mjs';
import { waitForHttp } from '../http.mjs';
import { ROOT } from '../paths.mjs';
import { freePort } from '../port.mjs';
import { PlainError } from '../say.mjs';

const BUILD_AND_START_MS = 300_000;
/**
 * One run is published as that of several machines of one network, each with a ticket that is asked for after it; its
 * device is confirmed at once, because the page of an unconfirmed one is not for search engines.
 */
const RULES = {
  TICKET_ALLOWANCE_MS: '86400000',
  REPEATED_RESULTS: 'allowed',
  RECENT_PER_NETWORK: '100',
  RANK_MIN_PROVIDERS: '1',
  RANK_WAITING_DAYS: '0',
  RANK_MIN_SPAN_HOURS: '0',
};

/** The built site on an empty database, for as long as `work` takes. */
export async function withSite(stateDir, work) {
  const port = await freePort();
  const gone = new AbortController();
  const server = launch(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    env: toolEnv({ PORT: `${port}`, STATE_DIR: stateDir, ...RULES }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // It says of every address that is not there that it is not: worth showing only if it does not start.
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = new Promise((resolve) => server.once('exit', resolve));
  void ended.then(() => gone.abort());
  const origin = `http://localhost:${port}`;
  try {
    const ready = await waitForHttp(`${origin}/`, { timeoutMs: BUILD_AND_START_MS, signal: gone.signal });
    if (!ready) throw new PlainError(`The site did not start.\n${said}`);
    return await work(origin);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}
