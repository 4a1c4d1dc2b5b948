import { refusalText } from '@opfsmark/schema/plan/text';
import english from '@opfsmark/schema/answer/words/en';
import type { Environment, Pass, Row } from '@opfsmark/schema/documents';
import {
  DEFAULT_FAMILY,
  familyOf,
  isFamilyId,
  planFromParameters,
  profilesOf,
  originOfWrites,
  type FamilyId,
  type NodeFamilyId,
  type PlanOf,
  type ResultOf,
} from '@opfsmark/schema/families';
import { DURABILITY_MODES, durabilityFlushes } from '@opfsmark/schema/families/durability/plan';
import { sweepFlushes } from '@opfsmark/schema/families/sweep/plan';
import { sweepRows } from '@opfsmark/schema/families/sweep/rows';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import type { Origin } from '@opfsmark/schema/figures';
import { fieldsOf } from '@opfsmark/schema/plan';
import { isNodePlan, NODE_FAMILIES, type NodePlan } from '../ts/node/families.ts';
import { jobHeadline, jobName, markedHeadline } from './report.ts';
import { MB_PER_S } from '@opfsmark/schema/figures';

/** The parts of an environment by which sources are told while a run goes on. */
export type Bench = Pick<Environment, 'engine' | 'clock_step_ns'>;

/** An option as `--help` shows it. */
type Help = readonly [argument: string, help: string];

/** The command line's side of a family, beside how it is run. */
interface CliFamily<Id extends FamilyId = FamilyId> {
  /** Options that mean something else than those of this name usually do, by the parameter. */
  readonly help?: Readonly<Record<string, Help>>;
  /** The rows whose names tell one test from another. Default: tests have no such names. */
  rowsOf?(plan: PlanOf<Id>): readonly Row[];
  /** A line for each part that is finished. Default: none. */
  finishedLines?(result: ResultOf<Id>, bench: Bench): string[];
  /** The plan past the page cache, in which nothing need be forgotten or outgrown. Default: the same. */
  withoutCache?(plan: PlanOf<Id>): PlanOf<Id>;
  /** Why only the page can run it. Default: it runs here. */
  refusal?(plan: PlanOf<Id>): string | null;
}

const { origins } = english;

/** " (flush did nothing)"; '' for what the drive may have taken. */
const markOf = (origin: Origin | null): string =>
  origin === null || origin === 'drive' ? '' : ` (${origins[origin]})`;

/** With its flush. */
const rateOf = ({ total_ns, write }: Pass) => (((write?.bytes ?? 0) * 1e3) / total_ns).toFixed(0);

function sweepLines(result: ResultOf<'block-sweep' | 'queue-sweep'>, bench: Bench): string[] {
  const writeMark = markOf(originOfWrites(bench, sweepFlushes({ result })));
  // Reads without floors.
  const readMark = bench.engine === 'node-direct' ? '' : markOf('unknown');
  // The job under way is shown as stopped.
  return result.jobs
    .filter(({ status }) => status !== 'stopped')
    .map((job) => `${jobName(job)}: ${jobHeadline(job)}${job.direction === 'read' ? readMark : writeMark}`);
}

const FAMILIES: { readonly [Id in NodeFamilyId]?: CliFamily<Id> } = {
  matrix: {
    finishedLines: (result, environment) =>
      result.jobs
        .filter(({ status }) => status !== 'stopped')
        .map((job) => `${jobName(job)}: ${markedHeadline(job, { environment, result })}`),
    rowsOf: ({ rows }) => rows,
    withoutCache: (plan) => withCache(plan, 'as-is'),
    refusal: ({ cache }) =>
      cache === 'cold'
        ? '--cache cold needs a file that was prepared before a restart, which only the page can do.'
        : null,
  },
  stutter: {
    help: { limit: ['SECONDS', 'ends earlier after this long; 0: no limit'] },
  },
  'block-sweep': { rowsOf: sweepRows, finishedLines: sweepLines },
  'queue-sweep': {
    help: { queues: ['N', 'largest queue depth: a power of two'] },
    rowsOf: sweepRows,
    finishedLines: sweepLines,
  },
  durability: {
    help: {
      loops: ['N', 'how often each mode is written: 1 to 100'],
      limit: ['SECONDS', 'longest time for one mode in one loop; 0: no limit'],
    },
    finishedLines: (result, bench) => {
      const source = originOfWrites(bench, durabilityFlushes({ result }));
      return DURABILITY_MODES.flatMap((mode) => {
        const mark = markOf(mode === 'none' ? 'buffered' : source);
        return result[mode].map((pass) => `${mode} ${pass.loop}: ${rateOf(pass)} ${MB_PER_S}${mark}`);
      });
    },
  },
  'latency-under-load': {
    help: {
      size: ['BYTES', 'size of the file: 16MiB to 4GiB'],
      loops: ['N', 'how often capacity and loads are measured: 1 to 20'],
      limit: ['SECONDS', 'how long each of these is measured: 1 to 60'],
    },
  },
  sustained: {
    help: { limit: ['SECONDS', 'ends after this long; 0: no limit'] },
  },
};

/** How any plan of this id is treated: whoever holds one takes the entry by its family. */
export function cliFamilyOf(id: NodeFamilyId): CliFamily {
  return FAMILIES[id] ?? {};
}

interface PlanOption {
  /** The parameter of the plan's URL. */
  readonly parameter: string;
  readonly argument: string;
  readonly help: string;
  /** A switch without an argument. */
  readonly isFlag: boolean;
}

