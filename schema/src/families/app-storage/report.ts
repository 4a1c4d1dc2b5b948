import { clientName } from '../../documents/client-name.ts';
import { amount } from '../../figures/figure.ts';
import {
  type Cell,
  type Described,
  type FamilyReport,
  NO_REPORT,
  phrase,
  type Phrase,
  type Table,
  type Translation,
} from '../report.ts';
import { sum } from '../../documents/stats.ts';
import { analyticsOf, stepNs } from './analytics.ts';
import { CONTENDED_ROWS, CONTENDER_IDS, ROW_BYTES } from './contender-ids.ts';
import { bulkOf, costsOf } from './costs.ts';
import { isRanked, shippedBytes, syncsOf } from './contenders.ts';
import { contentionOf, worstOf } from './contention.ts';
import type en from './en.ts';
import type { Conformance, ConformingRow } from './facts.ts';
import { cellFigure, cellOf } from './figures.ts';
import type { WorkloadId } from './plan.ts';
import {
  ANALYTICS_STEPS,
  type AppStorageAnalytics,
  type AppStorageContention,
  type AppStoragePlan,
  type AppStorageResult,
  type AppStorageRow,
  type AppStorageSurvival,
} from './schema.ts';
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

const unopenedText = (words: Words, count: number, repeats: number): Phrase =>
  phrase(words.several.unopened, { count: amount(count, 'count'), repeats: amount(repeats, 'count') });

function survived({ contender, countedIn }: ConformingRow, trial: 'power_cut' | 'killed_browser', words: Words): Cell {
  const counted = survivedOf(contender, countedIn)?.count[trial];
  if (!counted) return null;
  return counted.unopened > 0 ? unopenedText(words, counted.unopened, counted.trials) : leftText(words, counted);
}

function twoTabs({ two_tabs }: AppStorageRow, words: Words): Cell {
  if (!two_tabs) return null;
  return two_tabs.lost + two_tabs.damaged > 0 ? leftText(words, two_tabs) : words.tabs[two_tabs.second];
}

/** The findings of this run; else the counts. */
const contentionIn = ({ contender, contention, countedIn }: ConformingRow): readonly AppStorageContention[] =>
  contention ?? (countedIn ? (contentionOf(contender, countedIn)?.count.contention ?? []) : []);

const totalOf = (contention: readonly AppStorageContention[], pick: (one: AppStorageContention) => number) =>
  sum(contention.map(pick));
const callsIn = (field: 'asked' | 'answered') => (one: AppStorageContention) =>
  sum(one.phases.map((phase) => phase[field]));

/** The worst that several did to one store at once. */
function severalAtOnce(row: ConformingRow, words: Words): Cell {
  const contention = contentionIn(row);
  const worst = worstOf(contention);
  if (!worst) return row.two_tabs && row.two_tabs.second !== 'shared' ? twoTabs(row, words) : null;
  const { several } = words;
  const [lost, doubled] = [totalOf(contention, (one) => one.lost), totalOf(contention, (one) => one.doubled)];
  if (lost + doubled > 0) {
    return phrase(several.wrong, { lost: amount(lost, 'count'), doubled: amount(doubled, 'count') });
  }
  const unopened = totalOf(contention, (one) => one.unopened);
  const repeats = totalOf(contention, (one) => one.repeats);
  if (unopened > 0) return unopenedText(words, unopened, repeats);
  if (worst.hung > 0) {
    return phrase(several.hung, { hung: amount(worst.hung, 'count'), repeats: amount(worst.repeats, 'count') });
  }
  const [asked, answered] = [totalOf(contention, callsIn('asked')), totalOf(contention, callsIn('answered'))];
  if (answered === asked) return several.answered;
  return phrase(several.refused, { count: amount(asked - answered, 'count'), asked: amount(asked, 'count') });
}

/** "busy 12, aborted 1" */
const errorsText = ({ phases }: AppStorageContention): string | null => {
  const counts = new Map<string, number>();
  for (const [kind, count] of phases.flatMap(({ errors }) => Object.entries(errors))) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(' · ') || null;
};

