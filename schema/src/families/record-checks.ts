import { BUCKET_COUNT, bucketLowerNs, bucketOf, eachBucket, MIN_EXPONENT } from '../documents/histogram.ts';
import { MAX_SERIES_BINS, type Side } from '../documents/pass.ts';
import { decodeSeries, sum } from '../documents/stats.ts';
import {
  type ExpectThat,
  collectExpectations,
  type Contradiction,
  PART_SLACK,
  TIME_SLACK,
  WALL_SLACK_NS,
} from './expectations.ts';
import type { Declaration } from '../documents/declaration.ts';
import type { Engine } from '../documents/environment.ts';
import { isKnownEnvironment } from '../evidence/environments.ts';
import { KNOWN_CORES } from '../evidence/interfaces.ts';
import type { EvidenceReason } from '../evidence/reasons.ts';
import { figureUnitOf, MAX_BYTES_PER_S } from '../figures/units.ts';
import { checksOf } from './checks.ts';
import type { Unshown } from './family.ts';
import { familyOf, iostatParts, type AnyRecord } from './families.ts';
import { FAMILY_IDS, type FamilyId } from './ids.ts';

/** No clock of a browser or of a system is finer or coarser. */
const CLOCK_STEP_NS = { min: 1, max: 1e8 } as const;
/** A worker may begin within a bin and end within another. */
const EDGE_BINS = 2;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isSide = (value: Fields): boolean => 'histogram' in value && 'series' in value;
const numberAt = (fields: Fields, name: string): number => (typeof fields[name] === 'number' ? fields[name] : 0);

/**
 * Rules for the parts of every document, whatever its family: found by walking through it, so that no field
 * escapes. `expectThat` points into the document. `loadNs`: how long the load around it lasted, rests between its passes included.
 */
function checkDocument(document: Fields, clockStepNs: number, expectThat: ExpectThat, pointer = '', loadNs = 0): void {
  for (const [name, value] of Object.entries(document)) {
    if (!isFields(value)) continue;
    const at = `${pointer}/${name}`;
    if (isSide(value)) checkSide(value as unknown as Side, document, loadNs, expectThat, at);
    checkWindow(value, clockStepNs, expectThat, at);
    checkDocument(value, clockStepNs, expectThat, at, numberAt(value, 'load_ms') * 1e6 || loadNs);
  }
}

/** The clock that times come from. Without a limit, rates of the least times would be no numbers. */
function checkClock(clockStepNs: number, expectThat: ExpectThat): void {
  const { min, max } = CLOCK_STEP_NS;
  expectThat(
    clockStepNs >= min && clockStepNs <= max,
    '/environment/clock_step_ns',
    `is not between ${min} and ${max}, as clocks are`,
  );
}

const AMOUNTS = ['ops', 'rows', 'bytes', 'bytes_read'] as const;

function hasCalls(fields: Fields): boolean {
  if (AMOUNTS.some((name) => numberAt(fields, name) > 0)) return true;
  return [fields['read'], fields['write']].some(
    (side) => isFields(side) && (numberAt(side, 'ops') > 0 || numberAt(side, 'calls') > 0),
  );
}

/** A window in which something was done lasted at least as long as the clock can show. */
function checkWindow(fields: Fields, clockStepNs: number, expectThat: ExpectThat, pointer: string): void {
  if (typeof fields['elapsed_ns'] !== 'number' || !hasCalls(fields)) return;
  const minNs = Math.max(1, Math.min(clockStepNs, CLOCK_STEP_NS.max) / 2);
  expectThat(fields['elapsed_ns'] >= minNs, `${pointer}/elapsed_ns`, 'is less than the clock can show');
}

function checkSide(side: Side, around: Fields, loadNs: number, expectThat: ExpectThat, pointer: string): void {
  checkHistogram(side, expectThat, pointer);
  checkSeries(side, around, loadNs, expectThat, pointer);
}

/** The counted latencies add up to the time inside calls, as far as buckets tell. */
function checkHistogram(side: Side, expectThat: ExpectThat, pointer: string): void {
  let first = -1;
  let last = -1;
  let minNs = 0;
  let maxNs = 0;
  const isHistogram = eachBucket(side.histogram, (bucket, n) => {
    if (first < 0) first = bucket;
    last = bucket;
    minNs += n * bucketLowerNs(bucket);
    maxNs += n * upperNs(bucket, side);
  });
  expectThat(isHistogram, `${pointer}/histogram`, 'is not a histogram');
  if (!isHistogram || first < 0) {
    expectThat(
      side.min_ns === 0 && side.max_ns === 0,
      `${pointer}/max_ns`,
      'is a latency, though no call was timed by itself',
    );
    return;
  }
  expectThat(side.min_ns <= side.max_ns, `${pointer}/min_ns`, 'is more than max_ns');
  expectThat(bucketOf(side.min_ns) === first, `${pointer}/min_ns`, 'is not in the lowest bucket');
  expectThat(bucketOf(side.max_ns) === last, `${pointer}/max_ns`, 'is not in the highest bucket');
  // Rounding of the sum, and of what floating point holds of it.
  const slackNs = 1 + side.busy_ns * 1e-9;
  expectThat(
    side.busy_ns >= minNs - slackNs && (side.dropped > 0 || side.busy_ns <= maxNs + slackNs),
    `${pointer}/busy_ns`,
    'is not what the calls of the histogram take',
  );
}

function upperNs(bucket: number, side: Side): number {
  if (bucket === BUCKET_COUNT - 1) return side.max_ns;
  return bucket === 0 ? 2 ** MIN_EXPONENT : bucketLowerNs(bucket + 1);
}

