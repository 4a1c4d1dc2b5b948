import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { isHiddenModel, linuxDrive, macDrive, windowsDrive } from '../drive-info.ts';

const UNKNOWN = { filesystem: null, freeBytes: null, mount: null };

it('Linux: the stick below a partition and its encryption, by sysfs, without its serial number', async () => {
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
  });
});

it('macOS and Windows: what diskutil and PowerShell print', () => {
  const plist = `<plist><dict><key>BusProtocol</key><string>USB</string><key>Encryption</key><false/>
    <key>FilesystemName</key><string>ExFAT</string><key>FreeSpace</key><integer>31000000</integer>
    <key>MediaName</key><string>Ultra Fit</string><key>MountPoint</key><string>/Volumes/STICK</string>
    <key>TotalSize</key><integer>61530439680</integer></dict></plist>`;
  expect(macDrive(plist)).toEqual({
    model: 'Ultra Fit',
    sizeBytes: 61_530_439_680,
    bus: 'USB',
    filesystem: 'ExFAT',
    isEncrypted: false,
    freeBytes: 31_000_000,
    mount: '/Volumes/STICK',
  });
  const json =
    '{"Model":"Ultra Fit","Size":61530439680,"Bus":"USB","FileSystem":"exFAT","Free":1,"Encrypted":null,"Mount":"E:"}';
  expect(windowsDrive(json)).toMatchObject({ model: 'Ultra Fit', bus: 'USB', isEncrypted: null, mount: 'E:' });
});

it.each([
  ['USB', 'Generic STORAGE DEVICE', true],
  ['USB', 'Mass-Storage', true],
  ['USB', null, true],
  ['USB', 'SanDisk Ultra Fit', false],
  ['SATA', 'Generic', false],
])('%s, %s: hidden behind an adapter: %s', (bus, model, isHidden) => {
  expect(isHiddenModel({ ...UNKNOWN, bus, model, sizeBytes: null, isEncrypted: null })).toBe(isHidden);
});
