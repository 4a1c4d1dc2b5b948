import type { FieldError } from './api-error.ts';
import type { PickedLayout, PickedMetric } from './board.ts';
import {
  CEILING,
  PICKED_STEPS,
  pickedFigure,
  type PickedCell,
  type PickedStep,
} from './families/picked-folder/index.ts';
import { familyPlanOf, type FamilyPlanOf, type FamilyResultOf } from './families/index.ts';
import type { FamilyRecord } from './families/record.ts';
import { bucketValueNs, decodeHistogram } from './histogram.ts';
import { MIB } from './units.ts';
import { SUITE_VERSION } from './plan.ts';

type Plan = FamilyPlanOf<'picked-folder'>;
type Result = FamilyResultOf<'picked-folder'>;

const METRICS: Readonly<Record<Result['source'], Readonly<Partial<Record<PickedStep, PickedMetric>>>>> = {
  folder: {
    write: 'picked_seq_write',
    seq_read: 'picked_seq_read',
    rnd_read: 'picked_rnd_read',
    create: 'picked_create',
    delete: 'picked_delete',
  },
  file: { seq_read: 'picked_file_seq_read', rnd_read: 'picked_file_rnd_read' },
};

/** Parameters that may be one's own without making the numbers another thing. */
const HARMLESS: ReadonlySet<string> = new Set<keyof Plan>(['random_reads', 'small_files']);

/** On which boards a run on what a person picked stands; `null` for every other run and for a plan of one's own. */
export function pickedGroundOf({ plan, result, environment }: FamilyRecord): PickedLayout | null {
  if (plan.family !== 'picked-folder' || result.family !== 'picked-folder') return null;
  const ground = result.source === 'folder' ? 'picked-folder' : 'picked-file';
  const standard = Object.entries(familyPlanOf('picked-folder', plan.profile));
  const isStandard = standard.every(([key, value]) => HARMLESS.has(key) || Reflect.get(plan, key) === value);
  // A file may be smaller than what the plan reads of it.
  const read = result.cells.find(({ place, step }) => place === 'picked' && step === 'seq_read');
  const isWhole = ground === 'picked-folder' || read?.bytes === plan.file_bytes;
  return environment.engine === ground && plan.suite === SUITE_VERSION && isStandard && isWhole ? ground : null;
}

export interface PickedRank {
  readonly value: number;
  readonly p99Ns: number;
  /** What this browser reaches in memory; `null` where it has nothing to compare with. */
  readonly ceiling: number | null;
}

/** A figure in its board's unit. */
function rankValue(cell: PickedCell, result: Result): { value: number; p99Ns: number } | null {
  const figure = pickedFigure(cell, result);
  if (!figure) return null;
  const value =
    cell.step === 'seq_read' ? figure.bytesPerS : cell.step === 'write' ? figure.closedBytesPerS : figure.opsPerS;
  return value === null ? null : { value, p99Ns: figure.p99Ns };
}

/** What was reached, by metric; nothing of a run that did not end by itself. */
export function pickedRanks({ status, result }: FamilyRecord): Partial<Record<PickedMetric, PickedRank>> {
  if (result.family !== 'picked-folder' || status !== 'done') return {};
  return Object.fromEntries(
    result.cells.flatMap((cell) => {
      const metric = METRICS[result.source][cell.step];
      const own = cell.place === 'picked' ? rankValue(cell, result) : null;
      if (metric === undefined || !own) return [];
      const hot = result.cells.find(({ place, step }) => place === 'ceiling' && step === cell.step);
      return [[metric, { ...own, ceiling: (hot && rankValue(hot, result)?.value) ?? null }]];
    }),
  );
}

/** How many calls a step has at the most; a file that was picked may be smaller than what the plan reads of it. */
function mostOps({ place, step }: PickedCell, plan: Plan): number {
  const { file_bytes, random_reads, small_files } = place === 'ceiling' ? CEILING : plan;
  switch (step) {
    case 'write':
    case 'seq_read':
      return file_bytes / MIB;
    case 'rnd_read':
      return Math.min(random_reads, place === 'picked' ? Infinity : file_bytes / PICKED_STEPS.rnd_read.block_bytes);
    case 'create':
    case 'delete':
      return small_files;
    default:
      return step satisfies never;
  }
}

/** Middles of buckets stand for their calls: sums may be this much off. */
const TIME_SLACK = 1.1;

/** What in a run on a picked folder, which is ranked, cannot be; each by an RFC 6901 pointer into the record. */
export function pickedContradictions({ status, plan, result, environment }: FamilyRecord): FieldError[] {
  if (plan.family !== 'picked-folder' || result.family !== 'picked-folder') return [];
  const found: FieldError[] = [];
  const unless = (holds: boolean, pointer: string, detail: string) => {
    if (!holds) found.push({ pointer, detail });
  };
  const engine = result.source === 'folder' ? 'picked-folder' : 'picked-file';
  unless(environment.engine === engine, '/environment/engine', `is not ${engine}, which was measured`);
  result.cells.forEach((cell, index) => {
    const at = `/result/cells/${index}`;
    const most = mostOps(cell, plan);
    unless(cell.ops <= most, `${at}/ops`, 'is more than the plan asks for');
    const whole = status !== 'done' || (result.source === 'file' && cell.place === 'picked') || cell.ops === most;
    unless(whole, `${at}/ops`, 'is less than the plan asks for, though the run was finished');
    const counts = decodeHistogram(cell.histogram) ?? [];
    const insideNs = counts.reduce((sum, n, bucket) => sum + n * bucketValueNs(bucket), 0);
    // One call after the other: together they take as long as the step, which for a write begins with opening.
    const stepsNs = cell.ops * environment.clock_step_ns;
    unless(insideNs <= cell.elapsed_ns * TIME_SLACK + stepsNs, `${at}/elapsed_ns`, 'is less than its calls took');
    const noMore = cell.step === 'write' || cell.elapsed_ns <= insideNs * TIME_SLACK + stepsNs;
    unless(noMore, `${at}/elapsed_ns`, 'is more than its calls took');
  });
  return found;
}
