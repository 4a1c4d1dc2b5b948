/** Installs and builds what the command line needs and does not find: the dependencies and the core. */
import { buildCore } from './lib/build.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await installDependencies();
  await buildCore();
});
