import {
  type PeerGroup,
  type PlaceAmongDrives,
  hillPath,
  isMeasured,
  MIN_CROWD,
  type RulerId,
} from '@opfsmark/schema/answer';
import type { CellSummary } from '@opfsmark/schema/api';
import {
  APP_STORE_IDS,
  APP_STORES,
  appMetricId,
  type Board,
  boardLayoutOf,
  type BoardUnit,
  formatCut,
  isMetricId,
  type MetricId,
  metricOf,
  scopeOf,
} from '@opfsmark/schema/boards';
import { answerOf, largeRowsOf, smallRowOf } from '@opfsmark/schema/answer/of';
import { rowSlug } from '@opfsmark/schema/documents';
import type { FamilyId, FamilyRecord, RunRecord } from '@opfsmark/schema/families';
import { verdictOf } from '@opfsmark/schema/families/app-storage/verdict';
import { type SampleSize, countedOver } from './rows.ts';

/** Half a bucket of 2 %: what lies closer is neither faster nor slower. */
const SAME = 1.01;

export interface Rank extends SampleSize {
  /** Share of them that are slower, those that are alike counted by half; `null` where there are too few. */
  readonly slower: number | null;
}

/** Where a result stands among results like it. */
export interface Standing {
  readonly metric: MetricId;
  readonly value: number;
  readonly unit: BoardUnit;
  readonly drive: Rank | null;
  readonly device: Rank | null;
  readonly filesystem: Rank | null;
  /** The number of the device on the board of devices. */
  readonly board: { readonly rank: number; readonly tied: boolean; readonly isAlone: boolean } | null;
  /** The place by value there, where the device has no number; `far` is folded. */
  readonly listed: ListedPlace | 'far' | 'placeless' | null;
  /** The address of that board. */
  readonly href: string;
  /** The rate that the device keeps up when it is written to for long: beside a run whose own writes are bursts. */
  readonly sustained: Sustained | null;
}

interface ListedPlace {
  /** From 1 at the best. */
  readonly position: number;
  /** With this result. */
  readonly total: number;
}

/**
 * Where a value would stand on a board instead of what its device has there; `null` where it stands alone, or behind the
 * first page.
 */
export function placeOnBoard(board: Board, slug: string, value: number): Standing['listed'] {
  if (board.folded?.some(({ subject, fold }) => subject.slug === slug && fold === 'far')) return 'far';
  const isBetter = (other: number) => (board.better === 'higher' ? other > value : other < value);
  const others = board.rows.filter(({ subject }) => subject.slug !== slug);
  const better = others.filter((other) => isBetter(other.value)).length;
  if (others.length === 0 || (board.next_cursor !== null && better === others.length)) return null;
  return { position: better + 1, total: board.total - (board.rows.length - others.length) + 1 };
}

export interface Sustained extends SampleSize {
  readonly bytesPerS: number;
  readonly href: string;
}

export function sustainedIn(cells: readonly CellSummary[], href: string): Sustained | null {
  const cell = cells.find(({ metric }) => metric === 'sustained_write');
  return cell ? { bytesPerS: cell.p50, ...countedOver(cell), href } : null;
}

/** `null` where nobody else has measured it. */
export function placeIn(cells: readonly CellSummary[], metric: MetricId, value: number): Rank | null {
  const cell = cells.find((summary) => summary.metric === metric);
  if (!cell || cell.providers === 1) return null;
  const peerCount = countedOver(cell);
  const count = (isCounted: (other: number) => boolean) =>
    cell.buckets.filter((bucket) => isCounted(bucket.value)).reduce((sum, bucket) => sum + bucket.count, 0);
  if (peerCount.count < MIN_CROWD) return { ...peerCount, slower: null };
  const isAlike = (other: number) => other >= value / SAME && other <= value * SAME;
  const isSlower = (other: number) => (cell.better === 'higher' ? other < value : other > value);
  const slower = count((other) => isSlower(other) && !isAlike(other));
  return { ...peerCount, slower: (slower + count(isAlike) / 2) / peerCount.count };
}

type Numbers = Readonly<Record<string, number>>;

/** The ranked number behind the first mark of a ruler. */
interface Compared {
  readonly ruler: RulerId;
  readonly metric: MetricId;
  readonly value: number;
  /** A value of the number in the unit of the ruler. */
  readonly onRuler: (value: number) => number;
}

const asIs = (value: number) => value;
const inMegabytes = (bytes: number) => bytes / 1e6;
const perSecond = (ns: number) => 1e9 / ns;

type ComparedOf<Id extends FamilyId> = (record: FamilyRecord<Id>, values: Numbers) => readonly Compared[];

