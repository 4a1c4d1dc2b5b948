import { describe, expect, it, test } from 'vitest';
import { LANGUAGES } from '../../src/answer/words/languages.ts';
import { countedOf, intervalOf, shownInterval } from '../../src/figures/index.ts';
import { amount, figureMark, quantity, type Quantity } from '../../src/figures/figure.ts';
import type { Unit } from '../../src/figures/units.ts';
import answerEnglish from '../../src/answer/words/en.ts';
import answerJapanese from '../../src/answer/words/ja.ts';
import commonEnglish from '../../src/figures/words/en.ts';
import commonJapanese from '../../src/figures/words/ja.ts';
import { figureUnit } from '../../src/report/format.ts';
import { type Form, formatterIn, FORMS, isTable, type Report, reportOf, tableForm } from '../../src/report/index.ts';
import { MIB } from '../../src/documents/index.ts';
import { FAMILY_IDS } from '../../src/families/ids.ts';
import { figuresOf } from '../../src/families/families.ts';
import type { Cell } from '../../src/families/report.ts';
import { samplesIn } from '../../test-support/prometheus-text.ts';
import { makeMatrix, memoryReads, writes } from '../../test-support/matrix-records.ts';
import { REAL_RECORDS, realRecord } from '../../test-support/real-records.ts';

const english = { ...commonEnglish, origins: answerEnglish.origins };
const japanese = { ...commonJapanese, origins: answerJapanese.origins };
const [en, ja] = [formatterIn(LANGUAGES.en, english, 5_000), formatterIn(LANGUAGES.ja, japanese, 5_000)];

test('the text names the file that was measured and the loops there were, not what the plan allows', () => {
  const record = realRecord('chromium-quick');
  if (record.result.family !== 'matrix') throw new Error('no grid');
  const smaller = { ...record, result: { ...record.result, file_bytes: 583 * MIB } } as typeof record;
  expect(FORMS.text.write(reportOf(smaller))).toMatch(/^ +Test: 583MiB \(x3-8\)$/m);
  expect(FORMS.text.write(reportOf(realRecord('chromium-zero')))).toMatch(/^ +Test: [\d]+[MG]iB \(x\d\)$/m);
});

describe('a number as every place writes it', () => {
  it.each<[Unit, number, string, string]>([
    ['rows_per_s', 43.31, '43.3 rows/s', '43.3行/秒'],
    ['bytes_per_s', 3_551_343_210, '3,551 MB/s', '3,551 MB/s'],
    ['bytes_per_s', 31_250, '0.0313 MB/s', '0.0313 MB/s'],
    ['ns', 5_234, '5.23 µs', '5.23 µs'],
    ['ns', 116_300_000, '116.3 ms', '116.3 ms'],
    ['ns', 2_500_000_000, '2.50 s', '2.50秒'],
    // No time of a call is told finer than by the clock that measured it.
    ['call_ns', 5_056, '≤ 5 µs', '≤ 5 µs'],
    ['call_ns', 65_700, '65 µs', '65 µs'],
    ['share', 0.00012, '0.012 %', '0.012 %'],
    ['share', 0.9, '90 %', '90 %'],
    ['calls', 0, '0 calls', '0回'],
    ['bytes', 999_600, '1 MB', '1 MB'],
    ['block_bytes', 4_096, '4 KiB', '4 KiB'],
    ['ratio', 0.005, '200× slower', '約 1/200 の速さ'],
    ['ratio', 1 / 1.8, '1.8× slower', '約 1/1.8 の速さ'],
    ['ratio', 3.14, '3.1× faster', '3.1倍の速さ'],
    ['ratio', 1, 'the same', '同じ'],
  ])('%s of %d', (unit, value, inEnglish, inJapanese) => {
    expect([en.text(amount(value, unit)), ja.text(amount(value, unit))]).toEqual([inEnglish, inJapanese]);
  });

  it('has its interval with the same rounding', () => {
    const speed = quantity(intervalOf([950e6, 1_050e6, 1_000e6]), 'bytes_per_s', 'memory');
    expect([en.text(speed), en.interval(speed)]).toEqual(['1,000 MB/s', '862.3 to 1,160']);
    expect(en.marked(en.text(speed), speed)).toBe('1,000 MB/s (from memory)');
    expect(en.mark({ ...speed, isWrite: true })).toBe('kept in memory');
    expect([en.source({ origin: 'drive' }), en.mark({ origin: 'drive' })]).toEqual(['from the drive', '']);
  });
});

