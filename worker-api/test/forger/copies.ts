import {
  bucketLowerNs,
  BUCKET_COUNT,
  decodeHistogram,
  emptyCounts,
  encodeHistogram,
  type Pass,
  type Side,
  sum,
  totalCount,
} from '@opfsmark/schema/documents';
import { randomOf } from '@opfsmark/schema/test-support/random';
import { planAsRun, visitedBytes } from '@opfsmark/schema/families/matrix/budget';
import type { Grid } from './operations.ts';
import { retimePass } from './retime.ts';

/** The changes that one copier makes to a record that somebody else has measured. */
export interface CopyDraw {
  /** How much: what it means is the strategy's to say. */
  readonly strength: number;
  /** Another run, of the same plan, to mix with. */
  readonly other: Grid;
  readonly seed: number;
}

type Random = () => number;

/** The latencies that a clock with this step shows, bucket by bucket; `null` where a bucket holds none. */
function valuesOfClock(stepNs: number): readonly (number | null)[] {
  return Array.from({ length: BUCKET_COUNT }, (_, bucket) => {
    const [lowerNs, upperNs] = [bucketLowerNs(bucket), bucketLowerNs(bucket + 1)];
    if (stepNs <= 0) return bucket === 0 ? 256 : Math.round((lowerNs + upperNs) / 2);
    // The one nearest to the middle.
    const middle = Math.round((lowerNs + upperNs) / 2 / stepNs) * stepNs;
    const ns = middle >= lowerNs && middle < upperNs ? middle : Math.ceil(lowerNs / stepNs) * stepNs;
    return ns < upperNs ? ns : null;
  });
}

interface Clock {
  readonly valuesNs: readonly (number | null)[];
  /** The next bucket up or down that can hold a call. */
  readonly next: (bucket: number, by: 1 | -1) => number;
}

function clockOf({ environment }: Grid): Clock {
  const valuesNs = valuesOfClock(environment.engine.startsWith('node') ? 0 : environment.clock_step_ns);
  const next = (bucket: number, by: 1 | -1) => {
    for (let i = bucket + by; i >= 0 && i < BUCKET_COUNT - 1; i += by) if (valuesNs[i] !== null) return i;
    return bucket;
  };
  return { valuesNs, next };
}

/** How many of `n` calls, each with this chance. */
function draws(n: number, chance: number, random: Random): number {
  if (n > 200) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.min(n, Math.round(n * chance + normal * Math.sqrt(n * chance * (1 - chance)))));
  }
  let hits = 0;
  for (let i = 0; i < n; i++) if (random() < chance) hits++;
  return hits;
}

/** `n` calls, drawn from these shares. */
function redraw(shares: readonly number[], n: number, random: Random): number[] {
  let [callsLeft, weightLeft] = [n, sum(shares)];
  return shares.map((share) => {
    const calls = share > 0 ? draws(callsLeft, Math.min(1, share / weightLeft), random) : 0;
    [callsLeft, weightLeft] = [callsLeft - calls, weightLeft - share];
    return calls;
  });
}

type Change = (counts: readonly number[], strength: number, random: Random, clock: Clock) => number[];

function moveEach(
  counts: readonly number[],
  moves: (bucket: number, n: number) => readonly [to: number, n: number][],
): number[] {
  const result = emptyCounts();
  counts.forEach((n, bucket) => {
    if (n === 0) return;
    let left = n;
    for (const [to, calls] of moves(bucket, n)) {
      result[to] = (result[to] ?? 0) + calls;
      left -= calls;
    }
    result[bucket] = (result[bucket] ?? 0) + left;
  });
  return result;
}

