import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { declaredPlace, deviceIn, linuxDrive, macDrive, modelProblem, windowsDrive } from '../drive-info.ts';
import { filesystemNamed } from '../machine.ts';
import { executed } from './support.ts';

const UNKNOWN = { filesystem: null, freeBytes: null, mount: null };

it('Linux: the stick below a partition and its encryption, by sysfs, without its serial number, and none of several', async () => {
  await withFolder((sys) => {
    const disk = 'devices/pci0000:00/0000:00:14.0/usb2/2-1/host6/block/sdb';
    const files = {
      [`${disk}/size`]: '120164352\n',
      [`${disk}/device/vendor`]: 'SanDisk \n',
      [`${disk}/device/model`]: 'Ultra Fit       \n',
      [`${disk}/device/serial`]: '4C530001\n',
      [`${disk}/sdb1/partition`]: '1\n',
      'devices/virtual/block/dm-0/dm/uuid': 'CRYPT-LUKS2-abc-luks\n',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(sys, path)), { recursive: true });
      writeFileSync(join(sys, path), text);
    }
    mkdirSync(join(sys, 'class/block'), { recursive: true });
    mkdirSync(join(sys, 'devices/virtual/block/dm-0/slaves'));
    symlinkSync(join(sys, disk, 'sdb1'), join(sys, 'class/block/sdb1'));
    symlinkSync(join(sys, disk, 'sdb1'), join(sys, 'devices/virtual/block/dm-0/slaves/sdb1'));
    symlinkSync(join(sys, 'devices/virtual/block/dm-0'), join(sys, 'class/block/dm-0'));
    const stick = { model: 'SanDisk Ultra Fit', sizeBytes: 61_524_148_224, bus: 'USB' };
    expect(linuxDrive('sdb1', sys)).toEqual({ ...stick, isEncrypted: false });
    expect(linuxDrive('dm-0', sys)).toEqual({ ...stick, isEncrypted: true });
    // Another drive beside it.
    symlinkSync(join(sys, disk), join(sys, 'devices/virtual/block/dm-0/slaves/sdc'));
    writeFileSync(join(sys, 'devices/virtual/block/dm-0/size'), '240328704\n');
    const several = { model: null, sizeBytes: 123_048_296_448, bus: null };
    expect(linuxDrive('dm-0', sys)).toEqual({ ...several, isEncrypted: true });
  });
});

