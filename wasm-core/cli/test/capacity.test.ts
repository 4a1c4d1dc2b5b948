import {
  BLOCK_BYTES,
  CapacityStopped,
  checkCapacity,
  DriveGone,
  newJournal,
  type CapacityVerdict,
} from '@opfsmark/schema/capacity';
import { MIB } from '@opfsmark/schema/documents';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, FolderDrive } from '../../ts/node/capacity/folder-drive.ts';
import { KeptJournal, renameOver } from '../../ts/node/capacity/kept-journal.ts';
import { readsPastMemory } from '../../ts/node/direct.ts';
import { ext4Image, imageObstacle, mount, withFolder } from '../../ts/node/test/drives.ts';
import { sharesRoom, systemPaths } from '../capacity-begin.ts';
import { executed, opfsmark } from './support.ts';

const canReadDrive = await withFolder((folder) => readsPastMemory(join(folder, 'trial')));
if (!canReadDrive) console.log('skipped: the capacity of a folder, because reads here do not go past memory');

/** Journals and files of a user lie in this folder, whose drive is then that of the user's files. */
const envOf = (state: string) => ({ ...process.env, HOME: state, USERPROFILE: state, XDG_STATE_HOME: state });

/** Where a descriptor of this process leads; '' of one that was closed meanwhile, as that by which they were listed. */
function pathOf(fd: string): string {
  try {
    return readlinkSync(join('/proc/self/fd', fd));
  } catch {
    return '';
  }
}

/** A test that is stopped as soon as it begins to read, in the folder of the second name. */
async function beginTest(dir: string, kept: KeptJournal): Promise<void> {
  const stop = new AbortController();
  const journal = newJournal(7, '.opfsmark-capacity-2', { limitBytes: 100 * MIB });
  mkdirSync(join(dir, journal.folder));
  const drive = new FolderDrive(join(dir, journal.folder), kept.holePath);
  const checking = checkCapacity(drive, journal, {
    signal: stop.signal,
    takeLagMs: () => 0,
    onProgress: ({ phase }) => phase === 'read' && stop.abort(),
    save: (now) => kept.write(now),
  });
  await expect(checking).rejects.toThrow(CapacityStopped);
  await drive.close();
}

it.runIf(canReadDrive)(
  'a test that was stopped goes on, says that the drive is true, and leaves what was there',
  async () => {
    await withFolder(async (dir) => {
      await withFolder(async (state) => {
        const env = envOf(state);
        writeFileSync(join(dir, 'mine'), 'kept');
        // A folder of this name is somebody else's.
        mkdirSync(join(dir, '.opfsmark-capacity'));
        await beginTest(dir, new KeptJournal(dir, env));
        // The file that a process was writing when it was killed.
        writeFileSync(join(dir, '.opfsmark-capacity-2', 'data-2'), 'cut off');
        const json = join(state, 'verdict.json');
        const words = ['capacity', '--dir', dir, '--json', json];
        const { code, out, err } = await opfsmark(words, { env });
        expect(err).toContain('Going on with the test that was begun: 105 MB were written.');
        expect({ code, out }).toEqual({
          code: 0,
          out: expect.stringContaining('This drive is what it says') as string,
        });
        const { kind, provenBytes } = JSON.parse(readFileSync(json, 'utf8')) as CapacityVerdict;
        expect({ kind, provenBytes }).toEqual({ kind: 'true', provenBytes: 100 * MIB });
        expect(readdirSync(dir)).toEqual(['.opfsmark-capacity', 'mine']);
        expect(readdirSync(join(state, 'opfsmark'))).toEqual([]);
        // Filling the drive of the system is asked for once more.
        // The mount point of a drive that was pulled out is an empty folder there, and a script says --yes each time.
        const again = await opfsmark([...words, '--yes'], { env });
        const why = expect.stringContaining('Say --system-drive if that is meant.') as string;
        expect(again).toMatchObject({ code: 2, err: why });
      });
    });
  },
);

it.runIf(canReadDrive)('a test that was begun is given up for one that is agreed to, and for no other', async () => {
  await withFolder(async (dir) => {
    await withFolder(async (state) => {
      const env = envOf(state);
      const kept = new KeptJournal(dir, env);
      await beginTest(dir, kept);
      const begun = kept.read();
      const refused = async (...more: string[]) => {
        const { code, err } = await opfsmark(['capacity', '--dir', dir, ...more], { env });
        expect(code).toBe(2);
        expect(readdirSync(dir)).toEqual(['.opfsmark-capacity-2']);
        expect(kept.read()).toEqual(begun);
        return err;
      };
      expect(await refused('--quick')).toContain(
        'The whole test that was begun is given up for it. Say --system-drive if that is meant.',
      );
      expect(await refused('--size', '96MiB')).toContain(
        'that was begun writes 105 MB, more than --size 96MiB. Leave out --size to go on with it, or give it up with --discard.',
      );
      const words = ['capacity', '--dir', dir, '--quick', '--size', '96MiB', '--system-drive'];
      const { out, err } = await opfsmark(words, { env });
      expect(err).toContain('The whole test that was begun is given up for it.');
      expect(out).toMatch(/^Tested +101 MB$/m);
      expect(readdirSync(dir)).toEqual([]);
      expect(readdirSync(join(state, 'opfsmark'))).toEqual([]);
    });
  });
});

