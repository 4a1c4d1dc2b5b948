import { KIB, MIB, parseRowName, type Row } from '../documents/index.ts';
import type { Collector, ForeignFormat, ForeignProblemKind, ForeignTest } from './result.ts';

/** Where the object or list that begins at `start` ends; `null`: the text ends before. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Where the next value of a list begins, or the list ends. */
function nextPart(text: string, from: number): number {
  let at = from;
  while (/^[\s,[]$/.test(text[at] ?? '')) at += 1;
  return at;
}

/** The line of each position, the first being 1, for positions that only grow. */
function lineCounter(text: string): (position: number) => number {
  let [line, offset] = [1, 0];
  return (position) => {
    for (; offset < position; offset++) if (text[offset] === '\n') line += 1;
    return line;
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return objectOf(value);
  } catch {
    return null;
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

type Fields = Readonly<Record<string, unknown>>;

/** A job of the list with its options, and those of all jobs, which are not copied: there may be many of both. */
interface Job {
  readonly line: number;
  readonly name: string;
  readonly fields: Fields;
  readonly options: Fields;
  readonly shared: { readonly at: number; readonly options: Fields };
}

const optionOf = ({ options, shared }: Job, name: string): unknown => options[name] ?? shared.options[name];

const UNITS: Readonly<Record<string, number>> = { '': 1, k: KIB, m: MIB };
/** Engines that wait for each call, whatever `iodepth` says. */
const SYNCHRONOUS = /^(?:p?sync|p?vsync2?|mmap)$/;
const SIDES = {
  read: ['SEQ', 'read'],
  write: ['SEQ', 'write'],
  randread: ['RND', 'read'],
  randwrite: ['RND', 'write'],
} as const;

/** No option or name of a job that says something is longer. */
const MAX_VALUE = 256;
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, MAX_VALUE).trim() : typeof value === 'number' ? `${value}` : '';
const numberOf = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null);
const countOf = (value: unknown) => Math.max(1, Math.floor(Number(textOf(value))) || 1);
const isOn = (value: unknown) => value !== undefined && !/^(?:0|false|none)$/.test(textOf(value));

/** "4k", "4096B", "1m": the first of several is of reads, the second of writes. */
function blockOf(bs: string, direction: 'read' | 'write'): number | null {
  const sizes = bs.toLowerCase().split(',');
  const size = (direction === 'write' ? sizes[1] : sizes[0]) ?? sizes[0] ?? '';
  const [, amount, unit = ''] = /^(\d+)([km]?)(?:i?b)?$/.exec(size.trim()) ?? [];
  return amount === undefined ? null : Number(amount) * (UNITS[unit] ?? 0);
}

interface Kind {
  readonly row: Row;
  readonly direction: 'read' | 'write';
}

function kindOf(job: Job): Kind | ForeignProblemKind {
  const option = (name: string) => textOf(optionOf(job, name));
  const rw = (option('rw') || option('readwrite')).split(':')[0] ?? '';
  if (rw === 'rw' || rw === 'readwrite' || rw === 'randrw') return 'mixed';
  if (!Object.hasOwn(SIDES, rw)) return 'job_options';
  const [pattern, direction] = SIDES[rw as keyof typeof SIDES];
  const block = blockOf(option('bs') || option('blocksize'), direction);
  const queues = SYNCHRONOUS.test(option('ioengine')) ? 1 : countOf(option('iodepth'));
  const row = parseRowName(`${pattern}${block ?? ''}B-Q${queues}T${countOf(option('numjobs'))}`);
  return row ? { row, direction } : 'job_options';
}

function flushOf(job: Job): ForeignTest['flush'] {
  if (['fsync', 'fdatasync'].some((name) => textOf(optionOf(job, name)) === '1')) return 'each';
  if (isOn(optionOf(job, 'sync'))) return 'each';
  return isOn(optionOf(job, 'end_fsync')) ? 'once' : undefined;
}

function testOf({ row, direction }: Kind, jobs: readonly Job[], firstJob: Job): ForeignTest {
  const sides = jobs.map(({ fields }) => objectOf(fields[direction]) ?? {});
  const rates = sides.map(({ bw_bytes, bw }) => numberOf(bw_bytes) ?? (numberOf(bw) ?? 0) * KIB);
  const bytesPerS = rates.reduce((sum, rate) => sum + rate, 0);
  const times = sides.map(({ clat_ns }) => objectOf(clat_ns) ?? {});
  const means = times.map(({ mean }) => numberOf(mean));
  const weightedMean =
    means.reduce<number>((sum, mean, at) => sum + (mean ?? Number.NaN) * (rates[at] ?? 0), 0) / bytesPerS;
  // Percentiles of several processes cannot be put together.
  const p99 = jobs.length === 1 ? numberOf(objectOf(times[0]?.['percentile'])?.['99.000000']) : null;
  const flush = direction === 'write' ? flushOf(firstJob) : undefined;
  return {
    ...{ row, direction, bytesPerS, mean_ns: weightedMean > 0 ? weightedMean : null, p99_ns: p99 },
    isDirect: isOn(optionOf(firstJob, 'direct')),
    ...(flush && { flush }),
  };
}

/** Processes of one job are listed each, unless they report as a group. */
const processesOf = (job: Job) =>
  optionOf(job, 'group_reporting') === undefined ? countOf(optionOf(job, 'numjobs')) : 1;

function readJob(firstJob: Job, processes: readonly Job[]): ForeignTest | ForeignProblemKind {
  if (processes.some(({ fields }) => isOn(fields['error']))) return 'job_failed';
  const kind = kindOf(firstJob);
  if (typeof kind === 'string') return kind;
  return processes.length < processesOf(firstJob) ? 'job_parts' : testOf(kind, processes, firstJob);
}

/** The jobs of all lists in a text, which may be cut off, or be several results behind each other. */
function jobsIn(text: string, into: Collector, isWhole: boolean): Job[] {
  const lineAt = lineCounter(text);
  const jobs: Job[] = [];
  let shared: Job['shared'] = { at: 0, options: {} };
  let at = 0;
  const cutOff = () => {
    if (isWhole) into.refuse('cut_off', lineAt(text.length));
    return jobs;
  };
  for (const head of text.matchAll(/"(global options|jobs)"\s*:\s*(?=[{[])/g)) {
    if (head.index < at) continue;
    at = head.index + head[0].length;
    if (head[1] === 'global options') {
      const end = endOfValue(text, at);
      if (end === null) return cutOff();
      shared = { at, options: parseObject(text.slice(at, end)) ?? {} };
      at = end;
      continue;
    }
    for (;;) {
      at = nextPart(text, at);
      if (text[at] === ']') break;
      const end = text[at] === '{' ? endOfValue(text, at) : null;
      if (end === null) return cutOff();
      const line = lineAt(at);
      const fields = parseObject(text.slice(at, end));
      if (!fields) into.refuse('not_understood', line, text.slice(at, end));
      else {
        const options = objectOf(fields['job options']) ?? {};
        jobs.push({ line, name: textOf(fields['jobname']), fields, options, shared });
      }
      at = end;
    }
  }
  return jobs;
}

/** `fio --output-format=json` and `json+`, of version 3; the text form may be around it. */
export const fio: ForeignFormat = {
  tool: 'fio',
  head: /"fio version"\s*:\s*"(?:fio-)?([^"]*)"|"jobname"\s*:/,
  read(text, into, isWhole) {
    const jobs = new Map<string, Job[]>();
    for (const job of jobsIn(text, into, isWhole)) {
      const key = JSON.stringify([job.fields['groupid'], job.name, job.shared.at, job.options]);
      const processes = jobs.get(key);
      if (processes) processes.push(job);
      else jobs.set(key, [job]);
    }
    for (const processes of jobs.values()) {
      const [firstJob] = processes;
      if (!firstJob) continue;
      const count = processesOf(firstJob);
      into.add(firstJob.line, firstJob.name, readJob(firstJob, processes.slice(0, count)));
      for (const { line, name } of processes.slice(count)) into.refuse('repeated', line, name);
    }
    if (isWhole && !/"jobs"\s*:\s*\[/.test(text)) into.refuse('cut_off', lineCounter(text)(text.length));
  },
};
