import { Declaration } from '@opfsmark/schema/documents';
import { readFileSync, realpathSync } from 'node:fs';
import { cpus } from 'node:os';
import * as z from 'zod/mini';

/** What the options say of a machine, which need not be all. */
export const PartialDeclaration = z.partial(Declaration);
export type PartialDeclaration = z.infer<typeof PartialDeclaration>;

type Filesystem = NonNullable<Declaration['filesystem']>;

/** Names of /proc/self/mountinfo. */
const LINUX_NAMES: Readonly<Record<string, Filesystem>> = {
  apfs: 'APFS',
  btrfs: 'Btrfs',
  exfat: 'exFAT',
  ext4: 'ext4',
  f2fs: 'F2FS',
  hfsplus: 'HFS+',
  ntfs: 'NTFS',
  ntfs3: 'NTFS',
  vfat: 'FAT32',
  xfs: 'XFS',
  zfs: 'ZFS',
};

/** The type of the filesystem that a path lies on, by the longest mount point above it: see proc_pid_mountinfo(5). */
export function filesystemIn(mountinfo: string, path: string): string | null {
  let longestPoint = '';
  let type: string | null = null;
  for (const line of mountinfo.split('\n')) {
    const [mountPart = '', typePart = ''] = line.split(' - ');
    const point = (mountPart.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const isAbove = point !== '' && (path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`));
    // Where two lie on one point, the later one is on top.
    if (!isAbove || point.length < longestPoint.length) continue;
    longestPoint = point;
    type = typePart.split(' ')[0] ?? null;
  }
  return type;
}

function filesystemOf(dir: string): Filesystem | undefined {
  try {
    const mountinfo = readFileSync('/proc/self/mountinfo', 'utf8');
    const type = filesystemIn(mountinfo, realpathSync(dir));
    return type === null ? undefined : (LINUX_NAMES[type] ?? 'other');
  } catch {
    return undefined;
  }
}

const LONGEST = 80;

/** What a machine is called where nobody gave it a name. */
export function processorName(): string {
  const model = cpus()[0]?.model.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  return model === undefined || model === '' ? `${process.platform} computer` : model;
}

/** What is published of the machine: what was said, and the filesystem where the system tells it. */
export function declarationOf(declaration: Declaration, dir: string): Declaration {
  const filesystem = declaration.filesystem ?? filesystemOf(dir);
  return { ...declaration, ...(filesystem && { filesystem }) };
}

/** The declaration with what is said now. */
export function declare(declaration: PartialDeclaration, changes: PartialDeclaration): Declaration | null {
  const result = z.safeParse(Declaration, { ...declaration, ...changes });
  return result.success ? result.data : null;
}
