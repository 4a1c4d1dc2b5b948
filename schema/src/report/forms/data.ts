import { type CsvCell, csvLines } from '../../documents/csv.ts';
import { type Cell, type Column, isTable, type Table, type Test } from '../../families/report.ts';
import type { Quantity } from '../../figures/figure.ts';
import { inClockSteps } from '../../figures/numbers.ts';
import type { Report } from '../report.ts';
import { bucketValueNs, totalCount } from '../../documents/histogram.ts';
import { rowSlug } from '../../documents/row-name.ts';
import { standardDeviation } from '../../documents/deviations.ts';
import { KIB, MIB } from '../../documents/units.ts';

const HEAD = [
  'run_id',
  'started_at',
  'device',
  'drive',
  'filesystem',
  'os',
  'browser',
  'family',
  'profile',
  'table',
  'figure',
  'name',
  'column',
  'unit',
  'better',
  'value',
  'low',
  'high',
  'p99_ns',
  'origin',
];

/** As the documents have it: times in nanoseconds, rates per second. */
const unitOf = ({ unit }: Quantity) => (unit === 'call_ns' ? 'ns' : unit === 'block_bytes' ? 'bytes' : unit);

/** Value, low and high. What is below the step of the clock is no number: the step is what it is under. */
function numbersOf({ value, unit, interval }: Quantity, stepNs: number): CsvCell[] {
  if (unit === 'call_ns' && inClockSteps(value, stepNs).isBound) return [null, null, stepNs];
  return [value, interval?.low ?? null, interval?.high ?? null];
}

const quantitiesIn = (cell: Cell): readonly Quantity[] => {
  if (cell === null || typeof cell === 'string' || 'text' in cell || 'missing' in cell) return [];
  return 'value' in cell ? [cell] : cell;
};

const columnName = ({ name, unit }: Column, { format }: Report) =>
  name ?? (unit === undefined ? '' : format.unitLabel(unit));

function tableLines(table: Table, report: Report): CsvCell[][] {
  const { caption, columns, rows, words = 1 } = table;
  const cellName = (cell: Cell | undefined) =>
    typeof cell === 'string'
      ? cell
      : quantitiesIn(cell ?? null)
          .map((quantity) => report.format.text(quantity))
          .join(' ');
  const step = report.record.environment.clock_step_ns;
  return rows.flatMap((row) => {
    const name = row.slice(0, words).map(cellName).join(' ');
    return row.slice(words).flatMap((cell, at) =>
      quantitiesIn(cell).map((quantity): CsvCell[] => {
        const column = columnName(columns[words + at] ?? {}, report);
        return [
          caption,
          null,
          name,
          column,
          unitOf(quantity),
          null,
          ...numbersOf(quantity, step),
          null,
          quantity.origin ?? null,
        ];
      }),
    );
  });
}

/** A line per figure, and then one per number of each table, which names it in the column `table`. */
export function csvForm(report: Report): string {
  const { record, about, figures, parts } = report;
  const { environment, family, plan, started_at } = record;
  const step = environment.clock_step_ns;
  const { device, drive, filesystem } = about.declared ?? {};
  const head = [
    ...[about.run_id ?? null, started_at, device ?? null, drive ?? null, filesystem ?? null],
    ...[environment.client.os.family, environment.client.browser.family, family, plan.profile],
  ];
  const figureLines = figures.map(({ id, name, better, quantity, p99 }): CsvCell[] => {
    const p99Value = p99 === null ? null : (numbersOf(p99, step)[0] ?? null);
    const value = [unitOf(quantity), better, ...numbersOf(quantity, step), p99Value, quantity.origin ?? null];
    return [null, id, name, null, ...value];
  });
  const lines = [...figureLines, ...parts.filter(isTable).flatMap((table) => tableLines(table, report))];
  return csvLines([HEAD, ...lines.map((line) => [...head, ...line])]);
}

