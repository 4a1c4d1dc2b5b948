import { MIB, type Fill } from '@opfsmark/schema/documents';
import {
  FORGET,
  forgetSeconds,
  forgetStep,
  forgetStepBytes,
  sampleFillStep,
} from '@opfsmark/schema/families/matrix/forget';
import { suspicionOf } from '@opfsmark/schema/families/matrix/flushes';
import type { Forget } from '@opfsmark/schema/families/matrix/schema';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { CallFailed } from '../../page/errors.ts';
import { attachFiles, attachRequest, detachFiles, type FileSet } from '../../page/handles.ts';
import { fillFiles } from '../../page/passes.ts';
import { placeOf } from '../../page/progress.ts';
import type { Session } from '../../page/session.ts';
import { clockStepOf } from '../../page/with-session.ts';
import { hasFiles, holeFile } from '../../protocol/files.ts';
import type { HolesReply, HolesRequest, Sample } from '../../protocol/messages.ts';
import { samplePartSet, type Findings } from './findings.ts';

/** A sample is slow beyond this share of those from memory that were taken around it, and a step of the clock. */
const MEMORY_QUANTILE = 0.75;
/** Those from memory are read so far before the end of the hole: read lately, and no longer in the processor's caches. */
const MEMORY_BYTES_BACK = 64 * MIB;
/** Holes cost time where growing a file takes so much of what writing it would take, and of growing a small one. */
const COSTLY_SHARE_OF_FILL = 0.5;
const COSTLY_TIMES = 2;

/** Samples of memory that the next one of the file is held against: those of one whole step. */
const MAX_FROM_MEMORY = 2 * FORGET.samplesPerStep;
const MAX_SAMPLES = FORGET.sampleBytes / FORGET.sampleRegionBytes;

const NOTHING_READ = { bytes_read: 0, elapsed_ns: 0, slow_samples: 0, samples: 0 };

/** Places in one MiB of a file, far apart. */
function sampleOf(of: Sample['of'], region: number): Sample {
  const { sampleRegionBytes, callsPerSample } = FORGET;
  const strideBytes = sampleRegionBytes / callsPerSample;
  return {
    of,
    places: Array.from({ length: callsPerSample }, (_, call) => region * sampleRegionBytes + call * strideBytes),
  };
}

/** `count` of the file, each between two of the hole, so that what slows the machine meanwhile slows both. */
function samplesFrom(firstRegion: number, firstHoleRegion: number, count: number): Sample[] {
  return Array.from({ length: count }, (_, index) => [
    sampleOf('hole', firstHoleRegion + 2 * index),
    sampleOf('file', firstRegion + index),
    sampleOf('hole', firstHoleRegion + 2 * index + 1),
  ]).flat();
}

/** The time that a read from memory does not take: see `MEMORY_QUANTILE`. */
function slowBeyondNs(fromMemoryNs: readonly number[], clockStepNs: number): number {
  const sortedNs = fromMemoryNs.toSorted((a, b) => a - b);
  return (sortedNs[Math.ceil(MEMORY_QUANTILE * sortedNs.length) - 1] ?? 0) + clockStepNs;
}

/** Fills the page cache with holes until samples of what was written last no longer come from it. */
class HoleReader {
  readonly #session: Session;
  readonly #sampleSet: FileSet;
  readonly #fill: Fill;
  readonly #maxS: number;
  readonly #sizes: number[] = Array.from({ length: FORGET.workers }, () => 0);
  readonly #fromMemoryNs: number[] = [];
  #elapsedNs = 0;
  #samples = 0;
  #slowSamples = 0;
  #slowSteps = 0;

  constructor(session: Session, sampleSet: FileSet, fill: Fill, maxS: number) {
    this.#session = session;
    this.#sampleSet = sampleSet;
    this.#fill = fill;
    this.#maxS = maxS;
  }

  get counts(): Omit<Forget, 'ended'> {
    return {
      bytes_read: this.#bytesRead,
      elapsed_ns: this.#elapsedNs,
      slow_samples: this.#slowSamples,
      samples: this.#samples,
    };
  }

