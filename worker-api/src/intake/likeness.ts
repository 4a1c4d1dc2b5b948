import { BUCKET_COUNT, bucketValueNs, type Counts, totalCount } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { shortHash, toBase64Url } from '../base/crypto.ts';
import { type CallGroups, type RecordWithCalls } from './calls.ts';

/** Logarithms of what the buckets stand for: a factor between two runs is a shift. */
const LOGS = Array.from({ length: BUCKET_COUNT }, (_, bucket) => Math.log(bucketValueNs(bucket)));
const MIN_CALLS = 30;

/** Of the logarithms of latencies: of their spread the logarithm, their skewness, their kurtosis. */
type Form = readonly [spread: number, skewness: number, kurtosis: number];

/**
 * The form of a distribution, whatever its scale, as L-moments, which some calls more, less or elsewhere hardly move; `null`
 * where there are too few. J. R. M. Hosking, L-moments, Journal of the Royal Statistical Society B 52 (1990)
 */
function formOf(counts: Counts): Form | null {
  const total = totalCount(counts);
  if (total < MIN_CALLS) return null;
  let [b0, b1, b2, b3, from] = [0, 0, 0, 0, 0];
  counts.forEach((n, bucket) => {
    if (n === 0) return;
    const log = LOGS[bucket] ?? 0;
    const to = from + n / total;
    b0 += log * (to - from);
    b1 += (log * (to ** 2 - from ** 2)) / 2;
    b2 += (log * (to ** 3 - from ** 3)) / 3;
    b3 += (log * (to ** 4 - from ** 4)) / 4;
    from = to;
  });
  const spread = 2 * b1 - b0;
  // All calls in one bucket have no form.
  if (spread < 1e-6) return null;
  return [Math.log(spread), (6 * b2 - 6 * b1 + b0) / spread, (20 * b3 - 30 * b2 + 12 * b1 - b0) / spread];
}

/** How far apart the forms of a copy and its original may be, number by number: half of a cell. */
const CELL: Form = [0.24, 0.12, 0.12];
const CELL_NAMES = '0123456789abcdefghijklmnopqrstuvwxyz';
/** A plan may have any number of jobs; the longest of a profile has 16 lists of calls. */
const MAX_GROUPS = 24;

/** One name by which a run can be known, and how far from there the run is. */
interface Probe {
  readonly name: string;
  readonly away: number;
}

/** The cell that a number lies in, and the neighbour that it is nearer to. Of cells that are far apart two have one name. */
function cellsOf(value: number, width: number): readonly [Probe, Probe] {
  const at = value / width;
  const cell = Math.floor(at);
  const inside = at - cell;
  const cellName = (index: number) => CELL_NAMES.at(index % CELL_NAMES.length) ?? '';
  const neighbour =
    inside < 0.5 ? { name: cellName(cell - 1), away: inside } : { name: cellName(cell + 1), away: 1 - inside };
  return [{ name: cellName(cell), away: 0 }, neighbour];
}

const TAG_BYTES = 4;

/** The names by which runs that are like one in two of its lists of calls may be known, its own first. */
async function probesOfPair(pair: readonly (readonly [name: string, form: Form | null])[]): Promise<Probe[]> {
  const known = pair.flatMap(([name, form]) => (form ? [{ name, form }] : []));
  if (known.length === 0) return [];
  const tag = await shortHash(known.map(({ name }) => name).join('\n'), TAG_BYTES);
  const cells = known.flatMap(({ form }) => form.map((value, i) => cellsOf(value, CELL[i] ?? 1)));
  return cells.reduce<Probe[]>(
    (probes, ends) =>
      probes.flatMap((probe) => ends.map((end) => ({ name: probe.name + end.name, away: probe.away + end.away }))),
    [{ name: tag, away: 0 }],
  );
}

/** A result without any list of calls is known as a whole. */
async function probeOfAll({ result }: RunRecord): Promise<Probe[]> {
  return [{ name: await shortHash(JSON.stringify(result), 2 * TAG_BYTES), away: 0 }];
}

/** How a run is found by runs that are like it, whatever their device, drive, browser and machine are called. */
interface RunLikeness {
  /** Two of the names that it could be known by, drawn: nobody can tell which parts of a copy must be changed. */
  readonly keys: readonly [string, string];
  /** The names by which runs that are like this one may be known, likest first. */
  readonly probes: readonly string[];
  /** How spread each of its lists of calls is. */
  readonly spreads: string;
}

/** The names of each part of a run, its own first, and the forms that they are made of. */
export async function partsOf({ record, calls }: RecordWithCalls) {
  const forms = formsOf(calls);
  const pairs = Array.from({ length: Math.ceil(forms.length / 2) }, (_, i) => forms.slice(2 * i, 2 * i + 2));
  const ofPairs = (await Promise.all(pairs.map(probesOfPair))).filter((probes) => probes.length > 0);
  return { forms, parts: ofPairs.length > 0 ? ofPairs : [await probeOfAll(record)] };
}

export async function likenessOf(measured: RecordWithCalls): Promise<RunLikeness> {
  const { forms, parts } = await partsOf(measured);
  return {
    keys: drawTwo(parts.map(([own]) => own?.name ?? '')),
    probes: parts
      .flat()
      .toSorted((a, b) => a.away - b.away)
      .map(({ name }) => name),
    spreads: spreadsOf(forms),
  };
}

function formsOf(groups: CallGroups): (readonly [string, Form | null])[] {
  return [...groups].slice(0, MAX_GROUPS).map(([name, counts]) => [name, formOf(counts)]);
}

function drawTwo(keys: readonly string[]): readonly [string, string] {
  const [at = 0, step = 0] = crypto.getRandomValues(new Uint32Array(2));
  const first = at % keys.length;
  const second = (first + 1 + (step % Math.max(1, keys.length - 1))) % keys.length;
  return [keys[first] ?? '', second === first ? '' : (keys[second] ?? '')];
}

/** A factor of e in this many steps. */
const SPREAD_STEPS = 32;
const NO_SPREAD = 255;

/** A byte per list of calls. */
function spreadsOf(forms: readonly (readonly [string, Form | null])[]): string {
  const bytes = forms.map(([, form]) =>
    form ? Math.max(0, Math.min(NO_SPREAD - 1, Math.round(form[0] * SPREAD_STEPS) + 192)) : NO_SPREAD,
  );
  return toBase64Url(Uint8Array.from(bytes));
}
