import { describe, expect, it, test } from 'vitest';
import { type FamilyRecord, isRecordOf } from '../../src/families/families.ts';
import type { RunRecord } from '../../src/families/checks.ts';
import { type About, FORMS, reportOf } from '../../src/report/index.ts';
import { samplesIn } from '../../test-support/prometheus-text.ts';
import { REAL_RECORDS, realRecord } from '../../test-support/real-records.ts';
import { MIB, type Pause, rowsNamed } from '../../src/documents/index.ts';
import { makeMatrix, writeJob } from '../../test-support/matrix-records.ts';

/** The rules of the formats that tools for continuous benchmarking read. */
const REPORTS = REAL_RECORDS.map(([name, record]) => [name, reportOf(record)] as const);
const quick = realRecord('chromium-quick');
const fromDrive = realRecord('chromium-profile-default');

describe.each(REPORTS)('%s', (_, report) => {
  it('Prometheus: one HELP and one TYPE per metric, before its samples, which stand together and differ in labels', () => {
    const text = FORMS.prometheus.write(report);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toMatch(/\r|\n\n/);
    const order = text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, kind = 'sample', metric = ''] = /^(?:# (HELP|TYPE) )?([\w:]+)/.exec(line) ?? [];
        return { kind, metric };
      });
    const groups = order.filter(({ metric }, at) => metric !== order[at - 1]?.metric).map(({ metric }) => metric);
    expect(groups).toEqual([...new Set(groups)]);
    for (const metric of groups) {
      const kinds = order.filter((line) => line.metric === metric).map(({ kind }) => kind);
      expect([kinds[0], kinds[1], new Set(kinds.slice(2))]).toEqual(['HELP', 'TYPE', new Set(['sample'])]);
      expect(metric).toMatch(/^opfsmark_(?:[a-z\d_]+_)?(?:bytes_per_second|seconds|per_second|ratio|calls)$/);
      expect(text).toContain(`# TYPE ${metric} gauge\n`);
    }
    for (const [help] of text.matchAll(/^# HELP opfsmark_(?:lower|upper)_.*/gm)) {
      expect(help).toContain(
        ' end of the interval that is meant to hold the figure of another run on the same computer with a probability of 90 %: ',
      );
    }
    const series = samplesIn(text).map(({ metric, labels }) => JSON.stringify([metric, labels]));
    expect(new Set(series).size).toBe(series.length);
  });

  it('Bencher: benchmarks have names of their own, and values are numbers within their ends', () => {
    const benchmarks = JSON.parse(FORMS.bencher.write(report)) as Record<string, Record<string, Metric>>;
    expect(Object.keys(benchmarks)).toHaveLength(report.figures.length);
    for (const [name, measures] of Object.entries(benchmarks)) {
      expect(name.length).toBeLessThanOrEqual(1024);
      for (const [slug, { value, lower_value = value, upper_value = value, ...rest }] of Object.entries(measures)) {
        expect(slug).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(64);
        expect(rest).toEqual({});
        expect([lower_value <= value, value <= upper_value]).toEqual([true, true]);
      }
    }
  });

  it('github-action-benchmark: an array whose names occur once in both files, with fields of the right types', () => {
    const entries = [FORMS.bigger, FORMS.smaller].flatMap((form) => {
      const list: unknown = JSON.parse(form.write(report));
      expect(Array.isArray(list)).toBe(true);
      return list as Record<string, unknown>[];
    });
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
    for (const { name, unit, value, range, extra, ...rest } of entries) {
      expect([typeof name, typeof unit, typeof value]).toEqual(['string', 'string', 'number']);
      expect([range, extra].every((text) => text === undefined || typeof text === 'string')).toBe(true);
      expect(rest).toEqual({});
    }
  });
});

interface Metric {
  readonly value: number;
  readonly lower_value?: number;
  readonly upper_value?: number;
}

