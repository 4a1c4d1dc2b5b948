/** Results as other tools write them, with made-up figures. */

const RULE = '-'.repeat(78);
const NOTES = [
  '* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]',
  '* KB = 1000 bytes, KiB = 1024 bytes',
  '',
];

export const CRYSTAL_8 = [
  RULE,
  'CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo',
  '                                  Crystal Dew World: https://crystalmark.info/',
  RULE,
  ...NOTES,
  '[Read]',
  '  SEQ    1MiB (Q=  8, T= 1):  3000.000 MB/s [   2861.0 IOPS] <  2795.11 us>',
  '  SEQ    1MiB (Q=  1, T= 1):  2000.000 MB/s [   1907.3 IOPS] <   524.11 us>',
  '  RND    4KiB (Q= 32, T= 1):   400.000 MB/s [  97656.2 IOPS] <   327.44 us>',
  '  RND    4KiB (Q=  1, T= 1):    60.000 MB/s [  14648.4 IOPS] <    68.12 us>',
  '',
  '[Write]',
  '  SEQ    1MiB (Q=  8, T= 1):  2500.000 MB/s [   2384.2 IOPS] <  3351.70 us>',
  '  SEQ    1MiB (Q=  1, T= 1):  1800.000 MB/s [   1716.6 IOPS] <   582.31 us>',
  '  RND    4KiB (Q= 32, T= 1):   300.000 MB/s [  73242.2 IOPS] <   436.21 us>',
  '  RND    4KiB (Q=  1, T= 1):   150.000 MB/s [  36621.1 IOPS] <    27.20 us>',
  '',
  'Profile: Default',
  '   Test: 1 GiB (x5) [C: 40% (190/476GiB)]',
  '   Mode: [Admin]',
  '   Time: Measure 5 sec / Interval 5 sec ',
  '   Date: 2026/05/01 10:00:00',
  '     OS: Windows 11 Professional [10.0 Build 26100] (x64)',
  'Comment: in the dock',
  '',
].join('\r\n');

export const CRYSTAL_6 = [
  '-----------------------------------------------------------------------',
  'CrystalDiskMark 6.0.2 x64 (C) 2007-2018 hiyohiyo',
  '                          Crystal Dew World : https://crystalmark.info/',
  '-----------------------------------------------------------------------',
  ...NOTES,
  '   Sequential Read (Q= 32,T= 1) :   500.000 MB/s',
  '  Sequential Write (Q= 32,T= 1) :   400.000 MB/s',
  '  Random Read 4KiB (Q=  1,T= 1) :    40.000 MB/s [   9765.6 IOPS]',
  ' Random Write 4KiB (Q=  1,T= 1) :    90.000 MB/s [  21972.7 IOPS]',
  '         Sequential Read (T= 1) :   450.000 MB/s',
  '',
  '  Test : 1024 MiB [C: 26.4% (122.8/465.2 GiB)] (x5)  [Interval=5 sec]',
  '  Date : 2018/05/01 10:00:00',
  '    OS : Windows 10  [10.0 Build 17134] (x64)',
].join('\r\n');

export const AMORPHOUS = [
  '---------------------------------------------------------------------',
  'AmorphousDiskMark 4.0.1 (C) 2016-2023 Katsura Shareware',
  '                    Katsura Shareware : https://katsurashareware.com/',
  '---------------------------------------------------------------------',
  ...NOTES,
  '  Sequential Read 1MiB (QD=   8) :   2900.00 MB/s [   2765.7 IOPS]',
  ' Sequential Write 1MiB (QD=   8) :   2700.00 MB/s [   2574.9 IOPS]',
  '     Sequential Read 1MiB (QD=1) :   1500.00 MB/s [   1430.5 IOPS]',
  '         Random Read 4KiB (QD=1) :     55.00 MB/s [  13427.7 IOPS]',
  '',
  '    Test : 1 GiB (x5) [Interval=3 sec]',
  '  Volume : Macintosh HD: 93% used (432/465 GiB)',
  '  Device : APPLE SSD',
  '     CPU : Apple',
  '    Date : 2026-05-01T10:00:00Z',
  '      OS : macOS 15.4 24E248',
  '',
].join('\n');

export const K_DISK_MARK = [
  '                        KDiskMark (3.2.0): https://github.com/JonMagon/KDiskMark',
  '                    Flexible I/O Tester (fio-3.36): https://github.com/axboe/fio',
  '-'.repeat(80),
  ...NOTES,
  '[Read]',
  'Sequential   1 MiB (Q=  8, T= 1):  1024.000 MB/s [   1000.0 IOPS] <  7800.10 us>',
  '    Random   4 KiB (Q=  1, T= 1):    40.000 MB/s [  10000.0 IOPS] <    97.20 us>',
  '',
  '[Write]',
  'Sequential   1 MiB (Q=  8, T= 1):   819.200 MB/s [    800.0 IOPS] <  9800.00 us>',
  '',
  'Profile: Default',
  '   Test: 1 GiB (x5) [Measure: 5 sec / Interval: 5 sec]',
  '   Date: 2026-05-01 10:00:00',
  '     OS: debian 13 [linux 6.12.0]',
  ' Target: /home',
].join('\n');

export interface FioJob {
  readonly name: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly side: 'read' | 'write';
  readonly bw_bytes: number;
  readonly error?: number;
  /** Further fields of the job, and of its side. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly measured?: Readonly<Record<string, unknown>>;
}

const NO_SIDE = { bw_bytes: 0, bw: 0, iops: 0, clat_ns: { min: 0, max: 0, mean: 0, N: 0 } };
const percentile = { '50.000000': 60_000, '99.000000': 120_000 };

export function fioText(
  jobs: readonly FioJob[],
  shared: Readonly<Record<string, string>> = {},
  devices: readonly object[] = [{ name: 'nvme0n1', util: 99.5 }],
): string {
  const document = {
    'fio version': 'fio-3.36',
    timestamp: 1_777_000_000,
    'global options': { ioengine: 'libaio', direct: '1', ...shared },
    jobs: jobs.map(({ name, options = {}, side, bw_bytes, error = 0, fields = {}, measured = {} }) => ({
      jobname: name,
      // Each in a group of its own, as of jobs that wait for the one before them.
      groupid: jobs.findIndex((job) => job.name === name),
      error,
      'job options': { name, ...options },
      read: NO_SIDE,
      write: NO_SIDE,
      [side]: {
        ...{ bw_bytes, bw: bw_bytes / 1024, clat_ns: { min: 1, max: 2, mean: 70_000, N: 9, percentile } },
        ...measured,
      },
      iodepth_level: { [options['iodepth'] ?? '1']: 100 },
      ...fields,
    })),
    disk_util: devices,
  };
  return JSON.stringify(document, null, 2);
}

export const FIO = fioText([
  { name: 'seq-read', options: { rw: 'read', bs: '1m', iodepth: '8' }, side: 'read', bw_bytes: 3e9 },
  { name: 'rnd-read', options: { rw: 'randread', bs: '4k' }, side: 'read', bw_bytes: 60e6 },
  { name: 'rnd-write', options: { rw: 'randwrite', bs: '4096B', iodepth: '32' }, side: 'write', bw_bytes: 300e6 },
]);
