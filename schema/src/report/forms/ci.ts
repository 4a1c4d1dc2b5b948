import type { Figure, Quantity } from '../../figures/figure.ts';
import { FIGURE_INTERVAL } from '../../figures/loops.ts';
import { figureUnitOf } from '../../figures/units.ts';
import type { Report, ReportFigure } from '../report.ts';
import { rowShortName } from '../../documents/row-name.ts';

type Better = Figure['better'];

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
  const { symbol, ascii = symbol, size } = figureUnitOf(unit);
  const source = format.source(from);
  const end = (bound: number) => Number((bound / size).toPrecision(6));
  return {
    name: format.marked(`${title}: ${name}`, from),
    unit: ascii,
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

/** Numbers from elsewhere begin a history of their own: nothing but the name can say where they came from. */
function benchmarkName({ name, quantity }: ReportFigure, { title, format }: Report): string {
  const source = format.source(quantity);
  return `${title}: ${name}${source === '' ? '' : ` (${source})`}`;
}

function measuresOf({ unit, quantity: { value, interval }, p99 }: ReportFigure) {
  const ends = interval ? { lower_value: interval.low, upper_value: interval.high } : {};
  return { [figureUnitOf(unit).measure]: { value, ...ends }, ...(p99 ? { 'latency-p99': { value: p99.value } } : {}) };
}

/** Bencher Metric Format: https://bencher.dev/docs/reference/bencher-metric-format */
export function bencherForm(report: Report): string {
  const benchmarks = report.figures.map((figure) => [benchmarkName(figure, report), measuresOf(figure)] as const);
  return `${JSON.stringify(Object.fromEntries(benchmarks), null, 2)}\n`;
}

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
  const { name, of: what, size } = figureUnitOf(unit).metric;
  const end = (word: 'lower' | 'upper', bound: number): Sample => ({
    metric: `opfsmark_${word}_${name}`,
    // As METHODOLOGY.md says it.
    help: `${word === 'lower' ? 'Lower' : 'Upper'} end of the interval that is meant to hold the figure of another run on the same computer with a probability of ${FIGURE_INTERVAL.level * 100} %: ${what}.`,
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
  /** The measured value, or why there is none. */
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
 * The list of tests that CI systems show: each figure is one that passed, with its value as what it printed; what failed or was
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
