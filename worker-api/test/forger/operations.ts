import type { JobResult, Pass, Side } from '@opfsmark/schema/documents';
import { floorsOf, passesOfJob, rowOf } from '@opfsmark/schema/families/matrix/schedule';
import { jobsOf } from '@opfsmark/schema/families/matrix/jobs';
import { planAsRun, visitedBytes } from '@opfsmark/schema/families/matrix/budget';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { FamilyRecord, RunRecord } from '@opfsmark/schema/families';
import type { PickedCell } from '@opfsmark/schema/families/picked-folder/schema';
import { retimePass, retimeSide } from './retime.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type Grid = Mutable<FamilyRecord<'matrix'>>;
export type Picked = Mutable<FamilyRecord<'picked-folder'>>;

/** Numbers that a forger draws: how much, and where. */
export interface Draw {
  /** Between 1 and some hundred. */
  readonly factor: number;
  /** Between 0 and 1. */
  readonly where: number;
  /** Another real record, to take parts from. */
  readonly other: RunRecord;
}

export interface Operation {
  readonly kind: 'scale' | 'shift' | 'drop' | 'copy' | 'swap' | 'invent' | 'replay' | 'mix';
  /** A forger who keeps every identity and knows the clock: only others who measured can show that it is untrue. */
  readonly isConsistent?: true;
  /** Told by what it was made of, not by what it lacks. */
  readonly isRepeat?: true;
  readonly forge: (record: Grid, draw: Draw) => void;
}

const one = <T>(list: readonly T[], where: number): T | undefined =>
  list[Math.min(list.length - 1, Math.floor(where * list.length))];
const sidesOf = (pass: Pass): Side[] => [pass.read, pass.write].filter((side) => side !== undefined);
const allSides = ({ result }: Grid): Side[] => [
  ...result.floors.map((floor) => floor.hot_read),
  ...result.jobs.flatMap(({ passes }) => passes.flatMap(sidesOf)),
];

function limitNsOf(plan: MatrixPlan, job: JobResult, pass: Pass): number {
  const head = jobsOf(plan).find(
    (plannedJob) =>
      plannedJob.direction === job.direction && JSON.stringify(rowOf(plan, plannedJob)) === JSON.stringify(job.row),
  );
  const plannedPass =
    head && passesOfJob(plan, head).find(({ kind, loop }) => kind === pass.kind && loop === pass.loop);
  return (plannedPass?.limitS ?? 0) * 1e9;
}

function speedUp(record: Grid, jobs: readonly JobResult[], factor: number): void {
  const { plan, environment } = record;
  const stepNs = environment.engine === 'node' ? 0 : environment.clock_step_ns;
  for (const job of jobs) {
    const maxOps = Math.floor(visitedBytes(planAsRun(record), job.row, job) / job.row.block_bytes);
    for (const pass of job.passes) {
      retimePass(pass, job.row.block_bytes, maxOps, limitNsOf(plan, job, pass), { factor, stepNs });
    }
  }
}

function scaleTimes(value: unknown, factor: number): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === 'number' && name.endsWith('_ns')) Object.assign(value, { [name]: field / factor });
    else scaleTimes(field, factor);
  }
}