/** By the parameter; a family that means something else by it has its own. */
const HELP: Readonly<Record<string, Help>> = {
  size: ['BYTES', 'size of the file: 16MiB to 64GiB'],
  loops: ['N', 'how often each test is repeated: 1 to 9'],
  limit: ['SECONDS', 'longest time for one pass: 1 to 60; 0: until the file has been visited'],
  time: [
    'SECONDS',
    'of the drive for each of the leading rates, 1 to 30; the file is as large as it fills in 2.5 times as long; 0: by passes',
  ],
  interval: ['SECONDS', 'rest before each test: 0 to 600'],
  rows: ['NAMES', 'tests, such as SEQ1M-Q8T1,RND4K-Q32T1'],
  dir: ['NAMES', 'read,write,mix: one or more of them'],
  mix: ['PERCENT', 'share of reads in a mix: 10 to 90 in tens'],
  data: ['KIND', 'random or zero'],
  seed: ['N', 'of the order of random access'],
  verify: ['HOW', 'sampled or all'],
  stable: ['', 'adds loops until they agree within 3 %'],
  revisit: ['', 'starts over when the file has been visited'],
  write: ['BYTES', 'maximum bytes per write pass: in steps of 1MiB; 0B: as much as the file holds'],
  cache: [
    'KIND',
    'drive-and-memory (each test is read twice), as-is (from memory), drive (the file is cleared from memory first) or deep (a file larger than memory)',
  ],
  calls: ['N', 'reads, and as many writes: 1000 to 500000'],
  workers: ['N', 'at the same time: 1 to 64'],
  flush: ['HOW', 'each or none: whether every write is flushed'],
  threshold: ['MS', 'a call that takes longer is a stall'],
  pattern: ['KIND', 'sequential or random'],
  limit_ms: ['MS', 'longest time for one point: 100 to 60000'],
  warmup_ms: ['MS', 'discarded before each point: 0 to 10000'],
  from: ['BYTES', 'smallest block: a power of two'],
  to: ['BYTES', 'largest block: a power of two'],
  block: ['BYTES', 'size of a block'],
  queues: ['N', 'queue depth'],
  bytes: ['BYTES', 'written in each mode and loop'],
  budget: ['BYTES', 'written at most, filling the file included'],
  round: ['BYTES', 'one point of the chart'],
  until: ['WHEN', 'cliff (the speed fell), steady or budget'],
  min: ['SECONDS', 'the load lasts at least this long; 0: each block once'],
  pace: ['N', 'calls per second at most, where --min is given'],
  enough: ['SECONDS', 'no loop begins after this long; 0: all loops'],
};
/** Parameters whose option is named differently: `--dir` is the folder here. */
const NAMES: Readonly<Record<string, string>> = { dir: 'directions' };

/** The options that change a plan of this family: the parameters of the page's links, by the names of their options. */
export function planOptionsOf(id: NodeFamilyId): ReadonlyMap<string, PlanOption> {
  const parameters = fieldsOf(familyOf(id).codec).map(([, { parameter }]) => parameter);
  const { help: familyHelp } = cliFamilyOf(id);
  const options = parameters.map((parameter): [string, PlanOption] => {
    const [argument, help] = familyHelp?.[parameter] ?? HELP[parameter] ?? ['VALUE', ''];
    return [NAMES[parameter] ?? parameter, { parameter, argument, help, isFlag: argument === '' }];
  });
  const profile = {
    parameter: 'profile',
    argument: 'NAME',
    help: `${profilesOf(id).join(', ')} (quick)`,
    isFlag: false,
  };
  return new Map([['profile', profile], ...options]);
}

/** Options of every family; those of one name are alike in form. */
export const ALL_PLAN_OPTIONS: ReadonlyMap<string, PlanOption> = new Map(
  NODE_FAMILIES.flatMap((id) => [...planOptionsOf(id)]),
);

/** The given values by the names of options. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Why a family cannot be run here, in a sentence. */
function familyProblem(familyName: unknown): string {
  const reason = isFamilyId(familyName) ? 'measures what only a browser has: open it on the page' : 'is not a family';
  return `--family "${String(familyName)}" ${reason}. Here: ${NODE_FAMILIES.join(', ')}.`;
}

/** The plan that the options ask for, or what is wrong with them in a sentence. */
export function planIn(values: Values): NodePlan | string {
  const familyName = values['family'] ?? DEFAULT_FAMILY;
  const family = NODE_FAMILIES.find((id) => id === familyName);
  if (!family) return familyProblem(familyName);
  const options = planOptionsOf(family);
  const parameters = new URLSearchParams({ family });
  for (const name of ALL_PLAN_OPTIONS.keys()) {
    const value = values[name];
    if (value === undefined) continue;
    const option = options.get(name);
    if (!option) return `--${name} does not go with --family ${family}.`;
    parameters.set(option.parameter, value === true ? '1' : String(value));
  }
  const { plan, problems } = planFromParameters(parameters);
  const [problem] = problems;
  if (problem) {
    const name = [...options].find(([, { parameter }]) => parameter === problem.parameter)?.[0];
    return `--${name ?? problem.parameter} "${problem.value}": ${refusalText(problem.refusal)}.`;
  }
  if (!isNodePlan(plan)) return `--family ${family} cannot be run here.`;
  return cliFamilyOf(plan.family).refusal?.(plan) ?? plan;
}
