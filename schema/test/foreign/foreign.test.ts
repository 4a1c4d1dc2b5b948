import { describe, expect, it } from 'vitest';
import { alignReads, MAX_FOREIGN_BYTES, readForeign, textOfBytes } from '../../src/foreign/index.ts';
import {
  AMORPHOUS,
  CRYSTAL_6,
  CRYSTAL_8,
  FIO,
  type FioJob,
  fioText,
  K_DISK_MARK,
} from '../../test-support/foreign-texts.ts';

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

  it('says first that a known tool has nothing to compare', () => {
    expect(problemsOf('CrystalDiskMark 8.0.4 x64\nSequenziale : 100.000 MB/s\nOS : Windows')).toEqual([
      ['nothing', null],
      ['not_understood', 2],
    ]);
  });

  it('reads the beginning of a text that is far too long, and lists few of its lines', () => {
    const text = `${CRYSTAL_8}\n${'noise\n'.repeat(MAX_FOREIGN_BYTES / 6)}`;
    const { figures, problems } = readForeign(text);
    expect(figures).toHaveLength(8);
    expect(problems[0]).toMatchObject({ kind: 'too_long', text: '8 MiB' });
    expect(problems.at(-1)).toMatchObject({ kind: 'more' });
    expect(problems.length).toBeLessThan(25);
  });
});

const READ = { name: 'a', side: 'read', bw_bytes: 40e6 } as const;
const one = (options: Readonly<Record<string, string>>, job: Partial<FioJob> = {}) =>
  fioText([{ ...READ, options: { rw: 'randread', bs: '4k', ...options }, ...job }]);

