import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { ROOT } from './paths.mjs';
import { PlainError, say } from './say.mjs';

const OLDEST_NODE = [20, 19];

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new PlainError(
    `OPFSMark needs Node.js ${OLDEST_NODE.join('.')} or newer, and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockFile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm itself notes at the end of every install what it has installed: compared with what is asked for. */
function upToDate() {
  const wanted = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    // An optional package may be for another kind of machine.
    return found ? link || found.version === version : Boolean(optional || devOptional);
  });
}

/** Installs exactly what package-lock.json says, unless that is there already. */
export async function installDependencies() {
  checkNode();
  if (upToDate()) return;
  say('Installing dependencies ...');
  const { code, text } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { output: 'collect' });
  if (code === 0) return;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(text)) {
    throw new PlainError('The dependencies could not be downloaded: check the network connection and run this again.');
  }
  process.stderr.write(text);
  throw new PlainError('The dependencies could not be installed: what npm said is above.');
}