/** All three series are of the same bins, and add up to what the side says. */
function checkSeries(side: Side, around: Fields, loadNs: number, expectThat: ExpectThat, pointer: string): void {
  const { ops, busy_us, max_us } = side.series;
  const [bins, busyUs, longestUs] = [decodeSeries(ops), decodeSeries(busy_us), decodeSeries(max_us)];
  expectThat(bins.length <= MAX_SERIES_BINS, `${pointer}/series/ops`, `has more than ${MAX_SERIES_BINS} bins`);
  expectThat(busyUs.length === bins.length, `${pointer}/series/busy_us`, 'is not as long as series/ops');
  expectThat(longestUs.length === bins.length, `${pointer}/series/max_us`, 'is not as long as series/ops');
  if (bins.length === 0 || busyUs.length !== bins.length || longestUs.length !== bins.length) return;
  const roundingUs = bins.length;
  expectThat(sum(bins) === side.ops, `${pointer}/series/ops`, 'does not add up to ops');
  expectThat(
    Math.abs(sum(busyUs) - side.busy_ns / 1e3) <= roundingUs,
    `${pointer}/series/busy_us`,
    'does not add up to busy_ns',
  );
  expectThat(
    Math.abs(Math.max(...longestUs) - side.max_ns / 1e3) <= 1,
    `${pointer}/series/max_us`,
    'does not reach max_ns, or exceeds it',
  );
  const binNs = numberAt(around, 'bin_ns');
  const lastedNs = Math.max(numberAt(around, 'total_ns'), loadNs);
  if (!('bin_ns' in around)) return;
  expectThat(binNs > 0, `${pointer.slice(0, pointer.lastIndexOf('/'))}/bin_ns`, 'is 0, though there is a series');
  expectThat(
    (bins.length - EDGE_BINS) * binNs <= lastedNs * TIME_SLACK,
    `${pointer}/series/ops`,
    'is longer than the pass',
  );
}

const PICKED_ENGINES: ReadonlySet<Engine | undefined> = new Set(FAMILY_IDS.map((id) => familyOf(id).pickedEngine));

/** Every number that people are shown is one, and physically possible. */
function checkDerived(record: AnyRecord, expectThat: ExpectThat): void {
  const family = familyOf<FamilyId>(record.family);
  const figures = [...family.figures(record), ...(family.details?.(record) ?? [])];
  for (const { id, unit, value, low, high, p99_ns } of figures) {
    const isPossible = [value, low, high, p99_ns ?? 0].every((n) => Number.isFinite(n) && n >= 0);
    // An interval reaches beyond the value.
    expectThat(isPossible && value <= figureUnitOf(unit).max, '', `${id} is no possible number`);
  }
  for (const { part, row } of iostatParts(record.result)) {
    expectThat(Object.values(row).every(Number.isFinite), '', `${part} is no possible number`);
  }
}

/**
 * The contradictions of a record, each by an RFC 6901 pointer into the record: the identities of its family, and
 * those that hold for all. An empty list does not make a record true, only possible.
 */
export function contradictions(record: AnyRecord): readonly Contradiction[] {
  const expectations = collectExpectations();
  const { expectThat, expectOfRecord } = expectations;
  const { family, environment, result, status, failure, wall_ms } = record;
  checkClock(environment.clock_step_ns, expectOfRecord);
  checksOf(family).impossible(record, expectations);
  checkDocument({ result }, environment.clock_step_ns, expectOfRecord);
  checkDerived(record, expectThat);
  const layout = 'layout' in result ? result.layout : environment.layout;
  expectThat(layout === environment.layout, '/layout', 'is not the layout of the environment');
  expectOfRecord((status === 'failed') === (failure !== undefined), '/status', 'does not agree with failure');
  const { engine } = environment;
  const { pickedEngine } = familyOf(family);
  const goesWith = pickedEngine === undefined ? !PICKED_ENGINES.has(engine) : engine === pickedEngine;
  expectOfRecord(goesWith, '/environment/engine', `does not go with ${family}`);
  const parts = iostatParts(result);
  for (const { part, row } of parts) {
    expectThat((row.r_mb_per_s + row.w_mb_per_s) * 1e6 <= MAX_BYTES_PER_S, '', `${part} is faster than memory`);
  }
  const partsNs = sum(parts.map(({ row }) => row.length_s)) * 1e9;
  expectOfRecord(
    partsNs <= wall_ms * 1e6 * PART_SLACK + WALL_SLACK_NS,
    '/wall_ms',
    'is less than the parts took together',
  );
  return expectations.unmet;
}

/** Facts that a service has beside the record. */
interface EvidenceContext {
  readonly declared: Pick<Declaration, 'interface'>;
  /** Cores that count beside `KNOWN_CORES`: the one that this site serves. */
  readonly cores: readonly string[];
  readonly nowMs: number;
}

/**
 * Why a run may not rank: everything that its record fails to show. Empty for a run whose record is as complete as an
 * honest one, which makes it no truer: a rank needs others who measured the same.
 */
export function evidenceToRank(record: AnyRecord, { declared, cores, nowMs }: EvidenceContext): EvidenceReason[] {
  const { environment } = record;
  const familyReasons = checksOf(record.family).unshown?.(record, declared.interface);
  if (!familyReasons) return [];
  const reasons: Unshown = {
    unknown_core: ![...KNOWN_CORES, ...cores].includes(environment.wasm_sha256),
    unknown_environment: !isKnownEnvironment(environment, nowMs),
    stood_still: environment.pauses?.some(({ outcome }) => outcome === 'left_out') ?? false,
    ...familyReasons,
  };
  return (Object.keys(reasons) as EvidenceReason[]).filter((reason) => reasons[reason]);
}
