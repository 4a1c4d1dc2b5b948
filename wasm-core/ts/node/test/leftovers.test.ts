import { MIB, parseRowName } from '@opfsmark/schema/documents';
import { standardPlan } from '@opfsmark/schema/families';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { clearLeftovers, OWNER_FILE, ownerHere, type Leftovers, type Owner } from '../own-folder.ts';
import { runInFolder } from '../run-in-folder.ts';
import { withFolder } from './drives.ts';

/** The process that measures, without the one in front of it, which would outlive it. */
const PROGRAM = fileURLToPath(new URL('../../../cli/run.mjs', import.meta.url));
const ROW = parseRowName('RND4K Q1T1');
const PLAN: MatrixPlan = {
  ...withCache(standardPlan('matrix'), 'as-is'),
  drive_s: 0,
  file_bytes: 16 * MIB,
  write_bytes: MIB,
  directions: ['write'],
  loops: 1,
  limit_s: 0,
  rows: ROW ? [ROW] : [],
};
const obstacle = ownerHere() === null ? 'this system does not tell when a process began' : null;
if (obstacle !== null) console.log(`skipped: what killed runs leave, because ${obstacle}`);

function folderOf(dir: string, name: string, owner: object | null): string {
  const folder = join(dir, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'data'), 'x');
  if (owner) writeFileSync(join(folder, OWNER_FILE), JSON.stringify(owner));
  return folder;
}

/** The number of a process that is no more, whoever has it now. */
function deadOwner(here: Owner): Owner {
  return { ...here, pid: spawnSync('true').pid, started: '1' };
}

/** A run by the command line that has written its file. */
function runAndWait(dir: string): Promise<ChildProcess> {
  const words = ['run', '--dir', dir, '--size', '16MiB', '--limit', '60', '--rows', 'RND4K-Q1T1', '--revisit'];
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => chunk.toString().includes('file written') && resolve(child));
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

const kill = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });

describe.skipIf(obstacle !== null)('what a killed run leaves', () => {
  it('is deleted by the next run, and not before it is killed', async () => {
    await withFolder(async (dir) => {
      const child = await runAndWait(dir);
      const [name = ''] = readdirSync(dir);
      expect(readdirSync(join(dir, name)).toSorted()).toEqual(['data', OWNER_FILE]);
      expect(clearLeftovers(dir, '')).toEqual({ removed: [], busy: [join(dir, name)], unknown: [] });
      await kill(child);
      expect(existsSync(join(dir, name, 'data'))).toBe(true);

      const leftovers: Leftovers[] = [];
      const record = await runInFolder({ dir, plan: PLAN, onLeftovers: (item) => leftovers.push(item) });
      expect(record.status).toBe('done');
      expect(leftovers).toEqual([{ removed: [join(dir, name)], busy: [], unknown: [] }]);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('gives its space to the next run', async () => {
    await withFolder((dir) => {
      const here = ownerHere();
      if (here) folderOf(dir, '.opfsmark-aaaaaa', deadOwner(here));
      expect(clearLeftovers(dir, '').removed).toHaveLength(1);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('is left alone where anything is not certainly ours', async () => {
    await withFolder((dir) => {
      const here = ownerHere();
      if (!here) throw new Error('skipped above');
      const owner = deadOwner(here);
      folderOf(dir, '.opfsmark-nobody', null);
      folderOf(dir, '.opfsmark-others', { ...owner, program: 'something else' });
      folderOf(dir, '.opfsmark-eleven', { ...owner, world: 'another computer' });
      folderOf(dir, '.opfsmark-unread', { ...owner, pid: '1' });
      writeFileSync(join(folderOf(dir, '.opfsmark-person', owner), 'thesis.txt'), 'years of work');
      mkdirSync(join(folderOf(dir, '.opfsmark-nested', owner), 'data-1'));
      symlinkSync(dir, join(folderOf(dir, '.opfsmark-linked', owner), 'data-2'));
      symlinkSync(folderOf(dir, 'elsewhere', owner), join(dir, '.opfsmark-aslink'));
      folderOf(dir, '.opfsmark-longername', owner);
      writeFileSync(join(dir, '.opfsmark-afile1'), '');
      const namesBefore = readdirSync(dir, { recursive: true }).toSorted();
      const { removed, busy, unknown } = clearLeftovers(dir, '');
      expect([removed, busy]).toEqual([[], []]);
      expect(unknown.map((path) => basename(path)).toSorted()).toEqual(
        ['afile1', 'aslink', 'eleven', 'linked', 'nested', 'nobody', 'others', 'person', 'unread'].map(
          (name) => `.opfsmark-${name}`,
        ),
      );
      expect(readdirSync(dir, { recursive: true }).toSorted()).toEqual(namesBefore);
    });
  });

  it('is not touched while the process that has its number is the one that began then', async () => {
    await withFolder((dir) => {
      const here = ownerHere();
      if (here) folderOf(dir, '.opfsmark-myself', here);
      expect(clearLeftovers(dir, '').busy).toHaveLength(1);
      expect(readdirSync(join(dir, '.opfsmark-myself')).toSorted()).toEqual(['data', OWNER_FILE]);
    });
  });
});