function contentionRow(store: Cell, one: AppStorageContention, words: Words): Cell[] {
  const { several } = words;
  const longestNs = Math.max(0, ...one.phases.flatMap(({ longest_ns }) => longest_ns));
  // While one keeps a transaction open the others wait for that, and not for the store.
  const p99Ns = Math.max(0, ...one.phases.filter(({ phase }) => phase !== 'hold').flatMap(({ p99_ns }) => p99_ns));
  return [
    store,
    phrase(several[one.place], { count: amount(one.workers, 'count') }),
    phrase(several.of, { count: amount(one.hung, 'count'), repeats: amount(one.repeats, 'count') }),
    phrase(several.of, { count: amount(one.clean, 'count'), repeats: amount(one.repeats, 'count') }),
    amount(longestNs, 'ns'),
    amount(p99Ns, 'ns'),
    one.writes_watched === 0 ? null : one.read_during === 0 ? several.readsWait : several.readsGoOn,
    [amount(one.lost, 'count'), amount(one.doubled, 'count')],
    errorsText(one),
  ];
}

/** How several used each store at once: a row for each number of them. */
function contentionTable(rows: readonly ConformingRow[], words: Words): Table[] {
  const { several, names } = words;
  const cells = rows.flatMap((row) => contentionIn(row).map((one) => contentionRow(names[row.contender], one, words)));
  if (cells.length === 0) return [];
  const { store } = words.columns;
  const { together, hangs, clean, longest, p99, reads, lost, errors } = several.columns;
  return [
    {
      kind: 'table',
      caption: several.caption,
      words: 2,
      columns: [store, together, hangs, clean, longest, p99, reads, lost, errors].map((name) => ({ name })),
      rows: cells,
      hints: [
        phrase(several.hint, {
          migrated: amount(CONTENDED_ROWS.migrated, 'count'),
          puts: amount(CONTENDED_ROWS.puts, 'count'),
          batch: amount(CONTENDED_ROWS.batch, 'count'),
        }),
        ...rows.flatMap((row) => {
          const { hung_on: text = '' } = worstOf(contentionIn(row)) ?? {};
          return text === '' ? [] : [phrase(several.waits, { text })];
        }),
      ],
    },
  ];
}

function keptCell({ kept, rows }: AppStorageAnalytics, words: Words): Cell {
  if (kept === null) return words.unopened;
  return kept === rows ? words.analytics.all : amount(kept, 'count');
}

function analyticsRow(store: Cell, one: AppStorageAnalytics, words: Words): Cell[] {
  return [
    store,
    amount(one.rows, 'count'),
    ...ANALYTICS_STEPS.map((id): Cell => {
      const error = one.steps.find(({ step }) => step === id)?.error;
      return error ?? amount(stepNs(one, id), 'ns');
    }),
    keptCell(one, words),
    amount(one.stored_bytes, 'bytes'),
  ];
}

interface Analysed {
  readonly contender: ConformingRow['contender'];
  readonly analytics: AppStorageAnalytics;
}

/** What stores with SQL make of rows that are all asked about; those with as many rows beside each other. */
function analyticsTable(found: readonly Analysed[], words: Words): Table[] {
  if (found.length === 0) return [];
  const { caption, columns, hint } = words.analytics;
  const names = [columns.rows, ...ANALYTICS_STEPS.map((step) => columns[step]), columns.kept, columns.stored];
  return [
    {
      kind: 'table',
      caption,
      words: 1,
      columns: [words.columns.store, ...names].map((name) => ({ name })),
      rows: found
        .toSorted((a, b) => a.analytics.rows - b.analytics.rows)
        .map(({ contender, analytics }) => analyticsRow(words.names[contender], analytics, words)),
      hints: [phrase(hint)],
    },
  ];
}

/** Beside all others that were counted in the same browser. */
const countedAnalytics = ({ contender, countedIn }: ConformingRow): Analysed[] =>
  countedIn && analyticsOf(contender, countedIn)
    ? CONTENDER_IDS.flatMap((id) =>
        (analyticsOf(id, countedIn)?.count.analytics ?? []).map((analytics) => ({ contender: id, analytics })),
      )
    : [];

function killedWorker({ survival }: AppStorageRow, words: Words): Cell {
  if (!survival) return null;
  return survival.opened ? leftText(words, survival) : words.unopened;
}

const CUT_OFF = ['aborted', 'reloaded', 'full'] as const;

/** The rest of a transaction that was interrupted. */
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