test('what was measured once has no interval to show, and one to compare by', () => {
  const once = intervalOf([4_000]);
  expect([once.low < 4_000, once.high > 4_000]).toEqual([true, true]);
  expect(en.interval(quantity(once, 'iops'))).toBe('');
  expect(shownInterval(intervalOf([4_000, 4_000]))).not.toBeNull();
});

test('a figure of single calls is told in steps of the clock, a mean of many as it is', () => {
  const text = (of_call: true | undefined, clockStepNs: number) =>
    formatterIn(LANGUAGES.en, english, clockStepNs).text({
      value: 65_700,
      unit: figureUnit({ unit: 'ns', of_call }),
    });
  expect(text(true, 5_000)).toBe('65 µs');
  expect(text(true, 20_000)).toBe('60 µs');
  expect(text(undefined, 20_000)).toBe('65.7 µs');
});

test('what memory keeps of a write is called that in every family', () => {
  const written = REAL_RECORDS.flatMap(([, record]) => figuresOf(record)).filter(
    ({ direction }) => direction === 'write',
  );
  expect(new Set(written.map(({ unit }) => unit)).size).toBeGreaterThan(2);
  for (const figure of written) expect(figureMark({ ...figure, origin: 'memory' })).toBe('kept');
});

const REPORTS = REAL_RECORDS.map(
  ([name, record]) => [name, reportOf(record, { declared: { device: 'Mini|PC' } })] as const,
);

/** As a spreadsheet has it: six digits. */
const csvNumber = (value: number | null | undefined) =>
  value == null ? '' : `${Number.isInteger(value) ? value : Number(value.toPrecision(6))}`;

/** Cells of a line of CSV. */
const cellsOf = (line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);

function csvOf(report: Report) {
  const [head = '', ...lines] = FORMS.csv.write(report).trimEnd().split('\r\n');
  const names = cellsOf(head);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at] ?? '', cell])));
}

const quantitiesIn = (cell: Cell): readonly Quantity[] => {
  if (cell === null || typeof cell === 'string' || 'text' in cell || 'missing' in cell) return [];
  return 'value' in cell ? [cell] : cell;
};

const RATES: readonly Unit[] = ['bytes_per_s', 'iops', 'files_per_s', 'rows_per_s', 'items_per_s', 'call_ns'];
const linesWith = (text: string, ...parts: string[]) =>
  text.split(/\r?\n/).filter((line) => parts.every((part) => line.includes(part)));

it('the records are of every family', () => {
  expect(new Set(REAL_RECORDS.map(([, { family }]) => family))).toEqual(new Set(FAMILY_IDS));
});

