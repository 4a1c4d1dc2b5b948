/** `npm run dev`: the service beside vite with hot reload. Change the C++ and run `npm run build -w wasm-core`. */
import { buildCore } from './lib/build.mjs';
import { run, toolEnv } from './lib/command.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { needFreePort, parsePort } from './lib/port.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  const port = parsePort(process.env.PORT || '5173');
  const apiPort = parsePort(process.env.API_PORT || '8788', 'API_PORT');
  await needFreePort(port);
  await needFreePort(apiPort, 'API_PORT');
  await installDependencies();
  await buildCore();
  await Promise.race([
    run('node', ['--watch-path=worker-api', '--watch-path=schema/src', 'scripts/serve.mjs', '--service-alone'], {
      env: toolEnv({ PORT: `${apiPort}` }),
    }),
    run('npm', ['run', 'dev', '-w', 'web', '--', '--port', `${port}`, '--strictPort'], {
      env: toolEnv({ DEV_API_ORIGIN: `http://127.0.0.1:${apiPort}` }),
    }),
  ]);
});