it('a measure of Bencher is better in one direction, in every family', () => {
  const directions = new Map<string, Set<string>>();
  for (const [, report] of REPORTS) {
    const benchmarks = Object.values(JSON.parse(FORMS.bencher.write(report)) as Record<string, object>);
    report.figures.forEach(({ better }, at) => {
      const [slug = ''] = Object.keys(benchmarks[at] ?? {});
      directions.set(slug, (directions.get(slug) ?? new Set<string>()).add(better));
    });
  }
  expect([...directions].filter(([, slugDirections]) => slugDirections.size !== 1)).toEqual([]);
  expect(directions.get('latency')).toEqual(new Set(['lower']));
});

it('what came from memory has a name of its own, so that no history takes it for the drive’s', () => {
  const report = reportOf(quick);
  const fromMemory = report.figures.filter(({ quantity }) => quantity.origin === 'memory');
  expect(fromMemory).not.toEqual([]);
  const entries = JSON.parse(FORMS.bigger.write(report)) as { name: string; extra?: string }[];
  const benchmarks = Object.keys(JSON.parse(FORMS.bencher.write(report)) as object);
  for (const { name } of fromMemory) {
    expect(entries.find((entry) => entry.name === `Drive: ${name} (from memory)`)?.extra).toBe('from memory');
    expect(benchmarks).toContain(`Drive: ${name} (from memory)`);
  }
});

it('Prometheus has the row, the direction and the origin of reads as labels', () => {
  const labelsIn = (record: RunRecord, figure: string) =>
    samplesIn(FORMS.prometheus.write(reportOf(record))).find(({ labels }) => labels['figure'] === figure)?.labels;
  expect(labelsIn(quick, 'rnd4k_q1t1 read')).toEqual({
    ...{ family: 'matrix', profile: 'quick', figure: 'rnd4k_q1t1 read' },
    ...{ row: 'rnd4k_q1t1', direction: 'read', origin: 'memory' },
  });
  expect(labelsIn(fromDrive, 'rnd4k_q1t1 drive_read')).toMatchObject({ direction: 'read', origin: 'drive' });
  expect(labelsIn(quick, 'rnd4k_q1t1 flush_each')).toMatchObject({ row: 'rnd4k_q1t1', direction: 'write' });
  expect(labelsIn(quick, 'rnd4k_q1t1 flush_each')).not.toHaveProperty('origin');
});

it('a name that somebody has typed is escaped, and read as it was', () => {
  const device = String.raw`15" \ "NVMe`;
  const text = FORMS.prometheus.write(reportOf(quick, { declared: { device } }));
  expect(text).toContain(String.raw`device="15\" \\ \"NVMe"`);
  expect(new Set(samplesIn(text).map(({ labels }) => labels['device']))).toEqual(new Set([device]));
});

it('a result without times has no file of them', () => {
  const report = reportOf(realRecord('chromium-family-durability'));
  expect([FORMS.bigger.isFor(report), FORMS.smaller.isFor(report)]).toEqual([true, false]);
});

/** The tests of JUnit's XML: its name, and the one element inside it. */
function casesIn(xml: string): { name: string; element: string; text: string }[] {
  const plain = (text: string) =>
    text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '');
  const matches = xml.matchAll(
    /<testcase classname="[^"<]*" name="([^"<]*)">\s*<([a-z-]+)(?: message="([^"<]*)")?>([^<]*)<\/\2>\s*<\/testcase>/g,
  );
  return Array.from(matches, ([, name = '', element = '', message, text = '']) => ({
    name: plain(name),
    element,
    text: plain(message ?? text),
  }));
}

it.each(REPORTS)('JUnit has every figure of %s as a test, with its value and where it came from', (_, report) => {
  const xml = FORMS.junit.write(report);
  const cases = casesIn(xml);
  expect(xml.match(/<testcase/g)).toHaveLength(cases.length);
  expect(xml).toContain(` tests="${cases.length}" failures="0" `);
  const { figures, format } = report;
  expect(cases.filter(({ element }) => element === 'system-out').map(({ name }) => name)).toEqual(
    figures.map(({ name }) => name),
  );
  figures.forEach(({ quantity }, at) => {
    expect(cases[at]?.text.startsWith(format.marked(format.text(quantity), quantity))).toBe(true);
  });
});

