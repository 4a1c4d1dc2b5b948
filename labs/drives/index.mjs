/**
 * A simulated drive, as root on Linux: a program that delays every call (drive.c), behind it a loop device with direct I/O,
 * on it ext4. Whatever is made here is undone at the end, and nothing else is touched.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findCommand, install } from '../../scripts/lib/packages.mjs';

const SOURCE = fileURLToPath(new URL('./drive.c', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../build/simulated-drive', import.meta.url));
const TOOLS = ['losetup', 'mkfs.ext4', 'mount', 'umount'];
/** As FAT lies on a drive: all that the file system needs is at the front, and nothing between the data. */
const FRONT_ONLY = {
  features: '^has_journal,^resize_inode,flex_bg,sparse_super2',
  extended: 'packed_meta_blocks=1,num_backup_sb=0',
};
/** The kernel's default, and little: more of it reads whole regions into memory, where reads find them. */
const READ_AHEAD_KIB = 128;
const START_MS = 5000;
const RELEASE_MS = 10_000;
const RELEASE_INTERVAL_MS = 20;

/** One of each class, by the names that benches give them. A stick's latency is that of its reads: writes go into its cache until a flush. */
export const DRIVES = {
  nvme_80us: { latencyUs: 80, mbPerS: 3000, channels: 32 },
  /** About one loop of eight meets a standstill. */
  nvme_stalls: { latencyUs: 80, mbPerS: 3000, channels: 32, stall: { ms: 200, everyMs: 900 } },
  sata_300us: { latencyUs: 300, mbPerS: 500, channels: 32 },
  disk_6ms: { latencyUs: 6000, mbPerS: 150, channels: 1 },
  stick_30mbs: { latencyUs: 1000, mbPerS: 30, channels: 1 },
  stick_6mbs: { latencyUs: 1000, mbPerS: 6, channels: 1 },
};
/** Drives that are not what they say, by the arguments of drive.c: 8 of 64 GB, scaled to 512 MiB of 4 GiB; and one that is. */
export const FALSE_DRIVES = {
  sound: () => [],
  wrap: (sizeMib) => ['wrap', sizeMib / 8],
  drop: (sizeMib) => ['drop', sizeMib / 8, 0],
  cache: (sizeMib) => ['drop', sizeMib / 8, sizeMib / 32],
  bad: (sizeMib) => ['bad', Math.floor(sizeMib * 0.61), 1],
  change: () => ['change', 10],
  slow: (sizeMib) => ['slow', Math.floor(sizeMib * 0.61), 6],
};
/** A made-up drive keeps in memory what was written to it. Of a small one Chromium gives a site nothing: it leaves 2 GB free. */
export const FOR_QUICK = { memoryBytes: 2 * 2 ** 30, bytes: 12 * 2 ** 30 };

const call = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const reasonOf = (error) =>
  String(error.stderr || error.message)
    .trim()
    .split('\n')
    .at(-1);

function isBuilt() {
  return existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > statSync(SOURCE).mtimeMs;
}

function compile() {
  const flags = call('pkg-config', '--cflags', '--libs', 'fuse3').trim().split(/\s+/);
  mkdirSync(dirname(PROGRAM), { recursive: true });
  call('cc', '-O2', '-Wall', '-Wextra', '-Werror', SOURCE, '-o', PROGRAM, ...flags, '-lpthread');
}