it.runIf(canReadDrive).each([
  ['memory answered', 'm'],
  ['its files were not yet deleted', 'i'],
] as const)('a test that was read to its end, and %s, goes on in its own folder', async (_, state) => {
  await withFolder(async (dir) => {
    await withFolder(async (home) => {
      const env = envOf(home);
      const kept = new KeptJournal(dir, env);
      await beginTest(dir, kept);
      const begun = kept.read();
      if (begun === null) throw new Error('no journal');
      kept.write({ ...begun, phase: 'done', states: begun.states.map(() => state) });
      const { code, out, err } = await opfsmark(['capacity', '--dir', dir, '--json', '-'], { env });
      expect(err).toContain('Going on with the test that was begun: 105 MB were written.');
      expect(JSON.parse(out)).toMatchObject({ kind: 'true', provenBytes: 100 * MIB });
      expect(code).toBe(0);
      expect(readdirSync(dir)).toEqual([]);
      expect(readdirSync(join(home, 'opfsmark'))).toEqual([]);
    });
  });
});

it.runIf(imageObstacle() === null)('the room of a test that is given up is free for the next', async () => {
  await withFolder(async (dir) => {
    mount(dir, '-o', 'loop', ext4Image(dir, 200 * MIB));
    await withFolder(async (state) => {
      const env = envOf(state);
      const kept = new KeptJournal(dir, env);
      await beginTest(dir, kept);
      const { out, err } = await opfsmark(['capacity', '--dir', dir, '--quick', '--size', '96MiB'], { env });
      expect(err).toContain('Writes 101 MB to');
      expect(out).toMatch(/^Tested +101 MB$/m);
    });
  });
});

it('says what stands in its way before anything is written', async () => {
  await withFolder(async (dir) => {
    const refused = async (words: readonly string[]) => {
      const { code, err } = await executed(['capacity', ...words]);
      return { code, err };
    };
    const file = join(dir, 'file');
    writeFileSync(file, '');
    const link = join(dir, 'link');
    symlinkSync(dir, link);
    for (const [words, sentence] of [
      [[], 'Say which folder to test: --dir PATH.'],
      [['--dir', dir, '--size', '3 apples'], '--size "3 apples" is not a size such as 4GiB.'],
      [['--dir', dir, '--size', '95MiB'], '--size "95MiB" says nothing about a drive: it must be 96MiB or more.'],
      [['--dir', `${dir}/none`], `There is no folder ${dir}/none. Plug its drive in, or name one that exists.`],
      [['--dir', file], `${file} is not a folder. Name the one that it lies in.`],
      [['--dir', link], `${link} is a symbolic link. Name the folder itself: ${realpathSync(dir)}`],
      [['--dir', dir, '--json', join(dir, 'none', 'file')], `--json ${join(dir, 'none', 'file')} cannot be written: `],
    ] as const) {
      expect(await refused(words)).toEqual({
        code: 2,
        err: expect.stringContaining(`opfsmark: ${sentence}`) as string,
      });
    }
    expect(readdirSync(dir)).toEqual(['file', 'link']);
  });
});

it.each([
  ['a drive that was pulled out', false],
  ['a false drive that has lost the folder, but for its name', true],
])('a read that fails tells a drive that is gone from one that lies: %s', async (_, isNamed) => {
  await withFolder(async (dir) => {
    const own = join(dir, 'own');
    mkdirSync(own);
    const drive = new FolderDrive(own, join(dir, 'hole'));
    rmdirSync(own);
    if (isNamed) symlinkSync(join(dir, 'lost'), own);
    const error: unknown = await drive.read('data-0', 0).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof DriveGone).toBe(!isNamed);
    await drive.close();
  });
});

it.runIf(process.platform === 'linux')('a drive that is gone while a file is written keeps no file open', async () => {
  await withFolder(async (dir) => {
    const drive = new FolderDrive(dir, join(dir, 'hole'));
    const pullOut = () => {
      throw Object.assign(new Error('no such device'), { code: 'ENODEV' });
    };
    await expect(drive.writeFile('data-0', { written: 1, reserved: 0 }, pullOut)).rejects.toThrow(DriveGone);
    await drive.close();
    expect(readdirSync('/proc/self/fd').map(pathOf)).not.toContain(join(realpathSync(dir), 'data-0'));
  });
});

