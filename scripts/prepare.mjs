/** Installs what backup, restore and recompute need and do not find, as where a new computer takes over: they run on what this has installed. */
import { installDependencies } from './lib/dependencies.mjs';
import { main } from './lib/say.mjs';

await main(installDependencies);
