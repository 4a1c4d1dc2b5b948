import { GIB, KIB, MIB, type Row, sum } from '../documents/index.ts';
import { type Fields, isOn, type Job, objectOf, optionOf, type Report, reportsIn, textOf } from './fio-reports.ts';
import { type Access, type ForeignFormat, foreignRow, type ForeignTest, type Refusal } from './result.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, k: KIB, m: MIB, g: GIB };
/** Engines that wait for each call, whatever `iodepth` says. */
const SYNCHRONOUS = /^(?:p?sync|p?vsync2?|mmap|splice|libpmem|dev-dax)$/;
/** Engines whose calls go through memory, whatever `direct` says. */
const THROUGH_MEMORY = /^(?:mmap|splice|libpmem|dev-dax)$/;
/** Engines whose calls read and write no data of a drive. */
const WITHOUT_DATA =
  /^(?:null|cpuio|net|netsplice|exec|ftruncate|falloc|e4defrag|file(?:create|stat|delete)|dir(?:create|stat|delete))$/;
/** Options that hold a job back, so that its rate is what was asked for. */
const PACED = ['rate', 'rate_iops', 'thinktime', 'thinkcycles'] as const;
/** Options by which calls are neither each behind the one before it nor anywhere alike, unless they say this. */
const PLACES: Readonly<Record<string, RegExp>> = {
  rw: /^(?:rand\w+(?::1)?|(?!rand)\w+(?::0)?)$/,
  percentage_random: /^100(?:,100)*$/,
  random_distribution: /^random$/,
  zoneskip: /^0$/,
  read_iolog: /^$/,
};
/** Block devices that are memory, or a file that may be in the page cache. */
const MEMORY_DEVICE = /^(?:ram|zram|nullb|loop)\d/;
const SIDES = {
  read: ['sequential', 'read'],
  write: ['sequential', 'write'],
  randread: ['random', 'read'],
  randwrite: ['random', 'write'],
} as const;

const numberOf = (value: unknown) => (typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : null);
const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);

/** "32", "0x20", "4k", "4ki", "4096B", "1m". */
function amountOf(text: string): number | null {
  const [, amount, unit = ''] = /^(0x[\da-f]+|\d+)([kmg]?)i?b?$/.exec(text.toLowerCase().trim()) ?? [];
  return amount === undefined ? null : Number(amount) * (UNITS[unit] ?? 0);
}

const countOf = (option: string | undefined) => Math.max(1, amountOf(option ?? '') ?? 1);

/** The first of several sizes is of reads, the second of writes. */
function blockOf(bs: string, direction: 'read' | 'write'): number | null {
  const sizes = bs.split(',');
  return amountOf((direction === 'write' ? sizes[1] : sizes[0]) ?? sizes[0] ?? '');
}

/** The work of one direction of all processes of a job. */
interface Side {
  readonly bytesPerS: number;
  /** `null` where it is not said. */
  readonly callsPerS: number | null;
  readonly bytesPerCall: number | null;
  readonly mean_ns: number | null;
  /** How many calls were under way on average: their rate times their time (Little's law); `null` where either is not said. */
  readonly inFlight: number | null;
  /** How many of them were still being handed over. */
  readonly inSubmission: number;
}

const meanOf = (value: unknown): number | null => numberOf(objectOf(value)?.['mean']);
const rateOf = ({ bw_bytes, bw }: Fields) => numberOf(bw_bytes) ?? (numberOf(bw) ?? 0) * KIB;
/** Version 2 has KiB under the name of bytes. */
const bytesOf = ({ io_bytes, io_kbytes, bw_bytes }: Fields) =>
  (numberOf(io_bytes) ?? 0) * (io_kbytes === undefined && bw_bytes === undefined ? KIB : 1);

/** Whether a job did anything in one of these directions. */
const isAtWork = ({ fields }: Job, ...directions: readonly string[]) =>
  directions.some((direction) => rateOf(objectOf(fields[direction]) ?? {}) > 0);

