/** What the command line needs and is not there yet: the dependencies, with a newer Node.js among them, and the core. */
import { buildCore } from './lib/build.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await installDependencies();
  await buildCore();
});
