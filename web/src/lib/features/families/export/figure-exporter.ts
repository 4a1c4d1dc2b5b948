import { pausesInEnglish } from '@opfsmark/schema/answer/words/pauses-in-english';
import type { RunRecord } from '@opfsmark/schema/families';
import { clientName } from '$lib/base/format/client-name.ts';
import { csvLines } from './csv-lines.ts';
import type { Exporter } from './exporter.ts';
import { figureLines } from './figure-lines.ts';

const HEAD = ['started_at', 'family', 'figure', 'unit', 'value', 'low', 'high', 'p99_ns', 'read_from'];

const titleOf = ({ family, plan, environment }: RunRecord) =>
  `OPFSMark ${environment.core_version}, ${family}, profile ${plan.profile}`;
const whereOf = ({ environment: { client }, started_at }: RunRecord) =>
  `${clientName(client.browser)} on ${clientName(client.os)}, ${started_at.slice(0, 10)}`;

function text(record: RunRecord): string {
  const lines = figureLines(record);
  const width = Math.max(0, ...lines.map(({ name }) => name.length));
  return [
    titleOf(record),
    whereOf(record),
    '',
    ...lines.map(({ name, value, unit, low, high, source }) => {
      const range = low === high ? '' : ` (${low} to ${high})`;
      return `  ${name.padEnd(width)}  ${value.padStart(10)} ${unit}${range}${source === '' ? '' : `, ${source}`}`;
    }),
    ...pausesInEnglish(record).map((said) => `* ${said}`),
    '',
  ].join('\r\n');
}

function markdown(record: RunRecord): string {
  const rows = figureLines(record).map(
    ({ name, value, unit, low, high, source }) => `| ${name} | ${value} ${unit} | ${low}–${high} | ${source} |`,
  );
  return [
    `**${titleOf(record)}**, ${whereOf(record)}`,
    '',
    '| figure | value | interval | source |',
    '| --- | ---: | ---: | --- |',
    ...rows,
    ...pausesInEnglish(record).flatMap((said) => ['', said]),
    '',
  ].join('\n');
}

function csv(record: RunRecord): string {
  const rows = figureLines(record).map(({ figure }) => [
    record.started_at,
    record.family,
    figure.id,
    figure.unit,
    figure.value,
    figure.low,
    figure.high,
    figure.p99_ns ?? '',
    figure.read_from ?? '',
  ]);
  return csvLines([HEAD, ...rows]);
}

/** Any family by its figures. */
export const figureExporter: Exporter = {
  text,
  markdown,
  csv,
};
