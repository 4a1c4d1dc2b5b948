import { BLOCK_BYTES, formatSize, MIN_TESTED_BYTES, newJournal, type Journal } from '@opfsmark/schema/capacity';
import { formatBytes } from '@opfsmark/schema/documents';
import { randomInt } from 'node:crypto';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { KeptJournal } from '../ts/node/capacity/kept-journal.ts';
import { makeTestFolder, removeTest } from '../ts/node/capacity/test-folder.ts';
import { FolderProblem } from '../ts/node/folder-problem.ts';
import { RunRefused } from '../ts/page/errors.ts';
import type { CapacityCommand } from './capacity-arguments.ts';
import { complain, tell } from './print.ts';
import { agree } from './terminal.ts';

/** Left free on the drive of the system, which stands still without. */
const SYSTEM_BYTES = 1e9;

/** The room for a test in a folder. */
interface Room {
  readonly isSystem: boolean;
  readonly freeBytes: number;
  /** Without what stays free. */
  readonly testBytes: number;
}

/** Where the system and this user's files lie. On Windows "/" is the drive of the current folder, which may be the stick. */
export const systemPaths = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] =>
  platform === 'win32' ? [homedir(), env['SystemRoot'] ?? homedir()] : ['/', homedir()];

interface Place {
  readonly device: number;
  readonly freeBytes: number;
}

function placeOf(path: string): Place {
  const { bavail, bsize } = statfsSync(path);
  return { device: statSync(path).dev, freeBytes: bavail * bsize };
}

/** Others write between two looks. */
const SAME_ROOM_BYTES = 2 ** 24;

/** Whether what fills one leaves no room in the other: volumes of APFS, Btrfs and ZFS are devices of their own in one room. */
export const sharesRoom = (one: Place, other: Place): boolean =>
  one.device === other.device ||
  (one.freeBytes > SAME_ROOM_BYTES && Math.abs(one.freeBytes - other.freeBytes) <= SAME_ROOM_BYTES);

/** Whether filling it would leave no room for the system, or for this user's files. */
function isSystemDrive(dir: string): boolean {
  const place = placeOf(dir);
  return systemPaths(process.platform, process.env).some(
    (path) => existsSync(path) && sharesRoom(place, placeOf(path)),
  );
}

/** @param begun a test whose files are deleted for it */
function roomOf(dir: string, begun: Journal | null): Room {
  const { bavail, bsize } = statfsSync(dir);
  const freeBytes = bavail * bsize + (begun === null ? 0 : writtenBytes(begun));
  const isSystem = isSystemDrive(dir);
  return { isSystem, freeBytes, testBytes: isSystem ? freeBytes - SYSTEM_BYTES : freeBytes };
}

const writtenBytes = ({ states }: Journal) => states.length * BLOCK_BYTES;
const nameOf = ({ isQuick }: Journal) => (isQuick ? 'quick' : 'whole');

/**
 * The test that was begun; `null` where it writes more than was asked for. Nobody is asked once more: its own folder lies there, so
 * that this is the drive for which it was agreed to.
 */
function continued(begun: Journal, { sizeBytes }: CapacityCommand, dir: string): Journal | null {
  const written = writtenBytes(begun);
  const { isSystem, testBytes } = roomOf(dir, null);
  const wanted = Math.min(begun.limitBytes ?? Infinity, written + testBytes);
  const total = begun.phase === 'fill' ? Math.max(written, wanted) : written;
  if (sizeBytes !== null && total > sizeBytes) {
    const asked = `more than --size ${formatBytes(sizeBytes)}`;
    complain(
      `The ${nameOf(begun)} test of ${dir} that was begun writes ${formatSize(total)}, ${asked}. Leave out --size to go on with it, or give it up with --discard.`,
    );
    return null;
  }
  const of = total > written ? ` of ${formatSize(total)}` : '';
  tell(`Going on with the test that was begun: ${formatSize(written)}${of} were written.`);
  return {
    ...begun,
    // Others may have filled the drive of the system meanwhile.
    limitBytes: isSystem ? total : begun.limitBytes,
    // What memory has answered is read again.
    phase: begun.phase !== 'done' ? begun.phase : begun.isQuick ? 'sample' : 'read',
  };
}

/** A new test, once it is agreed to; `null` where nobody can be asked. One that was begun is given up for it, and no sooner. */
async function begin(
  command: CapacityCommand,
  dir: string,
  { begun, kept, stop }: { begun: Journal | null; kept: KeptJournal; stop: AbortSignal },
): Promise<Journal | null> {
  const { isSystem, freeBytes, testBytes } = roomOf(dir, begun);
  if (testBytes < MIN_TESTED_BYTES) {
    const least = formatSize(MIN_TESTED_BYTES + (isSystem ? SYSTEM_BYTES : 0));
    const where = isSystem ? ' on the drive of the system' : '';
    throw new FolderProblem(
      'no_space',
      `${dir} has ${formatSize(freeBytes)} free: less than ${least}${where} say nothing. Free some space.`,
    );
  }
  const bytes = Math.min(testBytes, command.sizeBytes ?? testBytes);
  const isAll = bytes === testBytes && !isSystem;
  const what = isSystem
    ? `${dir} is on the drive that your system or your files are on. This writes ${formatSize(bytes)} to it, until the test is over.`
    : `Writes ${formatSize(bytes)} to ${dir}${isAll ? ', all that is free' : ''}, until the test is over. What is there stays.`;
  // A quick test leaves out most of the drive.
  const sentence = begun === null ? what : `${what} The ${nameOf(begun)} test that was begun is given up for it.`;
  if (isSystem && !command.isSystemAgreed && !(process.stdin.isTTY && process.stderr.isTTY)) {
    complain(`${sentence} Say --system-drive if that is meant.`);
    return null;
  }
  const isAgreed = isSystem ? command.isSystemAgreed : command.isAgreed;
  if (!(await agree(sentence, isSystem ? Infinity : bytes, { isAgreed, stop }))) throw new RunRefused('not_agreed');
  const problem = begun && removeTest(dir, begun, kept);
  if (problem) throw problem;
  const limitBytes = isSystem ? bytes : command.sizeBytes;
  return newJournal(randomInt(2 ** 32), basename(makeTestFolder(dir)), { isQuick: command.isQuick, limitBytes });
}

/** The test that is to be done: that which was begun, or a new one; `null` where neither is what was meant. */
export async function journalFor(
  command: CapacityCommand,
  dir: string,
  kept: KeptJournal,
  stop: AbortSignal,
): Promise<Journal | null> {
  const begun = kept.read();
  if (begun !== null && !existsSync(join(dir, begun.folder))) {
    throw new FolderProblem(
      'not_found',
      `A test of ${dir} was begun, and its files are not there. Plug the drive in again, or give it up with --discard.`,
    );
  }
  const isSame = begun?.isQuick === command.isQuick;
  return begun !== null && isSame ? continued(begun, command, dir) : begin(command, dir, { begun, kept, stop });
}