it('one folder is tested by one process at a time, and what is not whole is no journal', async () => {
  await withFolder((state) => {
    const env = { XDG_STATE_HOME: state };
    const kept = new KeptJournal('/media/stick', env);
    expect([kept.lock(), kept.lock(), new KeptJournal('/media/other', env).lock()]).toEqual([true, false, true]);
    // Its process is gone.
    const [lock = ''] = readdirSync(join(state, 'opfsmark')).filter((name) => name.endsWith('.lock'));
    for (const name of readdirSync(join(state, 'opfsmark'))) writeFileSync(join(state, 'opfsmark', name), '999999999');
    expect(lock).toContain('capacity-');
    expect(kept.lock()).toBe(true);
    expect(kept.lock()).toBe(false);
    // The computer was started anew, and another process has its number.
    utimesSync(join(state, 'opfsmark', lock), new Date(0), new Date(0));
    expect(kept.lock()).toBe(true);
    kept.unlock();
    expect(kept.read()).toBeNull();
    // The name is taken, and nothing is there when it is looked at: its process has just taken it away.
    symlinkSync(join(state, 'gone'), join(state, 'opfsmark', lock));
    expect(kept.lock()).toBe(true);
    kept.unlock();
  });
});

it.each(['', 'state'])(
  'a journal lies where this user has its state, and not in the folder that the command is called from, with XDG_STATE_HOME="%s"',
  async (named) => {
    await withFolder(async (here) => {
      await withFolder(async (home) => {
        const env = { ...envOf(home), XDG_STATE_HOME: named, LOCALAPPDATA: named };
        const words = ['capacity', '--dir', here, '--discard'];
        expect(await opfsmark(words, { env, cwd: here })).toMatchObject({ code: 0, err: '' });
        expect(readdirSync(here)).toEqual([]);
        expect(readdirSync(join(home, '.local', 'state'))).toEqual(['opfsmark']);
      });
    });
  },
);

it('where nothing can be kept, no test is begun, and why is said', async () => {
  await withFolder(async (dir) => {
    writeFileSync(join(dir, 'file'), '');
    const { code, err } = await opfsmark(['capacity', '--dir', dir, '--yes'], { env: envOf(join(dir, 'file')) });
    expect(err).toMatch(/^opfsmark: What is known of the drive cannot be kept in .+: ENOTDIR: not a directory\. Name /);
    expect([code, readdirSync(dir)]).toEqual([1, ['file']]);
  });
});

it.each([
  ['the same file system', { device: 1, freeBytes: 0 }, true],
  [
    'another volume of its container, where something was written meanwhile',
    { device: 2, freeBytes: 4e11 + 8e6 },
    true,
  ],
  ['another drive', { device: 2, freeBytes: 3e11 }, false],
])('the system has its room in %s', (_, other, expected) => {
  expect(sharesRoom({ device: 1, freeBytes: 4e11 }, other)).toBe(expected);
});

it('two full drives are two', () => {
  expect(sharesRoom({ device: 1, freeBytes: 0 }, { device: 2, freeBytes: 0 })).toBe(false);
});

it('the drive of the current folder is not that of the system on Windows', () => {
  expect(systemPaths('win32', { SystemRoot: 'C:\\Windows' })).toEqual([homedir(), 'C:\\Windows']);
  expect(systemPaths('darwin', {})).toEqual(['/', homedir()]);
});

it.each([
  ['Windows holds for a moment', 'win32', 'EPERM', 3, true],
  ['Windows does not let go of', 'win32', 'EPERM', Infinity, false],
  ['that does not fit', 'win32', 'ENOSPC', 1, false],
  ['nobody holds', 'linux', 'EPERM', 1, false],
] as const)('a journal replaces one that %s, or not', (_, platform, code, failures, isReplaced) => {
  let [tries, waits] = [0, 0];
  const rename = () => {
    if (tries++ < failures) throw Object.assign(new Error(code), { code });
  };
  const replace = () => renameOver('a', 'b', { platform, rename, wait: () => void waits++ });
  if (isReplaced) replace();
  else expect(replace).toThrow(code);
  expect(waits).toBe(tries - 1);
});

it('what lies behind a call that was cut short does not count as written', () => {
  const call = (blocks: number, doneBlocks: number) => ({
    bytes: blocks * BLOCK_BYTES,
    doneBytes: doneBlocks * BLOCK_BYTES,
  });
  expect(blocksOf([call(4, 4), call(4, 4)])).toBe(8);
  expect(blocksOf([call(4, 4), call(4, 1.5), call(4, 4)])).toBe(5);
  expect(blocksOf([call(4, 0), call(4, 4)])).toBe(0);
});

/** Root has the system forget, without a file. */
const isRoot = process.getuid?.() === 0;
if (isRoot) console.log('skipped: where no file of holes can be made, because root needs none');

it.skipIf(isRoot)('where no file of holes can be made, memory is left as it is, and the test goes on', async () => {
  await withFolder(async (folder) => {
    const drive = new FolderDrive(folder, join(folder, 'nowhere', 'holes'));
    await expect(drive.forget(new AbortController().signal)).resolves.toBeUndefined();
  });
});