describe("fio's JSON", () => {
  it('gives each job its row, with the mean and the 99th percentile of its calls', () => {
    const { tool, version, figures, problems } = readForeign(FIO);
    expect([tool, version, problems]).toEqual(['fio', '3.36', []]);
    expect(valuesOf(FIO)).toEqual({
      'seq1m_q8t1 drive_read': 3e9,
      'rnd4k_q1t1 drive_read': 60e6,
      'rnd4k_q32t1 write': 300e6,
    });
    expect(figures[0]).toMatchObject({ mean_ns: 70_000, p99_ns: 120_000, origin: 'drive' });
  });

  it('reads it where the text form is around it, and several results behind each other', () => {
    const around = `rnd: (g=0): rw=randread\nfio-3.36\nStarting 1 process\n${FIO}\n\nrnd: (groupid=0, jobs=1): err= 0\n`;
    expect(readForeign(around)).toEqual({ ...readForeign(FIO), problems: [] });
    const second = one({ iodepth: '4' });
    expect(readForeign(`${FIO}\n${second}`).figures).toHaveLength(4);
  });

  it('keeps the jobs that are whole where the text is cut off, and says the line', () => {
    const text = FIO.slice(0, FIO.indexOf('"jobname": "rnd-write"') + 60);
    // The work of the drive meanwhile stands at the end.
    expect(Object.keys(valuesOf(text))).toEqual(['seq1m_q8t1 read', 'rnd4k_q1t1 read']);
    expect(problemsOf(text)).toEqual([['cut_off', text.split('\n').length]]);
    expect(problemsOf(FIO.slice(0, 60))).toEqual([
      ['nothing', null],
      ['cut_off', 4],
    ]);
  });

  it('never calls a job direct that went through the page cache', () => {
    const from = (text: string) => readForeign(text).figures.map(({ id, origin }) => [id, origin]);
    expect(from(one({ direct: '0' }))).toEqual([['rnd4k_q1t1 read', 'unknown']]);
    const write = { side: 'write' } as const;
    expect(from(one({ direct: '0', rw: 'randwrite' }, write))).toEqual([['rnd4k_q1t1 write', 'buffered']]);
    expect(from(one({ direct: '0', rw: 'randwrite', end_fsync: '1' }, write))).toEqual([['rnd4k_q1t1 write', null]]);
  });

  it('gives writes that are flushed one by one in calls per second', () => {
    const { figures } = readForeign(one({ rw: 'randwrite', fsync: '1' }, { side: 'write', bw_bytes: 4_096_000 }));
    expect(figures).toMatchObject([{ id: 'rnd4k_q1t1 flush_each', unit: 'iops', value: 1000 }]);
  });

  /** Calls per second and the time of one, as fio measured them. */
  const measured = (iops: number, clatNs: number, slatNs = 0) => ({
    measured: { iops, bw_bytes: iops * 4096, clat_ns: { mean: clatNs }, slat_ns: { mean: slatNs } },
  });
  const shown = (text: string) => {
    const { figures, problems } = readForeign(text);
    return [
      ...figures.map(({ id }) => id),
      ...problems.filter(({ kind }) => kind !== 'nothing').map(({ kind }) => kind),
    ];
  };
  const levels = (depth: string) => ({ fields: { iodepth_level: { [depth]: 100 } } });

  it.each<[string, Readonly<Record<string, string>>, Partial<FioJob>, string]>([
    ['an engine that waits for each call', { ioengine: 'psync', iodepth: '32' }, {}, 'rnd4k_q1t1 drive_read'],
    // fio 3.33 without an engine: psync, with 23,601 calls a second of 41.5 us.
    ['no engine', { ioengine: '', iodepth: '32' }, measured(23_601, 41_496), 'rnd4k_q1t1 drive_read'],
    ['no engine, by its levels', { ioengine: '', iodepth: '32' }, levels('1'), 'rnd4k_q1t1 drive_read'],
    ['a queue that was kept full', { iodepth: '32' }, measured(400_000, 78_000), 'rnd4k_q32t1 drive_read'],
    ['a queue deeper than ours', { iodepth: '128' }, measured(600_000, 213_000), 'rnd4k_q128t1 drive_read'],
    ['a level that holds its depth', { iodepth: '48' }, levels('32'), 'rnd4k_q48t1 drive_read'],
    ['a queue that was half empty', { iodepth: '32' }, measured(100_000, 78_000), 'job_depth'],
    ['a level below its depth', { iodepth: '32' }, levels('4'), 'job_depth'],
    ['no word of it', { iodepth: '32' }, { fields: { iodepth_level: {} } }, 'job_depth_unsaid'],
    [
      'calls that ended as they were handed over',
      { iodepth: '32', direct: '0' },
      measured(20_000, 1.5e6, 48_000),
      'rnd4k_q1t1 read',
    ],
  ])('takes the depth that was measured, not the one that was asked for: %s', (_, options, job, id) => {
    expect(shown(one(options, job))).toEqual([id]);
  });

  it.each<[string, Readonly<Record<string, string>>, Partial<FioJob>, string]>([
    ['4ki', { bs: '4ki' }, {}, 'rnd4k_q1t1 drive_read'],
    ['32m', { bs: '32m' }, {}, 'rnd32m_q1t1 drive_read'],
    [
      'the default, by its calls',
      { bs: '' },
      { measured: { io_bytes: 40_960, total_ios: 10 } },
      'rnd4k_q1t1 drive_read',
    ],
    ['calls of another size', {}, { measured: { io_bytes: 81_920, total_ios: 10 } }, 'job_blocks'],
    ['several sizes', { bs: '', bssplit: '4k/50:8k/50' }, {}, 'job_blocks'],
    ['a rate that was set', { rate_iops: '1000' }, {}, 'job_paced'],
    ['pauses that were set', { thinktime: '100' }, {}, 'job_paced'],
    ['an engine without data', { ioengine: 'null' }, {}, 'job_kind'],
    ['trims', { rw: 'randtrim' }, {}, 'job_kind'],
  ])('holds what a job names against what it did: %s', (_, options, job, id) => {
    expect(shown(one(options, job))).toEqual([id]);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly object[], string]>([
    ['a drive that was busy', {}, [{ name: 'vda', read_ios: 18_280, read_merges: 0, util: 72.9 }], 'drive'],
    ['calls that were joined', {}, [{ name: 'vda', read_ios: 3_000, read_merges: 18_000, util: 72.9 }], 'drive'],
    ['a drive that was idle', {}, [{ name: 'vda', read_ios: 12, read_merges: 0, util: 0.2 }], 'unknown'],
    ['no drive, as of a file in memory', {}, [], 'unknown'],
    ['a mapped file', { ioengine: 'mmap' }, [{ name: 'vda', read_ios: 18_280, util: 72.9 }], 'unknown'],
  ])('knows of direct calls whether a drive answered: %s', (_, options, devices, origin) => {
    const text = fioText(
      [{ ...READ, options: { rw: 'randread', bs: '4k', ...options }, measured: { total_ios: 23_625 } }],
      {},
      devices,
    );
    expect(readForeign(text).figures.map((figure) => figure.origin)).toEqual([origin]);
  });

  it('does not take flushes that were not made for flushes', () => {
    const write = (flushes: number) =>
      one({ rw: 'randwrite', fsync: '1' }, { side: 'write', fields: { sync: { total_ios: flushes } } });
    expect(shown(write(100))).toEqual(['rnd4k_q1t1 flush_each']);
    expect(shown(write(0))).toEqual(['rnd4k_q1t1 write']);
  });

  it('adds up the processes of a job, and leaves it out where some are missing', () => {
    const process: FioJob = { ...READ, options: { rw: 'randread', bs: '4k', numjobs: '3' } };
    expect(valuesOf(fioText([process, process, process]))).toEqual({ 'rnd4k_q1t3 drive_read': 120e6 });
    expect(readForeign(fioText([process, process])).problems).toMatchObject([
      { kind: 'nothing' },
      { kind: 'job_parts' },
    ]);
    expect(valuesOf(fioText([process], { group_reporting: '' }))).toEqual({ 'rnd4k_q1t3 drive_read': 40e6 });
  });

  /** fio 3.33, `numjobs=4` with `group_reporting` as a line of its own, which it does not print. */
  const grouped = {
    measured: { iops: 72_407, bw_bytes: 296_577_406, runtime: 1001, clat_ns: { mean: 207_500 } },
    fields: { job_runtime: 4000 },
  };
  it.each<[string, string, string]>([
    ['by the time of all', one({ iodepth: '4', numjobs: '4' }, grouped), 'rnd4k_q4t4 drive_read'],
    ['by the time of all alone', one({ iodepth: '4' }, grouped), 'rnd4k_q4t4 drive_read'],
    ['by the calls under way', one({ iodepth: '4' }, { ...grouped, fields: {} }), 'rnd4k_q4t4 drive_read'],
    [
      'one by one',
      fioText(Array.from({ length: 4 }, () => ({ ...READ, options: { rw: 'randread', bs: '4k' } }))),
      'rnd4k_q1t4 drive_read',
    ],
    ['some of them', one({ iodepth: '4', numjobs: '8' }, grouped), 'job_parts'],
  ])('tells how many processes a job had: %s', (_, text, id) => {
    expect(shown(text)).toEqual([id]);
  });

  it('reads what one client measured, and says in one sentence that several are not read', () => {
    const of = (...hosts: string[]) =>
      fioText(
        hosts.map((hostname) => ({ ...READ, options: { rw: 'randread', bs: '4k' }, fields: { hostname } })),
      ).replace('"jobs"', '"client_stats"');
    expect(shown(of('host-a'))).toEqual(['rnd4k_q1t1 drive_read']);
    expect(shown(of('host-a', 'host-b', 'All clients'))).toEqual(['several_hosts']);
    expect(problemsOf('{"fio version": "fio-3.36"}')).toEqual([['nothing', null]]);
  });

  it('shows the last of several results of a job, as fio prints them while it runs', () => {
    const at = (bw_bytes: number) => one({}, { bw_bytes });
    const { figures, problems } = readForeign([at(10e6), at(20e6), at(30e6)].join('\n'));
    expect(figures.map(({ value }) => value)).toEqual([30e6]);
    expect(problems).toEqual([{ kind: 'repeated', line: null, text: 'a' }]);
  });

  it('leaves out a job that is damaged, and keeps the others', () => {
    const text = FIO.replace('"jobname": "rnd-read"', '"jobname": rnd-read');
    expect(Object.keys(valuesOf(text))).toEqual(['seq1m_q8t1 drive_read', 'rnd4k_q32t1 write']);
    expect(problemsOf(text)).toMatchObject([
      ['not_understood', text.slice(0, text.indexOf('rnd-read')).split('\n').length - 1],
    ]);
  });

  it.each([
    ['a mixed job', one({ rw: 'randrw' }), 'mixed'],
    ['a job that does not say its block', one({ bs: '' }), 'job_options'],
    ['a job that does not say what it does', fioText([READ]), 'job_options'],
    ['a job that failed', one({}, { error: 28 }), 'job_failed'],
    ['a job that did nothing', one({}, { bw_bytes: 0 }), 'not_measured'],
  ])('leaves out %s by its line and its name', (_, text, kind) => {
    const line = text.split('\n').findIndex((textLine) => textLine.includes('"jobname"'));
    expect(readForeign(text).problems).toEqual([
      { kind: 'nothing', line: null, text: '' },
      { kind, line, text: 'a' },
    ]);
  });

  it('does not take our own file in this shape for one of fio', () => {
    expect(problemsOf(FIO.replace('fio-3.36', 'OPFSMark 0.1.0'))).toEqual([['own_result', null]]);
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
    [
      'options of as many jobs',
      `"fio version" : "fio-3.1", "global options":{${options}},"jobs":[${'{},'.repeat(LENGTH / 10)}{}]`,
      ['job_options', 1],
    ],
  ])('is read to its end, and refused: %s', (_, text, problem) => {
    expect(problemsOf(text)).toContainEqual(problem);
  });
});