/** What several processes did by the time of the longest, as fio tells it of a group; one that ended sooner left the drive to others. */
function togetherOf(sides: readonly Fields[], rates: readonly number[]): number {
  const times = sides.map(({ runtime }) => numberOf(runtime) ?? Number.NaN);
  const longest = largest(times);
  return Number.isNaN(longest) ? sum(rates) : sum(rates.map((rate, at) => (rate * (times[at] ?? 0)) / longest));
}

function sideOf(processes: readonly Job[], direction: 'read' | 'write'): Side {
  const sides = processes.map(({ fields }) => objectOf(fields[direction]) ?? {});
  const rates = sides.map(rateOf);
  const bytesPerS = togetherOf(sides, rates);
  const calls = togetherOf(
    sides,
    sides.map(({ iops }) => numberOf(iops) ?? Number.NaN),
  );
  const callsPerS = Number.isNaN(calls) ? null : calls;
  const bytes = sum(sides.map(bytesOf));
  const ops = sum(sides.map(({ total_ios }) => numberOf(total_ios) ?? 0));
  const weighted = (ofSide: (side: Fields) => number | null) =>
    sum(sides.map((side) => (ofSide(side) ?? Number.NaN) * rateOf(side))) / sum(rates);
  const mean = weighted(({ clat_ns }) => meanOf(clat_ns));
  const whole = weighted(
    ({ lat_ns, clat_ns, slat_ns }) => meanOf(lat_ns) ?? (meanOf(clat_ns) ?? NaN) + (meanOf(slat_ns) ?? 0),
  );
  const submission = weighted(({ slat_ns }) => meanOf(slat_ns) ?? 0);
  return {
    bytesPerS,
    callsPerS,
    bytesPerCall: ops > 0 && bytes > 0 ? bytes / ops : callsPerS === null ? null : bytesPerS / callsPerS,
    mean_ns: mean > 0 ? mean : null,
    inFlight: callsPerS !== null && whole > 0 ? (callsPerS * whole) / 1e9 : null,
    inSubmission: callsPerS !== null && submission > 0 ? (callsPerS * submission) / 1e9 : 0,
  };
}

/** From so many of the calls that were asked for on average a queue is that deep; fewer are found at the ends of a short job. */
const MIN_SHARE_OF_DEPTH = 0.6;
const MAX_SHARE_OF_DEPTH = 1.5;
/** Fewer calls than these at once on average are one at a time. */
const MAX_OF_ONE = 1.5;

/** "4" of `iodepth_level` counts the calls that were made with 4 to 7 under way: the depth of most; `null` where that is not said. */
function mostlyAtDepth({ fields }: Job): number | null {
  const levels = Object.entries(objectOf(fields['iodepth_level']) ?? {});
  const most = levels.find(([, share]) => typeof share === 'number' && share > 50);
  return most ? Number(most[0].replace('>=', '')) : null;
}

/** From so many of the processes that were asked for on average a job is theirs; fewer work at its end. */
const MIN_SHARE_OF_PROCESSES = 0.6;

/** The time of one process at the most: what it has written it may read afterwards, to verify it. */
const runtimeOf = ({ fields }: Job) =>
  sum(['read', 'write', 'trim'].map((direction) => numberOf(objectOf(fields[direction])?.['runtime']) ?? 0));

/** How many processes a job had. */
function processesOf(processes: readonly Job[], side: Side, depth: number): number | Refusal {
  const [job] = processes;
  if (!job) return 'job_parts';
  const asked = optionOf(job, 'numjobs') === undefined ? null : countOf(optionOf(job, 'numjobs'));
  if (processes.length > 1) {
    const [times, count] = [processes.map(runtimeOf), processes.length];
    const areTogether = sum(times) >= MIN_SHARE_OF_PROCESSES * count * largest(times);
    return areTogether && (asked ?? count) === count ? count : 'job_parts';
  }
  // Options without a value, as `group_reporting` is, are not printed. The time of all processes together is.
  const [together, longest] = [numberOf(job.fields['job_runtime']), runtimeOf(job)];
  if (together !== null && longest > 0) {
    const working = together / longest;
    const count = Math.max(1, Math.round(working));
    if (asked === null) return count;
    return asked >= count && (asked === 1 || working >= MIN_SHARE_OF_PROCESSES * asked) ? asked : 'job_parts';
  }
  if (optionOf(job, 'group_reporting') !== undefined && asked !== null) return asked;
  const inFlight = side.inFlight ?? 1;
  if (asked === null) return Math.max(1, Math.round(inFlight / depth));
  return asked === 1 || inFlight >= MIN_SHARE_OF_DEPTH * asked * depth ? asked : 'job_parts';
}

