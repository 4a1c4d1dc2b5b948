import { MAX_TEXT_CHARACTERS, visibleText, type Declaration } from '@opfsmark/schema/documents';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { promisify } from 'node:util';
import { filesystemNamed, mountOf } from './machine.ts';

/** The facts that a system tells of the drive under a folder. Serial numbers are not asked for; `null`: it does not say. */
interface DriveInfo {
  readonly model: string | null;
  readonly sizeBytes: number | null;
  readonly bus: string | null;
  readonly filesystem: string | null;
  readonly isEncrypted: boolean | null;
  readonly freeBytes: number | null;
  readonly mount: string | null;
}

/** Bridges and readers that put their own name in place of the drive's. */
const BRIDGES =
  /^(?:generic|usb|asmt|asmedia|jmicron|mass|storage|sd|mmc|multi|card|reader|flash|disk|device|external|uas|[\s_-]|\d)+$/i;

/** Why the model of a drive is not known, and what to do, in sentences; `null` where it is. */
export function modelProblem({ model, sizeBytes, bus }: DriveInfo): string | null {
  if (bus === 'USB' && (model === null || BRIDGES.test(model.trim()))) {
    return 'The model is hidden: an adapter or reader stands before the drive and says its own name, or none. Give it with --drive NAME.';
  }
  if (model !== null) return null;
  return sizeBytes === null && bus === null
    ? 'The system names no drive for this folder: its files may lie in memory, on the network or in a pool of drives. If you know the drive, give it with --drive NAME.'
    : 'The system does not tell the model. Give it with --drive NAME.';
}

/** As results name the drive and its file system: no drive by the name of what stands before it. */
export function declaredPlace(info: DriveInfo): {
  readonly drive?: string;
  readonly filesystem?: NonNullable<Declaration['filesystem']>;
} {
  const { model, filesystem } = info;
  const isHidden = modelProblem(info) !== null;
  const drive = isHidden
    ? ''
    : visibleText(model ?? '')
        .slice(0, MAX_TEXT_CHARACTERS.drive)
        .trim();
  return {
    ...(drive !== '' && { drive }),
    ...(filesystem !== null && { filesystem: filesystemNamed(filesystem) }),
  };
}

const NOTHING: DriveInfo = {
  model: null,
  sizeBytes: null,
  bus: null,
  filesystem: null,
  isEncrypted: null,
  freeBytes: null,
  mount: null,
};

function textOf(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? null : text;
  } catch {
    return null;
  }
}

const BUSES: readonly (readonly [pattern: RegExp, bus: string])[] = [
  [/\/usb\d/, 'USB'],
  [/\/nvme/, 'NVMe'],
  [/\/mmc/, 'SD card'],
  [/\/ata\d/, 'SATA'],
  [/\/virtio/, 'virtual'],
];

/** The block device below partitions, encryption and volumes, as sysfs shows it; `sys` is another root in tests. */
export function linuxDrive(
  device: string,
  sys = '/sys',
): Pick<DriveInfo, 'model' | 'sizeBytes' | 'bus' | 'isEncrypted'> {
  let path = realpathSync(join(sys, 'class', 'block', device));
  let isEncrypted = false;
  for (let layer = 0; layer < 8; layer++) {
    isEncrypted ||= textOf(join(path, 'dm', 'uuid'))?.startsWith('CRYPT-') ?? false;
    const slaves = existsSync(join(path, 'slaves')) ? readdirSync(join(path, 'slaves')) : [];
    // Of several drives, as in a RAID, none stands for all.
    if (slaves.length > 1) break;
    if (slaves[0] !== undefined) path = realpathSync(join(path, 'slaves', slaves[0]));
    else if (existsSync(join(path, 'partition'))) path = join(path, '..');
    else break;
  }
  const vendor = textOf(join(path, 'device', 'vendor'));
  const name = textOf(join(path, 'device', 'model')) ?? textOf(join(path, 'device', 'name'));
  // Those of virtual and PCI devices are numbers.
  const maker = vendor === null || /^(?:0x|ata$)/i.test(vendor) ? '' : `${vendor} `;
  const sectors = textOf(join(path, 'size'));
  return {
    model: name === null ? null : `${maker}${name}`.replace(/\s+/g, ' '),
    sizeBytes: sectors === null ? null : Number(sectors) * 512,
    bus: BUSES.find(([pattern]) => pattern.test(path))?.[1] ?? null,
    isEncrypted,
  };
}

/** A value of a plist of `diskutil info -plist`, which is flat where we look; some are there and empty. */
function plistValue(plist: string, key: string): string | null {
  const text = new RegExp(`<key>${key}</key>\\s*<(?:string|integer)>([^<]+)<`).exec(plist)?.[1];
  return text?.replaceAll('&amp;', '&') ?? null;
}

/** Names of buses of other systems, by ours. */
const FOREIGN_BUSES: Readonly<Record<string, string>> = {
  'Secure Digital': 'SD card',
  SD: 'SD card',
  MMC: 'SD card',
  'PCI-Express': 'NVMe',
  'Apple Fabric': 'NVMe',
};
const busNamed = (name: string | null) => (name === null ? null : (FOREIGN_BUSES[name] ?? name));

