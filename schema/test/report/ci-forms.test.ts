/** The rules of the formats that tools for continuous benchmarking read. */
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/families/index.ts';
import { FORMS, reportOf } from '../../src/report/index.ts';
import { samplesIn } from '../../test-support/prometheus-text.ts';
import { REAL_RECORDS, realRecord } from '../../test-support/real-records.ts';

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
      const own: unknown = JSON.parse(form.write(report));
      expect(Array.isArray(own)).toBe(true);
      return own as Record<string, unknown>[];
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
  expect([...directions].filter(([, own]) => own.size !== 1)).toEqual([]);
  expect(directions.get('latency')).toEqual(new Set(['lower']));
});

it('what came from memory has a name of its own, so that no history takes it for the drive’s', () => {
  const report = reportOf(quick);
  const fromMemory = report.figures.filter(({ quantity }) => quantity.origin === 'cached');
  expect(fromMemory).not.toEqual([]);
  const entries = JSON.parse(FORMS.bigger.write(report)) as { name: string; extra?: string }[];
  const benchmarks = Object.keys(JSON.parse(FORMS.bencher.write(report)) as object);
  for (const { name } of fromMemory) {
    expect(entries.find((own) => own.name === `Drive: ${name} (from memory)`)?.extra).toBe('from memory');
    expect(benchmarks).toContain(`Drive: ${name} (from memory)`);
  }
});

it('Prometheus has the row, the direction and the origin of reads as labels', () => {
  const labelsIn = (record: RunRecord, figure: string) =>
    samplesIn(FORMS.prometheus.write(reportOf(record))).find(({ labels }) => labels['figure'] === figure)?.labels;
  expect(labelsIn(quick, 'rnd4k_q1t1 read')).toEqual({
    ...{ family: 'matrix', profile: 'quick', figure: 'rnd4k_q1t1 read' },
    ...{ row: 'rnd4k_q1t1', direction: 'read', origin: 'cached' },
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

/** What JUnit's XML holds of each test: its name, and the one element inside it. */
function casesIn(xml: string): { name: string; element: string; text: string }[] {
  const plain = (text: string) =>
    text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '');
  const found = xml.matchAll(
    /<testcase classname="[^"<]*" name="([^"<]*)">\s*<([a-z-]+)(?: message="([^"<]*)")?>([^<]*)<\/\2>\s*<\/testcase>/g,
  );
  return Array.from(found, ([, name = '', element = '', message, text = '']) => ({
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
  const said = 'a "file" of <4 GB> & more';
  expect(cases.filter(({ element }) => element === 'failure').map(({ text }) => text)).toEqual([said, said]);
  expect(cases.filter(({ element }) => element === 'skipped')).toHaveLength(1);
  expect(FORMS.junit.write(reportOf(record))).toContain(' failures="2" errors="0" skipped="1" ');
});