/** The changes to the calls of one pass. */
const CHANGES: Readonly<Record<string, Change>> = {
  'so many pairs: a low and a high call become two middle ones'(counts, strength, random, { next }) {
    const result = [...counts];
    for (let i = 0; i < strength; i++) {
      const filled = result.flatMap((n, bucket) => (n > 0 ? [bucket] : []));
      const low = filled[Math.floor((random() * filled.length) / 2)] ?? 0;
      const high = filled[Math.floor((0.5 + random() / 2) * filled.length)] ?? low;
      if (high - low < 4) continue;
      for (const [bucket, to] of [
        [low, next(low, 1)],
        [high, next(high, -1)],
      ] as const) {
        result[bucket] = (result[bucket] ?? 0) - 1;
        result[to] = (result[to] ?? 0) + 1;
      }
    }
    return result;
  },
  'this share of calls moves to a neighbouring bucket': (counts, strength, random, { next }) =>
    moveEach(counts, (bucket, n) => {
      const moved = draws(n, strength, random);
      const up = draws(moved, 0.5, random);
      return [
        [next(bucket, 1), up],
        [next(bucket, -1), moved - up],
      ];
    }),
  'all buckets move by so many': (counts, strength, _random, { next }) =>
    moveEach(counts, (bucket, n) => {
      let to = bucket;
      for (let i = 0; i < strength; i++) to = next(to, 1);
      return [[to, n]];
    }),
  'every latency is so many times as long, spread over buckets': (counts, strength, random, { valuesNs, next }) =>
    moveEach(counts, (bucket, n) => {
      const [ns, nextNs] = [valuesNs[bucket] ?? 0, valuesNs[next(bucket, 1)] ?? 0];
      if (bucket === 0 || nextNs <= ns) return [];
      let [to, share] = [bucket, (ns * (strength - 1)) / (nextNs - ns)];
      while (share > 1) {
        const far = next(to, 1);
        const farther = next(far, 1);
        share = (ns * strength - (valuesNs[far] ?? 0)) / Math.max(1, (valuesNs[farther] ?? 0) - (valuesNs[far] ?? 0));
        to = far;
      }
      const up = draws(n, Math.max(0, Math.min(1, share)), random);
      return [
        [next(to, 1), up],
        [to, n - up],
      ];
    }),
  'this share of calls is left out': (counts, strength, random) => counts.map((n) => n - draws(n, strength, random)),
  'this share of calls is added, where there are any': (counts, strength, random) =>
    counts.map((n) => n + draws(n, strength, random)),
  'this share of calls is added at one place'(counts, strength, random) {
    const total = totalCount(counts);
    const filled = counts.flatMap((n, bucket) => (n > 0 ? [bucket] : []));
    const at = filled[Math.floor(random() * filled.length)] ?? 0;
    return counts.map((n, bucket) => (bucket === at ? n + Math.round(total * strength) : n));
  },
  'the slowest calls are left out, this share'(counts, strength) {
    let left = Math.floor(totalCount(counts) * strength);
    return counts
      .toReversed()
      .map((n) => {
        const out = Math.min(n, left);
        left -= out;
        return n - out;
      })
      .toReversed();
  },
  'as many calls drawn from the histogram': (counts, _strength, random) => redraw(counts, totalCount(counts), random),
  'as many calls drawn from the histogram smoothed over so many buckets'(counts, strength, random, { next }) {
    let shares = [...counts];
    for (let i = 0; i < strength; i++) {
      shares = moveEach(shares, (bucket, n) => [
        [next(bucket, 1), n / 3],
        [next(bucket, -1), n / 3],
      ]);
    }
    return redraw(shares, totalCount(counts), random);
  },
};

const sidesOf = (pass: Pass): Side[] => [pass.read, pass.write].filter((side) => side !== undefined);
const numbersOf = (text: string) => (text === '' ? [] : text.split(' ').map(Number));

/** Whole numbers in the same proportions, with this sum. */
function scaledTo(values: readonly number[], total: number): number[] {
  const before = Math.max(1, sum(values));
  let [done, rest] = [0, 0];
  return values.map((n) => {
    rest += n;
    const upTo = Math.round((rest * total) / before);
    const mine = upTo - done;
    done = upTo;
    return mine;
  });
}