/** Changes that were seen to rank, and others that an attacker thinks of. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'all times are divided': { kind: 'scale', forge: ({ result }, { factor }) => scaleTimes(result, factor) },
  'all times are divided, histograms too': {
    kind: 'scale',
    forge(record, { factor }) {
      // Without regard to the clock's step.
      for (const job of record.result.jobs) {
        const maxOps = Math.floor(visitedBytes(planAsRun(record), job.row, job) / job.row.block_bytes);
        for (const pass of job.passes)
          retimePass(pass, job.row.block_bytes, maxOps, 0, { factor: factor + 0.37, stepNs: 0 });
      }
    },
  },
  'a faster drive, every identity kept': {
    kind: 'scale',
    isConsistent: true,
    forge: (record, { factor }) => speedUp(record, record.result.jobs, factor),
  },
  'faster writes, every identity kept': {
    kind: 'scale',
    isConsistent: true,
    forge: (record, { factor }) =>
      speedUp(
        record,
        record.result.jobs.filter(({ direction }) => direction === 'write'),
        factor,
      ),
  },
  'slow calls are moved to quick buckets': {
    kind: 'shift',
    forge(record) {
      for (const side of allSides(record)) {
        if (side.histogram !== '')
          Object.assign(side, { histogram: `${side.ops}`, min_ns: 0, max_ns: 0, busy_ns: side.ops });
      }
    },
  },
  'flushes take no time': {
    kind: 'shift',
    forge({ result }) {
      for (const pass of result.jobs.flatMap(({ passes }) => passes)) {
        if (pass.kind !== 'flush_each' || !pass.write) continue;
        const { write } = pass;
        const zeros = write.series.ops.replaceAll(/\d+/g, '0');
        Object.assign(write, { busy_ns: 0, min_ns: 0, max_ns: 0, histogram: `1:${write.ops}`.replace('1:', '') });
        write.series = { ...write.series, busy_us: zeros, max_us: zeros };
      }
    },
  },
  'every pass is called batched': {
    kind: 'drop',
    forge({ result }, { factor }) {
      for (const pass of result.jobs.flatMap(({ passes }) => passes)) {
        pass.timing = 'batched';
        for (const side of sidesOf(pass)) {
          const zeros = side.series.ops.replaceAll(/\d+/g, '0');
          Object.assign(side, {
            histogram: '',
            min_ns: 0,
            max_ns: 0,
            busy_ns: Math.ceil(side.busy_ns / factor / 5000) * 5000,
          });
          side.series = {
            ...side.series,
            busy_us: zeros.replace('0', String(Math.round(side.busy_ns / 1e3))),
            max_us: zeros,
          };
        }
        pass.elapsed_ns = Math.ceil(pass.elapsed_ns / factor);
        pass.total_ns = Math.max(pass.elapsed_ns, Math.ceil(pass.total_ns / factor));
        pass.flush_ns = Math.min(pass.flush_ns, pass.total_ns);
      }
    },
  },
  'one call per pass': {
    kind: 'drop',
    forge(record, { factor }) {
      const stepNs = record.environment.clock_step_ns;
      for (const job of record.result.jobs) {
        for (const pass of job.passes) {
          for (const side of sidesOf(pass)) retimeSide(side, job.row.block_bytes, 1, { factor, stepNs });
          const busyNs = sidesOf(pass).reduce((sum, side) => sum + side.busy_ns, 0);
          Object.assign(pass, { elapsed_ns: Math.max(busyNs, stepNs), ended: 'visited' });
          pass.total_ns = pass.elapsed_ns;
          pass.flush_ns = 0;
        }
      }
    },
  },
  'no floors': { kind: 'drop', forge: ({ result }) => void (result.floors = []) },
  'no fill': {
    kind: 'drop',
    forge({ result }) {
      delete result.fill;
    },
  },
  'nothing verified': {
    kind: 'drop',
    forge: ({ result }) => result.jobs.forEach((job) => void (job.verified_sectors = 0)),
  },
  'one row only': {
    kind: 'drop',
    forge(record) {
      record.plan = { ...record.plan, rows: record.plan.rows.slice(0, 1) };
      const [row] = record.plan.rows;
      record.result.jobs = record.result.jobs.filter((job) => JSON.stringify(job.row) === JSON.stringify(row));
      record.result.floors = record.result.floors.filter((floor) =>
        floorsOf(record.plan).some(
          ({ blockBytes, workers }) => floor.block_bytes === blockBytes && floor.workers === workers,
        ),
      );
    },
  },
  'some job left out': {
    kind: 'drop',
    forge: ({ result }, { where }) => void result.jobs.splice(Math.floor(where * result.jobs.length), 1),
  },
  'no warm-up': {
    kind: 'drop',
    forge: ({ result }) => result.jobs.forEach((job) => void (job.passes = job.passes.filter(({ loop }) => loop > 0))),
  },
  'one loop copied to all': {
    kind: 'copy',
    forge(record) {
      record.plan = { ...record.plan, loops: 5 };
      for (const job of record.result.jobs) {
        const countedPasses = job.passes.filter(({ loop }) => loop === 1);
        for (let loop = 2; loop <= 5; loop++)
          job.passes.push(...countedPasses.map((pass) => ({ ...structuredClone(pass), loop })));
      }
    },
  },
  'the best row copied to another': {
    kind: 'copy',
    forge({ result }) {
      const [bestJob, nextJob] = result.jobs;
      if (bestJob && nextJob)
        nextJob.passes = structuredClone(bestJob.passes).map((pass) => ({ ...pass, workers: nextJob.workers }));
    },
  },
  'reads given as writes': {
    kind: 'swap',
    forge({ result }) {
      const reads = result.jobs.filter(({ direction }) => direction === 'read');
      for (const job of result.jobs.filter(({ direction }) => direction === 'write')) {
        const read = reads.find((peer) => JSON.stringify(peer.row) === JSON.stringify(job.row))?.passes.at(-1)?.read;
        if (read) for (const pass of job.passes) pass.write = structuredClone(read);
      }
    },
  },
  'jobs of another record': {
    kind: 'swap',
    forge(record, { other, where }) {
      if (other.family !== 'matrix') return void (record.result.jobs = []);
      const job = one(other.result.jobs, where);
      const at = record.result.jobs.findIndex((peer) => peer.direction === job?.direction);
      if (job && at >= 0) record.result.jobs[at] = structuredClone(job);
    },
  },
  'floors made up': {
    kind: 'invent',
    forge({ result, environment }, { factor }) {
      for (const floor of result.floors) {
        retimeSide(floor.hot_read, floor.block_bytes, floor.hot_read.ops, {
          factor,
          stepNs: environment.clock_step_ns,
        });
        floor.hot_read.series = { ops: '', busy_us: '', max_us: '' };
      }
    },
  },
  'an unknown core': {
    kind: 'mix',
    forge(record) {
      record.environment = { ...record.environment, wasm_sha256: 'f'.repeat(64) };
    },
  },
  'Safari with files that share': {
    kind: 'mix',
    forge(record) {
      const client = { browser: { family: 'safari', major: 27 }, os: { family: 'macos', major: null } } as const;
      record.environment = { ...record.environment, client, layout: 'shared', flush_primitive: 'fsync' };
      record.result.jobs.forEach((job) => void (job.layout = 'shared'));
    },
  },
  "another browser's clock": {
    kind: 'mix',
    forge(record) {
      const step = record.environment.clock_step_ns === 20_000 ? 5_000 : 20_000;
      record.environment = { ...record.environment, clock_step_ns: step };
    },
  },
  'a browser from the future': {
    kind: 'mix',
    forge(record, { factor }) {
      const { client } = record.environment;
      const browser = { ...client.browser, major: 400 + Math.floor(factor) };
      record.environment = { ...record.environment, client: { ...client, browser } };
    },
  },
  'an environment of another record': {
    kind: 'mix',
    forge(record, { other }) {
      const { engine, layout } = record.environment;
      record.environment = { ...other.environment, engine, layout };
      if (other.environment.clock_step_ns === record.environment.clock_step_ns && other.environment.layout === layout) {
        record.environment = { ...record.environment, cross_origin_isolated: false };
      }
    },
  },
  'a flush that is another': {
    kind: 'mix',
    forge(record) {
      record.environment = { ...record.environment, flush_primitive: 'none' };
    },
  },
  'the same result under another name': { kind: 'replay', isRepeat: true, forge: () => undefined },
  'the same result, other times around it': {
    kind: 'replay',
    isRepeat: true,
    forge(record, { factor }) {
      record.wall_ms += factor;
      record.environment = { ...record.environment, clock_call_ns: record.environment.clock_call_ns + 1 };
    },
  },
  'the same result, one window a step longer': {
    kind: 'replay',
    isRepeat: true,
    forge(record, { where }) {
      const pass = one(
        record.result.jobs.flatMap(({ passes }) => passes.filter(({ workers }) => workers > 1)),
        where,
      );
      if (pass) Object.assign(pass, { elapsed_ns: pass.elapsed_ns + 1, total_ns: pass.total_ns + 1 });
    },
  },
};

/** The same for what a person picked. */
export const PICKED_OPERATIONS: Readonly<Record<string, (record: Picked, draw: Draw) => void>> = {
  'hundreds of times the ceiling': ({ result }, { factor }) => {
    for (const cell of result.cells) if (cell.place === 'picked') quicken(cell, 100 * factor);
  },
  'no ceiling': ({ result }) => void (result.cells = result.cells.filter(({ place }) => place === 'picked')),
  'nothing compared': ({ result }) => result.cells.forEach((cell) => void (cell.verified_blocks = 0)),
  'one step only': ({ result }) => void (result.cells = result.cells.slice(-1)),
  'the same result under another name': () => undefined,
};

function quicken(cell: PickedCell, factor: number): void {
  const width = Math.round(Math.log2(factor) * 32);
  const first = Number(/^(\d+):/.exec(cell.histogram)?.[1] ?? 1);
  cell.histogram = cell.histogram.replace(/^\d+:/, `${Math.max(2, first - width)}:`);
  cell.elapsed_ns /= factor;
  cell.close_ns /= factor;
}
