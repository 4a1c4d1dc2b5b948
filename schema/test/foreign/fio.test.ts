import { describe, expect, it } from 'vitest';
import english from '../../src/families/matrix/en.ts';
import { readForeign } from '../../src/foreign/index.ts';
import { nameText } from '../../src/report/names.ts';
import { FIO, type FioJob, fioText } from '../../test-support/foreign-texts.ts';
import real from './fixtures/fio-3.33.json' with { type: 'json' };

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
    expect(figures[0]).toMatchObject({ mean_ns: 70_000, p99_ns: 120_000, origin: 'drive' });
  });

  it('reads it where the text form is around it, and several results behind each other', () => {
    const around = `rnd: (g=0): rw=randread\nfio-3.36\nStarting 1 process\n${FIO}\n\nrnd: (groupid=0, jobs=1): err= 0\n`;
    expect(readForeign(around)).toEqual({ ...readForeign(FIO), problems: [] });
    expect(readForeign(`${FIO}\n${one({ iodepth: '4' })}`).figures).toHaveLength(4);
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

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['buffered=0', { buffered: '0' }, 'drive'],
    ['buffered=1', { buffered: '1' }, 'unknown'],
    ['direct=1 after buffered=1', { buffered: '1', direct: '1' }, 'drive'],
    ['buffered=1 after direct=1', { direct: '1', buffered: '1' }, 'unknown'],
  ])('knows the other name of direct calls: %s', (_, options, origin) => {
    const text = fioText([{ ...READ, options: { rw: 'randread', bs: '4k', ...options } }], { direct: '0' });
    expect(readForeign(text).figures).toMatchObject([{ origin }]);
  });

  it('knows the other names of what a job did and in which blocks', () => {
    const options = { readwrite: 'randread', blocksize: '4k' };
    expect(Object.keys(valuesOf(fioText([{ ...READ, options }])))).toEqual(['rnd4k_q1t1 drive_read']);
  });

  it('does not give a result the options of the one before it', () => {
    const own = fioText([{ ...READ, options: { rw: 'randread', bs: '8k' } }]).replace(
      /"global options": \{[^}]*\},/,
      '',
    );
    const figures = readForeign(`${FIO}\n${own}`).figures.map(({ id, origin }) => [id, origin]);
    expect(figures.at(-1)).toEqual(['rnd8k_q1t1 read', 'unknown']);
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
    ['a queue in hexadecimal', { iodepth: '0x20' }, measured(400_000, 78_000), 'rnd4k_q32t1 drive_read'],
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
    ['0x1000', { bs: '0x1000' }, {}, 'rnd4k_q1t1 drive_read'],
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
    ['pauses of the processor', { thinkcycles: '1000' }, {}, 'job_paced'],
    ['random places, each for one call', { rw: 'randread:1' }, {}, 'rnd4k_q1t1 drive_read'],
    ['random places, each for eight calls', { rw: 'randread:8' }, {}, 'job_places'],
    ['gaps between calls', { rw: 'read:4k' }, {}, 'job_places'],
    ['gaps between zones', { rw: 'read', zoneskip: '1m' }, {}, 'job_places'],
    ['half of the places random', { percentage_random: '50' }, {}, 'job_places'],
    ['all of the places random', { percentage_random: '100' }, {}, 'rnd4k_q1t1 drive_read'],
    ['some places more often', { random_distribution: 'zipf:1.2' }, {}, 'job_places'],
    ['the calls of a log', { read_iolog: 'trace.log' }, {}, 'job_places'],
    [
      'an engine that may wait for each call',
      { ioengine: 'sg', iodepth: '32' },
      measured(400_000, 78_000),
      'rnd4k_q32t1 drive_read',
    ],
  ])('holds what a job names against what it did: %s', (_, options, job, id) => {
    expect(shown(one(options, job))).toEqual([id]);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly object[], string]>([
    ['a drive that was busy', {}, [{ name: 'vda', read_ios: 18_280, read_merges: 0, util: 72.9 }], 'drive'],
    ['calls that were joined', {}, [{ name: 'vda', read_ios: 3_000, read_merges: 18_000, util: 72.9 }], 'drive'],
    ['a drive that was idle', {}, [{ name: 'vda', read_ios: 12, read_merges: 0, util: 0.2 }], 'unknown'],
    ['no drive, as of a file in memory', {}, [], 'unknown'],
    ['a drive in memory', {}, [{ name: 'ram0', read_ios: 23_625, util: 98 }], 'unknown'],
    ['a file as a drive', {}, [{ name: 'loop3', read_ios: 23_625, util: 98 }], 'unknown'],
    ['zeros', { zero_buffers: '1' }, [{ name: 'vda', read_ios: 23_625, util: 98 }], 'unknown'],
    ['a mapped file', { ioengine: 'mmap' }, [{ name: 'vda', read_ios: 18_280, util: 72.9 }], 'unknown'],
  ])('knows of direct calls whether a drive answered: %s', (_, options, devices, origin) => {
    const text = fioText(
      [{ ...READ, options: { rw: 'randread', bs: '4k', ...options }, measured: { total_ios: 23_625 } }],
      {},
      devices,
    );
    expect(readForeign(text).figures.map((figure) => figure.origin)).toEqual([origin]);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly [number | null, number | null]]>([
    ['fsync=1', { fsync: '1' }, [null, null]],
    ['fdatasync=32', { fdatasync: '32' }, [null, null]],
    ['sync=1', { sync: '1' }, [70_000, 120_000]],
    ['end_fsync=1', { end_fsync: '1' }, [70_000, 120_000]],
  ])('tells no time of a write whose flush is a call of its own: %s', (_, options, times) => {
    const { figures } = readForeign(one({ rw: 'randwrite', ...options }, { side: 'write' }));
    expect(figures.map(({ mean_ns, p99_ns }) => [mean_ns, p99_ns])).toEqual([times]);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly object[], string | null]>([
    ['to a drive', { fsync: '1' }, [{ name: 'vda', write_ios: 900, util: 90 }], null],
    ['each to memory', { fsync: '1' }, [], 'unknown'],
    ['each, which a drive hardly felt', { fsync: '1' }, [{ name: 'vda', write_ios: 12, util: 0.1 }], 'unknown'],
    ['now and then to a drive', { fsync: '100' }, [{ name: 'vda', write_ios: 12, util: 2 }], null],
    ['once to a drive, in large calls', { end_fsync: '1' }, [{ name: 'vda', write_ios: 3, util: 2 }], null],
    ['once to memory', { end_fsync: '1' }, [], 'unknown'],
    ['once, of zeros', { end_fsync: '1', zero_buffers: '1' }, [{ name: 'vda', write_ios: 3, util: 2 }], 'unknown'],
    ['never', {}, [], 'buffered'],
  ])('takes a flush for one of a drive where a drive was asked: %s', (_, options, devices, origin) => {
    const job = { rw: 'randwrite', bs: '4k', direct: '0', ...options };
    const text = fioText([{ ...READ, side: 'write', options: job, measured: { total_ios: 1000 } }], {}, devices);
    expect(readForeign(text).figures.map((figure) => figure.origin)).toEqual([origin]);
  });

  it('does not take flushes that were not made for flushes', () => {
    const write = (flushes: number) =>
      one({ rw: 'randwrite', fsync: '1' }, { side: 'write', fields: { sync: { total_ios: flushes } } });
    expect(shown(write(100))).toEqual(['rnd4k_q1t1 flush_each']);
    expect(shown(write(0))).toEqual(['rnd4k_q1t1 write']);
  });

  /** fio 3.33 counts only the flushes of `fsync`. Those of `fdatasync` have times. */
  const dataFlushes = { fields: { sync: { total_ios: 0, lat_ns: { N: 255 } } } };
  it.each<[string, Readonly<Record<string, string>>, Partial<FioJob>, string, string | null]>([
    ['after every call', { fdatasync: '1' }, dataFlushes, 'rnd4k_q1t1 flush_each', null],
    ['after every 32 calls', { fsync: '32' }, {}, 'rnd4k_q1t1 flush_every 32', null],
    ['after every 8 calls', { fdatasync: '8' }, dataFlushes, 'rnd4k_q1t1 flush_every 8', null],
    ['after every 1,024 calls', { fsync: '1k' }, {}, 'rnd4k_q1t1 flush_every 1024', null],
    ['by the more frequent of two', { fsync: '32', fdatasync: '8' }, {}, 'rnd4k_q1t1 flush_every 8', null],
    ['when the file is closed', { fsync_on_close: '1' }, {}, 'rnd4k_q1t1 write', null],
    ['with the whole file system', { end_syncfs: '1' }, {}, 'rnd4k_q1t1 write', null],
    ['never', { fsync: '0', fsync_on_close: '0' }, {}, 'rnd4k_q1t1 write', 'buffered'],
  ])('knows when writes were flushed: %s', (_, options, job, id, origin) => {
    const text = one({ rw: 'randwrite', direct: '0', ...options }, { side: 'write', ...job });
    expect(readForeign(text).figures).toMatchObject([{ id, origin }]);
  });

  it('gives writes that are flushed now and then in bytes per second, apart from others', () => {
    const every = (calls: string) => ({
      ...{ name: calls, side: 'write' as const, bw_bytes: 20e6 },
      options: { rw: 'randwrite', bs: '4k', fsync: calls },
    });
    const { figures, problems } = readForeign(fioText([every('8'), every('32')]));
    expect(problems).toEqual([]);
    expect(figures.map(({ name, unit }) => [nameText(name, english), unit])).toEqual([
      ['RND4K Q1 write, calls per flush: 8', 'bytes_per_s'],
      ['RND4K Q1 write, calls per flush: 32', 'bytes_per_s'],
    ]);
  });

  it('adds up the processes of a job, and leaves it out where some are missing', () => {
    const process: FioJob = { ...READ, options: { rw: 'randread', bs: '4k', numjobs: '3' } };
    expect(valuesOf(fioText([process, process, process]))).toEqual({ 'rnd4k_q1t3 drive_read': 120e6 });
    // The percentile of one of them is not that of all.
    expect(readForeign(fioText([process, process, process])).figures).toMatchObject([
      { mean_ns: 70_000, p99_ns: null },
    ]);
    expect(readForeign(fioText([process, process])).problems).toMatchObject([
      { kind: 'nothing' },
      { kind: 'job_parts' },
    ]);
    expect(valuesOf(fioText([process], { group_reporting: '' }))).toEqual({ 'rnd4k_q1t3 drive_read': 40e6 });
  });

  it('tells of processes that did not end together what they did by the time of the longest, as of a group', () => {
    const process = (runtime: number, bw_bytes: number): FioJob => ({
      ...{ ...READ, options: { rw: 'randread', bs: '4k', numjobs: '2' } },
      measured: { runtime, bw_bytes, iops: bw_bytes / 4096, clat_ns: { mean: 4.096e12 / bw_bytes } },
    });
    expect(valuesOf(fioText([process(1000, 40e6), process(500, 40e6)]))).toEqual({ 'rnd4k_q1t2 drive_read': 60e6 });
    expect(shown(fioText([process(1000, 40e6), process(100, 40e6)]))).toEqual(['job_parts']);
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
    // fio 3.33, four that ended one after the other: the last took 126 ms of the 424.
    [
      'that did not end together',
      one({ numjobs: '4' }, { measured: { runtime: 126 }, fields: { job_runtime: 424 } }),
      'rnd4k_q1t4 drive_read',
    ],
  ])('tells how many processes a job had: %s', (_, text, id) => {
    expect(shown(text)).toEqual([id]);
  });

  /** fio 3.33 with `verify`: what was written is read afterwards. */
  const verified = (job_runtime: number, writeMs: number, readMs: number) => ({
    ...{ side: 'write' as const, measured: { runtime: writeMs } },
    fields: { job_runtime, read: { runtime: readMs, bw_bytes: 80e6 } },
  });
  it.each<[string, Readonly<Record<string, string>>, Partial<FioJob>, string]>([
    ['one', {}, verified(89, 58, 33), 'rnd4k_q1t1 write'],
    ['one that says so', { numjobs: '1' }, verified(89, 58, 33), 'rnd4k_q1t1 write'],
    ['one that verified for longer', {}, verified(231, 21, 212), 'rnd4k_q1t1 write'],
    ['two', { numjobs: '2' }, verified(66, 24, 12), 'rnd4k_q1t2 write'],
    ['one of two', { numjobs: '2' }, verified(89, 58, 33), 'job_parts'],
  ])('does not take the verification of what was written for another process: %s', (_, options, job, id) => {
    expect(shown(one({ rw: 'randwrite', verify: 'crc32c', ...options }, job))).toEqual([id]);
  });

  const others = (side: string) => ({ fields: { [side]: { bw_bytes: 80e6 } } });
  it.each<[string, Readonly<Record<string, string>>, Partial<FioJob>, string]>([
    ['reads beside writes', { rw: 'randwrite' }, { side: 'write', ...others('read') }, 'mixed'],
    ['writes beside reads', {}, others('write'), 'mixed'],
    ['trims beside writes', { rw: 'randwrite', verify: 'crc32c' }, { side: 'write', ...others('trim') }, 'mixed'],
    [
      'a queue of 32 beside one of 1',
      { ioengine: 'psync' },
      { measured: { ...measured(200_000, 165_000).measured, runtime: 2000 }, fields: { job_runtime: 4000 } },
      'job_depth',
    ],
  ])('does not take jobs that are reported as one for the first of them: %s', (_, options, job, kind) => {
    expect(shown(one(options, job))).toEqual([kind]);
  });

  const beside = (...jobs: readonly Partial<FioJob>[]) =>
    shown(
      fioText(
        jobs.map((job, index) => ({
          ...{ ...READ, name: `j${index}`, ...job },
          options: { rw: 'randread', bs: '4k', iodepth: `${1 + index}`, ...job.options },
          fields: { groupid: 0, ...job.fields },
        })),
      ),
    );
  it('says which jobs ran at the same time, and nothing of those that waited for each other', () => {
    const both = ['rnd4k_q1t1 drive_read', 'rnd4k_q2t1 drive_read'];
    expect(beside({}, {})).toEqual([...both, 'job_beside', 'job_beside']);
    expect(beside({}, { fields: { groupid: 1 } })).toEqual(both);
    expect(beside({}, { options: { wait_for: 'j0' } })).toEqual(both);
    expect(beside({}, { options: { startdelay: '30' } })).toEqual(both);
    // It has prepared the file, or has not begun.
    expect(beside({}, { bw_bytes: 0 })).toEqual(['rnd4k_q1t1 drive_read', 'not_measured']);
  });

  it('knows the bytes of version 2 by their unit', () => {
    const side = { bw_bytes: undefined, bw: 40_000, iops: 10_000, io_bytes: 400_000, total_ios: 100_000 };
    const text = one({ iodepth: '4' }, { measured: { ...side, clat_ns: undefined, clat: { mean: 99.5 } } });
    expect(valuesOf(text)).toEqual({ 'rnd4k_q4t1 drive_read': 40_960_000 });
  });

  it('reads what fio 3.33 printed of writes that it flushed and verified, and of two processes that read', () => {
    const { version, figures, problems } = readForeign(JSON.stringify(real));
    expect([version, problems]).toEqual(['3.33', []]);
    expect(figures.map(({ id, value, origin }) => [id, Math.round(value), origin])).toEqual([
      ['rnd4k_q1t1 flush_every 32', 6_019_092, null],
      ['rnd4k_q4t2 drive_read', 141_381_033, 'drive'],
    ]);
  });

  it('says of a job whose reads and writes are one number how to have them apart, and reads those that are apart', () => {
    const mixed = { mixed: { bw_bytes: 20e6 } };
    const together = one({ unified_rw_reporting: '1' }, { bw_bytes: 0, fields: { read: undefined, ...mixed } });
    expect(shown(together)).toEqual(['job_unified']);
    const both = one({ unified_rw_reporting: 'both' }, { fields: mixed });
    expect(shown(both)).toEqual(['rnd4k_q1t1 drive_read']);
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

  it('does not show what a job was under way to where its last result is that it failed', () => {
    const text = `${one({})}\n${one({}, { error: 5 })}`;
    expect(shown(text)).toEqual(['job_failed']);
    expect(shown(`${one({}, { bw_bytes: 0 })}\n${one({})}`)).toEqual(['rnd4k_q1t1 drive_read', 'repeated']);
  });

  it('keeps jobs of one name whose results have other options for all', () => {
    const texts = ['4k', '8k'].map((bs) => fioText([{ ...READ, options: { rw: 'randread' } }], { bs }));
    expect(shown(texts.join('\n'))).toEqual(['rnd4k_q1t1 drive_read', 'rnd8k_q1t1 drive_read']);
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
