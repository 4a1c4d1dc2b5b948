import { describe, expect, it } from 'vitest';
import { foreign as english } from '../../src/figures/words/en.ts';
import { foreign as japanese } from '../../src/figures/words/ja.ts';
import { alignReads, MAX_FOREIGN_BYTES, problemText, readForeign, textOfBytes } from '../../src/foreign/index.ts';
import { AMORPHOUS, CRYSTAL_6, CRYSTAL_8, FIO, K_DISK_MARK } from '../../test-support/foreign-texts.ts';

const valuesOf = (text: string) => Object.fromEntries(readForeign(text).figures.map(({ id, value }) => [id, value]));
const problemsOf = (text: string) => readForeign(text).problems.map(({ kind, line }) => [kind, line]);

describe('texts of CrystalDiskMark', () => {
  it('gives every test of version 8 its row, in bytes per second, with the mean time of a call', () => {
    const { tool, version, figures, problems } = readForeign(CRYSTAL_8);
    expect([tool, version, problems]).toEqual(['CrystalDiskMark', '8.0.4', []]);
    expect(valuesOf(CRYSTAL_8)).toEqual({
      'seq1m_q8t1 drive_read': 3e9,
      'seq1m_q1t1 drive_read': 2e9,
      'rnd4k_q32t1 drive_read': 400e6,
      'rnd4k_q1t1 drive_read': 60e6,
      'seq1m_q8t1 write': 2.5e9,
      'seq1m_q1t1 write': 1.8e9,
      'rnd4k_q32t1 write': 300e6,
      'rnd4k_q1t1 write': 150e6,
    });
    expect(figures.find(({ id }) => id === 'rnd4k_q1t1 drive_read')).toMatchObject({
      name: 'RND4K Q1 drive_read',
      unit: 'bytes_per_s',
      origin: 'drive',
      mean_ns: 68_120,
    });
  });

  it('knows the blocks of version 6, whose sequential tests do not say them', () => {
    expect(readForeign(CRYSTAL_6)).toMatchObject({ version: '6.0.2', problems: [] });
    expect(valuesOf(CRYSTAL_6)).toEqual({
      'seq128k_q32t1 drive_read': 500e6,
      'seq128k_q32t1 write': 400e6,
      'rnd4k_q1t1 drive_read': 40e6,
      'rnd4k_q1t1 write': 90e6,
      'seq1m_q1t1 drive_read': 450e6,
    });
  });

  it('takes what stands behind its end for a comment, which version 6 does not call so, and no other line', () => {
    expect(readForeign(`${CRYSTAL_6}\r\n  in the dock\r\n`)).toEqual(readForeign(CRYSTAL_6));
    expect(problemsOf(CRYSTAL_6.replace('  Date :', '  in the dock'))).toEqual([['not_understood', 15]]);
  });

  it.each([
    ['3', ' (QD=1)'],
    ['2', ''],
  ])('knows the tests of version %s, which does not say one at a time', (version, one) => {
    const text = [
      `CrystalDiskMark ${version}.0.3 x64 (C) 2007-2013 hiyohiyo`,
      '           Sequential Read :   180.000 MB/s',
      '         Random Read 512KB :    41.500 MB/s',
      `    Random Read 4KB${one} :     0.540 MB/s [   131.8 IOPS]`,
      '  Test : 1000 MB [F: 0.1% (5.0/3717.4 GB)] (x1)',
      '    OS : Windows 8.1 Pro [6.3 Build 9600] (x64)',
    ].join('\n');
    expect(problemsOf(text)).toEqual([]);
    expect(valuesOf(text)).toEqual({
      'seq1m_q1t1 drive_read': 180e6,
      'rnd512k_q1t1 drive_read': 41.5e6,
      'rnd4k_q1t1 drive_read': 0.54e6,
    });
  });

  it('shows deeper queues than a browser can have', () => {
    expect(Object.keys(valuesOf(CRYSTAL_8.replace('(Q= 32, T= 1)', '(Q=512, T=16)')))).toContain(
      'rnd4k_q512t16 drive_read',
    );
  });

  it.each([
    ['UTF-16 with its mark', 'utf-16le', '\uFEFF'],
    ['UTF-16 without its mark', 'utf-16le', ''],
    ['UTF-8 with its mark', 'utf-8', '\uFEFF'],
  ] as const)('reads a file in %s as the same', (_, encoding, mark) => {
    const text = `${mark}${CRYSTAL_8}`;
    const bytes =
      encoding === 'utf-8'
        ? new TextEncoder().encode(text)
        : new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer);
    expect(readForeign(textOfBytes(bytes))).toEqual(readForeign(CRYSTAL_8));
  });

  it('reads UTF-16 of the other byte order', () => {
    const bytes = Uint8Array.from(
      Array.from(`\uFEFF${CRYSTAL_8}`).flatMap((sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255]),
    );
    expect(readForeign(textOfBytes(bytes))).toEqual(readForeign(CRYSTAL_8));
  });

  it('reads decimal commas, thousands, quotations and any end of lines', () => {
    const commas = CRYSTAL_8.replaceAll(/(\d)\.(\d+ (?:MB|IOPS|us))/g, '$1,$2');
    expect(commas).toContain('3000,000 MB/s');
    for (const text of [
      commas,
      CRYSTAL_8.replace('3000.000', '3,000.000'),
      CRYSTAL_8.replace('3000.000', '3.000,000'),
      CRYSTAL_8.replaceAll('\r\n', '\r\n> '),
      CRYSTAL_8.replaceAll('\r\n', '\n'),
    ]) {
      expect(problemsOf(text)).toEqual([]);
      expect(valuesOf(text)).toEqual(valuesOf(CRYSTAL_8));
    }
  });

  const FIRST = '(Q=  8, T= 1):  3000.000 MB/s [   2861.0 IOPS] <  2795.11 us>';
  it.each([
    ['thousands that look like decimals', '3,000 MB/s [   2861.0 IOPS]', 'rates_differ'],
    ['a digit that was misread', '8000.000 MB/s [   2861.0 IOPS]', 'rates_differ'],
    ['a decimal point that was lost', '3000000 MB/s', 'not_understood'],
    ['one that was lost in its IOPS', '3000.000 MB/s [  28610 IOPS]', 'rates_differ'],
    ['separators that are all alike', '3,000,000 MB/s', 'not_understood'],
    ['thousands that are none', '30,00.000 MB/s', 'not_understood'],
    ['another unit', '3.000 GB/s', 'not_understood'],
  ])('shows no number with %s: %s', (_, rate, kind) => {
    const text = CRYSTAL_8.replace(FIRST, `(Q=  8, T= 1):  ${rate}`);
    expect(problemsOf(text)).toEqual([[kind, 9]]);
    expect(Object.keys(valuesOf(text))).not.toContain('seq1m_q8t1 drive_read');
  });

  it.each(['(Q=  B, T= 1)', '(Q= 3Z, T= 1)', '(Q=  8, T= l)', '(8, 1)'])(
    'takes no queue and no thread for one that it cannot read: %s',
    (shape) => {
      expect(problemsOf(CRYSTAL_8.replace('(Q=  8, T= 1)', shape))).toEqual([['not_understood', 9]]);
    },
  );

  it('says of a test how many calls were under way where they are fewer than its name says, and shows it', () => {
    const fast = '836.974 MB/s [ 204339.4 IOPS] <    60.86 us>';
    const text = CRYSTAL_8.replace('400.000 MB/s [  97656.2 IOPS] <   327.44 us>', fast);
    const { figures, problems } = readForeign(text);
    expect(figures.find(({ id }) => id === 'rnd4k_q32t1 drive_read')?.value).toBe(836_974_000);
    expect(problems).toMatchObject([{ kind: 'queue_short', line: 11 }]);
    expect(problems[0]?.text).toMatch(/^12\.4 < 32: RND {4}4KiB/);
  });

  it('knows a slow test by both of its rates, whose last digits are coarse', () => {
    const text = CRYSTAL_8.replace('60.000 MB/s [  14648.4 IOPS]', '0.004 MB/s [      1.0 IOPS]');
    expect(problemsOf(text)).toEqual([]);
    expect(valuesOf(text)['rnd4k_q1t1 drive_read']).toBe(4000);
  });

  it.each([
    ['of the same tool', CRYSTAL_6],
    ['of another tool', AMORPHOUS],
    ['that is quoted', K_DISK_MARK.replaceAll('\n', '\n> ')],
  ])('reads the first of two results alone, and says where the next one begins: %s', (_, second) => {
    const lines = second.split(/\r?\n/);
    const at = CRYSTAL_8.split('\r\n').length + lines.findIndex((line) => line.includes('DiskMark'));
    expect(valuesOf(`${CRYSTAL_8}${second}`)).toEqual(valuesOf(CRYSTAL_8));
    expect(problemsOf(`${CRYSTAL_8}${second}`)).toEqual([['another_result', at]]);
  });

  it('says of the first of two results that it is cut off, and knows a name in a comment for none', () => {
    const cut = CRYSTAL_8.slice(0, CRYSTAL_8.indexOf('Profile:'));
    expect(problemsOf(`${cut}${CRYSTAL_8}`).map(([kind]) => kind)).toEqual(['cut_off', 'another_result']);
    expect(problemsOf(CRYSTAL_8.replace('in the dock', 'as CrystalDiskMark 7 had it'))).toEqual([]);
  });

  it('keeps what was understood of a text that is cut off, and says where it ends', () => {
    const text = CRYSTAL_8.slice(0, CRYSTAL_8.indexOf('2500.000') + 4);
    expect(problemsOf(text)).toEqual([['cut_off', 15]]);
    expect(readForeign(text).figures).toHaveLength(4);
  });

  it('says each line that it does not understand, measured nothing, or comes twice', () => {
    const lines = CRYSTAL_8.split('\r\n');
    lines[9] = '  SEQ    1MiB (Q=  1, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>';
    lines[10] = 'something else';
    lines[11] = (lines[8] ?? '').replace('3000.000', '3100.000');
    const text = lines.join('\n');
    expect(problemsOf(text)).toEqual([
      ['not_measured', 10],
      ['not_understood', 11],
      ['repeated', null],
    ]);
    expect(valuesOf(text)['seq1m_q8t1 drive_read']).toBe(3100e6);
  });

  it('does not take a read for a write where the section is missing, and leaves mixed tests out', () => {
    expect(problemsOf(CRYSTAL_8.replace('[Read]\r\n', ''))[0]).toEqual(['direction_missing', 8]);
    const mixed = CRYSTAL_8.replace('[Write]', '[Mix] Read 70%/Write 30%');
    expect(problemsOf(mixed)).toEqual([['mixed', 14]]);
    expect(readForeign(mixed).figures).toHaveLength(4);
  });
});

