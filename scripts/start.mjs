/**
 * `npm start`: from a fresh clone to a running site. PORT and STATE_DIR say where it listens and keeps its data. Only this computer
 * reaches it, unless BIND_ADDRESS says where else to listen; TRUSTED_PROXIES names whose X-Forwarded-For counts then.
 */
import { buildCore, buildSite } from './lib/build.mjs';
import { wasStopped } from './lib/children.mjs';
import { run, toolEnv } from './lib/command.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { needFreePort, parsePort } from './lib/port.mjs';
import { main, PlainError } from './lib/say.mjs';
import { readSettings } from './lib/settings.mjs';
import { ALLOCATOR_ENV, NODE_FLAGS } from './lib/server-process.mjs';

await main(async () => {
  const port = parsePort(process.env.PORT || '8787');
  readSettings(process.env);
  await needFreePort(port);
  await installDependencies();
  // A package reads addresses, and a fresh clone has it only now. What is wrong with them is said before anything is built.
  const { parseAddress, parseProxies } = await import('./lib/proxies.mjs');
  parseAddress(process.env.BIND_ADDRESS || '0.0.0.0');
  parseProxies(process.env.TRUSTED_PROXIES ?? '');
  await buildCore();
  await buildSite();
  // A process of its own: it runs on the Node.js that was installed just now.
  const env = toolEnv({ NODE_ENV: 'production', ...ALLOCATOR_ENV });
  const { code } = await run('node', [...NODE_FLAGS, 'scripts/serve.mjs'], { env });
  if (!wasStopped)
    throw new PlainError(
      code === 0 ? 'The site has stopped by itself.' : 'The site did not start, or has stopped by itself: see above.',
    );
});
