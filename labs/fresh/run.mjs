/**
 * README's two commands on a Debian that has nothing but its base, git, Node.js and npm: `npm run fresh -w labs [-- --suite=trixie]
 * [--start-only] [NAME...]`, the names being of suites of `npm test`. It is a folder with that Debian alone, and processes that see no
 * other (Linux, root; debootstrap is installed where it is missing). It shows what this computer hides: a tool, a browser or a version
 * that somebody installed once.
 */
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, stopSignal } from '../../scripts/lib/children.mjs';
import { run, runOrFail } from '../../scripts/lib/command.mjs';
import { findCommand, install } from '../../scripts/lib/packages.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { freePort, waitForHttp } from '../../scripts/lib/port.mjs';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';

/** Debian 13 is the first whose own Node.js is new enough. */
const SUITE = 'trixie';
const PACKAGES = 'git nodejs npm';
/** The network is that of this computer: its names, and whose certificates it trusts. */
const OF_THE_NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt'];
const START_MS = 30 * 60_000;
const MOUNTS = [
  'mount -t proc proc "$0/proc"',
  'mount -t sysfs sys "$0/sys"',
  'mount --rbind /dev "$0/dev"',
  'mount -t tmpfs tmpfs "$0/dev/shm"',
  'mount -t tmpfs tmpfs "$0/run"',
].join(' && ');

/** The command that runs a shell line there, in namespaces of its own: all that it mounts and starts ends with it. */
function inside(root, line, env = {}) {
  const settings = Object.entries({
    ...{ HOME: '/root', CI: 'true', NODE_EXTRA_CA_CERTS: OF_THE_NETWORK.at(-1) },
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...env,
  }).map(([name, value]) => `${name}=${value}`);
  const enter = `${MOUNTS} && exec env -i ${settings.join(' ')} chroot "$0" sh -c "$1"`;
  return [
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, root, `cd /opfsmark && ${line}`],
  ];
}

async function makeDebian(root, suite) {
  if (!findCommand('debootstrap')) await install({ apt: ['debootstrap'] });
  if (!findCommand('debootstrap')) throw new PlainError('This needs debootstrap, which could not be installed.');
  say(`Making a Debian (${suite}) ...`);
  const failure = 'The Debian could not be made: see above.';
  await runOrFail('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, root], failure);
  for (const path of OF_THE_NETWORK.filter((path) => existsSync(path))) copyFileSync(path, join(root, path));
  mkdirSync(join(root, 'dev/shm'), { recursive: true });
  // A mirror may be behind: the suites of Debian that change each day are valid for a week.
  writeFileSync(join(root, 'etc/apt/apt.conf.d/90mirror'), 'Acquire::Check-Valid-Until "false";\n');
  await runOrFail('git', ['clone', '--quiet', ROOT, join(root, 'opfsmark')], 'The sources could not be copied.');
  const apt = 'apt-get update && apt-get install --yes --no-install-recommends';
  await runOrFail(...inside(root, `${apt} ${PACKAGES}`, { DEBIAN_FRONTEND: 'noninteractive' }), failure);
}

/** Seconds until the front page answers, after `npm start`. */
async function tryStart(root) {
  const port = await freePort();
  const beganMs = Date.now();
  const [command, args] = inside(root, 'exec npm start', { PORT: port });
  const server = launch(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(server, 'exit');
  const isOver = new AbortController();
  void ended.then(() => isOver.abort());
  const signal = AbortSignal.any([stopSignal, isOver.signal]);
  const answers = await waitForHttp(`http://localhost:${port}/`, { timeoutMs: START_MS, signal });
  server.kill('SIGKILL');
  await ended;
  if (!answers) throw new PlainError('`npm start` did not get as far as a page: see above.');
  return Math.round((Date.now() - beganMs) / 1000);
}

await main(async () => {
  if (process.getuid?.() !== 0) throw new PlainError('This needs Linux, and root.');
  const words = process.argv.slice(2);
  const suite = words.find((word) => word.startsWith('--suite='))?.slice('--suite='.length) ?? SUITE;
  const names = words.filter((word) => !word.startsWith('--'));
  const root = mkdtempSync(join(tmpdir(), 'opfsmark-debian-'));
  try {
    await makeDebian(root, suite);
    say(`The front page answered ${await tryStart(root)} s after \`npm start\`.`);
    if (words.includes('--start-only')) return;
    const test = ['exec npm test --silent', ...(names.length > 0 ? ['--', ...names] : [])].join(' ');
    const { code } = await run(...inside(root, test));
    process.exitCode = code;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