describe('texts of other tools in that layout', () => {
  it('reads AmorphousDiskMark, which has no threads', () => {
    expect(readForeign(AMORPHOUS)).toMatchObject({ tool: 'AmorphousDiskMark', version: '4.0.1', problems: [] });
    expect(valuesOf(AMORPHOUS)).toEqual({
      'seq1m_q8t1 drive_read': 2.9e9,
      'seq1m_q8t1 write': 2.7e9,
      'seq1m_q1t1 drive_read': 1.5e9,
      'rnd4k_q1t1 drive_read': 55e6,
    });
  });

  it('tells the rate of KDiskMark from its calls, because its MB/s are none', () => {
    expect(readForeign(K_DISK_MARK)).toMatchObject({ tool: 'KDiskMark', version: '3.2.0', problems: [] });
    expect(valuesOf(K_DISK_MARK)).toEqual({
      'seq1m_q8t1 read': 1000 * 1024 ** 2,
      'rnd4k_q1t1 read': 10_000 * 4096,
      'seq1m_q8t1 write': 800 * 1024 ** 2,
    });
  });

  it('has no rate of KDiskMark where its calls are missing', () => {
    const text = K_DISK_MARK.replace('[   1000.0 IOPS] <  7800.10 us>', '');
    expect(problemsOf(text)).toEqual([['not_understood', 8]]);
  });

  it('does not know what answered where the text does not say it', () => {
    const facts = (text: string) =>
      new Set(readForeign(text).figures.map(({ origin, access }) => `${origin ?? 'drive'} ${access}`));
    expect(facts(CRYSTAL_8)).toEqual(new Set(['drive direct']));
    // O_DIRECT is a setting of KDiskMark, which its text does not have.
    expect(facts(K_DISK_MARK)).toEqual(new Set(['unknown unsaid']));
    // Zeros need not be on a drive to be read.
    expect(facts(AMORPHOUS.replace('(x5) [', '(x5) <0Fill> ['))).toEqual(new Set(['unknown unsaid']));
    expect(facts(CRYSTAL_8.replace('[C:', '<0Fill> [C:'))).toEqual(new Set(['unknown unsaid']));
  });
});