/** Counts of this project, and not of a run of a page. */
const isCounted = (rows: readonly ConformingRow[]) => rows.some(({ countedIn }) => countedIn !== undefined);

interface Fact {
  readonly name: string;
  readonly cell: Cell;
}

/** The cost of saves beside time, and the fate of large files: only a command can see it. */
function costFacts({ contender, countedIn }: ConformingRow, words: Words): Fact[] {
  const { columns } = words;
  const costs = costsOf(contender, countedIn)?.count;
  const saves = costs ? costs.saved_bytes / ROW_BYTES : 1;
  const bulk = bulkOf(contender, countedIn)?.count;
  const { full } = bulk ?? {};
  const perSave = (bytes: number | undefined) =>
    bytes === undefined ? words.notCounted : amount(bytes / saves, 'bytes');
  return [
    { name: columns.written, cell: perSave(costs?.written_bytes) },
    { name: columns.onDrive, cell: perSave(costs?.drive_bytes) },
    { name: columns.memory, cell: costs ? amount(costs.memory_bytes, 'bytes') : words.notCounted },
    ...(bulk?.append_ns ? [{ name: columns.append, cell: amount(bulk.append_ns[0], 'ns') }] : []),
    ...(full
      ? [
          {
            name: columns.full,
            cell:
              full.error === null
                ? words.keptBeyond
                : full.left_bytes === 0
                  ? words.nothingLeft
                  : partLeft(full, words),
          },
        ]
      : []),
  ];
}

const partLeft = (full: { readonly left_bytes: number; readonly asked_bytes: number }, words: Words) =>
  phrase(words.partLeft, {
    left: amount(full.left_bytes, 'block_bytes'),
    asked: amount(full.asked_bytes, 'block_bytes'),
  });

/** All that is known of a store, in the order of weight. */
function factsOf(row: ConformingRow, words: Words): Fact[] {
  const { contender, countedIn } = row;
  const { columns } = words;
  const perPut = syncsOf(contender, countedIn)?.count.per_put;
  const obstacle = obstacleOf(row, words);
  /** A store that cannot run here cannot be counted either. */
  const countedCell = (cell: Cell) => cell ?? (obstacle ? null : words.notCounted);
  const time = (workload: WorkloadId) =>
    obstacle ? null : amount(cellFigure(row, workload)?.perOpNs.value ?? null, 'ns');
  const largeTimes = [time('blob-write'), time('blob-read')].flatMap((one) => one ?? []);
  const cut = countedCell(survived(row, 'power_cut', words));
  const unlessMissing = (cell: Cell) => (obstacle ? null : cell);
  const several = unlessMissing(severalAtOnce(row, words) ?? (countedIn ? words.notCounted : null));
  return [
    // Where it is seen first: a folded row shows two cells.
    { name: columns.powerCut, cell: cut ?? obstacle },
    { name: columns.twoTabs, cell: obstacle && cut !== null ? obstacle : unlessMissing(twoTabs(row, words)) },
    { name: columns.several, cell: obstacle && cut !== null ? obstacle : several },
    { name: columns.killed, cell: unlessMissing(killedWorker(row, words)) },
    { name: columns.killedBrowser, cell: countedCell(survived(row, 'killed_browser', words)) },
    { name: columns.interrupted, cell: countedCell(conformance(row, words)) },
    { name: columns.syncs, cell: countedCell(perPut === undefined ? null : amount(perPut, 'count')) },
    { name: columns.open, cell: time('open') },
    { name: columns.save, cell: time('put') },
    { name: columns.batch, cell: time('put-batch') },
    { name: columns.read, cell: time('read') },
    { name: columns.large, cell: largeTimes.length === 0 ? null : largeTimes },
    { name: columns.shipped, cell: amount(shippedBytes(contender), 'bytes') },
    ...(countedIn ? costFacts(row, words) : []),
  ];
}

type ColumnId = keyof Words['columns'];

/** A run of a page tells what it has tried; what was counted has a page of its own for each store. */
const RUN_COLUMNS: readonly ColumnId[] = [
  ...(['powerCut', 'twoTabs', 'killed', 'syncs', 'open', 'save', 'batch', 'read', 'large', 'shipped'] as const),
];
const COUNTED_COLUMNS: readonly ColumnId[] = ['powerCut', 'several', 'interrupted', 'save', 'shipped'];
/** Columns that hold words. */
const WORD_COLUMNS: ReadonlySet<ColumnId> = new Set(['powerCut', 'twoTabs', 'several', 'killed', 'interrupted']);

