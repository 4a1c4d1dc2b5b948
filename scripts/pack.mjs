/** `npm run pack`: the packages as they would be published, as files in build/packages. Nothing is published. */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { buildCore } from './lib/build.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, say } from './lib/say.mjs';

await main(async () => {
  await installDependencies();
  await buildCore();
  // Needs what was installed.
  const { packAll } = await import('./lib/pack/packages.mjs');
  const { NO_REPOSITORY, repositoryOf } = await import('./lib/pack/manifest.mjs');
  for (const { file } of Object.values(await packAll())) {
    say(`${relative(ROOT, file)}: ${Math.round(statSync(file).size / 1024)} KiB`);
  }
  if (repositoryOf() === null) say(NO_REPOSITORY);
});
