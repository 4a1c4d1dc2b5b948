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
    expect(problemsOf(text)).toEqual([
      ['not_understood', 15],
      ['cut_off', 15],
    ]);
    expect(readForeign(text).figures).toHaveLength(4);
  });

  it('says each line that it does not understand, measured nothing, or comes twice', () => {
    const lines = CRYSTAL_8.split('\r\n');
    lines[9] = '  SEQ    1MiB (Q=  1, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>';
    lines[10] = 'something else';
    lines[11] = lines[8] ?? '';
    expect(problemsOf(lines.join('\n'))).toEqual([
      ['not_measured', 10],
      ['not_understood', 11],
      ['repeated', 12],
    ]);
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
      'seq1m_q8t1 drive_read': 1000 * 1024 ** 2,
      'rnd4k_q1t1 drive_read': 10_000 * 4096,
      'seq1m_q8t1 write': 800 * 1024 ** 2,
    });
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
    expect(problemsOf('CrystalDiskMark 3.0.3 x64\nSequential Read : 100.000 MB/s\nOS : Windows')).toEqual([
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
    expect(Object.keys(valuesOf(text))).toEqual(['seq1m_q8t1 drive_read', 'rnd4k_q1t1 drive_read']);
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

  it('takes no queue for one where the engine waits for each call', () => {
    expect(Object.keys(valuesOf(one({ ioengine: 'psync', iodepth: '32' })))).toEqual(['rnd4k_q1t1 drive_read']);
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

  it('leaves out a job that is damaged, and keeps the others', () => {
    const text = FIO.replace('"jobname": "rnd-read"', '"jobname": rnd-read');
    expect(Object.keys(valuesOf(text))).toEqual(['seq1m_q8t1 drive_read', 'rnd4k_q32t1 write']);
    expect(problemsOf(text)).toMatchObject([
      ['not_understood', text.slice(0, text.indexOf('rnd-read')).split('\n').length - 1],
    ]);
  });

  it('shows a job that is in the text twice once', () => {
    const { figures, problems } = readForeign(`${FIO}\n${FIO}`);
    expect(figures).toEqual(readForeign(FIO).figures);
    expect(problems.map(({ kind }) => kind)).toEqual(['repeated', 'repeated', 'repeated']);
  });

  it.each([
    ['a mixed job', one({ rw: 'randrw' }), 'mixed'],
    ['a job of several block sizes', one({ bs: '', bssplit: '4k/50:8k/50' }), 'job_options'],
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
    ['spaces between what may be missing', `CrystalDiskMark 8.0.4\nSEQ${spaces}x`, ['not_understood', 2]],
    ['tabs around a word', `AmorphousDiskMark 4.0.1\nRandom${spaces}Read${spaces}x`, ['not_understood', 2]],
    ['a test that never ends', `CrystalDiskMark 8.0.4\nSEQ (${spaces}${'Q='.repeat(LENGTH)}`, ['not_understood', 2]],
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
