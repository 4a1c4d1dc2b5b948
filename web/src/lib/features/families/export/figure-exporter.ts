import { pausesInEnglish } from '@opfsmark/schema/answer/words/pauses-in-english';
import { sentenceInEnglish } from '@opfsmark/schema/answer/words/sentence-in-english';
import { figureTitle } from '@opfsmark/schema/answer/words/figure-names';
import words from '@opfsmark/schema/answer/words/en';
import { csvLines } from '@opfsmark/schema/documents';
import { figuresOf, type RunRecord } from '@opfsmark/schema/families';
import { figureText, memoryMark, shownInterval, type Figure } from '@opfsmark/schema/figures';
import { clientName } from '$lib/base/format/client-name.ts';
import { declaredText, markdownCell, type Beside, type Exporter } from './exporter.ts';

const HEAD = ['started_at', 'family', 'figure', 'name', 'unit', 'value', 'low', 'high', 'p99_ns', 'read_from'];

const titleOf = ({ family, plan, environment }: RunRecord) =>
  `OPFSMark ${environment.core_version}, ${words.families[family]}, profile ${plan.profile}`;
const whereOf = ({ environment: { client }, started_at }: RunRecord, beside: Beside | undefined) =>
  [
    ...declaredText(beside?.declared),
    `${clientName(client.browser)} on ${clientName(client.os)}`,
    started_at.slice(0, 10),
  ].join(', ');

/** A figure as text and Markdown have it. */
function lineOf(family: RunRecord['family'], figure: Figure) {
  const { value, unit, interval } = figureText(figure);
  return {
    name: figureTitle(family, figure),
    value: `${value} ${unit}`,
    range: interval === null ? '' : `${interval.low} to ${interval.high}`,
    source: memoryMark(figure) ?? '',
  };
}

function text(record: RunRecord, beside?: Beside): string {
  const lines = figuresOf(record).map((figure) => lineOf(record.family, figure));
  const width = Math.max(0, ...lines.map(({ name }) => name.length));
  return [
    titleOf(record),
    whereOf(record, beside),
    '',
    `* ${sentenceInEnglish(record)}`,
    ...lines.map(({ name, value, range, source }) => {
      const interval = range === '' ? '' : ` (${range})`;
      return `  ${name.padEnd(width)}  ${value.padStart(16)}${interval}${source === '' ? '' : `, ${source}`}`;
    }),
    ...pausesInEnglish(record).map((said) => `* ${said}`),
    '',
  ].join('\r\n');
}

function markdown(record: RunRecord, beside?: Beside): string {
  const rows = figuresOf(record).map((figure) => {
    const { name, value, range, source } = lineOf(record.family, figure);
    return `| ${name} | ${value} | ${range} | ${source} |`;
  });
  return [
    `**${titleOf(record)}**, ${markdownCell(whereOf(record, beside))}`,
    '',
    sentenceInEnglish(record),
    '',
    '| figure | value | interval | source |',
    '| --- | ---: | ---: | --- |',
    ...rows,
    ...pausesInEnglish(record).flatMap((said) => ['', said]),
    '',
  ].join('\n');
}

function csv(record: RunRecord): string {
  const rows = figuresOf(record).map((figure) => [
    record.started_at,
    record.family,
    figure.id,
    figureTitle(record.family, figure),
    figure.unit,
    figure.value,
    shownInterval(figure)?.low ?? null,
    shownInterval(figure)?.high ?? null,
    figure.p99_ns,
    figure.read_from,
  ]);
  return csvLines([HEAD, ...rows]);
}

/** Any family by its figures. */
export const figureExporter: Exporter = {
  text,
  markdown,
  csv,
};