/** How many calls each process had under way, not how many it was to have. */
function depthOf(job: Job, side: Side, processes: number, asked: number): number | Refusal {
  const inFlight = side.inFlight === null ? null : side.inFlight / processes;
  // Through the page cache a call ends as it is handed over: whatever waits behind it is not under way.
  const isHandedOver = !isOn(optionOf(job, 'direct')) && side.inSubmission / processes > 0.5;
  if (isHandedOver) return 1;
  const found = inFlight ?? (asked === 1 ? 1 : mostlyAtDepth(job));
  if (found === null) return { kind: 'job_depth_unsaid', detail: `iodepth=${asked}` };
  const isDeep = asked > 1 && found >= Math.max(MIN_SHARE_OF_DEPTH * asked, MAX_OF_ONE);
  const isReached = isDeep && found <= MAX_SHARE_OF_DEPTH * asked;
  // Of levels the one is told in which the depth lies.
  if (isReached || (inFlight === null && found <= asked && asked < 2 * found)) return asked;
  return found < MAX_OF_ONE ? 1 : { kind: 'job_depth', detail: `iodepth=${asked} ≠ ${found.toFixed(1)}` };
}

/** The depth that a job was to have: one where its engine waits for each call. Linux's own choice does, and others do not. */
function depthAsked(job: Job): number {
  const engine = optionOf(job, 'ioengine') ?? '';
  if (SYNCHRONOUS.test(engine)) return 1;
  return engine === '' && mostlyAtDepth(job) === 1 ? 1 : countOf(optionOf(job, 'iodepth'));
}

/** The block by what its calls had, held against what it was to be. */
function blockBytesOf(job: Job, direction: 'read' | 'write', { bytesPerCall }: Side): number | Refusal {
  const isSplit = ['bssplit', 'bsrange', 'bs_unaligned'].some((name) => isOn(optionOf(job, name)));
  const asked = blockOf(optionOf(job, 'bs') ?? '', direction);
  if (isSplit) return 'job_blocks';
  if (bytesPerCall === null) return asked ?? 'job_options';
  // An option that is not given has a default, which the measured values show.
  if (asked === null) return Number.isInteger(bytesPerCall) ? bytesPerCall : 'job_options';
  return Math.abs(bytesPerCall / asked - 1) < 0.02 ? asked : 'job_blocks';
}

interface Kind {
  readonly row: Row;
  readonly direction: 'read' | 'write';
  readonly side: Side;
}

/** Why a job is another test than its `rw` and `bs` say; `null`: no option makes it one. */
function otherTest(job: Job): Refusal | null {
  const pace = PACED.find((name) => isOn(optionOf(job, name)));
  if (pace !== undefined) return { kind: 'job_paced', detail: pace };
  for (const [name, usual] of Object.entries(PLACES)) {
    const option = optionOf(job, name);
    if (option !== undefined && !usual.test(option)) return { kind: 'job_places', detail: `${name}=${option}` };
  }
  return null;
}

/** Whether something else was done meanwhile: jobs that are reported as one have the name and the options of the first. */
function isMixed(processes: readonly Job[], job: Job, direction: 'read' | 'write'): boolean {
  // What was written is read to verify it.
  const isVerified = direction === 'write' && isOn(optionOf(job, 'verify'));
  const others = direction === 'read' ? ['write'] : isVerified ? [] : ['read'];
  return processes.some((process) => isAtWork(process, 'trim', ...others));
}