/** Everything that hangs together with a side's histogram. */
function setCounts(side: Side, counts: readonly number[], blockBytes: number, { valuesNs }: Clock): void {
  const before = sum((decodeHistogram(side.histogram) ?? []).map((n, bucket) => n * (valuesNs[bucket] ?? 0)));
  const filled = counts.flatMap((n, bucket) => (n > 0 ? [bucket] : []));
  const [first, last] = [filled[0] ?? 0, filled.at(-1) ?? 0];
  const inCallsNs = sum(counts.map((n, bucket) => n * (valuesNs[bucket] ?? 0)));
  const within = (ns: number, bucket: number) => ns >= bucketLowerNs(bucket) && ns < bucketLowerNs(bucket + 1);
  if (!within(side.min_ns, first)) side.min_ns = valuesNs[first] ?? 0;
  if (!within(side.max_ns, last)) side.max_ns = valuesNs[last] ?? 0;
  // The sum keeps what a bucket does not tell, and stays a multiple of the clock's step.
  side.busy_ns = Math.max(0, side.busy_ns + inCallsNs - before);
  side.ops = totalCount(counts);
  side.bytes = side.ops * blockBytes;
  side.histogram = encodeHistogram(counts);
  const longestUs = Math.round(side.max_ns / 1e3);
  side.series = {
    ops: scaledTo(numbersOf(side.series.ops), side.ops).join(' '),
    busy_us: scaledTo(numbersOf(side.series.busy_us), Math.round(side.busy_ns / 1e3)).join(' '),
    max_us: reaching(numbersOf(side.series.max_us), longestUs).join(' '),
  };
}

/** The largest of some numbers becomes `to`, and none is above it. */
function reaching(values: readonly number[], to: number): number[] {
  const at = values.indexOf(Math.max(...values));
  return values.map((value, i) => (i === at ? to : Math.min(value, to)));
}

function changePass(
  pass: Pass,
  blockBytes: number,
  clock: Clock,
  change: (counts: readonly number[]) => number[],
): void {
  const busyBefore = sum(sidesOf(pass).map((side) => side.busy_ns));
  for (const side of sidesOf(pass)) {
    if (side.histogram !== '') setCounts(side, change(decodeHistogram(side.histogram) ?? []), blockBytes, clock);
  }
  const factor = sum(sidesOf(pass).map((side) => side.busy_ns)) / Math.max(1, busyBefore);
  const closingNs = pass.total_ns - pass.elapsed_ns;
  // A pass that ended at its limit took no less.
  const shortest = pass.ended === 'limit' ? Math.max(1, factor) : factor;
  pass.elapsed_ns = Math.max(Math.ceil(pass.elapsed_ns * shortest), ...sidesOf(pass).map(({ max_ns }) => max_ns));
  pass.total_ns = pass.elapsed_ns + closingNs;
  pass.flush_ns = Math.min(pass.flush_ns, pass.total_ns);
}

const passesOf = ({ result }: Grid) => result.jobs.flatMap((job) => job.passes.map((pass) => ({ job, pass })));

/** Makes a job or a pass so many times as fast, as a forger who knows every identity does. */
function retime(record: Grid, factorOf: (job: number, pass: number) => number): void {
  const { environment } = record;
  const stepNs = environment.engine.startsWith('node') ? 0 : environment.clock_step_ns;
  record.result.jobs.forEach((job, j) => {
    const maxOps = Math.floor(visitedBytes(planAsRun(record), job.row, job) / job.row.block_bytes);
    job.passes.forEach((pass, p) =>
      retimePass(pass, job.row.block_bytes, maxOps, pass.ended === 'limit' ? pass.elapsed_ns : 0, {
        factor: factorOf(j, p),
        stepNs,
      }),
    );
  });
}

const around = (strength: number, random: Random) => Math.exp((2 * random() - 1) * strength);

/** The same pass of another run. */
const peerOf = (other: Grid, j: number, pass: Pass): Pass | undefined =>
  other.result.jobs[j]?.passes.find(
    ({ kind, loop, timing }) => kind === pass.kind && loop === pass.loop && timing === pass.timing,
  );

type Strategy = (record: Grid, draw: CopyDraw) => void;

const changes = Object.entries(CHANGES).map(([name, change]): [string, Strategy] => [
  name,
  (record, { strength, seed }) => {
    const [random, clock] = [randomOf(seed), clockOf(record)];
    for (const { job, pass } of passesOf(record)) {
      changePass(pass, job.row.block_bytes, clock, (counts) => change(counts, strength, random, clock));
    }
  },
]);