  async run(maxBytes: number): Promise<Forget['ended']> {
    const { pool } = this.#session;
    await pool.together(
      'attach',
      this.#sizes.map((_, worker) => ({ fileName: holeFile(worker), create: true, mode: 'readwrite' })),
    );
    const refusal = await this.#tryGrowing();
    if (refusal) return refusal;
    for (;;) {
      const stepBytes = Math.min(maxBytes - this.#bytesRead, forgetStepBytes(this.#bytesRead, this.#slowSteps > 0));
      const blocks = Math.floor(stepBytes / FORGET.blockBytes);
      if (blocks < FORGET.workers) return maxBytes < FORGET.maxBytes ? 'no_space' : 'limit_bytes';
      if (this.#samples + FORGET.samplesPerStep > MAX_SAMPLES) return 'limit_bytes';
      // Where there is little room, a hole grows by no more than a step.
      const growBytes = Math.min(FORGET.growBytes, stepBytes);
      const replies = await this.#read(FORGET.workers, blocks, { growBytes, flush: false });
      if (replies.some(({ full }) => full)) return 'no_space';
      await this.#sample();
      if (this.#slowSteps >= FORGET.slowSteps) return 'forgotten';
      if (this.#elapsedNs >= this.#maxS * 1e9) return 'limit_time';
    }
  }

  get #bytesRead(): number {
    return this.#sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Some file systems write zeros instead of keeping a hole. */
  async #tryGrowing(): Promise<Forget['ended'] | null> {
    const { trialBytes, blockBytes } = FORGET;
    const [smallReply] = await this.#read(1, 1, { growBytes: blockBytes, flush: true });
    const [largeReply] = await this.#read(1, trialBytes / blockBytes, { growBytes: trialBytes, flush: true });
    if (!smallReply || !largeReply || smallReply.full || largeReply.full) return 'no_space';
    const { bytes, elapsed_ns, flush_ns } = this.#fill;
    const writingNs = (trialBytes * (elapsed_ns + flush_ns)) / bytes;
    return largeReply.growNs > COSTLY_TIMES * smallReply.growNs + COSTLY_SHARE_OF_FILL * writingNs
      ? 'holes_cost'
      : null;
  }

  /** So many workers read so many blocks of their own files together. */
  async #read(workers: number, blocks: number, how: Pick<HolesRequest, 'growBytes' | 'flush'>): Promise<HolesReply[]> {
    const limitNs = Math.max(0, this.#maxS * 1e9 - this.#elapsedNs);
    const requests = this.#sizes.slice(0, workers).map((fromBytes) => {
      return { fromBytes, blocks, blockBytes: FORGET.blockBytes, limitNs, ...how };
    });
    const replies = await this.#session.pool.together('holes', requests);
    this.#session.throwIfStopped();
    replies.forEach(({ bytes }, worker) => (this.#sizes[worker] = (this.#sizes[worker] ?? 0) + bytes));
    this.#elapsedNs += Math.max(...replies.map(({ elapsedNs }) => elapsedNs));
    return replies;
  }

  /** Where one is not slow, the file is still in memory: the others are kept for later. */
  async #sample(): Promise<void> {
    const isSlow = (await this.#slowOf(1)) === 1;
    const slowCount = isSlow ? await this.#slowOf(FORGET.samplesPerStep - 1) : 0;
    this.#slowSteps = isSlow && slowCount === FORGET.samplesPerStep - 1 ? this.#slowSteps + 1 : 0;
  }

  /** How many of the next samples are slow. */
  async #slowOf(count: number): Promise<number> {
    const holeRegion = Math.max(0, Math.floor(((this.#sizes[0] ?? 0) - MEMORY_BYTES_BACK) / FORGET.sampleRegionBytes));
    // Once more after the first, other places of the hole.
    const samples = samplesFrom(this.#samples, count === 1 ? holeRegion : holeRegion + 2, count);
    const { ns } = await this.#session.pool.one(0, 'sample', {
      file: attachRequest(this.#sampleSet, 0, 'filled'),
      blockBytes: FORGET.sampleBlockBytes,
      samples,
    });
    this.#session.throwIfStopped();
    const nsOf = (of: Sample['of']) => ns.filter((_, index) => samples[index]?.of === of);
    this.#fromMemoryNs.push(...nsOf('hole'));
    const thresholdNs = slowBeyondNs(this.#fromMemoryNs.slice(-MAX_FROM_MEMORY), clockStepOf(this.#session.clocks));
    const ofFile = nsOf('file');
    const slowCount = ofFile.filter((sampleNs) => sampleNs > thresholdNs).length;
    this.#samples += ofFile.length;
    this.#slowSamples += slowCount;
    this.#elapsedNs += ns.reduce((sum, sampleNs) => sum + sampleNs, 0);
    return slowCount;
  }
}

/** A worker that lives could not do it: the run goes on without. */
const isRefusal = (error: unknown) => error instanceof CallFailed && error.failure.code !== 'worker_died';

async function endOf(session: Session, reader: HoleReader): Promise<Forget['ended']> {
  const spaceBytes = await session.unlessStopped(session.host.spaceLeft());
  const maxBytes = Math.min(FORGET.maxBytes, (spaceBytes ?? Number.POSITIVE_INFINITY) * FORGET.maxShareOfSpace);
  if (maxBytes < FORGET.trialBytes + FORGET.blockBytes) return 'no_space';
  try {
    return await reader.run(maxBytes);
  } catch (error) {
    if (isRefusal(error)) return 'not_supported';
    throw error;
  }
}

/** Deletes what only forgetting needed, and with the holes frees the memory that they took. */
async function deleteFiles(session: Session, sampleSet: FileSet): Promise<void> {
  await detachFiles(session.pool);
  const holes = Array.from({ length: FORGET.workers }, (_, worker) => holeFile(worker));
  for (const name of [...holes, attachRequest(sampleSet, 0, 'filled').fileName]) {
    await session.unlessStopped(session.host.deleteFiles(name));
  }
}

/** Makes the system forget files that were written and never read. Where it cannot, the result says why. */
export async function forgetFiles(session: Session, plan: MatrixPlan, findings: Findings): Promise<void> {
  const { fill } = findings.result;
  // Where files are kept in memory, a hole may take as much of it as data.
  if (!fill || !hasFiles(session.engine) || suspicionOf({ environment: session, result: findings.result }) !== null) {
    findings.setForget({ ...NOTHING_READ, ended: 'not_supported' });
    return;
  }
  const sampleSet = samplePartSet(plan, session.layout);
  await attachFiles(session.pool, sampleSet, 'new');
  await fillFiles(session, sampleSet, sampleFillStep(plan, session.layout));
  await detachFiles(session.pool);
  const maxS = forgetSeconds(plan, fill);
  session.enter(placeOf('forgetting'), forgetStep(maxS));
  const reader = new HoleReader(session, sampleSet, fill, maxS);
  const end = await endOf(session, reader);
  session.progress.forecast.countWork(reader.counts.bytes_read);
  findings.setForget({ ...reader.counts, ended: end });
  await deleteFiles(session, sampleSet);
}