describe.each(REPORTS)('every form of %s says the same', (_, report) => {
  const { record, figures, format } = report;

  it('its figures are those of the record, each with where it came from', () => {
    expect(figures.map(({ id, value, quantity }) => [id, value, quantity.value, quantity.origin])).toEqual(
      figuresOf(record).map((figure) => {
        const { id, value, origin } = figure;
        return [id, value, value, origin];
      }),
    );
  });

  it('CSV and JSON have each number, interval and mark', () => {
    const lines = csvOf(report).filter(({ table }) => table === '');
    const { figures: inJson } = JSON.parse(FORMS.figures.write(report)) as { figures: Record<string, unknown>[] };
    const step = record.environment.clock_step_ns;
    // A time that the clock cannot tell is below one step of it.
    const isBelow = ({ unit, value }: Quantity) => unit === 'call_ns' && value < 1.5 * step;
    const expected = figures.map(({ id, name, quantity, p99 }) => ({
      ...{ figure: id, name, value: isBelow(quantity) ? '' : csvNumber(quantity.value) },
      ...{ low: isBelow(quantity) ? '' : csvNumber(quantity.interval?.low) },
      ...{ high: csvNumber(isBelow(quantity) ? step : quantity.interval?.high) },
      ...{ p99_ns: p99 && isBelow(p99) ? '' : csvNumber(p99?.value), origin: quantity.origin ?? '' },
    }));
    const unquoted = (text = '') => text.replace(/^"|"$/g, '');
    expect(
      lines.map(({ figure, name, value, low, high, p99_ns, origin }) => ({
        ...{ figure, name: unquoted(name), value, low, high, p99_ns, origin },
      })),
    ).toEqual(expected);
    expect(inJson.map(({ id, value, p99_ns, origin }) => [id, value, p99_ns, origin])).toEqual(
      figures.map(({ id, value, quantity, p99 }) => [id, value, p99?.value ?? null, quantity.origin ?? null]),
    );
    const [head = '', ...all] = FORMS.csv.write(report).trimEnd().split('\r\n');
    for (const line of all) expect(cellsOf(line).length).toBe(cellsOf(head).length);
  });

  it('text, Markdown and terminal have each number with its interval and its mark on its line', () => {
    if (report.grid) return;
    for (const text of [FORMS.text.write(report), FORMS.markdown.write(report), tableForm(report)]) {
      for (const { name, quantity, p99 } of figures) {
        const parts = [name, format.text(quantity), format.interval(quantity), format.mark(quantity)];
        expect(linesWith(text, ...parts, p99 ? format.text(p99) : ''), parts.join()).not.toEqual([]);
      }
    }
  });

  it('a grid has each test in every form', () => {
    const { grid, tests = [] } = report;
    if (!grid) return;
    const shownTests = tests.filter(({ isShown, figure }) => isShown && figure !== 'buffered');
    const [text, markdown, terminal] = [FORMS.text.write(report), FORMS.markdown.write(report), tableForm(report)];
    for (const { bytesPerS, iops, origin, direction, figure, isLeading } of shownTests) {
      const mark = format.mark({ origin, isWrite: direction === 'write' });
      if (figure === 'flush_each' && !isLeading) continue;
      const [rate, calls] = [format.parts(bytesPerS).value, format.parts(iops).value];
      for (const table of [markdown, terminal]) {
        expect(linesWith(table, rate, calls, format.interval(bytesPerS), mark)).not.toEqual([]);
      }
      expect(
        linesWith(text, `${(bytesPerS.value / 1e6).toFixed(3)} MB/s`, `${iops.value.toFixed(1)} IOPS`),
      ).not.toEqual([]);
    }
    const isMarked = (line: string) => /^\* (?:SEQ|RND)\S+ Q\d+T\d+: /.test(line);
    for (const line of text.split('\r\n').filter((one) => one.startsWith('  SEQ') || one.startsWith('  RND'))) {
      expect(line).toMatch(/ us>$/);
    }
    const marks = shownTests.filter(({ status, figure, isLeading, origin, isShallow, loops }) => {
      const isInFile = figure !== 'flush_each' || isLeading;
      const isOfHalf = countedOf(loops, figure).length < loops.length;
      return status === 'done' && isInFile && (format.mark({ origin }) !== '' || isShallow || isOfHalf);
    });
    expect(text.split('\r\n').filter(isMarked)).toHaveLength(marks.length);
  });

  it('every rate and time of a call in its tables and charts says where it came from, and as its figure does', () => {
    const origins = new Map(figures.map(({ value, quantity }) => [value, quantity.origin ?? null]));
    for (const part of report.parts) {
      if (!isTable(part)) {
        for (const { origin } of part.series) expect(RATES.includes(part.unit) && origin === undefined).toBe(false);
        continue;
      }
      part.rows.forEach((row) => {
        const rates = row.flatMap(quantitiesIn).filter(({ unit }) => RATES.includes(unit));
        // Beside a picked folder stands what memory reached, and the head of the column says so.
        const isNamed = (rate: Quantity) =>
          part.columns.some(({ name }, at) => name === 'In memory' && row[at] === rate);
        expect(rates.filter((rate) => rate.origin === undefined && !isNamed(rate))).toEqual([]);
        for (const rate of rates.filter(({ value }) => origins.has(value))) {
          expect(rate.origin, `${part.caption} ${rate.value}`).toEqual(origins.get(rate.value));
        }
      });
    }
  });

  it('Bencher’s JSON has each number and interval under a name that says where it came from', () => {
    const benchmarks = JSON.parse(FORMS.bencher.write(report)) as Record<string, Record<string, BencherMetric>>;
    const expected = figures.map(({ name, quantity, p99 }) => {
      const source = format.source(quantity);
      const { low, high } = quantity.interval ?? {};
      const ends = low === undefined ? {} : { lower_value: low, upper_value: high };
      const metrics = [{ value: quantity.value, ...ends }, ...(p99 ? [{ value: p99.value }] : [])];
      return [`${report.title}: ${name}${source === '' ? '' : ` (${source})`}`, metrics] as const;
    });
    expect(Object.entries(benchmarks).map(([name, metrics]) => [name, Object.values(metrics)])).toEqual(expected);
    for (const metrics of Object.values(benchmarks))
      expect(Object.keys(metrics)[1] ?? 'latency-p99').toBe('latency-p99');
  });

  it('the files for github-action-benchmark have each number, interval and source, rates in one and times in the other', () => {
    const digits = (value: number) => Number(value.toPrecision(6));
    const entriesIn = (form: Form) =>
      (JSON.parse(form.write(report)) as ActionEntry[]).map(({ name, unit, value, range, extra }) => {
        const size = ACTION_SIZES[unit] ?? NaN;
        const ends = range?.split(' to ').map((end) => digits(Number(end) * size)) ?? null;
        return { name, value: digits(value * size), ends, extra };
      });
    const expectedOf = (direction: 'higher' | 'lower') =>
      figures.flatMap(({ name, better, quantity, p99 }) => {
        const extra = format.source(quantity) === '' ? undefined : format.source(quantity);
        const nameOf = (figureName: string) => format.marked(`${report.title}: ${figureName}`, quantity);
        const ends = quantity.interval ? [digits(quantity.interval.low), digits(quantity.interval.high)] : null;
        return [
          ...(better === direction ? [{ name: nameOf(name), value: digits(quantity.value), ends, extra }] : []),
          ...(p99 && direction === 'lower'
            ? [{ name: nameOf(`${name}, p99`), value: digits(p99.value), ends: null, extra }]
            : []),
        ];
      });
    expect(entriesIn(FORMS.bigger)).toEqual(expectedOf('higher'));
    expect(entriesIn(FORMS.smaller)).toEqual(expectedOf('lower'));
    expect(FORMS.bigger.isFor(report)).toBe(expectedOf('higher').length > 0);
    expect(FORMS.smaller.isFor(report)).toBe(expectedOf('lower').length > 0);
  });

  it('Prometheus’ text has each number and interval in base units, with its origin', () => {
    const samples = samplesIn(FORMS.prometheus.write(report)).map(({ metric, labels, value }) => {
      const [, part = 'value'] = /^opfsmark_(lower|upper|p99)_/.exec(metric) ?? [];
      const ns = metric.endsWith('_seconds') ? value * 1e9 : value;
      return `${labels['figure']} ${part} ${Number(ns.toPrecision(12))} ${labels['origin'] ?? ''}`;
    });
    const expected = figures.flatMap(({ id, quantity, p99 }) => {
      const { low, high } = quantity.interval ?? {};
      const parts = { value: quantity.value, lower: low, upper: high, p99: p99?.value };
      return Object.entries(parts).flatMap(([part, value]) =>
        value === undefined ? [] : [`${id} ${part} ${Number(value.toPrecision(12))} ${quantity.origin ?? ''}`],
      );
    });
    expect(samples.toSorted()).toEqual(expected.toSorted());
  });

  it('fio’s JSON has the tests, with what programs that read it ask for', () => {
    const { tests = [] } = report;
    expect(FORMS.fio.isFor(report)).toBe(FORMS.fio.families.some((family) => family === report.record.family));
    if (!FORMS.fio.isFor(report)) return;
    const { jobs, ...head } = JSON.parse(FORMS.fio.write(report)) as FioDocument;
    expect(head).toHaveProperty(['fio version']);
    const doneTests = tests.filter(({ isShown, status }) => isShown && status === 'done');
    expect(jobs).toHaveLength(doneTests.length);
    jobs.forEach((job, at) => {
      const test = doneTests[at];
      if (!test) throw new Error('no such test');
      const sides = [job.read, job.write].filter(({ bw_bytes }) => bw_bytes > 0);
      expect(sides).toHaveLength(test.direction === 'mix' ? 2 : 1);
      expect(sides.reduce((sum, { bw_bytes }) => sum + bw_bytes, 0) / test.bytesPerS.value).toBeCloseTo(1, 3);
      expect(sides.reduce((sum, { iops }) => sum + iops, 0) / test.iops.value).toBeCloseTo(1, 9);
      for (const { lat_ns, clat_ns, iops_stddev } of sides) {
        expect([lat_ns.mean > 0, Number.isFinite(lat_ns.stddev), Number.isFinite(iops_stddev)]).toEqual([
          true,
          true,
          true,
        ]);
        expect(clat_ns.percentile['99.000000'] ?? null).toBe(test.latency?.p99_ns ?? null);
      }
      const { rw, bs, iodepth, numjobs } = job['job options'];
      expect([rw, bs, iodepth, numjobs].every((option) => typeof option === 'string' && option !== '')).toBe(true);
      expect(Number(numjobs)).toBe(test.workers);
      const shares = [job.latency_ns, job.latency_us, job.latency_ms].flatMap((table) => Object.values(table));
      const sum = shares.reduce((total, share) => total + share, 0);
      expect(sum === 0 || Math.abs(sum - 100) < 1e-6, `${sum}`).toBe(true);
      expect(job.desc).toBe(format.source({ origin: test.origin, isWrite: test.direction === 'write' }));
    });
  });
});

