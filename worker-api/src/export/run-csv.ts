import { figureTitle } from '@opfsmark/schema/answer/words/figure-names';
import type { RunView } from '@opfsmark/schema/api';
import { csvLines } from '@opfsmark/schema/documents';
import { shownInterval } from '@opfsmark/schema/figures';

const HEAD = [
  'run_id',
  'created_at',
  'device',
  'filesystem',
  'os',
  'browser',
  'family',
  'profile',
  'figure',
  'name',
  'unit',
  'better',
  'value',
  'low',
  'high',
  'p99_ns',
  'read_from',
];

/** A run as CSV: one line per figure. `read_from` says of a read where its bytes came from, and of a write that memory took it or its flush did nothing. */
export function runCsv({ run_id, created_at, declared, record, figures }: RunView): string {
  const { os, browser } = record.environment.client;
  const lines = figures.map((figure) => [
    run_id,
    created_at,
    declared.device,
    declared.filesystem ?? null,
    os.family,
    browser.family,
    record.family,
    record.plan.profile,
    figure.id,
    figureTitle(record.family, figure),
    figure.unit,
    figure.better,
    figure.value,
    shownInterval(figure)?.low ?? null,
    shownInterval(figure)?.high ?? null,
    figure.p99_ns,
    figure.read_from,
  ]);
  return csvLines([HEAD, ...lines]);
}
