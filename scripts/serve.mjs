/** The program that `npm start` and the container start when all is built: the site and its service, on one state, until they are asked to end. */
import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  BrokenStateError,
  makeFolder,
  openState,
  readMigrations,
  startService,
  StateInUseError,
  UnknownStateError,
} from '../worker-api/node/service.ts';
import { openSite } from '../web/node/site.mjs';
import { whenStopped } from './lib/children.mjs';
import { originOf, parseAddress, parseProxies } from './lib/proxies.mjs';
import { serviceConfig } from './lib/local-service.mjs';
import { ROOT } from './lib/paths.mjs';
import { needFreePort, parsePort } from './lib/port.mjs';
import { main, PlainError, say } from './lib/say.mjs';
import { serve } from './lib/serve.mjs';

function openOrExplain(stateDir) {
  try {
    makeFolder(stateDir);
    accessSync(stateDir, constants.W_OK);
  } catch {
    throw new PlainError(`The data cannot be kept in ${stateDir}: that is not a folder this program may write to.`);
  }
  try {
    return openState(stateDir, readMigrations(join(ROOT, 'schema/migrations')));
  } catch (error) {
    if (error instanceof StateInUseError) {
      throw new PlainError(
        `The data in ${stateDir} is in use by another server: stop that one, or set STATE_DIR to another folder.`,
      );
    }
    if (error instanceof BrokenStateError) {
      throw new PlainError(
        `The data in ${stateDir} cannot be used. ${error.message} Make room on its drive, give this program the right to write it, restore a backup of it into an empty folder, or set STATE_DIR to another one.`,
      );
    }
    if (!(error instanceof UnknownStateError)) throw error;
    throw new PlainError(
      `The data in ${stateDir} was made by another version of OPFSMark. ${error.message} Start the version that made it, or set STATE_DIR to another folder. Nothing was changed.`,
    );
  }
}

await main(async () => {
  const port = parsePort(process.env.PORT || '8787');
  const address = process.env.BIND_ADDRESS ? parseAddress(process.env.BIND_ADDRESS) : null;
  const proxies = parseProxies(process.env.TRUSTED_PROXIES ?? '');
  await needFreePort(port);
  const config = serviceConfig();
  const state = openOrExplain(resolve(ROOT, process.env.STATE_DIR || '.state'));
  const service = await startService(state, config);
  // `npm run dev` has the pages elsewhere.
  const site = process.argv.includes('--service-alone') ? null : await openSite(service);
  const end = await serve({ address, port, proxies, service, site });
  if (site !== null) say(`OPFSMark is ready at ${originOf(address, port)}`);
  await whenStopped;
  await end();
  await service.close();
});