/** The figures, tables and charts of a result as data, with the words of files. */
export function jsonForm({ record, about, title, sentence, notes, figures, scores, parts }: Report): string {
  const { family, plan, started_at, status, environment } = record;
  const document = {
    run_id: about.run_id ?? null,
    started_at,
    status,
    family,
    profile: plan.profile,
    declared: about.declared ?? {},
    client: environment.client,
    title,
    sentence,
    notes,
    scores,
    figures: figures.map(({ id, name, unit, better, value, low, high, once, quantity, p99 }) => ({
      ...{ id, name, unit, better, value, low, high, once },
      ...{ p99_ns: p99?.value ?? null, origin: quantity.origin ?? null },
    })),
    tables: parts.filter(isTable),
    charts: parts.filter((part) => !isTable(part)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Upper bounds of fio's tables of latencies; the last one of each takes what is slower, until the next table begins. */
const TABLES = [
  ['latency_ns', 1, [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000]],
  ['latency_us', 1e3, [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000]],
  ['latency_ms', 1e6, [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000]],
] as const;

const PERCENTILES = [
  ['50.000000', 'p50_ns'],
  ['95.000000', 'p95_ns'],
  ['99.000000', 'p99_ns'],
  ['99.900000', 'p999_ns'],
] as const;

const MODES = {
  sequential: { read: 'read', write: 'write', mix: 'rw' },
  random: { read: 'randread', write: 'randwrite', mix: 'randrw' },
} as const;

/** "4k", "1m": as fio writes sizes. */
function size(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB}m`;
  return bytes % KIB === 0 ? `${bytes / KIB}k` : `${bytes}`;
}

/** The standard deviation of the calls, by the middles of the histogram's buckets. */
function deviationNs({ counts, latency }: Test): number {
  const calls = totalCount(counts);
  if (calls === 0 || !latency) return 0;
  const squares = counts.reduce(
    (sum, count, bucket) => sum + count * (bucketValueNs(bucket) - latency.mean_ns) ** 2,
    0,
  );
  return Math.sqrt(squares / calls);
}

/** Shares of the calls in percent, by upper bounds. */
function latencyTables({ counts }: Test) {
  const calls = totalCount(counts);
  let below = 0;
  const tables = TABLES.map(([name, scale, bounds]) => {
    const shares = bounds.map((bound) => {
      const from = below;
      below = bound * scale;
      const countsInside = counts.filter((_, bucket) => bucketValueNs(bucket) >= from && bucketValueNs(bucket) < below);
      return [`${bound}`, calls === 0 ? 0 : (100 * totalCount(countsInside)) / calls] as const;
    });
    const isLast = name === 'latency_ms';
    const slowerCounts = counts.filter((_, bucket) => bucketValueNs(bucket) >= below);
    return [
      name,
      Object.fromEntries([
        ...shares,
        ...(isLast ? [['>=2000', calls === 0 ? 0 : (100 * totalCount(slowerCounts)) / calls]] : []),
      ]),
    ] as const;
  });
  return Object.fromEntries(tables);
}

/** One direction of a job; `share` is that of its calls. */
function sideOf(test: Test, share: number) {
  const { bytesPerS, iops, loops, latency, meanNs } = test;
  const mean = latency?.mean_ns ?? meanNs ?? 0;
  const stddev = deviationNs(test);
  const times = { min: latency?.min_ns ?? 0, max: latency?.max_ns ?? 0, mean, stddev, N: latency?.ops ?? 0 };
  const percentile = Object.fromEntries(
    PERCENTILES.flatMap(([key, name]) => (latency && latency[name] !== null ? [[key, latency[name]]] : [])),
  );
  const bytes = bytesPerS.value * share;
  return {
    bw_bytes: Math.round(bytes),
    bw: Math.round(bytes / KIB),
    iops: iops.value * share,
    iops_min: Math.min(...loops) * share,
    iops_max: Math.max(...loops) * share,
    iops_mean: iops.value * share,
    iops_stddev: loops.length > 1 ? standardDeviation(loops) * share : 0,
    iops_samples: loops.length,
    lat_ns: times,
    clat_ns: { ...times, percentile },
  };
}

const NO_TIMES = { min: 0, max: 0, mean: 0, stddev: 0, N: 0 };
const NONE = { bw_bytes: 0, bw: 0, iops: 0, iops_min: 0, iops_max: 0, iops_mean: 0, iops_stddev: 0, iops_samples: 0 };
const NO_SIDE = { ...NONE, lat_ns: NO_TIMES, clat_ns: { ...NO_TIMES, percentile: {} } };

/** How a rate was flushed, in fio's options. */
const FLUSHES = { throughput: {}, buffered: {}, write_flush: { end_fsync: '1' }, flush_each: { fsync: '1' } } as const;

function jobOf(test: Test, { format, record }: Report) {
  const { row, direction, reads, figure, workers, origin } = test;
  const source = format.source({ origin, isWrite: direction === 'write' });
  const jobname = [
    rowSlug(row),
    ...(reads ? [reads] : []),
    direction,
    ...(figure === 'throughput' ? [] : [figure]),
  ].join('-');
  return {
    jobname,
    desc: source,
    error: 0,
    'job options': {
      name: jobname,
      description: source,
      rw: MODES[row.pattern][direction],
      bs: size(row.block_bytes),
      // Each worker waits for one call, as a job of psync does.
      iodepth: '1',
      numjobs: `${workers}`,
      ...FLUSHES[figure],
      ...(record.environment.engine === 'node-direct' ? { direct: '1' } : {}),
    },
    read: direction === 'write' ? NO_SIDE : sideOf(test, test.readShare),
    write: direction === 'read' ? NO_SIDE : sideOf(test, 1 - test.readShare),
    usr_cpu: 0,
    sys_cpu: 0,
    ...latencyTables(test),
  };
}

/**
 * The tests of a result as fio writes its own (`--output-format=json`), so that programs that draw fio's results draw these:
 * rates are medians of the loops, and where a number came from stands in `desc` and in the job's options.
 */
export function fioForm(report: Report): string {
  const { record, tests = [] } = report;
  const startedMs = Date.parse(record.started_at);
  const document = {
    'fio version': `OPFSMark ${record.environment.core_version}`,
    timestamp: Math.floor(startedMs / 1000),
    timestamp_ms: startedMs,
    time: record.started_at,
    'global options': { ioengine: 'psync' },
    jobs: tests.filter(({ status, isShown }) => status === 'done' && isShown).map((test) => jobOf(test, report)),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
