/**
 * `npm start`: from a fresh clone to a running site. PORT and STATE_DIR say where it listens and keeps its data. Only this computer
 * reaches it, unless BIND_ADDRESS says where else to listen; TRUSTED_PROXIES names whose X-Forwarded-For counts then.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildCore, buildSite } from './lib/build.mjs';
import { wasStopped } from './lib/children.mjs';
import { run } from './lib/command.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { parseAddress, parseProxies, serveFront } from './lib/front.mjs';
import { freePort, needFreePort, parsePort, waitForHttp } from './lib/port.mjs';
import { ROOT } from './lib/paths.mjs';
import { migrate, WEB_CONFIG, wranglerEnv, writeServiceConfig } from './lib/wrangler.mjs';
import { main, PlainError, say } from './lib/say.mjs';

const READY_TIMEOUT_MS = 120_000;

function makeStateDir() {
  const stateDir = resolve(ROOT, process.env.STATE_DIR || '.state');
  try {
    mkdirSync(stateDir, { recursive: true });
    accessSync(stateDir, constants.W_OK);
  } catch {
    throw new PlainError(`The data cannot be kept in ${stateDir}: that is not a folder this program may write to.`);
  }
  return stateDir;
}

/** Serves on this computer. `onceReady` is called when the site answers; what it returns ends what it began. */
async function serve(port, stateDir, onceReady) {
  const options = ['--persist-to', stateDir, '--port', `${port}`, '--ip', '127.0.0.1', '--inspector-port', '0'];
  const quiet = ['--show-interactive-dev-session=false', '--log-level', 'error'];
  const exitController = new AbortController();
  const server = run('wrangler', ['dev', '-c', WEB_CONFIG, '-c', writeServiceConfig(stateDir), ...options, ...quiet], {
    env: wranglerEnv(stateDir),
  }).finally(() => exitController.abort());

  const origin = `http://127.0.0.1:${port}`;
  for (const path of ['/api/v1/healthz', '/']) {
    if (await waitForHttp(`${origin}${path}`, { timeoutMs: READY_TIMEOUT_MS, signal: exitController.signal })) continue;
    throw new PlainError(
      exitController.signal.aborted ? 'The site did not start: see above.' : `${origin}${path} did not answer.`,
    );
  }
  const end = await onceReady();
  await server.finally(end);
  if (!wasStopped) throw new PlainError('The site has stopped by itself: see above.');
}

await main(async () => {
  const port = parsePort(process.env.PORT || '8787');
  await needFreePort(port);
  const host = process.env.BIND_ADDRESS ? parseAddress(process.env.BIND_ADDRESS) : null;
  const proxies = parseProxies(process.env.TRUSTED_PROXIES ?? '');
  const stateDir = makeStateDir();
  await installDependencies();
  await buildCore();
  await buildSite();
  await migrate(stateDir);
  await needFreePort(port);
  const innerPort = host === null ? port : await freePort();
  await serve(innerPort, stateDir, async () => {
    const end = host === null ? () => undefined : await serveFront({ host, port, innerPort, proxies });
    say(`OPFSMark is ready at http://localhost:${port}`);
    return end;
  });
});
