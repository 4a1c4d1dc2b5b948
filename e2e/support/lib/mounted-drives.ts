import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sparse. XFS wants 300 MiB at least, and Btrfs several times what is written. */
const IMAGE_BYTES = 1024 * 1024 * 1024;

export interface Drive {
  /** As a run on it declares it. */
  readonly filesystem: string;
  readonly folder: string;
}

export interface Drives {
  readonly drives: readonly Drive[];
  /** Why there are no two filesystems; `null` where there are. */
  readonly obstacle: string | null;
  unmount(): void;
}

/** Runs a command. Returns its last error line, or `null` where it succeeded. */
function runCommand(command: string, ...args: string[]): string | null {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    return `${command}: ${message ?? 'failed'}`;
  }
}

interface Kind {
  readonly filesystem: string;
  /** Makes the filesystem in an image and mounts it. Returns the reason where that failed, else `null`. */
  readonly mount: (image: string, folder: string) => string | null;
}

const inImage =
  (...make: readonly [string, ...string[]]): Kind['mount'] =>
  (image, folder) => {
    writeFileSync(image, '');
    truncateSync(image, IMAGE_BYTES);
    const [command, ...args] = make;
    return runCommand(command, ...args, image) ?? runCommand('mount', '-o', 'loop', image, folder);
  };

const EXT4: Kind = { filesystem: 'ext4', mount: inImage('mkfs.ext4', '-q', '-F') };

/** Filesystems of removable drives; the last needs no image and is in every Linux. */
const OTHERS: readonly Kind[] = [
  { filesystem: 'exFAT', mount: inImage('mkfs.exfat') },
  { filesystem: 'FAT32', mount: inImage('mkfs.vfat', '-F', '32') },
  { filesystem: 'XFS', mount: inImage('mkfs.xfs', '-q', '-f') },
  { filesystem: 'Btrfs', mount: inImage('mkfs.btrfs', '-q', '-f') },
  { filesystem: 'other', mount: (_, folder) => runCommand('mount', '-t', 'tmpfs', '-o', 'size=128m', 'none', folder) },
];

/** Mounts two filesystems: ext4 and the first of the others that this system supports. */
export function mountTwo(): Drives {
  const scratch = mkdtempSync(join(tmpdir(), 'opfsmark-drives-'));
  const drives: Drive[] = [];
  const whyNot: string[] = [];

  const tryOne = ({ filesystem, mount }: Kind): boolean => {
    const folder = join(scratch, filesystem);
    mkdirSync(folder);
    const why = mount(`${folder}.img`, folder);
    if (why === null) drives.push({ filesystem, folder });
    else whyNot.push(`${filesystem} (${why})`);
    return why === null;
  };

  const elsewhere = process.platform !== 'linux' || process.getuid?.() !== 0;
  if (elsewhere) whyNot.push('mounting takes Linux and root');
  else if (tryOne(EXT4)) OTHERS.some(tryOne);
  if (whyNot.length > 0) console.log(`not mounted: ${whyNot.join('; ')}`);

  return {
    drives,
    obstacle: drives.length === 2 ? null : `there are no two filesystems to compare: ${whyNot.join('; ')}`,
    unmount() {
      for (const { folder } of drives) runCommand('umount', folder);
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