function kindOf(processes: readonly Job[], job: Job): Kind | Refusal {
  const rw = optionOf(job, 'rw')?.split(':')[0] ?? '';
  if (rw === 'rw' || rw === 'readwrite' || rw === 'randrw') return 'mixed';
  if (rw === '') return 'job_options';
  if (!Object.hasOwn(SIDES, rw)) return 'job_kind';
  if (WITHOUT_DATA.test(optionOf(job, 'ioengine') ?? '')) return 'job_kind';
  const other = otherTest(job);
  if (other) return other;
  const [pattern, direction] = SIDES[rw as keyof typeof SIDES];
  const side = sideOf(processes, direction);
  if (side.bytesPerS === 0) return objectOf(job.fields['mixed']) ? 'job_unified' : 'not_measured';
  if (isMixed(processes, job, direction)) return 'mixed';
  const block = blockBytesOf(job, direction, side);
  if (typeof block !== 'number') return block;
  const asked = depthAsked(job);
  const threads = processesOf(processes, side, asked);
  if (typeof threads !== 'number') return threads;
  const queues = depthOf(job, side, threads, asked);
  if (typeof queues !== 'number') return queues;
  const row = foreignRow(pattern, block, queues, threads);
  return row ? { row, direction, side } : 'job_options';
}

/** Whether flushes that were asked for were made, where that is counted: those of `fdatasync` have times alone. */
function isFlushed({ fields }: Job): boolean {
  const { total_ios, lat_ns } = objectOf(fields['sync']) ?? {};
  return typeof total_ios !== 'number' || total_ios > 0 || numberOf(objectOf(lat_ns)?.['N']) !== null;
}

function flushOf(job: Job): ForeignTest['flush'] {
  if (isOn(optionOf(job, 'sync'))) return 1;
  const calls = ['fsync', 'fdatasync'].map((name) => amountOf(optionOf(job, name) ?? '') ?? 0).filter(Boolean);
  if (calls.length > 0 && isFlushed(job)) return Math.min(...calls);
  return ['end_fsync', 'end_syncfs', 'fsync_on_close'].some((name) => isOn(optionOf(job, name))) ? 'once' : undefined;
}

/** Of so many calls fewer reach a drive only where something answers before it; it is counted a few times a second. */
const MIN_SHARE_OF_DRIVE = 0.5;

/** The work of the drives below a report, beside the calls of all its jobs. */
interface Seen extends Pick<Report, 'devices'> {
  /** The groups in which several jobs were at work: only a group waits for the one before it. */
  readonly crowded: ReadonlySet<string>;
  readonly calls: Readonly<Record<'read' | 'write', number>>;
}

const callsOf = (jobs: readonly Job[], direction: 'read' | 'write') =>
  sum(jobs.map(({ fields }) => numberOf(objectOf(fields[direction])?.['total_ios']) ?? 0));

const groupOf = ({ fields }: Job) => textOf(fields['groupid']);
/** Whether it need not begin with the others of its group. */
const isWaiting = (job: Job) => ['wait_for', 'startdelay'].some((name) => optionOf(job, name) !== undefined);

function seenIn({ jobs, devices }: Report, jobsOfReport: Iterable<readonly Job[]>): Seen {
  const [groups, crowded] = [new Set<string>(), new Set<string>()];
  for (const processes of jobsOfReport) {
    const working = processes.find((job) => isAtWork(job, 'read', 'write', 'trim', 'mixed'));
    const group = working && !isWaiting(working) ? groupOf(working) : '';
    if (groups.has(group)) crowded.add(group);
    if (group !== '') groups.add(group);
  }
  return {
    devices: devices?.filter(({ name }) => !MEMORY_DEVICE.test(textOf(name))) ?? null,
    calls: { read: callsOf(jobs, 'read'), write: callsOf(jobs, 'write') },
    crowded,
  };
}

/** How often a drive must have been asked: for each direct call of all jobs, or for each flush of one. */
function leastAsked(processes: readonly Job[], direction: 'read' | 'write', flush: ForeignTest['flush'], seen: Seen) {
  if (flush === undefined) return seen.calls[direction];
  return flush === 'once' ? 1 : callsOf(processes, direction) / flush;
}

/**
 * Whether a drive answered. File systems in memory take direct calls and flushes, and some of others serve them from theirs; of
 * these no drive is listed, or one that had little to do.
 */
