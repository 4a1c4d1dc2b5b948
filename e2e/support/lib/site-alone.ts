import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitForHttp } from '../../../scripts/lib/port.mjs';
import { WEB_CONFIG, wranglerEnv } from '../../../scripts/lib/wrangler.mjs';
import { ROOT } from './paths.ts';

const START_MS = 60_000;

/** Serves the built site without the results service, and stops it after `work`. */
export async function withSiteAlone(work: (origin: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-alone-'));
  const port = await freePort();
  const options = ['--persist-to', folder, '--port', `${port}`, '--ip', '127.0.0.1', '--inspector-port', '0'];
  const quiet = ['--show-interactive-dev-session=false', '--log-level', 'none'];
  const server = spawn('wrangler', ['dev', '-c', WEB_CONFIG, ...options, ...quiet], {
    cwd: ROOT,
    env: wranglerEnv(folder),
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  const gone = new AbortController();
  void ended.then(() => {
    gone.abort();
  });
  try {
    const origin = `http://localhost:${port}`;
    if (!(await waitForHttp(`${origin}/`, { timeoutMs: START_MS, signal: gone.signal }))) {
      throw new Error('The site did not start.');
    }
    await work(origin);
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