it('JUnit has what failed as a failure, and what was stopped as skipped', () => {
  const detail = 'a "file" of <4 GB>\u0000 & more';
  const failure = { code: 'disk_full', detail } as const;
  const jobs = quick.family === 'matrix' ? quick.result.jobs : [];
  const [first, second] = jobs;
  const result = {
    ...quick.result,
    jobs: [
      { ...first, status: 'failed', failure },
      { ...second, status: 'stopped' },
    ],
  };
  const record = { ...quick, status: 'failed', failure, result } as RunRecord;
  const cases = casesIn(FORMS.junit.write(reportOf(record)));
  const failureText = 'a "file" of <4 GB> & more';
  expect(cases.filter(({ element }) => element === 'failure').map(({ text }) => text)).toEqual([
    failureText,
    failureText,
  ]);
  expect(cases.filter(({ element }) => element === 'skipped')).toHaveLength(1);
  expect(FORMS.junit.write(reportOf(record))).toContain(' failures="2" errors="0" skipped="1" ');
});

/** The rules for files of a grid, for programs that know its layout and for people. */
const GRIDS = REAL_RECORDS.flatMap(([name, record]) => (isRecordOf(record, 'matrix') ? [[name, record] as const] : []));

function grid(name: string): FamilyRecord<'matrix'> {
  const record = GRIDS.find(([gridName]) => gridName === name)?.[1];
  if (!record) throw new Error(`no record ${name}`);
  return structuredClone(record);
}

const textOf = (record: FamilyRecord<'matrix'>, about?: About) => FORMS.text.write(reportOf(record, about));
const markdownOf = (record: FamilyRecord<'matrix'>, about?: About) => FORMS.markdown.write(reportOf(record, about));

/** As strict as programs that read what CrystalDiskMark saves: heads and rows alone on their lines. It has no blocks under 1 KiB. */
const HEAD = /^\[(Read|Write|Mix)\]$/;
const ROW =
  /^ *(SEQ|RND) +(\d+)((?:[KM]i)?B) \(Q= *(\d+), T= *(\d+)\): +([\d.]+) MB\/s \[ *([\d.]+) IOPS\] < *([\d.]+) us>$/;

describe.each(GRIDS)('the text of %s', (_, record) => {
  const lines = textOf(record).split('\r\n');

  test('has heads and rows alone on their lines, and numbers of rows nowhere else', () => {
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
    expect(lines.filter((line) => line.includes('IOPS')).every((line) => ROW.test(line))).toBe(true);
    expect(lines.filter((line) => ROW.test(line)).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.startsWith('[')).every((line) => HEAD.test(line))).toBe(true);
  });

  test('gives no rate and mean time that together are more calls in flight than workers', () => {
    for (const line of lines.filter((one) => ROW.test(one))) {
      const [, , , , queues, threads, , perS, us] = ROW.exec(line)?.map(Number) ?? [];
      const inFlight = ((perS ?? 0) * (us ?? 0)) / 1e6;
      // Both are medians of the loops, and may be of different ones.
      expect(inFlight, line).toBeLessThanOrEqual(1.05 * Math.min(64, (queues ?? 0) * (threads ?? 0)));
    }
  });
});

test('a time beside a rate with the closing flush has its share of that flush', () => {
  const [row] = rowsNamed('SEQ1M Q1T1');
  if (!row) throw new Error('no row');
  // 500 blocks in 0.8 s, and a flush of 0.2 s.
  const record = makeMatrix([writeJob(row, 500 * MIB, 600)], { rows: [row] });
  const [, , , , , , , perS, us] =
    textOf(record)
      .split('\r\n')
      .map((line) => ROW.exec(line))
      .find((match) => match !== null)
      ?.map(Number) ?? [];
  const busyUs = 100;
  expect(perS).toBeCloseTo(500);
  expect(us).toBeCloseTo(busyUs + 0.2e6 / 500);
});

