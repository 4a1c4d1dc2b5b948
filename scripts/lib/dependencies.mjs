import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { decideHere, missingPrivateNode, PRIVATE_NODE } from './node.mjs';
import { ROOT } from './paths.mjs';
import { PlainError, say } from './say.mjs';

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockFile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Compares what npm recorded after its last install with what the lock file asks for. */
function upToDate() {
  const lockedPackages = packagesIn('package-lock.json');
  const installedPackages = packagesIn('node_modules/.package-lock.json');
  if (!lockedPackages || !installedPackages) return false;
  return Object.entries(lockedPackages).every(([path, { version, optional, devOptional, link }]) => {
    if (!path.startsWith('node_modules/')) return true;
    const installedPackage = installedPackages[path];
    // An optional package may be for another kind of machine.
    return installedPackage ? link || installedPackage.version === version : Boolean(optional || devOptional);
  });
}

/** Installs exactly what package-lock.json says, unless that is there already. */
export async function installDependencies() {
  const decision = decideHere();
  if (decision.kind === 'private-node') say(decision.sentence);
  const isInstalled = upToDate();
  if (!isInstalled) await runNpmCi();
  // npm 9, as Debian 13 has it, takes the command `node` away again with the package for the other processor, which has one too.
  const isMissing = missingPrivateNode(decision) !== null;
  if (isMissing) await run('npm', ['rebuild', decision.packageName], { output: 'collect' });
  if (!isInstalled || isMissing) await removeUnfitNode();
  const problem = missingPrivateNode(decision);
  if (problem !== null) throw new PlainError(problem);
}

/**
 * npm asks a package that names no C library into any Linux. On one with another library, such as Alpine, the private Node.js does not
 * run, and would stand before the one that does.
 */
export async function removeUnfitNode(path = PRIVATE_NODE) {
  if (!existsSync(path)) return;
  const { code } = await run(path, ['--version'], { output: 'collect' });
  if (code !== 0) rmSync(path);
}

async function runNpmCi() {
  say('Installing dependencies ...');
  // An engine-strict setting of the machine must not refuse the Node.js that a private one replaces afterwards.
  const options = ['--no-engine-strict', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, text } = await run('npm', ['ci', ...options], { output: 'collect' });
  if (code === 0) return;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(text)) {
    throw new PlainError('The dependencies could not be downloaded: check the network connection and run this again.');
  }
  process.stderr.write(text);
  throw new PlainError('The dependencies could not be installed: what npm said is above.');
}
