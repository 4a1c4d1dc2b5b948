import { describe, expect, it } from 'vitest';
import { alignReads, readForeign } from '../../src/foreign/index.ts';
import { FIO, fioText, type FioJob } from '../../test-support/foreign-texts.ts';

const valuesOf = (text: string) => Object.fromEntries(readForeign(text).figures.map(({ id, value }) => [id, value]));
const problemsOf = (text: string) => readForeign(text).problems.map(({ kind, line }) => [kind, line]);

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
    expect(figures[0]).toMatchObject({ mean_ns: 70_000, p99_ns: 120_000, read_from: 'drive' });
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
    const from = (text: string) => readForeign(text).figures.map(({ id, read_from }) => [id, read_from]);
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
    const line = text.split('\n').findIndex((own) => own.includes('"jobname"'));
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
