/**
 * `npm run backup -- FOLDER` copies the state of a server while it runs; `npm run restore -- FOLDER` makes a state of such a copy.
 * STATE_DIR is the state.
 */
import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  backUp,
  BrokenStateError,
  countResults,
  filesOfState,
  hasState,
  openState,
  readMigrations,
  StateInUseError,
  UnknownStateError,
} from '../worker-api/node/service.ts';
import { stopSignal } from './lib/children.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, PlainError, say } from './lib/say.mjs';

/** Where npm was called, and not where it runs the script. */
const CALLED_IN = process.env.INIT_CWD ?? process.cwd();

function check(folder) {
  try {
    const state = openState(folder, readMigrations(join(ROOT, 'schema/migrations')));
    const count = countResults(state);
    state.close();
    return count;
  } catch (error) {
    if (error instanceof BrokenStateError) throw new PlainError(`${folder} cannot be used. ${error.message}`);
    if (error instanceof UnknownStateError)
      throw new PlainError(
        `What is in ${folder} now was made by another version of OPFSMark. ${error.message} Nothing is lost: start the version that made it there.`,
      );
    throw error;
  }
}

/** A server's folder is its owner's alone, so that for others there seems to be nothing in it. */
function isClosed(folder) {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return false;
  } catch ({ code }) {
    return code === 'EACCES';
  }
}

await main(async () => {
  const [verb, name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0)
    throw new PlainError(`Say which folder: npm run ${verb} -- FOLDER. Put a path with spaces in quotes.`);
  const folder = resolve(CALLED_IN, name);
  const stateDir = resolve(ROOT, process.env.STATE_DIR || '.state');
  const [from, to] = verb === 'restore' ? [folder, stateDir] : [stateDir, folder];
  if (isClosed(from))
    throw new PlainError(`${from} may not be read by this user: call this as the user of the server.`);
  if (!hasState(from)) throw new PlainError(`There is no ${verb === 'restore' ? 'backup' : 'state'} in ${from}.`);
  const files = filesOfState(to);
  if (files.length > 0) {
    throw new PlainError(
      `A state is in ${to} already. Nothing was written: move ${files.join(', ')} away, all together and while no server uses them, or name another folder.`,
    );
  }
  try {
    await backUp(from, to, stopSignal);
  } catch (error) {
    if (error instanceof StateInUseError) throw new PlainError(`A server uses ${to}: stop it, or name another folder.`);
    if (!(error instanceof BrokenStateError)) throw error;
    throw new PlainError(`${from} could not be copied to ${to}. ${error.message} Nothing was written there.`);
  }
  if (verb === 'restore') say(`Restored ${check(to)} results to ${to}.`);
  else
    say(`Copied ${from} to ${to}. To make a state of it: npm run restore -- ${/\s/.test(name) ? `"${name}"` : name}`);
});
