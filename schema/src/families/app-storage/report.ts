import { clientName } from '../../documents/client-name.ts';
import { amount } from '../../figures/figure.ts';
import {
  type Cell,
  type Described,
  type FamilyReport,
  NO_REPORT,
  phrase,
  type Phrase,
  type Translation,
} from '../report.ts';
import { isRanked, shippedBytes, syncsOf } from './contenders.ts';
import type en from './en.ts';
import type { Conformance, ConformingRow } from './facts.ts';
import { cellFigure } from './figures.ts';
import type { WorkloadId } from './plan.ts';
import type { AppStoragePlan, AppStorageResult, AppStorageRow, AppStorageSurvival } from './schema.ts';
import { survivedOf } from './survived.ts';
import { isTried, USE_IDS, type UseId, verdictOf } from './verdict.ts';

export { default as english } from './en.ts';

type Words = Translation<typeof en>;

/** "0 of 103 lost"; what is damaged may not have been answered. */
function leftText(
  words: Words,
  { lost, acknowledged, torn = 0, damaged }: Omit<AppStorageSurvival, 'opened' | 'torn'> & { torn?: number },
): Phrase {
  const values = { lost: amount(lost, 'count'), count: amount(acknowledged, 'count') };
  if (torn + damaged === 0) return phrase(words.left, values);
  const text = lost === 0 ? words.damaged : words.leftDamaged;
  return phrase(text, { ...values, damaged: amount(torn + damaged, 'count') });
}

function powerCut({ contender, countedIn }: ConformingRow, words: Words): Cell {
  const cut = survivedOf(contender, countedIn)?.count.power_cut;
  if (!cut) return null;
  return cut.unopened > 0 ? words.unopened : leftText(words, cut);
}

function twoTabs({ two_tabs }: AppStorageRow, words: Words): Cell {
  if (!two_tabs) return null;
  return two_tabs.lost + two_tabs.damaged > 0 ? leftText(words, two_tabs) : words.tabs[two_tabs.second];
}

function killedWorker({ survival }: AppStorageRow, words: Words): Cell {
  if (!survival) return null;
  return survival.opened ? leftText(words, survival) : words.unopened;
}

const CUT_OFF = ['aborted', 'reloaded', 'full'] as const;

/** What is left of a transaction that was interrupted. */
function conformance({ conformance: facts }: ConformingRow, words: Words): Cell {
  if (!facts) return null;
  const { broken, stuck } = facts;
  const namesOf = (trials: Conformance['broken']) =>
    trials.map((trial) => words.interruptions[trial]).join(words.comma);
  if (stuck.length > 0) return phrase(words.stuckAfter, { trials: namesOf(stuck) });
  if (CUT_OFF.every((trial) => broken.includes(trial))) return words.half;
  if (broken.length > 0) return phrase(words.halfAfter, { trials: namesOf(broken) });
  return words.whole;
}

/** Why a row has no figures; what failed says so itself. */
function obstacleOf({ status, failure, missing }: AppStorageRow, words: Words): string | null {
  if (status === 'missing' && missing) return words.missing[missing];
  return status === 'failed' ? (failure?.detail ?? null) : null;
}

/** A run of a page cannot see all: a column that only some tables have. */
const hasConformance = (rows: readonly ConformingRow[]) => rows.some((row) => row.conformance);

function factsOf(row: ConformingRow, words: Words, isConforming: boolean): Cell[] {
  const { contender, countedIn } = row;
  const name = words.names[contender];
  const store = isRanked(contender) ? name : phrase(words.notAtomic, { store: name });
  const perPut = syncsOf(contender, countedIn)?.count.per_put;
  const obstacle = obstacleOf(row, words);
  /** What cannot run here cannot be counted either. */
  const countedCell = (cell: Cell) => cell ?? (obstacle ? null : words.notCounted);
  const cut = countedCell(powerCut(row, words));
  const conformanceCells = isConforming ? [countedCell(conformance(row, words))] : [];
  const syncs = countedCell(perPut === undefined ? null : amount(perPut, 'count'));
  const shippedSize = amount(shippedBytes(contender), 'bytes');
  // Where it is seen first: a folded row shows two cells.
  if (obstacle) {
    const facts = cut === null ? [obstacle, null] : [cut, obstacle];
    return [store, ...facts, null, ...conformanceCells, syncs, null, null, null, null, null, shippedSize];
  }
  const time = (workload: WorkloadId) => amount(cellFigure(row, workload)?.perOpNs.value ?? null, 'ns');
  const largeTimes = [time('blob-write'), time('blob-read')].flatMap((one) => one ?? []);
  return [
    ...[
      store,
      cut,
      twoTabs(row, words),
      killedWorker(row, words),
      ...conformanceCells,
      syncs,
      time('open'),
      time('put'),
      time('put-batch'),
      time('read'),
    ],
    ...[largeTimes.length === 0 ? null : largeTimes, shippedSize],
  ];
}

/** Where and when syncs and power cuts were counted, which a run cannot do. */
function countedHints(rows: readonly ConformingRow[], words: Words): Phrase[] {
  const places = rows.flatMap(({ contender, countedIn, conformance }) =>
    [survivedOf(contender, countedIn)?.in ?? [], syncsOf(contender, countedIn)?.in ?? [], conformance?.in ?? []].flat(),
  );
  const texts = places.map(({ browser, version, os, date }) => {
    const where = `${clientName({ family: browser, major: null })} ${version}, ${clientName({ family: os, major: null })}`;
    return `${where}, ${date}`;
  });
  const placesText = [...new Set(texts)].join('; ');
  return placesText === '' ? [] : [phrase(words.counted, { places: placesText })];
}

/** Tables of several browsers stand on one page. */
function captionOf([firstRow]: readonly ConformingRow[], { caption }: Words): string {
  return firstRow?.countedIn ? `${caption} · ${clientName({ family: firstRow.countedIn, major: null })}` : caption;
}

/** What to use for what, and the facts that this rests on: a row per store. */
export function report(
  { plan, result, isRunning = false }: Described<AppStoragePlan, AppStorageResult>,
  words: Words,
): FamilyReport {
  const { rows } = result;
  const { columns } = words;
  if (rows.length === 0) return NO_REPORT;
  const isConforming = hasConformance(rows);
  const storeOf = (use: UseId) => {
    const bestStore = verdictOf(result, use)?.best;
    return bestStore ? words.names[bestStore] : words[isTried(rows, use) ? 'none' : 'notCounted'];
  };
  return {
    // A choice among those that happened to be first is none.
    lead: isRunning ? [] : USE_IDS.map((use) => phrase(words.uses[use], { store: storeOf(use) })),
    hints: isRunning ? [] : [phrase(words.rule)],
    parts: [
      {
        kind: 'table',
        caption: captionOf(rows, words),
        words: isConforming ? 5 : 4,
        columns: [
          ...[columns.store, columns.powerCut, columns.twoTabs, columns.killed],
          ...(isConforming ? [columns.interrupted] : []),
          ...[columns.syncs, columns.open, columns.save, columns.batch, columns.read, columns.large, columns.shipped],
        ].map((name) => ({ name })),
        rows: rows.map((row) => factsOf(row, words, isConforming)),
        hints: [
          phrase(words.sizes, {
            rows: amount(plan.batch_rows, 'count'),
            large: amount(plan.blob_bytes, 'block_bytes'),
          }),
          ...(isConforming ? [phrase(words.interruption)] : []),
          ...countedHints(rows, words),
        ],
      },
    ],
  };
}
