/** The site that browsers of a lab are led to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, waitForHttp } from '../../scripts/lib/port.mjs';
import { endTree } from '../../wasm-core/cli/end-tree.ts';

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
/** Installing and building included. */
const START_MS = 1_200_000;

/** A site that runs, or the built one with an empty state on a free port. */
export async function siteAt(address: string | undefined): Promise<{ origin: string; close(): Promise<void> }> {
  if (address !== undefined) return { origin: address.replace(/\/+$/, ''), close: () => Promise.resolve() };
  const port = await freePort();
  const state = mkdtempSync(join(tmpdir(), 'opfsmark-site-'));
  const env = { ...process.env, PORT: String(port), STATE_DIR: state, TRUST_POLICY: 'open' };
  const server: ChildProcess = spawn(process.execPath, [START], { env, stdio: 'inherit' });
  const origin = `http://localhost:${port}`;
  const whenEnded = once(server, 'exit');
  const over = new AbortController();
  void whenEnded.then(() => over.abort());
  const isUp = await waitForHttp(`${origin}/api/v1/healthz`, { timeoutMs: START_MS, signal: over.signal });
  if (!isUp) throw new Error('the site did not start: see above');
  return {
    origin,
    async close() {
      // On Windows it could not pass a signal on: the server that it has started would stay, and hold the state.
      if (process.platform === 'win32') endTree(server, 'SIGTERM');
      else server.kill();
      await whenEnded;
      rmSync(state, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
