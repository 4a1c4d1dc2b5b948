import type { CallSum } from '../../documents/checks.ts';
import { amount, quantity } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { NO_REPORT, phrase, type CommonWords, type Described, type FamilyReport, type Translation } from '../report.ts';
import { databaseFigure, databaseOrigin } from './figures.ts';
import type en from './en.ts';
import type { DatabasePlan, DatabaseResult } from './schema.ts';

export { default as english } from './en.ts';

const callsAndTime = ({ calls, ns }: CallSum) => [amount(calls, 'count'), amount(ns, 'ns')];

export function report(
  run: Described<DatabasePlan, DatabaseResult>,
  words: Translation<typeof en>,
  common: CommonWords,
): FamilyReport {
  const { phases, sqlite_version, page_bytes, database_bytes, verified_rows } = run.result;
  const figures = phases.map((phase) => ({ phase, ...databaseFigure(phase), origin: databaseOrigin(run, phase.id) }));
  if (figures.length === 0) return NO_REPORT;
  const places = figures.map(({ id }) => words.names[id]);
  return {
    lead: [],
    hints: [],
    parts: [
      {
        kind: 'table',
        caption: common.figures,
        columns: [
          { name: common.test },
          { unit: 'rows_per_s' },
          { name: words.rows },
          { name: words.wait },
          { name: common.p50 },
          { name: common.p99 },
        ],
        rows: figures.map(({ id, phase, rowsPerS, waitShare, p50Ns, p99Ns, origin }) => [
          words.names[id],
          quantity(intervalOf([rowsPerS]), 'rows_per_s', origin),
          amount(phase.rows, 'count'),
          amount(waitShare, 'share'),
          amount(p50Ns, 'call_ns', origin),
          amount(p99Ns, 'call_ns', origin),
        ]),
        hints: [
          phrase(words.setting, {
            version: sqlite_version,
            page: amount(page_bytes, 'block_bytes'),
            size: amount(database_bytes, 'bytes'),
          }),
          phrase(words.verified, { rows: amount(verified_rows, 'count') }),
        ],
      },
      {
        kind: 'stacked',
        title: words.chart,
        places,
        unit: 'share',
        series: [
          { name: words.wait, colour: 'write', values: figures.map(({ waitShare }) => waitShare) },
          { name: words.compute, colour: 'line', values: figures.map(({ computeShare }) => computeShare) },
        ],
      },
      {
        kind: 'table',
        caption: words.calls,
        columns: [
          { name: common.test },
          { name: words.reading },
          { name: words.writing },
          { name: words.flushing },
          { name: words.other },
        ],
        rows: phases.map(({ id, read, write, sync, other }) => [
          words.names[id],
          ...[read, write, sync, other].map(callsAndTime),
        ]),
      },
    ],
  };
}
