import { Declaration } from '@opfsmark/schema/documents';
import { cpus } from 'node:os';
import * as z from 'zod/mini';

/** The declaration by the options, which need not be all. */
export const PartialDeclaration = z.partial(Declaration);
export type PartialDeclaration = z.infer<typeof PartialDeclaration>;

const LONGEST = 80;

type Filesystem = NonNullable<Declaration['filesystem']>;

/** By the names that Linux (/proc/self/mountinfo), Windows (Get-Volume) and macOS (diskutil) have for them. */
const FILESYSTEM_NAMES: Readonly<Record<string, Filesystem>> = {
  apfs: 'APFS',
  'case-sensitive apfs': 'APFS',
  btrfs: 'Btrfs',
  exfat: 'exFAT',
  ext4: 'ext4',
  f2fs: 'F2FS',
  fat32: 'FAT32',
  'ms-dos fat32': 'FAT32',
  'ms-dos (fat32)': 'FAT32',
  hfsplus: 'HFS+',
  'journaled hfs+': 'HFS+',
  ntfs: 'NTFS',
  ntfs3: 'NTFS',
  refs: 'ReFS',
  vfat: 'FAT32',
  xfs: 'XFS',
  zfs: 'ZFS',
};

/** As results name it. */
export const filesystemNamed = (type: string): Filesystem => FILESYSTEM_NAMES[type.toLowerCase()] ?? 'other';

interface Mount {
  readonly point: string;
  readonly type: string;
  /** "/dev/nvme0n1p2", or a word where it is on no device. */
  readonly source: string;
}

/** The mount that a path lies on, by the longest mount point above it: see proc_pid_mountinfo(5). */
export function mountOf(mountinfo: string, path: string): Mount | null {
  let longestPoint = '';
  let mount: Mount | null = null;
  for (const line of mountinfo.split('\n')) {
    const [mountPart = '', typePart = ''] = line.split(' - ');
    const point = (mountPart.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const isAbove = point !== '' && (path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`));
    // Where two lie on one point, the later one is on top.
    if (!isAbove || point.length < longestPoint.length) continue;
    longestPoint = point;
    const [type = '', source = ''] = typePart.split(' ');
    mount = type === '' ? null : { point, type, source };
  }
  return mount;
}

/** A processor by the name that Node.js has for it; `null` where it has none: "unknown" of many for ARM, under Linux. */
export function nameOfProcessor(model = ''): string | null {
  const name = model.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  return name === '' || name === 'unknown' ? null : name;
}

/** The name of a machine that nobody gave one. */
export function processorName(): string {
  return nameOfProcessor(cpus()[0]?.model) ?? `${process.platform} computer`;
}

/** The declaration with what is said now. */
export function declare(declaration: PartialDeclaration, changes: PartialDeclaration): Declaration | null {
  const result = z.safeParse(Declaration, { ...declaration, ...changes });
  return result.success ? result.data : null;
}