describe('texts that are none of these', () => {
  it.each([
    ['nothing', '', 'tool_unknown'],
    ['any text', 'Dear diary,\ntoday', 'tool_unknown'],
    ['a table without the name of its tool', CRYSTAL_8.split('\r\n').slice(4).join('\n'), 'tool_unknown'],
    ['our own text', 'OPFSMark 0.1.0 (suite 2), Matrix, CDM-like\r\n[Read]', 'own_result'],
    ['our own record', '{"environment":{"core_version":"0.1.0"}}', 'own_result'],
  ])('says one sentence of %s', (_, text, kind) => {
    expect(readForeign(text)).toEqual({
      tool: null,
      version: null,
      figures: [],
      problems: [{ kind, line: null, text: '' }],
    });
  });

  it.each([
    [
      'fio, without its JSON',
      'w: (g=0): rw=randread, bs=(R) 4096B-4096B\nfio-3.33\n  read: IOPS=11.4k, BW=44.4MiB/s (46.6MB/s)',
    ],
    ['fio, in one line', '3;fio-3.33;w;0;0;2048;26597;6649;77;0;0;0.000000;0.000000;71;4249;148.076359;416.705978'],
    ['dd', '16+0 records in\n16+0 records out\n16777216 bytes (17 MB, 16 MiB) copied, 0.46578 s, 36.0 MB/s'],
    ['hdparm', '/dev/sda:\n Timing buffered disk reads: 510 MB in  3.01 seconds = 169.62 MB/sec'],
    [
      'ioping',
      '--- . (ext4 /dev/sda3) ioping statistics ---\n9 requests completed in 3.01 ms, 36 KiB read, 2.99 k iops',
    ],
    [
      'iozone',
      'Iozone: Performance Test of File I/O\n  kB  reclen    write  rewrite    read\n 1024  4  200000  300000  400000',
    ],
    [
      'diskspd',
      'Command Line: diskspd.exe -b4K\nRandom IO\nthread |  bytes  |  I/Os  |  MiB/s  |  I/O per s\ntotal:  4096 | 1 | 40.00 | 10240.00',
    ],
    [
      'winsat',
      '> Disk  Random 16.0 Read                       674.46 MB/s          8.5\n> Disk  Sequential 64.0 Read    3044.69 MB/s  9.2',
    ],
    ['ATTO', 'ATTO Disk Benchmark\n0.50 KB,21.50,20.92\n1.00 KB,42.12,41.02'],
    ['Blackmagic', 'Blackmagic Disk Speed Test\nWRITE 2500.1 MB/s READ 2800.3 MB/s'],
    ['gnome-disks', "{'timestamp-usec': <int64 1>, 'read-samples': <[(uint64 0, 120000000.0)]>}"],
  ])('says of a result of %s which are read, and of fio how it prints them', (_, text) => {
    const { tool, figures, problems } = readForeign(text);
    expect([tool, figures]).toEqual([null, []]);
    for (const { problems: words } of [english, japanese]) {
      const [sentence, ...more] = problems.map((problem) => problemText(problem, words, 'en'));
      expect(more).toEqual([]);
      for (const name of ['CrystalDiskMark', 'AmorphousDiskMark', 'KDiskMark', '--output-format=json'])
        expect(sentence).toContain(name);
    }
  });

  it('says first that a known tool has nothing to compare', () => {
    expect(problemsOf('CrystalDiskMark 8.0.4 x64\nSequenziale : 100.000 MB/s\nOS : Windows')).toEqual([
      ['nothing', null],
      ['not_understood', 2],
    ]);
  });

  it('reads the beginning of a text that is far too long, and lists few of its lines', () => {
    const text = CRYSTAL_8.replace('Profile:', `${'noise\n'.repeat(MAX_FOREIGN_BYTES / 6)}Profile:`);
    const { figures, problems } = readForeign(text);
    expect(figures).toHaveLength(8);
    expect(problems[0]).toMatchObject({ kind: 'too_long', text: '8 MiB' });
    expect(problems.at(-1)).toMatchObject({ kind: 'more' });
    expect(problems.length).toBeLessThan(25);
  });
});