interface BencherMetric {
  readonly value: number;
  readonly lower_value?: number;
  readonly upper_value?: number;
}

interface ActionEntry {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly range?: string;
  readonly extra?: string;
}

test('says how writes were flushed only where something was written', () => {
  const text = (jobs: Parameters<typeof makeMatrix>[0]) =>
    FORMS.text.write(reportOf({ ...makeMatrix(jobs), status: 'stopped' }));
  expect(text(memoryReads())).not.toMatch(/flushed/);
  expect(text([...memoryReads(), ...writes()])).toMatch(/flushed once at the end of a loop/);
});

/** How many of the record's unit make one. */
const ACTION_SIZES: Readonly<Record<string, number>> = {
  ...{ 'MB/s': 1e6, IOPS: 1, 'files/s': 1, 'rows/s': 1, us: 1e3, calls: 1, '%': 0.01 },
};

interface FioSide {
  readonly bw_bytes: number;
  readonly iops: number;
  readonly iops_stddev: number;
  readonly lat_ns: { readonly mean: number; readonly stddev: number };
  readonly clat_ns: { readonly percentile: Readonly<Record<string, number>> };
}

interface FioDocument {
  readonly jobs: readonly {
    readonly desc: string;
    readonly 'job options': Readonly<Record<string, string>>;
    readonly read: FioSide;
    readonly write: FioSide;
    readonly latency_ns: Readonly<Record<string, number>>;
    readonly latency_us: Readonly<Record<string, number>>;
    readonly latency_ms: Readonly<Record<string, number>>;
  }[];
}
