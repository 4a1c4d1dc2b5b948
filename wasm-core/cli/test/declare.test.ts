import { expect, it } from 'vitest';
import { osMajor } from '../../ts/node/run-in-folder.ts';
import { filesystemIn } from '../publish.ts';
import { ProgressPrinter } from '../progress.ts';
import { standardPlan } from '@opfsmark/schema/families';

const MOUNTS = `22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
30 22 8:17 / /mnt/usb\\040stick rw - vfat /dev/sdb1 rw
31 22 0:30 / /mnt rw shared:1 - tmpfs none rw
32 22 0:31 / /mnt rw shared:2 - btrfs /dev/sdc rw`;

it.each([
  ['/', 'ext4'],
  ['/home/me', 'ext4'],
  ['/mnt/usb stick/a', 'vfat'],
  ['/mnt/usb sticker', 'btrfs'],
  ['/mnt', 'btrfs'],
])('finds the filesystem of %s: %s', (path, expected) => {
  expect(filesystemIn(MOUNTS, path)).toBe(expected);
});

it.each([
  ['darwin', '24.6.0', 15],
  ['darwin', '25.1.0', 26],
  ['win32', '10.0.19045', 10],
  ['win32', '10.0.26100', 11],
  ['linux', '6.18.0', null],
] as const)('counts the versions of %s %s as the page does', (platform, release, expected) => {
  expect(osMajor(platform, release)).toBe(expected);
});

it('writes one line over and over on a terminal, and never more than fits', () => {
  const written: string[] = [];
  const printer = new ProgressPrinter(
    { isTTY: true, columns: 40, write: (text) => written.push(text) },
    standardPlan('matrix'),
    'node',
  );
  const JOB = { index: 0, row: 0, direction: 'read' } as const;
  const place = { phase: 'measuring', job: JOB, passKind: 'throughput', loop: 1, loops: 5 } as const;
  const numbers = { fraction: 0.5, secondsLeft: 61, bytesWritten: 0, live: null };
  printer.show({ type: 'prepared', layout: 'shared', clockStepNs: 1 });
  printer.show({ type: 'progress', progress: { ...place, ...numbers } });
  const clear = '\r\u001b[K';
  const [line = ''] = written;
  expect(written).toHaveLength(1);
  expect(line.startsWith(clear)).toBe(true);
  expect(line.slice(clear.length)).toMatch(/^\[#{10}\.{10}\] {2}50 % {2}SEQ1M Q8/);
  expect(line.length - clear.length).toBeLessThan(40);
});
