/** `npm run dev`: the service beside vite with hot reload. Change the C++ and run `npm run build -w wasm-core`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildCore } from './lib/build.mjs';
import { run } from './lib/command.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { ROOT } from './lib/paths.mjs';
import { needFreePort, parsePort } from './lib/port.mjs';
import { main } from './lib/say.mjs';
import { migrate, wranglerEnv, writeServiceConfig } from './lib/wrangler.mjs';

await main(async () => {
  const port = parsePort(process.env.PORT || '5173');
  const apiPort = parsePort(process.env.API_PORT || '8788', 'API_PORT');
  await needFreePort(port);
  await needFreePort(apiPort);
  // Where web's vite configuration looks for it too.
  const stateDir = join(ROOT, '.state');
  mkdirSync(stateDir, { recursive: true });
  await installDependencies();
  await buildCore();
  await migrate(stateDir);

  const env = wranglerEnv(stateDir);
  const api = ['--persist-to', stateDir, '--port', `${apiPort}`, '--ip', '127.0.0.1', '--inspector-port', '0'];
  await Promise.race([
    run('wrangler', ['dev', '-c', writeServiceConfig(stateDir), ...api, '--show-interactive-dev-session=false'], {
      env,
    }),
    run('npm', ['run', 'dev', '-w', 'web', '--', '--port', `${port}`, '--strictPort'], { env }),
  ]);
});
