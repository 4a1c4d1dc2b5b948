/** `npm run build`: the core and the site, from a fresh clone. */
import { buildCore, buildSite } from './lib/build.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await installDependencies();
  await buildCore();
  await buildSite();
});
