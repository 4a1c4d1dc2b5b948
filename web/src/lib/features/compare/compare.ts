import { median, rowName, rowSlug, type Declaration, type Direction, type JobResult } from '@opfsmark/schema/documents';
import {
  familyIostat,
  familyPlanToParameters,
  isFamilyRecord,
  type AnyRecord,
  type FamilyPlan,
  type FamilyResult,
  type MatrixPlan,
} from '@opfsmark/schema/families';
import {
  bytesPerSecond,
  headlineFigure,
  iops,
  latency,
  latencyPasses,
  minMaxCoverage,
  SPREAD_LIMIT,
  type Figure,
  type Summary,
} from '@opfsmark/schema/figures';
import { clientName } from '$lib/base/format/client-name.ts';

/** As many as fit beside each other. */
export const MAX_RUNS = 6;

/** One figure of one run with the interval in which its median lies. */
export interface Measured {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface ComparedTest extends Measured {
  /** The same in every run: `seq1m_q8t1.read`. */
  readonly id: string;
  readonly name: string;
  readonly figure: Direction | 'flush_each' | 'part';
  /** Of the calls behind the figure; without an interval. */
  readonly p99_ns: number | null;
}

/** What was said or seen about a run, in the order in which differences are named. */
export const FACTS = [
  'device',
  'drive',
  'interface',
  'filesystem',
  'os',
  'browser',
  'engine',
  'layout',
  'flush_primitive',
  'clock_step_ns',
  'isolated',
  'profile',
  'settings',
  'file_bytes',
  'loops',
  'limit_s',
  'data',
  'cache',
] as const;
export type Fact = (typeof FACTS)[number];

/** Where these differ, two runs have not measured the same thing. */
const TEST_FACTS: readonly Fact[] = ['engine', 'layout', 'settings', 'file_bytes', 'limit_s', 'data', 'cache'];

export interface ComparedRun {
  readonly run_id: string;
  /** Only runs of one family can be compared. */
  readonly family: AnyRecord['plan']['family'];
  readonly started_at: string;
  readonly facts: Readonly<Record<Fact, string | number | boolean | null>>;
  readonly tests: readonly ComparedTest[];
}

const MIN_COVERAGE = 0.9;

/**
 * Least and greatest loop hold the median with a probability that their number gives. Where that is under 0.9, as with
 * one to four loops, the interval is at least as wide as the spread that is still called steady.
 */
export function intervalOf({ values, median: value, min, max }: Omit<Summary, 'spread'>): Measured {
  if (minMaxCoverage(values.length) >= MIN_COVERAGE) return { value, low: min, high: max };
  return {
    value,
    low: Math.min(min, value / (1 + SPREAD_LIMIT)),
    high: Math.max(max, value * (1 + SPREAD_LIMIT)),
  };
}

function testsOfJob(job: JobResult): ComparedTest[] {
  const [name, slug] = [rowName(job.row), rowSlug(job.row)];
  const headline = headlineFigure(job.direction);
  const test = (id: string, figure: ComparedTest['figure'], of: Figure, rate: Summary | null): ComparedTest[] => {
    const p99_ns = latency(latencyPasses(job, of), job.direction === 'write' ? 'write' : 'read')?.p99_ns ?? null;
    return rate ? [{ id: `${slug}.${id}`, name, figure, p99_ns, ...intervalOf(rate) }] : [];
  };
  return [
    ...test(job.direction, job.direction, headline, bytesPerSecond(job, headline)),
    ...(job.direction === 'write' ? test('flush_each', 'flush_each', 'flush_each', iops(job, 'flush_each')) : []),
  ];
}

/** The parts of another family's result, by what each moved in a second. What ran more than once is a test of loops. */
function testsOfFamily(result: FamilyResult): ComparedTest[] {
  const parts = new Map<string, number[]>();
  for (const { part, row } of familyIostat(result)) {
    const bytesPerS = (row.r_mb_per_s + row.w_mb_per_s) * 1e6;
    if (bytesPerS > 0) parts.set(part, [...(parts.get(part) ?? []), bytesPerS]);
  }
  return [...parts].map(([part, values]) => {
    const rate = { values, median: median(values), min: Math.min(...values), max: Math.max(...values) };
    return { id: part, name: part, figure: 'part' as const, p99_ns: null, ...intervalOf(rate) };
  });
}

/** What is compared of a run: published, or just measured and known by no id yet. */
export interface Comparable {
  readonly run_id: string;
  readonly record: AnyRecord;
  readonly declared: Partial<Declaration>;
}

export function comparedRunOf({ run_id, record, declared }: Comparable): ComparedRun {
  const { environment, started_at } = record;
  const { client } = environment;
  const family = isFamilyRecord(record) ? record : null;
  const grid: Partial<MatrixPlan> = isFamilyRecord(record) ? {} : record.plan;
  return {
    run_id,
    family: record.plan.family,
    started_at,
    facts: {
      device: declared.device ?? null,
      drive: declared.drive ?? null,
      interface: declared.interface ?? null,
      filesystem: declared.filesystem ?? null,
      os: clientName(client.os),
      browser: clientName(client.browser),
      engine: environment.engine,
      layout: environment.layout,
      flush_primitive: environment.flush_primitive,
      clock_step_ns: environment.clock_step_ns,
      isolated: environment.cross_origin_isolated,
      profile: record.plan.profile,
      settings: family && settingsOf(family.plan),
      file_bytes: grid.file_bytes ?? null,
      loops: grid.loops ?? null,
      limit_s: grid.limit_s ?? null,
      data: grid.data ?? null,
      cache: grid.cache ?? null,
    },
    tests: isFamilyRecord(record)
      ? testsOfFamily(record.result)
      : record.result.jobs.filter(({ status }) => status === 'done').flatMap(testsOfJob),
  };
}

/** How a plan of another family differs from the quick one, as its address says it. */
function settingsOf(plan: FamilyPlan): string {
  const parameters = familyPlanToParameters(plan);
  parameters.delete('family');
  return [...parameters].map(([name, value]) => `${name}=${value}`).join(' ');
}

/** One figure against the baseline's: above 1 is quicker. */
export interface Ratio {
  readonly ratio: number;
  /** Of the ratio: from the intervals' ends that lie closest to those that lie farthest apart. */
  readonly low: number;
  readonly high: number;
  readonly log10Ratio: number;
  /** The intervals overlap: nothing can be said about which is quicker. */
  readonly tie: boolean;
}

export function ratioOf(own: Measured, base: Measured): Ratio | null {
  if (!(base.low > 0) || !(own.low > 0)) return null;
  const ratio = own.value / base.value;
  const [low, high] = [own.low / base.high, own.high / base.low];
  return { ratio, low, high, log10Ratio: Math.log10(ratio), tie: low <= 1 && high >= 1 };
}

/** Addresses of the same comparison: with another baseline, or without a run. */
export interface CompareLinks {
  readonly withBase: (id: string) => string;
  readonly without: (id: string) => string;
}

export interface ComparedCell {
  readonly run_id: string;
  readonly test: ComparedTest | null;
  /** `null` for the baseline itself and where one of the two has no such test. */
  readonly ratio: Ratio | null;
}

export interface ComparedRow {
  readonly id: string;
  readonly name: string;
  readonly figure: ComparedTest['figure'];
  readonly cells: readonly ComparedCell[];
}

/** All tests of all runs, in the order of the first run that has them. */
export function compareRuns(runs: readonly ComparedRun[], base: ComparedRun): ComparedRow[] {
  const heads = new Map(runs.flatMap(({ tests }) => tests.map((test) => [test.id, test] as const)).toReversed());
  const order = [...new Set(runs.flatMap(({ tests }) => tests.map(({ id }) => id)))];
  return order.flatMap((id) => {
    const head = heads.get(id);
    if (!head) return [];
    const baseTest = base.tests.find((test) => test.id === id);
    const cells = runs.map(({ run_id, tests }): ComparedCell => {
      const test = tests.find((own) => own.id === id) ?? null;
      const ratio = test && baseTest && run_id !== base.run_id ? ratioOf(test, baseTest) : null;
      return { run_id, test, ratio };
    });
    return [{ id, name: head.name, figure: head.figure, cells }];
  });
}

/** The facts in which the runs are not all alike. */
export function differences(runs: readonly ComparedRun[]): Fact[] {
  return FACTS.filter((fact) => new Set(runs.map(({ facts }) => facts[fact])).size > 1);
}

/** The differences by which it is not the same test any more. */
export const testDifferences = (different: readonly Fact[]) => different.filter((fact) => TEST_FACTS.includes(fact));

/** Half the width of a logarithmic axis around 1 that holds these: x2, x3.2, x10, x100 .. */
export function axisReach(logs: readonly number[]): number {
  const most = Math.max(0, ...logs.map(Math.abs).filter(Number.isFinite));
  return [Math.log10(2), 0.5, 1].find((reach) => most <= reach) ?? Math.ceil(most);
}

/** Ids out of whatever was pasted: ids, links, lines, commas; each once. */
export function readRunIds(text: string): string[] {
  const found = text.toUpperCase().match(/(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{16}(?![0-9A-Z])/g) ?? [];
  return [...new Set(found)].slice(0, MAX_RUNS);
}