/** Why there can be no simulated drive here, in a few words; `null` where there can. */
export async function whyNoSimulatedDrive() {
  if (process.platform !== 'linux') return `simulated drives are made of parts of Linux, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'only root can mount a simulated drive';
  if (!existsSync('/dev/fuse')) return 'this kernel has no FUSE';
  if (!existsSync('/dev/loop-control')) return 'this kernel has no loop devices';
  const missingTools = TOOLS.filter((tool) => !findCommand(tool));
  if (missingTools.length > 0) return `${missingTools.join(', ')} is not installed`;
  if (isBuilt()) return null;
  try {
    compile();
  } catch {
    const { installed, why } = await install({ apt: ['fuse3', 'libfuse3-dev', 'pkg-config', 'gcc', 'libc6-dev'] });
    if (!installed) return `the program of the simulated drive does not compile. ${why}`;
    try {
      compile();
    } catch (error) {
      return `the program of the simulated drive does not compile: ${reasonOf(error)}`;
    }
  }
  return null;
}

/** Resolves when the program has mounted its file, rejects when it has ended instead. */
function started(program, image) {
  return new Promise((resolve, reject) => {
    let output = '';
    program.stderr.on('data', (chunk) => (output += chunk));
    const endsMs = performance.now() + START_MS;
    const look = setInterval(() => {
      if (existsSync(image)) resolve();
      else if (performance.now() < endsMs) return;
      else reject(new Error('the simulated drive did not appear'));
      clearInterval(look);
    }, 10);
    program.once('exit', () => {
      clearInterval(look);
      reject(new Error(output.trim() || 'the program of the simulated drive ended'));
    });
  });
}

/** A loop device on the image, and the file system on that. */
class MountedDrive {
  #image;
  #folder;
  /** What undoes each thing that was made, the newest last. */
  #undo = [];

  constructor(image, folder) {
    this.#image = image;
    this.#folder = folder;
  }

  /** Makes a file system where there is none yet. */
  mount({ isNew, hasFrontOnly = false }) {
    const device = call('losetup', '--find', '--show', '--direct-io=on', this.#image).trim();
    this.#undo.push(() => call('losetup', '--detach', device));
    writeFileSync(`/sys/block/${basename(device)}/queue/read_ahead_kb`, `${READ_AHEAD_KIB}`);
    const lazyOptions = 'lazy_itable_init=1,lazy_journal_init=1,nodiscard';
    const sizes = ['-b', '4096', '-N', hasFrontOnly ? '2048' : '65536'];
    const extended = hasFrontOnly ? `${FRONT_ONLY.extended},${lazyOptions}` : lazyOptions;
    const features = hasFrontOnly ? ['-O', FRONT_ONLY.features] : [];
    if (isNew) call('mkfs.ext4', '-q', '-F', ...sizes, ...features, '-E', extended, device);
    // Nothing may ask for a flush by itself, as the making of inode tables in the background does.
    call('mount', '-o', 'noinit_itable', device, this.#folder);
    this.#undo.push(() => call('umount', this.#folder));
  }

  /** Undoes all, or throws at the first step that fails, from where it can be called again. */
  unmountNow() {
    for (let step = this.#undo.at(-1); step; step = this.#undo.at(-1)) {
      step();
      this.#undo.pop();
    }
  }

  /** Tries for a while: processes that were killed hold their files for a moment longer. */
  async unmount() {
    const endsMs = performance.now() + RELEASE_MS;
    for (;;) {
      try {
        return this.unmountNow();
      } catch (error) {
        if (performance.now() > endsMs) throw error;
      }
      await setTimeout(RELEASE_INTERVAL_MS);
    }
  }
}

/** The switch of a drive whose power can be cut. What was not flushed before is lost, or most of it. */
class PowerSwitch {
  #order;
  #drive;

  constructor(order, drive) {
    this.#order = order;
    this.#drive = drive;
  }

  /**
   * Nothing that is written from here on is kept. `writingBack`: the system has begun to write back what programs have not
   * flushed, and the power fails before the drive was asked to keep it.
   */
  turnOff({ writingBack }) {
    this.#order(writingBack ? 'fade' : 'off');
    if (writingBack) call('sync', '--file-system', this.#drive.folder);
  }

  /**
   * Mounts what is left, once nobody uses the drive any more.
   * @param {{ keptPercent: number, seed: number }} choice of the sectors that the drive had and had not flushed
   */
  async turnOn({ keptPercent, seed }) {
    await this.#drive.mounted.unmount();
    this.#order(`on ${keptPercent} ${seed}`);
    this.#drive.mounted.mount({ isNew: false });
  }
}

/**
 * Calls `use` with a fresh drive: the file that stands for it, what orders its power (see drive.c), its process, and what
 * is to be undone before it ends, the newest last.
 * @template T
 * @param {{ bytes: number, traits?: typeof DRIVES.nvme_80us & { stall?: { ms: number, everyMs: number } }, power?: boolean, faults?: (string | number)[] }} options
 * @param {(drive: { base: string, image: string, order: (text: string) => void, program: import('node:child_process').ChildProcess, undo: (() => void)[] }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withDriveImage({ bytes, traits = DRIVES.nvme_80us, power = false, faults = [] }, use) {
  const base = mkdtempSync(join(tmpdir(), 'opfsmark-simulated-'));
  const below = join(base, 'below');
  const undo = [() => rmSync(base, { recursive: true, force: true })];
  const clean = () => {
    for (const step of undo.splice(0).toReversed()) {
      try {
        step();
      } catch (error) {
        console.error(`simulated drive: ${reasonOf(error)}`);
      }
    }
  };
  // For a process that is ended early.
  process.once('exit', clean);
  try {
    mkdirSync(below);
    const sizes = [bytes / 2 ** 20, traits.latencyUs, traits.mbPerS, traits.channels].map(String);
    const stall = traits.stall ? [traits.stall.ms, traits.stall.everyMs].map(String) : [];
    const program = spawn(PROGRAM, [below, ...sizes, ...(power ? ['power'] : []), ...stall, ...faults.map(String)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // A file system that is a program holds the device for a moment after it was unmounted: then this ends with that.
    undo.push(() => call('umount', '--lazy', below));
    const image = join(below, 'image');
    await started(program, image);
    const order = (text) => writeFileSync(join(below, 'power'), text, { flag: 'r+' });
    return await use({ base, image, order, program, undo });
  } finally {
    process.removeListener('exit', clean);
    clean();
  }
}

/**
 * Calls `use` with a folder on a fresh drive, with the switch of its power where `power` asks for one, and with what leaves
 * it 70 % of its speed from then on, no write and no flush, or nothing at all.
 * @template T
 * @param {{ bytes: number, traits?: typeof DRIVES.nvme_80us & { stall?: { ms: number, everyMs: number } }, power?: boolean, faults?: (string | number)[], hasFrontOnly?: boolean }} options
 * @param {(folder: string, power: PowerSwitch, worsen: Record<'slowDown' | 'die' | 'pullOut', () => void>) => Promise<T>} use
 * @returns {Promise<T>}
 */
export function withSimulatedDrive(options, use) {
  return withDriveImage(options, async ({ base, image, order, program, undo }) => {
    const folder = join(base, 'drive');
    mkdirSync(folder);
    const mountedDrive = new MountedDrive(image, folder);
    undo.push(() => mountedDrive.unmountNow());
    mountedDrive.mount({ isNew: true, hasFrontOnly: options.hasFrontOnly });
    try {
      const send = (signal) => () => program.kill(signal);
      const worsen = { slowDown: send('SIGUSR1'), die: send('SIGUSR2'), pullOut: send('SIGKILL') };
      return await use(folder, new PowerSwitch(order, { folder, mounted: mountedDrive }), worsen);
    } finally {
      // What fails here is said below.
      await mountedDrive.unmount().catch(() => undefined);
    }
  });
}