function comparisonsOn(values: Numbers, ruler: RulerId, metric: string, onRuler: Compared['onRuler']): Compared[] {
  const value = values[metric];
  return isMetricId(metric) && value !== undefined ? [{ ruler, metric, value, onRuler }] : [];
}

/** Reads of the rows on its rulers. None of saves: a flush differs by browser. */
const comparedOfGrid: ComparedOf<'matrix'> = (record, values) => {
  const { rows } = record.plan;
  const marks = answerOf(record).rulers.flatMap((ruler) => ruler.marks);
  const large = marks.filter(isMeasured).find(({ id }) => id === 'large_read')?.row ?? largeRowsOf(rows)[0];
  return [
    ...comparisonsOn(values, 'opens', `${smallRowOf(rows)}_read`, asIs),
    ...(large ? comparisonsOn(values, 'moves', `${rowSlug(large)}_read`, inMegabytes) : []),
  ];
};

/** The time that the drive adds to a small read; where that is not known, its reads in order: as its answer shows it. */
const comparedOfFile: ComparedOf<'picked-file'> = (_, values) => {
  const wait = comparisonsOn(values, 'opens', 'picked_file_wait', perSecond);
  return wait.length > 0 ? wait : comparisonsOn(values, 'moves', 'picked_file_read', inMegabytes);
};

/** The store on its ruler, among the same store of others. */
const comparedOfStores: ComparedOf<'app-storage'> = ({ result }, values) => {
  const best = verdictOf(result, 'notes')?.best;
  const stores = APP_STORE_IDS.filter((id) => APP_STORES[id].contender === best);
  return stores.flatMap((id) => comparisonsOn(values, 'items', appMetricId('put', id), perSecond)).slice(0, 1);
};

/** Families that rank nothing have none. */
const COMPARED: { readonly [Id in FamilyId]?: ComparedOf<Id> } = {
  matrix: comparedOfGrid,
  sustained: (_, values) => comparisonsOn(values, 'moves', 'sustained_write', inMegabytes),
  'app-storage': comparedOfStores,
  'picked-folder': (_, values) => comparisonsOn(values, 'moves', 'picked_seq_write', inMegabytes),
  'picked-file': comparedOfFile,
};

/** The numbers of a run that can be compared. */
export function comparedOf(record: RunRecord, values: Numbers): readonly Compared[] {
  // A record is given to the function of its own family.
  const ofFamily = COMPARED[record.family] as ComparedOf<FamilyId> | undefined;
  return ofFamily?.(record, values) ?? [];
}

/** The runs among which a run is shown: of the same system, and of the same browser where that is measured; `null`: none. */
export function cutAround(record: RunRecord): string | null {
  const layout = boardLayoutOf(record);
  if (layout === null) return null;
  const scope = scopeOf(record.plan.suite, layout);
  const { os, browser } = record.environment.client;
  return layout === 'app-storage'
    ? formatCut('client', { scope, os: os.family, browser: browser.family })
    : formatCut('os', { scope, os: os.family });
}

/**
 * Where the points of a drive stand among those of others, each provider or machine counted once. `null` where too few have
 * published points: then reference classes say more.
 */
export function placeAmongDrives(cells: readonly CellSummary[], values: Numbers): PlaceAmongDrives | null {
  const value = values['drive_score'];
  const cell = cells.find(({ metric }) => metric === 'drive_score');
  if (value === undefined || !cell || cell.providers < MIN_CROWD) return null;
  const slower = placeIn([cell], 'drive_score', value)?.slower ?? null;
  if (slower === null) return null;
  const tenths = Math.floor(slower * 10);
  return tenths > 0 ? { faster: Math.min(tenths, 9) } : { slower: 9 };
}

/** All others on the rulers of a result; none where too few have published what it has measured. */
export function peerGroupsOf(cells: readonly CellSummary[], comparisons: readonly Compared[]): PeerGroup[] {
  return comparisons.flatMap(({ ruler, metric, value: ownValue, onRuler }) => {
    const cell = cells.find((one) => one.metric === metric);
    if (!cell) return [];
    const sum = (buckets: CellSummary['buckets']) => buckets.reduce((total, { count }) => total + count, 0);
    const peers = sum(cell.buckets);
    if (peers < MIN_CROWD) return [];
    const isHigherBetter = metricOf(metric).better === 'higher';
    const isSlower = (other: number) => (isHigherBetter ? other * SAME < ownValue : other > ownValue * SAME);
    const slower = sum(cell.buckets.filter(({ value }) => isSlower(value)));
    const values = cell.buckets.map(({ value, count }) => ({ value: onRuler(value), count }));
    return [{ ruler, peers, slower, hill: hillPath(ruler, values) }];
  });
}
