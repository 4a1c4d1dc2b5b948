import type { FigureUnit } from '../../figures/figure.ts';
import type { Report, ReportFigure } from '../report.ts';

/** Named by https://prometheus.io/docs/practices/naming: base units, the unit last. `size`: how many of ours make one. */
const METRICS: Readonly<Record<FigureUnit, { readonly name: string; readonly what: string; readonly size: number }>> = {
  bytes_per_s: { name: 'throughput_bytes_per_second', what: 'throughput', size: 1 },
  iops: { name: 'operations_per_second', what: 'rate of calls', size: 1 },
  files_per_s: { name: 'files_per_second', what: 'rate of files', size: 1 },
  rows_per_s: { name: 'rows_per_second', what: 'rate of rows', size: 1 },
  ns: { name: 'latency_seconds', what: 'latency', size: 1e9 },
  calls: { name: 'calls', what: 'number of calls', size: 1 },
  share: { name: 'share_ratio', what: 'share of the time', size: 1 },
};

const DIRECTIONS: Readonly<Record<string, 'read' | 'write' | 'mix'>> = {
  read: 'read',
  drive_read: 'read',
  drive_wait: 'read',
  write: 'write',
  flush_each: 'write',
  mix: 'mix',
};

/** What a figure of a row says of it in its id: "rnd4k_q1t1 drive_read". */
function rowLabels(id: string): Record<string, string> {
  const [, row, what = ''] = /^((?:seq|rnd)\S+_q\d+t\d+) (\S+)$/.exec(id) ?? [];
  const direction = DIRECTIONS[what];
  return { ...(row ? { row } : {}), ...(row && direction ? { direction } : {}) };
}

const labelText = (value: string) => value.replace(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

function labelsOf({ id, quantity: { origin } }: ReportFigure, { record, about }: Report): string {
  const device = about.declared?.device;
  const labels = {
    family: record.family,
    profile: record.plan.profile,
    ...(device === undefined ? {} : { device }),
    figure: id,
    ...rowLabels(id),
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
  const end = (word: 'lower' | 'upper', own: number): Sample => ({
    metric: `opfsmark_${word}_${name}`,
    help: `${word === 'lower' ? 'Lower' : 'Upper'} end of the 95 % confidence interval, ${what}.`,
    value: own / size,
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