test('of what was read past the page cache nothing says that no drive was measured', () => {
  for (const form of Object.values(FORMS))
    expect(form.write(reportOf(grid('node-direct')))).not.toContain('no drive was measured');
  const rows = markdownOf(grid('node-direct'))
    .split('\n')
    .filter((line) => /^\| \S+ Q\d+ read/.test(line));
  expect(rows.length).toBeGreaterThan(3);
  for (const line of rows) expect(line).toMatch(/from the drive \|$/);
});

test.each(REAL_RECORDS)(
  'of %s no time of a call below the step of the clock is a number in Markdown and CSV',
  (_, record) => {
    const { clock_step_ns: step } = record.environment;
    const report = reportOf(record);
    const [head = '', ...lines] = FORMS.csv.write(report).trimEnd().split('\r\n');
    const names = head.split(',');
    const at = (line: string, name: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[names.indexOf(name)] ?? '';
    for (const line of lines) {
      const isCall =
        /median|p\d|longest/i.test(`${at(line, 'column')}${at(line, 'figure')}`) && at(line, 'unit') === 'ns';
      for (const cell of [...(isCall ? [at(line, 'value')] : []), at(line, 'p99_ns')])
        expect(cell === '' || Number(cell) > step, line).toBe(true);
    }
    // Other families have means of many, which are finer than the clock.
    if (!report.grid) return;
    for (const [, text = '', unit = ''] of FORMS.markdown.write(report).matchAll(/\| ([\d.]+) (µs|ms) /g))
      expect(Number(text) * (unit === 'ms' ? 1e6 : 1e3), text).toBeGreaterThan(step);
  },
);

test('does not claim to be of another tool', () => expect(textOf(grid('chromium-quick'))).toContain('CDM-like'));

test('of two writes of a row the one that CrystalDiskMark measures stands first', () => {
  const text = textOf(grid('chromium-quick'));
  const [first, second] = [text.indexOf('[Write]'), text.lastIndexOf('[Write]')];
  expect(first).toBeLessThan(second);
  expect(text.slice(second)).toContain('* writes, flushed each time');
  expect(markdownOf(grid('chromium-quick'))).toMatch(
    /RND4K Q1 write, flushed each time[^\n]*\n\| RND4K Q1 write burst, flushed once/,
  );
});

test.each([
  [2, null],
  [3, null],
  [5, '3 of 5'],
  [6, '3 of 6'],
  [8, '4 of 8'],
])('of %d loops of writes that were flushed each time the text says which count: %s', (loops, counted) => {
  const [row] = rowsNamed('RND4K Q1T1');
  if (!row) throw new Error('no row');
  const text = textOf(makeMatrix([writeJob(row, 136e6, 600, loops)], { rows: [row] }));
  expect(text).toContain('\r\n* writes, flushed each time\r\n');
  const line = /^\* RND4K Q1T1: median of the fastest (\d of \d) loops\r$/m.exec(text);
  expect(line?.[1] ?? null).toBe(counted);
});

test('a depth of 17.3 instead of 32 stands in text, Markdown and CSV', () => {
  const record = grid('chromium-quick');
  expect(textOf(record)).toContain('\r\n* RND4K Q32T1: from memory, 17.3 of 32 in flight\r\n');
  expect(markdownOf(record)).toMatch(/\| RND4K Q32 read, memory \|.*\| 17\.3 of 32 \| from memory \|/);
});

test('what was declared stands there, and what a person typed formats nothing', () => {
  const about = { declared: { device: 'Mini|PC *2*', drive: 'Samsung 990' } };
  expect(textOf(grid('chromium-quick'), about)).toContain('Samsung 990, Mini|PC *2*');
  expect(markdownOf(grid('chromium-quick'), about)).toContain(String.raw`Samsung 990, Mini\|PC \*2\*`);
  const device = '<img src=x onerror=a()> &lt;b&gt; [x](y) ![x](y) https://x.example www.x.example $a$\n# b';
  const record = grid('chromium-quick');
  const environment = { ...record.environment, core_version: '<b>1</b>', os: { name: '<i>', version: '1' } };
  const text = markdownOf({ ...record, environment }, { declared: { device } });
  expect(text).toContain(
    String.raw`\<img src=x onerror=a()\> \&lt;b\&gt; \[x\](y) !\[x\](y) https\://x.example www\.x.example \$a\$ \# b`,
  );
  expect(text).not.toMatch(/(?<!\\)(?:[<&$]|:\/\/|(?<=www)\.)|\n#/);
});

test('writes are called bursts only where they are', () => {
  const record = grid('chromium-profile-default');
  for (const text of [textOf(record), markdownOf(record)]) expect(text).toContain('burst');
  const plan = { ...record.plan, file_bytes: 4 * 2 ** 30, write_bytes: 4 * 2 ** 30 };
  for (const text of [textOf({ ...record, plan }), markdownOf({ ...record, plan })])
    expect(text).not.toContain('burst');
});

test('what a sustained write kept stands beside bursts where this browser knows it', () => {
  const sentence = 'sustained write in this browser: 1,070 MB/s in the long run';
  const record = grid('chromium-quick');
  expect(textOf(record, { sustained: 1_070e6 })).toContain(`* ${sentence}`);
  expect(markdownOf(record, { sustained: 1_070e6 })).toContain(sentence);
  expect(textOf(record)).not.toContain('sustained');
});

test('a score has its interval, and where there is none the reason stands there', () => {
  const scoreLine =
    /Score: [^\n]*drive like an NVMe SSD, 13,300 points \(9,030 to 19,800\)[^]*app feel [\d,]+ points \([\d,]+ to [\d,]+\)/;
  for (const form of [textOf, markdownOf]) {
    expect(form(grid('chromium-quick'))).toMatch(scoreLine);
    expect(form(grid('firefox-quick'))).toContain('drive, no score: not every test was read from the drive');
  }
});

test('what a flush did not do stands at every write, in every form', () => {
  const record = grid('chromium-quick');
  if (record.result.fill) record.result.fill.flush_ns = 0;
  for (const pass of record.result.jobs.flatMap(({ passes }) => passes)) pass.flush_ns = 0;
  const rows = markdownOf(record)
    .split('\n')
    .filter((line) => /^\| \S+ Q\d+ write/.test(line));
  expect(rows.length).toBeGreaterThan(record.plan.rows.length);
  for (const row of rows) expect(row).toMatch(/\| flush did nothing \|$/);
  const csv = FORMS.csv.write(reportOf(record)).split('\r\n');
  const writes = csv.filter((line) => /,(?:seq|rnd)\w+ (?:write|flush_each),/.test(line));
  expect(writes.length).toBeGreaterThan(record.plan.rows.length);
  for (const line of writes) expect(line).toMatch(/,unflushed$/);
});

test('where the computer stood still, for how long and in which test', () => {
  const record = grid('chromium-quick');
  const [row] = record.plan.rows;
  if (!row) throw new Error('no row');
  const pauses: Pause[] = [{ after_ms: 1_000, ms: 8_000, outcome: 'repeated', row, direction: 'read' }];
  const pausedRecord = { ...record, environment: { ...record.environment, pauses } };
  const sentence = 'stood still for 8 s during SEQ1M Q8 read; that pass was measured again.';
  for (const file of [textOf(pausedRecord), markdownOf(pausedRecord)]) expect(file).toContain(sentence);
  for (const file of [textOf(record), markdownOf(record)]) expect(file).not.toContain('stood still');
});
