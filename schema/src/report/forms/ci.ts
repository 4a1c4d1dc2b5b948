import type { Figure, FigureUnit, Quantity } from '../../figures/figure.ts';
import type { Report, ReportFigure } from '../report.ts';
import { rowShortName } from '../../documents/row-name.ts';

type Better = Figure['better'];

/** The unit that is shown, and how many of the record's make one: the same in every result, so that histories can be drawn. */
const UNITS: Readonly<Record<FigureUnit, readonly [unit: string, size: number]>> = {
  bytes_per_s: ['MB/s', 1e6],
  iops: ['IOPS', 1],
  files_per_s: ['files/s', 1],
  rows_per_s: ['rows/s', 1],
  ns: ['us', 1e3],
  calls: ['calls', 1],
  share: ['%', 0.01],
  points: ['points', 1],
};

/** A number and its history; `from` has where it came from. */
interface Series extends Pick<ReportFigure, 'name' | 'unit' | 'quantity'> {
  readonly from: Quantity;
}

/** A 99th percentile is a time, and stands with them. */
function seriesOf({ name, unit, better: figureBetter, quantity, p99 }: ReportFigure, better: Better): Series[] {
  return [
    ...(figureBetter === better ? [{ name, unit, quantity, from: quantity }] : []),
    ...(better === 'lower' && p99
      ? [{ name: `${name}, p99`, unit: 'ns' as const, quantity: p99, from: quantity }]
      : []),
  ];
}

/** `name` is what the action draws and compares, so it has the mark, too; `extra` is in the tooltip. */
function entryOf({ name, unit, quantity, from }: Series, { title, format }: Report) {
  const { value, interval } = quantity;
  const [label, size] = UNITS[unit];
  const source = format.source(from);
  const end = (bound: number) => Number((bound / size).toPrecision(6));
  return {
    name: format.marked(`${title}: ${name}`, from),
    unit: label,
    value: value / size,
    ...(interval ? { range: `${end(interval.low)} to ${end(interval.high)}` } : {}),
    ...(source === '' ? {} : { extra: source }),
  };
}

const entriesOf = (better: Better, report: Report) =>
  report.figures.flatMap((figure) => seriesOf(figure, better).map((series) => entryOf(series, report)));

/** The action fails on a file without entries. */
export const hasEntries = (better: Better) => (report: Report) => entriesOf(better, report).length > 0;

/**
 * For github-action-benchmark, which takes a file per direction: `customBiggerIsBetter` and `customSmallerIsBetter` of
 * https://github.com/benchmark-action/github-action-benchmark#examples
 */
export const actionForm = (better: Better) => (report: Report) =>
  `${JSON.stringify(entriesOf(better, report), null, 2)}\n`;

/**
 * Slugs of measures. `latency` (ns) and `throughput` (operations per second) are the two that every project of Bencher has.
 * Each is better in one direction only, because Bencher's thresholds belong to a measure.
 */
const MEASURES: Readonly<Record<FigureUnit, string>> = {
  bytes_per_s: 'bytes-per-second',
  iops: 'throughput',
  files_per_s: 'files-per-second',
  rows_per_s: 'rows-per-second',
  ns: 'latency',
  calls: 'calls',
  share: 'share',
  points: 'points',
};

/** Numbers from elsewhere begin a history of their own: nothing but the name can say where they came from. */
function benchmarkName({ name, quantity }: ReportFigure, { title, format }: Report): string {
  const source = format.source(quantity);
  return `${title}: ${name}${source === '' ? '' : ` (${source})`}`;
}

function measuresOf({ unit, quantity: { value, interval }, p99 }: ReportFigure) {
  const ends = interval ? { lower_value: interval.low, upper_value: interval.high } : {};
  return { [MEASURES[unit]]: { value, ...ends }, ...(p99 ? { 'latency-p99': { value: p99.value } } : {}) };
}

/** Bencher Metric Format: https://bencher.dev/docs/reference/bencher-metric-format */
export function bencherForm(report: Report): string {
  const benchmarks = report.figures.map((figure) => [benchmarkName(figure, report), measuresOf(figure)] as const);
  return `${JSON.stringify(Object.fromEntries(benchmarks), null, 2)}\n`;
}

/** Named by https://prometheus.io/docs/practices/naming: base units, the unit last. `size`: how many of ours make one. */
const METRICS: Readonly<Record<FigureUnit, { readonly name: string; readonly what: string; readonly size: number }>> = {
  bytes_per_s: { name: 'throughput_bytes_per_second', what: 'throughput', size: 1 },
  iops: { name: 'operations_per_second', what: 'rate of calls', size: 1 },
  files_per_s: { name: 'files_per_second', what: 'rate of files', size: 1 },
  rows_per_s: { name: 'rows_per_second', what: 'rate of rows', size: 1 },
  ns: { name: 'latency_seconds', what: 'latency', size: 1e9 },
  calls: { name: 'calls', what: 'number of calls', size: 1 },
  share: { name: 'share_ratio', what: 'share of the time', size: 1 },
  points: { name: 'points', what: 'points', size: 1 },
};