function accessOf(processes: readonly Job[], job: Job, direction: 'read' | 'write', seen: Seen): Access {
  const isDirect = isOn(optionOf(job, 'direct'));
  const flush = direction === 'write' ? flushOf(job) : undefined;
  if (!isDirect && flush === undefined) return 'buffered';
  const { devices } = seen;
  // Zeros need not be on a drive to be read.
  if (devices === null || isOn(optionOf(job, 'zero_buffers'))) return 'unsaid';
  if (isDirect && THROUGH_MEMORY.test(optionOf(job, 'ioengine') ?? '')) return 'unsaid';
  const least = MIN_SHARE_OF_DRIVE * leastAsked(processes, direction, isDirect ? undefined : flush, seen);
  const counts = devices.map((device) => {
    const [ios, merges] = [device[`${direction}_ios`], device[`${direction}_merges`]];
    return typeof ios === 'number' ? ios + (numberOf(merges) ?? 0) : null;
  });
  const isBusy = devices.some(({ util }) => numberOf(util) !== null);
  if (!counts.some((count) => (count === null ? isBusy : count >= least))) return 'unsaid';
  return isDirect ? 'direct' : 'buffered';
}

function readJob(processes: readonly Job[], job: Job, seen: Seen): ForeignTest | Refusal {
  if (processes.some(({ fields }) => isOn(fields['error']))) return 'job_failed';
  const kind = kindOf(processes, job);
  if (typeof kind === 'string' || 'kind' in kind) return kind;
  const { row, direction, side } = kind;
  const times = objectOf(objectOf(job.fields[direction])?.['clat_ns']);
  const flush = direction === 'write' ? flushOf(job) : undefined;
  // The time of a write is told without the flush behind it, which is a call of its own.
  const isTimed = typeof flush !== 'number' || isOn(optionOf(job, 'sync'));
  // Percentiles of several processes cannot be put together.
  const p99 = isTimed && processes.length === 1 ? numberOf(objectOf(times?.['percentile'])?.['99.000000']) : null;
  return {
    ...{ row, direction, bytesPerS: side.bytesPerS, mean_ns: isTimed ? side.mean_ns : null, p99_ns: p99 },
    access: accessOf(processes, job, direction, seen),
    ...(flush && { flush }),
  };
}

/** `fio --output-format=json` and `json+`, of version 3; the text form may be around it. */
export const fio: ForeignFormat = {
  tool: 'fio',
  head: /"fio version"\s*:\s*"(?:fio-)?([^"]*)"|"jobname"\s*:/,
  read(text, into, isWhole) {
    // While it runs fio prints every job again and again: the last is the whole one, whether or not it can be shown.
    const outcomes = new Map<string, { job: Job; outcome: ForeignTest | Refusal; isBeside: boolean }>();
    for (const report of reportsIn(text, into, isWhole)) {
      const hosts = new Set(report.jobs.map(({ fields }) => textOf(fields['hostname'])));
      const [firstJob] = report.jobs;
      if (!firstJob) continue;
      if (hosts.size > 1) {
        into.refuse('several_hosts', null);
        continue;
      }
      const jobs = new Map<string, [Job, ...Job[]]>();
      for (const job of report.jobs) {
        const key = JSON.stringify([groupOf(job), job.name, ...job.options]);
        const processes = jobs.get(key);
        if (processes) processes.push(job);
        else jobs.set(key, [job]);
      }
      const seen = seenIn(report, jobs.values());
      const shared = JSON.stringify([...firstJob.shared]);
      for (const [key, processes] of jobs) {
        const [job] = processes;
        const outcome = readJob(processes, job, seen);
        if (outcomes.has(key + shared) && typeof outcome === 'object' && 'row' in outcome) into.repeat(job.name);
        const isBeside = seen.crowded.has(groupOf(job)) && !isWaiting(job);
        outcomes.set(key + shared, { job, outcome, isBeside });
      }
    }
    for (const { job, outcome, isBeside } of outcomes.values()) {
      into.add(job.line, job.name, outcome);
      if (isBeside && typeof outcome === 'object' && 'row' in outcome) into.refuse('job_beside', job.line, job.name);
    }
  },
};