export const COPY_STRATEGIES: Readonly<Record<string, Strategy>> = {
  nothing: () => undefined,
  ...Object.fromEntries(changes),
  'everything is so many times as fast': (record, { strength }) => retime(record, () => strength),
  'every job is faster or slower by up to this share'(record, { strength, seed }) {
    const random = randomOf(seed);
    const factors = record.result.jobs.map(() => around(strength, random));
    retime(record, (job) => factors[job] ?? 1);
  },
  'every pass is faster or slower by up to this share'(record, { strength, seed }) {
    const random = randomOf(seed);
    retime(record, () => around(strength, random));
  },
  'windows are longer by up to this share'(record, { strength, seed }) {
    const random = randomOf(seed);
    for (const { pass } of passesOf(record).filter(({ job }) => job.workers > 1)) {
      const addedNs = Math.round(pass.elapsed_ns * strength * random());
      Object.assign(pass, { elapsed_ns: pass.elapsed_ns + addedNs, total_ns: pass.total_ns + addedNs });
    }
  },
  'loops in another order'(record, { seed }) {
    const random = randomOf(seed);
    for (const job of record.result.jobs) {
      for (const kind of new Set(job.passes.map((pass) => pass.kind))) {
        const same = job.passes.filter((pass) => pass.kind === kind && pass.loop > 0);
        const loops = same.map(({ loop }) => loop).toSorted(() => random() - 0.5);
        same.forEach((pass, i) => void (pass.loop = loops[i] ?? pass.loop));
      }
    }
  },
  'this share of jobs of another run'(record, { strength, other, seed }) {
    const random = randomOf(seed);
    record.result.jobs = record.result.jobs.map((job, j) =>
      random() < strength ? structuredClone(other.result.jobs[j] ?? job) : job,
    );
  },
  'this share of passes of another run'(record, { strength, other, seed }) {
    const random = randomOf(seed);
    record.result.jobs.forEach((job, j) => {
      job.passes = job.passes.map((pass) =>
        random() < strength ? structuredClone(peerOf(other, j, pass) ?? pass) : pass,
      );
    });
  },
  'this share of the calls of another run in each pass'(record, { strength, other, seed }) {
    const [random, clock] = [randomOf(seed), clockOf(record)];
    record.result.jobs.forEach((job, j) => {
      for (const pass of job.passes) {
        const peer = peerOf(other, j, pass);
        for (const name of ['read', 'write'] as const) {
          const [side, peerSide] = [pass[name], peer?.[name]];
          if (!side || !peerSide || side.histogram === '' || peerSide.histogram === '') continue;
          const theirs = decodeHistogram(peerSide.histogram) ?? [];
          changePass(pass, job.row.block_bytes, clock, (counts) =>
            counts.map((n, bucket) => draws(n, 1 - strength, random) + draws(theirs[bucket] ?? 0, strength, random)),
          );
        }
      }
    });
  },
  'this share of jobs drawn anew, the rest as it was'(record, { strength, seed }) {
    const [random, clock] = [randomOf(seed), clockOf(record)];
    const change = CHANGES['as many calls drawn from the histogram smoothed over so many buckets'];
    for (const job of record.result.jobs) {
      if (random() >= strength) continue;
      for (const pass of job.passes)
        changePass(pass, job.row.block_bytes, clock, (counts) => change?.(counts, 6, random, clock) ?? []);
    }
  },
};

/** Another run of the same machine, as it may have been: every call drawn anew from histograms without their noise. */
export function twinOf(record: Grid, seed: number): Grid {
  const [twin, random, clock] = [structuredClone(record), randomOf(seed), clockOf(record)];
  const change = CHANGES['as many calls drawn from the histogram smoothed over so many buckets'];
  for (const { job, pass } of passesOf(twin)) {
    changePass(pass, job.row.block_bytes, clock, (counts) => change?.(counts, 12, random, clock) ?? []);
  }
  return twin;
}