const labelText = (value: string) => value.replace(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

function labelsOf({ id, row, direction, quantity: { origin } }: ReportFigure, { record, about }: Report): string {
  const device = about.declared?.device;
  const labels = {
    family: record.family,
    profile: record.plan.profile,
    ...(device === undefined ? {} : { device }),
    figure: id,
    ...(row ? { row } : {}),
    ...(direction ? { direction } : {}),
    ...(origin ? { origin } : {}),
  };
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${labelText(value)}"`);
  return `{${pairs.join(',')}}`;
}

interface Sample {
  readonly metric: string;
  readonly help: string;
  readonly value: number;
}

function samplesOf({ unit, quantity: { value, interval }, p99 }: ReportFigure): Sample[] {
  const { name, what, size } = METRICS[unit];
  const end = (word: 'lower' | 'upper', bound: number): Sample => ({
    metric: `opfsmark_${word}_${name}`,
    help: `${word === 'lower' ? 'Lower' : 'Upper'} end of the interval that holds nine of ten other runs on this computer, ${what}.`,
    value: bound / size,
  });
  return [
    { metric: `opfsmark_${name}`, help: `${what.charAt(0).toUpperCase()}${what.slice(1)}.`, value: value / size },
    ...(interval ? [end('lower', interval.low), end('upper', interval.high)] : []),
    ...(p99
      ? [{ metric: 'opfsmark_p99_latency_seconds', help: '99th percentile of the latencies.', value: p99.value / 1e9 }]
      : []),
  ];
}

/**
 * https://prometheus.io/docs/instrumenting/exposition_formats: all lines of a metric in one group, HELP and TYPE first. Without
 * timestamps, which node_exporter's textfile collector refuses.
 */
export function prometheusForm(report: Report): string {
  const groups = new Map<string, string[]>();
  for (const figure of report.figures) {
    for (const { metric, help, value } of samplesOf(figure)) {
      const group = groups.get(metric) ?? [`# HELP ${metric} ${help}`, `# TYPE ${metric} gauge`];
      groups.set(metric, [...group, `${metric}${labelsOf(figure, report)} ${value}`]);
    }
  }
  return [...groups.values()].flatMap((lines) => lines.map((line) => `${line}\n`)).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML 1.0 holds it, which has no place for control characters. */
const escapeText = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeText(String(value))}"`)
    .join('');

interface Case {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What was measured, or why it was not. */
  readonly text: string;
}

function figureCases({ figures, format }: Report): Case[] {
  return figures.map(({ name, quantity, p99 }) => {
    const value = format.marked(format.text(quantity), quantity);
    const text = p99 ? `${value}, p99 ${format.text(p99)}` : value;
    return { name, outcome: 'passed', text };
  });
}

/** Tests that have no figure, and what ended the run. */
function unfinishedCases({ record }: Report): Case[] {
  const jobs = 'jobs' in record.result ? record.result.jobs : [];
  const jobCases = jobs.flatMap(({ row, direction, status, failure }): Case[] => {
    const name = `${rowShortName(row)} ${direction}`;
    if (status === 'failed') return [{ name: `${name}: not measured`, outcome: 'failed', text: failure?.detail ?? '' }];
    return status === 'stopped' ? [{ name: `${name}: to its end`, outcome: 'skipped', text: 'stopped' }] : [];
  });
  const { status, failure } = record;
  if (status === 'failed') {
    return [...jobCases, { name: 'the whole run', outcome: 'failed', text: failure?.detail ?? '' }];
  }
  return status === 'stopped'
    ? [...jobCases, { name: 'the whole run', outcome: 'skipped', text: 'stopped' }]
    : jobCases;
}

function caseLines({ name, outcome, text }: Case, classname: string): string[] {
  const element = {
    passed: `<system-out>${escapeText(text)}</system-out>`,
    failed: `<failure${attributes({ message: text })}></failure>`,
    skipped: `<skipped${attributes({ message: text })}></skipped>`,
  }[outcome];
  return [`    <testcase${attributes({ classname, name })}>`, `      ${element}`, '    </testcase>'];
}

/**
 * What CI systems show as a list of tests: each figure is one that passed, with its value as what it printed; what failed or was
 * stopped is one that did not. https://github.com/testmoapp/junitxml describes what they have in common.
 */
export function junitForm(report: Report): string {
  const { record, title } = report;
  const cases = [...figureCases(report), ...unfinishedCases(report)];
  const count = (outcome: Case['outcome']) => cases.filter((testCase) => testCase.outcome === outcome).length;
  const counts = { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped') };
  const time = (record.wall_ms / 1e3).toFixed(3);
  const suite = { name: `${title}, ${record.plan.profile}`, ...counts, time, timestamp: record.started_at };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'OPFSMark', ...counts, time })}>`,
    `  <testsuite${attributes(suite)}>`,
    ...cases.flatMap((testCase) => caseLines(testCase, `opfsmark.${record.family}`)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
