import { rowShortName } from '../../documents/row-name.ts';
import type { JobResult } from '../../documents/pass.ts';
import type { Direction } from '../../documents/checks.ts';
import { headlineFigure, leadingFigure, type JobFigure } from '../../figures/derive.ts';
import { hasEvidence } from '../../documents/histogram.ts';
import { amount } from '../../figures/figure.ts';
import {
  type Cell,
  type CommonWords,
  type Described,
  type FamilyReport,
  phrase,
  type Phrase,
  type Test,
  testOf,
  type Translation,
} from '../report.ts';
import { readsOnce } from './jobs.ts';
import { driveFigureOf, hasDriveTimes } from './drive-figure.ts';
import type en from './en.ts';
import { burstBytes } from './flushes.ts';
import { keptShare, mostCallsInRecord, originInRecord, verdictInRecord } from './verdict.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './schema.ts';

export { default as english } from './en.ts';

type MatrixRun = Described<MatrixPlan, MatrixResult>;
type Words = Translation<typeof en>;

const FIGURES: Readonly<Record<Direction, readonly JobFigure[]>> = {
  read: ['throughput'],
  mix: ['throughput'],
  write: ['flush_each', 'write_flush', 'buffered'],
};

/** Small writes begin with those that were flushed one by one, as everywhere. */
function figuresOfJob(job: JobResult): readonly JobFigure[] {
  if (job.direction !== 'write' || leadingFigure(job) === 'flush_each') return FIGURES[job.direction];
  return ['write_flush', 'buffered', 'flush_each'];
}

function testsOf(run: MatrixRun): Test[] {
  const isBurst = burstBytes(run.plan) !== null;
  return run.result.jobs.flatMap((job) => {
    const verdict = verdictInRecord(run, job);
    const isShown = job.reads !== 'drive' || readsOnce(run.plan) || driveFigureOf(job, verdict).kind === 'whole';
    const shareFromMemory = verdict?.share_from_memory ?? null;
    return figuresOfJob(job).flatMap((figure) =>
      testOf(job, figure, {
        ...{ origin: originInRecord(run, job, figure), shareFromMemory, isShown },
        isBurst: isBurst && figure === 'write_flush',
        hasTimes: hasDriveTimes(verdict),
      }),
    );
  });
}

function testName({ row, direction, reads, figure, isBurst }: Test, { names }: Words): string {
  const word = reads
    ? (`${reads}_read` as const)
    : isBurst
      ? 'write_burst'
      : figure === 'throughput'
        ? direction
        : figure;
  return `${rowShortName(row)} ${names[word]}`;
}

/** The figure that a test is shown by first, and after writes that were flushed each time the same flushed once at the end. */
const isInTable = ({ direction, figure, isLeading }: Test) => isLeading || figure === headlineFigure(direction);

function rowOf(test: Test, words: Words): Cell[] {
  const { origin, latency: times, depth, workers, isShallow } = test;
  const name = testName(test, words);
  if (!test.isShown) return [name, { missing: origin }, null, null, null, null];
  const hasMedian = times !== null && hasEvidence(0.5, times.ops);
  const isWrite = test.direction === 'write';
  return [
    name,
    { ...test.bytesPerS, isWrite },
    { ...amount(test.iops.value, 'iops', origin), isWrite },
    hasMedian ? { ...amount(times.p50_ns, 'call_ns', origin), isWrite } : null,
    amount(hasMedian ? times.p99_ns : null, 'call_ns', origin),
    isShallow && depth !== null
      ? phrase(words.depthOf, { depth: depth.toFixed(1), workers: amount(workers, 'count') })
      : null,
  ];
}

function notesOf(run: MatrixRun, tests: readonly Test[], words: Words): Phrase[] {
  const burst = burstBytes(run.plan);
  const { forget } = run.result;
  const isKept = tests.some(({ direction, origin }) => direction === 'write' && origin === 'memory');
  const isDirect = run.environment.engine === 'node-direct';
  return [
    ...(tests.some(({ direction }) => direction !== 'read')
      ? [burst === null ? phrase(words.flushed) : phrase(words.burst, { bytes: amount(burst, 'block_bytes') })]
      : []),
    ...(isKept ? [phrase(words.kept)] : []),
    ...(isDirect ? [phrase(words.direct)] : []),
    ...(!isDirect && tests.some(({ origin, direction }) => origin === 'memory' && direction !== 'write')
      ? [phrase(words.memory)]
      : []),
    ...run.result.jobs.flatMap((job) => {
      const most = mostCallsInRecord(run, job);
      const figure = leadingFigure(job);
      const word = job.reads ? (`${job.reads}_read` as const) : figure === 'throughput' ? job.direction : figure;
      const test = `${rowShortName(job.row)} ${words.names[word]}`;
      return most === null ? [] : phrase(words.computer, { test, rate: amount(most, 'iops') });
    }),
    ...(forget && (forget.ended !== 'forgotten' || keptShare(run) > 0)
      ? [phrase(words.unforgotten[forget.ended], { bytes: amount(forget.bytes_read, 'bytes') })]
      : []),
  ];
}

/** The fewest and the most loops of its finished tests: by time the plan says only how many there are at most. */
function loopsOf({ plan, result }: MatrixRun): readonly [fewest: number, most: number] {
  const doneJobs = result.jobs.filter(({ status }) => status === 'done');
  const counts = doneJobs.map(({ passes }) => Math.max(...passes.map(({ loop }) => loop), 1));
  return counts.length === 0 ? [plan.loops, plan.loops] : [Math.min(...counts), Math.max(...counts)];
}

export function report(run: MatrixRun, words: Words, common: CommonWords): FamilyReport {
  const tests = testsOf(run);
  const failedJobs = run.result.jobs.filter(({ status }) => status === 'failed');
  const { limit_s, interval_s } = run.plan;
  return {
    lead: [],
    hints: notesOf(run, tests, words),
    parts: [
      {
        kind: 'table',
        caption: words.tests,
        columns: [
          { name: common.test },
          { unit: 'bytes_per_s' },
          { unit: 'iops' },
          { name: common.p50 },
          { name: common.p99 },
          { name: words.depth },
        ],
        rows: [
          ...tests.filter(isInTable).map((test) => rowOf(test, words)),
          ...failedJobs.map(({ row, direction }): Cell[] => [
            `${rowShortName(row)} ${words.names[direction]}`,
            words.failed,
            null,
            null,
            null,
            null,
          ]),
        ],
      },
    ],
    tests,
    grid: { file_bytes: run.result.file_bytes ?? run.plan.file_bytes, loops: loopsOf(run), limit_s, interval_s },
  };
}
