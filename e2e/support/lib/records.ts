import { randomUUID } from 'node:crypto';
import type { Declaration, JobResult, Side } from '@opfsmark/schema/documents';
import { type FamilyId, type FamilyRecord, isRecordOf, type RunRecord } from '@opfsmark/schema/families';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';
import { latency, latencyPasses, passesOf, passOps } from '@opfsmark/schema/figures';
import { isTable, reportOf, tableText } from '@opfsmark/schema/report';

/** A declaration with a device that no other test publishes. */
export function declaration(overrides: Partial<Declaration> = {}): Declaration {
  return { device: `Test bench ${randomUUID().slice(0, 8)}`, interface: 'virtual', filesystem: 'ext4', ...overrides };
}

/** A record of a real run: see fixtures/records. */
export function realRecord(name: string): RunRecord {
  return JSON.parse(readFileSync(join(ROOT, `fixtures/records/chromium-${name}.json`), 'utf8')) as RunRecord;
}

/** The same, of a family that the caller knows. */
export function realRecordOf<Id extends FamilyId>(name: string, family: Id): FamilyRecord<Id> {
  const record = realRecord(name);
  if (!isRecordOf(record, family)) throw new Error(`${name} is no record of ${family}.`);
  return record;
}

/** One of three runs in a row on a drive that stalls: see fixtures/quick-stalls. */
export function stallingRun(number: 0 | 1 | 2): FamilyRecord<'matrix'> {
  const text = readFileSync(join(ROOT, `fixtures/quick-stalls/run-${number}.json`), 'utf8');
  return JSON.parse(text) as FamilyRecord<'matrix'>;
}

/** The same run where another program read beside it: three of its eight loops of large reads are six times slower. */
export function disturbed(run: FamilyRecord<'matrix'>): FamilyRecord<'matrix'> {
  const jobs = run.result.jobs.map((job) => {
    const isLargeRead = job.reads === 'drive' && job.row.pattern === 'sequential';
    const passes = job.passes.map((pass) => {
      const slower = pass.loop % 3 === 1 ? 6 : 1;
      return { ...pass, total_ns: slower * pass.total_ns, elapsed_ns: slower * pass.elapsed_ns };
    });
    return isLargeRead ? { ...job, passes } : job;
  });
  return { ...run, result: { ...run.result, jobs } };
}

/** Facts that must hold for every measured job on any drive. A failed test prints it. */
interface JobFacts {
  readonly job: string;
  readonly status: string;
  readonly loopsWithOps: number;
  readonly bytesAreOpsTimesBlock: boolean;
  readonly percentilesInOrder: boolean;
}

function sidesOf(job: JobResult): Side[] {
  return job.passes.flatMap((pass) => [pass.read, pass.write]).filter((side) => side !== undefined);
}

/** A percentile of too few calls is `null` and left out. */
function isAscending(values: readonly (number | null)[]): boolean {
  const numbers = values.filter((value) => value !== null);
  return numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] ?? 0));
}

export function factsOf(record: FamilyRecord<'matrix'>): JobFacts[] {
  return record.result.jobs.map((job) => {
    const side = job.direction === 'write' ? 'write' : 'read';
    const times = latency(latencyPasses(job), side);
    return {
      job: `${job.row.pattern} ${job.row.block_bytes} Q${job.row.queues} ${job.direction} ${job.reads ?? ''}`,
      status: job.status,
      loopsWithOps: passesOf(job, job.direction === 'write' ? 'write_flush' : 'throughput').filter(
        (p) => passOps(p) > 0,
      ).length,
      bytesAreOpsTimesBlock: sidesOf(job).every((s) => s.bytes === s.ops * job.row.block_bytes),
      percentilesInOrder: times !== null && isAscending([times.min_ns, times.p50_ns, times.p99_ns, times.max_ns]),
    };
  });
}

/** How a run of the grid ended, and "done read 1" of each job: its status, direction and passes. */
export function summaryOf({ status, result }: FamilyRecord<'matrix'>) {
  const jobs = result.jobs.map(({ status, direction, passes }) => `${status} ${direction} ${passes.length}`);
  return { status, jobs };
}

/** The rows of a table of a result's report, as the English page shows them. */
export function reportRows(record: RunRecord, caption: string): readonly (readonly string[])[] {
  const { parts, format } = reportOf(record);
  const table = parts.filter(isTable).find((part) => part.caption === caption);
  if (!table) throw new Error(`no table ${caption}`);
  return tableText(table, format, 'beside').rows;
}

/** A number as the English page shows it. */
export function shown(value: number, fractionDigits?: number): string {
  const size = Math.abs(value);
  const digits = fractionDigits ?? (size === 0 || size >= 1000 ? 0 : size >= 10 ? 1 : 2);
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