describe('figures beside a result', () => {
  const { figures } = readForeign(FIO);
  const idsBeside = (...ids: string[]) => alignReads(figures, ids).map(({ id }) => id);

  it('stand under the read of a plan that reads each row once', () => {
    expect(idsBeside('rnd4k_q1t1 read')).toEqual(['seq1m_q8t1 drive_read', 'rnd4k_q1t1 read', 'rnd4k_q32t1 write']);
    expect(idsBeside('rnd4k_q1t1 read', 'rnd4k_q1t1 drive_read')[1]).toBe('rnd4k_q1t1 drive_read');
  });

  it('keep apart from memory where the drive was read, too', () => {
    expect(idsBeside('rnd4k_q1t1 read', 'rnd4k_q1t1 drive_wait')[1]).toBe('rnd4k_q1t1 drive_read');
  });
});

describe('a long text of nothing', () => {
  const LENGTH = 100_000;
  const spaces = ' '.repeat(LENGTH);
  const options = Array.from({ length: LENGTH / 10 }, (_, i) => `"o${i}":"1"`).join(',');

  it.each([
    ['spaces between what may be missing', `CrystalDiskMark 8.0.4\nSEQ${spaces}x\nOS: x`, ['not_understood', 2]],
    [
      'spaces in a test without parentheses',
      `CrystalDiskMark 3.0.1\nSequential${spaces}Read${spaces}:${spaces}x\nOS: x`,
      ['not_understood', 2],
    ],
    ['tabs around a word', `AmorphousDiskMark 4.0.1\nRandom${spaces}Read${spaces}x\nOS: x`, ['not_understood', 2]],
    [
      'a test that never ends',
      `CrystalDiskMark 8.0.4\nSEQ (${spaces}${'Q='.repeat(LENGTH)}\nOS: x`,
      ['not_understood', 2],
    ],
    ['heads without an end', `"fio version" : "fio-3.1"${'"jobs" : ['.repeat(LENGTH / 10)}`, ['cut_off', 1]],
    ['many jobs', `"fio version" : "fio-3.1","jobs":[${'{},'.repeat(1.5 * LENGTH)}{}]`, ['job_options', 1]],
    [
      'options of as many jobs',
      `"fio version" : "fio-3.1", "global options":{${options}},"jobs":[${'{},'.repeat(LENGTH / 10)}{}]`,
      ['job_options', 1],
    ],
  ])('is read to its end, and refused: %s', (_, text, problem) => {
    expect(problemsOf(text)).toContainEqual(problem);
  });
});