/**
 * The drive below a volume, by what `info` says of a device. A partition is called by the name that its owner gave it, and the
 * container of APFS is a made-up disk: the model is that of the disk on which they lie.
 */
export async function macDrive(device: string, info: (device: string) => Promise<string>): Promise<DriveInfo> {
  const volume = await info(device);
  let disk = volume;
  for (let layer = 0; layer < 4; layer++) {
    const below = plistValue(disk, 'APFSPhysicalStore') ?? plistValue(disk, 'ParentWholeDisk');
    if (below === null || below === plistValue(disk, 'DeviceIdentifier')) break;
    disk = await info(below);
  }
  const flag = (key: string) => {
    const found = new RegExp(`<key>${key}</key>\\s*<(true|false)/>`).exec(volume)?.[1];
    return found === undefined ? null : found === 'true';
  };
  const bytes = (plist: string, key: string) => {
    const value = plistValue(plist, key);
    return value === null ? null : Number(value);
  };
  return {
    model: plistValue(disk, 'MediaName'),
    sizeBytes: bytes(disk, 'TotalSize') ?? bytes(disk, 'Size'),
    bus: busNamed(plistValue(disk, 'BusProtocol')),
    filesystem: plistValue(volume, 'FilesystemName') ?? plistValue(volume, 'FilesystemType'),
    isEncrypted: flag('Encryption') ?? flag('FileVault'),
    freeBytes: bytes(volume, 'APFSContainerFree') ?? bytes(volume, 'FreeSpace'),
    mount: plistValue(volume, 'MountPoint'),
  };
}

/** The drive in the output of `windowsScript`. */
export function windowsDrive(json: string): DriveInfo {
  const value = JSON.parse(json) as Record<string, unknown>;
  const text = (key: string) => (typeof value[key] === 'string' && value[key] !== '' ? value[key] : null);
  const number = (key: string) => (typeof value[key] === 'number' ? value[key] : null);
  return {
    model: text('Model'),
    sizeBytes: number('Size'),
    bus: busNamed(text('Bus')),
    filesystem: text('FileSystem'),
    isEncrypted: typeof value['Encrypted'] === 'boolean' ? value['Encrypted'] : null,
    freeBytes: number('Free'),
    mount: text('Mount'),
  };
}

/** Names only what is shown: no serial number is read. */
const windowsScript = (letter: string) =>
  `$v = Get-Volume -DriveLetter ${letter}; $d = Get-Partition -DriveLetter ${letter} | Get-Disk; ` +
  '$p = Get-PhysicalDisk | Where-Object { $_.DeviceId -eq $d.Number } | Select-Object -First 1; ' +
  `$e = try { (Get-BitLockerVolume -MountPoint '${letter}:' -ErrorAction Stop).ProtectionStatus -eq 'On' } catch { $null }; ` +
  '[pscustomobject]@{ Model = [string]$p.FriendlyName; Size = $d.Size; Bus = [string]$p.BusType; ' +
  `FileSystem = $v.FileSystem; Free = $v.SizeRemaining; Encrypted = $e; Mount = '${letter}:' } | ConvertTo-Json`;

const run = async (command: string, args: readonly string[]) => (await promisify(execFile)(command, args)).stdout;

/** The device of a folder by the answer of `df -P`; `null` where its files lie on none, as on a network. */
export function deviceIn(df: string): string | null {
  const [word = ''] = df.trim().split('\n').at(-1)?.split(/\s+/) ?? [];
  return word.startsWith('/dev/') ? word : null;
}

async function macInfo(path: string): Promise<DriveInfo> {
  // The other program takes mount points and devices, not folders.
  const device = deviceIn(await run('df', ['-P', path]));
  if (device !== null) return macDrive(device, (one) => run('diskutil', ['info', '-plist', one]));
  const { bavail, bsize } = statfsSync(path);
  return { ...NOTHING, freeBytes: bavail * bsize };
}

function linuxInfo(path: string): DriveInfo {
  const mount = mountOf(readFileSync('/proc/self/mountinfo', 'utf8'), path);
  if (mount === null) return NOTHING;
  const { bavail, bsize } = statfsSync(path);
  const where = { filesystem: mount.type, mount: mount.point, freeBytes: bavail * bsize };
  try {
    return { ...NOTHING, ...linuxDrive(basename(realpathSync(mount.source))), ...where };
  } catch {
    // A network share, or a file system in memory.
    return { ...NOTHING, ...where };
  }
}

/** Windows and macOS have been written by their documentation, and not tried. */
export async function driveInfoOf(dir: string, platform: NodeJS.Platform = process.platform): Promise<DriveInfo> {
  const path = realpathSync(dir);
  if (platform === 'linux') return linuxInfo(path);
  if (platform === 'darwin') return macInfo(path);
  const letter = /^([A-Za-z]):/.exec(parse(path).root)?.[1];
  if (platform !== 'win32' || letter === undefined) return NOTHING;
  return windowsDrive(await run('powershell', ['-NoProfile', '-Command', windowsScript(letter)]));
}

/** The declaration that is published: the given one, and besides it what Linux says in files; of other systems it must be given. */
export function declarationOf(declaration: Declaration, dir: string): Declaration {
  try {
    return { ...declaredPlace(linuxInfo(realpathSync(dir))), ...declaration };
  } catch {
    return declaration;
  }
}