/** As `diskutil info -plist` writes it. */
const plist = (values: Readonly<Record<string, string | number | boolean>>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n${Object.entries(values)
    .map(([key, value]) => {
      const kind = typeof value === 'number' ? 'integer' : 'string';
      return `\t<key>${key}</key>\n\t${typeof value === 'boolean' ? `<${value}/>` : `<${kind}>${value}</${kind}>`}\n`;
    })
    .join('')}</dict>\n</plist>\n`;

const STICK = { BusProtocol: 'USB', DeviceIdentifier: 'disk4', MediaName: 'SanDisk 3.2Gen1', ParentWholeDisk: 'disk4' };
const APPLE = { BusProtocol: 'Apple Fabric', DeviceIdentifier: 'disk0', MediaName: 'APPLE SSD AP1024Z' };
/** Keys and values that Macs were seen to print: a stick with FAT32, and the APFS volume of the system. */
const MAC: Readonly<Record<string, string>> = {
  '/dev/disk4s1': plist({
    BusProtocol: 'USB',
    DeviceIdentifier: 'disk4s1',
    Encryption: false,
    FilesystemName: 'MS-DOS FAT32',
    FreeSpace: 30_000_000_000,
    MediaName: 'HOLIDAYS',
    MountPoint: '/Volumes/HOLIDAYS',
    ParentWholeDisk: 'disk4',
    TotalSize: 30_783_045_632,
  }),
  disk4: plist({ ...STICK, Size: 30_784_094_208 }),
  '/dev/disk3s1s1': plist({
    APFSContainerFree: 500_000_000_000,
    APFSPhysicalStore: 'disk0s2',
    DeviceIdentifier: 'disk3s1s1',
    FileVault: true,
    FilesystemName: 'APFS',
    MediaName: '',
    MountPoint: '/',
    ParentWholeDisk: 'disk3',
  }),
  disk0s2: plist({ DeviceIdentifier: 'disk0s2', MediaName: '', ParentWholeDisk: 'disk0' }),
  disk0: plist({ ...APPLE, ParentWholeDisk: 'disk0', Size: 1_000_555_581_440 }),
};

it.each([
  [
    '/dev/disk4s1',
    {
      model: 'SanDisk 3.2Gen1',
      sizeBytes: 30_784_094_208,
      bus: 'USB',
      filesystem: 'MS-DOS FAT32',
      isEncrypted: false,
      freeBytes: 30_000_000_000,
      mount: '/Volumes/HOLIDAYS',
    },
  ],
  [
    '/dev/disk3s1s1',
    {
      model: 'APPLE SSD AP1024Z',
      sizeBytes: 1_000_555_581_440,
      bus: 'NVMe',
      filesystem: 'APFS',
      isEncrypted: true,
      freeBytes: 500_000_000_000,
      mount: '/',
    },
  ],
])('macOS: the drive below %s, never the name that its owner gave a volume', async (device, drive) => {
  expect(await macDrive(device, (one) => Promise.resolve(MAC[one] ?? ''))).toEqual(drive);
});

it.each([
  ['/dev/disk3s5   965595304 12345 567890    70%    /System/Volumes/Data', '/dev/disk3s5'],
  ['//ann@nas/Some%20share 100 50 50    50%    /Volumes/Some share', null],
  ['nas:/export    100 50 50    50%    /Volumes/export', null],
])('macOS: the device of a folder, where df says "%s"', (line, device) => {
  expect(deviceIn(`Filesystem     512-blocks      Used Available Capacity  Mounted on\n${line}\n`)).toBe(device);
});

it('Windows: what PowerShell prints', () => {
  const line = (values: object) => windowsDrive(JSON.stringify(values));
  const stick = { Model: 'Kingston DataTraveler 3.0', Size: 30_943_995_904, Bus: 'USB', FileSystem: 'exFAT', Free: 1 };
  expect(line({ ...stick, Encrypted: null, Mount: 'E:' })).toEqual({
    model: 'Kingston DataTraveler 3.0',
    sizeBytes: 30_943_995_904,
    bus: 'USB',
    filesystem: 'exFAT',
    isEncrypted: null,
    freeBytes: 1,
    mount: 'E:',
  });
  // Of a network drive there is no disk: the texts are empty.
  expect(line({ Model: '', Size: null, Bus: '', Mount: 'Z:' })).toMatchObject({
    model: null,
    sizeBytes: null,
    bus: null,
  });
  expect(line({ Model: 'SD', Bus: 'SD' }).bus).toBe('SD card');
});

it.each([
  ['MS-DOS FAT32', 'FAT32'],
  ['FAT32', 'FAT32'],
  ['ExFAT', 'exFAT'],
  ['APFS', 'APFS'],
  ['Journaled HFS+', 'HFS+'],
  ['NTFS', 'NTFS'],
  ['vfat', 'FAT32'],
  ['fuseblk', 'other'],
])('the file system %s is published as %s', (name, published) => {
  expect(filesystemNamed(name)).toBe(published);
});

const HIDDEN = 'The model is hidden: an adapter or reader stands before the drive';
const NOT_TOLD = 'The system does not tell the model.';
const NO_DRIVE = 'The system names no drive for this folder';

it.each([
  ['a reader of cards', 'USB', 'Generic STORAGE DEVICE', 1e9, HIDDEN],
  ['an adapter', 'USB', 'Mass-Storage', 1e9, HIDDEN],
  ['an adapter that says nothing', 'USB', null, 1e9, HIDDEN],
  ['a stick', 'USB', 'SanDisk Ultra Fit', 1e9, null],
  ['a drive inside', 'SATA', 'Generic', 1e9, null],
  ['a virtual disk', 'virtual', null, 1e9, NOT_TOLD],
  ['a disk on no bus that is known', null, null, 1e9, NOT_TOLD],
  ['files in memory', null, null, null, NO_DRIVE],
])('why the model is not known: %s', (_, bus, model, sizeBytes, problem) => {
  const found = modelProblem({ ...UNKNOWN, bus, model, sizeBytes, isEncrypted: null });
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});

it.each([
  ['a stick', 'USB', 'SanDisk  Ultra Fit\n', 'vfat', { drive: 'SanDisk Ultra Fit', filesystem: 'FAT32' }],
  ['a reader of cards, which says its own name', 'USB', 'Generic STORAGE DEVICE', 'exfat', { filesystem: 'exFAT' }],
  ['a drive that is not told', null, null, 'tmpfs', { filesystem: 'other' }],
  ['a name that is too long', 'SATA', `${'x'.repeat(79)} y`, null, { drive: 'x'.repeat(79) }],
])('what is published of %s', (_, bus, model, filesystem, expected) => {
  expect(declaredPlace({ ...UNKNOWN, bus, model, filesystem, sizeBytes: 1e9, isEncrypted: null })).toEqual(expected);
});

it.runIf(process.platform === 'linux')('Linux: a folder that lies on no drive', async () => {
  const { code, out } = await executed(['drive', '--dir', '/proc']);
  expect(code).toBe(0);
  expect(out).toMatch(/^Filesystem +proc$/m);
  expect(out).toContain(NO_DRIVE);
  expect(out).not.toContain(HIDDEN);
});