function nameOfStore({ contender }: ConformingRow, words: Words): Cell {
  const name = words.names[contender];
  return isRanked(contender) ? name : phrase(words.notAtomic, { store: name });
}

const sizesHint = (rows: number, largeBytes: number, words: Words) =>
  phrase(words.sizes, { rows: amount(rows, 'count'), large: amount(largeBytes, 'block_bytes') });

/** What the cells of a store moved: the facts of a browser need not be of the standard sizes. */
function sizesHintOf(row: AppStorageRow, words: Words): Phrase[] {
  const [batchBytes, largeBytes] = (['put-batch', 'blob-write'] as const).map((id) => cellOf(row, id)?.bytes);
  if (batchBytes === undefined || largeBytes === undefined) return [];
  return [sizesHint(batchBytes / ROW_BYTES, largeBytes, words)];
}

function factsTable(rows: readonly ConformingRow[], plan: AppStoragePlan, words: Words): Table {
  const ids = isCounted(rows) ? COUNTED_COLUMNS : RUN_COLUMNS;
  const cellsOf = (row: ConformingRow) => {
    const facts = new Map(factsOf(row, words).map(({ name, cell }) => [name, cell]));
    return ids.map((id) => facts.get(words.columns[id]) ?? null);
  };
  return {
    kind: 'table',
    caption: captionOf(rows, words),
    words: 1 + ids.filter((id) => WORD_COLUMNS.has(id)).length,
    columns: [words.columns.store, ...ids.map((id) => words.columns[id])].map((name) => ({ name })),
    rows: rows.map((row) => [nameOfStore(row, words), ...cellsOf(row)]),
    hints: [
      // Many saves and large values stand on the page of each store.
      isCounted(rows) ? phrase(words.saves) : sizesHint(plan.batch_rows, plan.blob_bytes, words),
      ...(isCounted(rows) ? [phrase(words.interruption)] : []),
      ...countedHints(rows, words),
    ],
  };
}

/** Facts that no run sees: they were counted of the contender in whose place a store of somebody's own stands. */
const UNSEEN_COLUMNS: readonly ColumnId[] = ['powerCut', 'killedBrowser', 'interrupted', 'syncs', 'shipped'];

/** The facts of one store: a line for each, and what several did to it at once. */
export function storeTables(row: ConformingRow, words: Words, isOwn = false): Table[] {
  const unseen = new Set<string>(isOwn ? UNSEEN_COLUMNS.map((id) => words.columns[id]) : []);
  const facts = factsOf(row, words).filter(({ name }) => !unseen.has(name));
  return [
    {
      kind: 'table',
      caption: words.caption,
      words: 2,
      columns: [{ name: words.columns.fact }, { name: words.columns.value }],
      rows: facts.map(({ name, cell }) => [name, cell]),
      hints: [...sizesHintOf(row, words), ...(isOwn ? [] : countedHints([row], words))],
    },
    ...contentionTable([row], words),
    ...analyticsTable(countedAnalytics(row), words),
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

/** The report: what to use for what, and the facts that this rests on, a row per store. */
export function report(
  { plan, result, isRunning = false }: Described<AppStoragePlan, AppStorageResult>,
  words: Words,
): FamilyReport {
  const { rows } = result;
  if (rows.length === 0) return NO_REPORT;
  const storeOf = (use: UseId) => {
    const bestStore = verdictOf(result, use)?.best;
    return bestStore ? words.names[bestStore] : words[isTried(rows, use) ? 'none' : 'notCounted'];
  };
  return {
    // A choice among those that happened to be first is none.
    lead: isRunning ? [] : USE_IDS.map((use) => phrase(words.uses[use], { store: storeOf(use) })),
    hints: isRunning ? [] : [phrase(words.rule)],
    // Counts stand on the page of each store.
    parts: [
      factsTable(rows, plan, words),
      ...(isCounted(rows) ? [] : contentionTable(rows, words)),
      ...analyticsTable(
        rows.flatMap(({ contender, analytics }) => (analytics ? [{ contender, analytics }] : [])),
        words,
      ),
    ],
  };
}
