import type { Engine, Failure } from '@opfsmark/schema/documents';
import { Control } from '../protocol/control.ts';
import { hasFiles } from '../protocol/files.ts';
import type { Content, Kind, Protocol, RawSide, Reply, Request, Share } from '../protocol/messages.ts';
import {
  DATA,
  ENDED,
  ENGINE,
  errorNumber,
  FLUSH,
  OPERATION,
  PATTERN,
  TASK,
  TIMING,
  VISITS,
  type JobView,
  type RequestName,
  type SideName,
} from './abi.ts';
import { Core } from './core.ts';
import { describe, errorNameOf, errorOfJob, failureOf } from './failure.ts';
import { readHoles, Storage, timeSamples, writeTextFile, type OwnFile } from './storage.ts';

function rawSide(job: JobView, side: SideName): RawSide {
  const bins = job.get('outcome.bins');
  return {
    ops: job.side(side, 'ops'),
    bytes: job.side(side, 'bytes'),
    short_ops: job.side(side, 'short_ops'),
    dropped: job.side(side, 'dropped'),
    busy_ns: job.side(side, 'busy_ns'),
    min_ns: job.side(side, 'min_ns'),
    max_ns: job.side(side, 'max_ns'),
    counts: job.counts(side),
    series: {
      ops: job.bins(side, 'bin_ops', bins),
      busyNs: job.bins(side, 'bin_busy_ns', bins),
      maxNs: job.bins(side, 'bin_max_ns', bins),
    },
  };
}

/** From inside the timed loop: writes to shared memory, allocates nothing. */
function publish(job: JobView, control: Control, worker: number): void {
  control.publish(worker, 'readOps', job.side('read', 'ops'));
  control.publish(worker, 'writeOps', job.side('write', 'ops'));
  control.publish(worker, 'readBytes', job.side('read', 'bytes'));
  control.publish(worker, 'writeBytes', job.side('write', 'bytes'));
  control.publish(worker, 'busyReadNs', job.side('read', 'busy_ns'));
  control.publish(worker, 'busyWriteNs', job.side('write', 'busy_ns'));
  control.publish(worker, 'maxNs', Math.max(job.side('read', 'max_ns'), job.side('write', 'max_ns')));
}

type HandlerReply<K extends Kind> =
  | { readonly ok: true; readonly value: Protocol[K]['reply'] }
  | { readonly ok: false; readonly failure: Failure };

type Handlers = {
  readonly [K in Kind]: (body: Protocol[K]['request']) => HandlerReply<K> | Promise<HandlerReply<K>>;
};

type CoreRequest = Partial<Record<RequestName, number>>;

const FILL_BIN_NS = 100e6;
const FLOOR_BIN_NS = 100e6;

/** The state of a worker once it has started. */
interface Started {
  readonly core: Core;
  readonly control: Control;
  readonly workerIndex: number;
  readonly engine: keyof typeof ENGINE;
  readonly storage: OwnFile;
  /** A second file, of which samples are taken. */
  readonly sampled: OwnFile;
  /** The words of the last exception, for the failure it leads to. */
  lastError: string | undefined;
  atBarrier: boolean;
  /** When the window under way began. */
  beganMs: number;
}

function isCoreEngine(engine: Engine): engine is keyof typeof ENGINE {
  return engine in ENGINE;
}

function refusal(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}

function shareFields(share: Share): CoreRequest {
  return { block_bytes: share.blockBytes, block_count: share.blockCount, first: share.first, stride: share.stride };
}

function contentFields(content: Content): CoreRequest {
  return {
    data: DATA[content.data],
    content_seed: content.seed,
    file_id: content.fileId,
    generation: content.generation,
  };
}

/** Runs a job; `null` when it was done. `atBarrier`: its window begins together with the other workers'. */
function run(worker: Started, request: CoreRequest, atBarrier = false): Failure | null {
  worker.lastError = undefined;
  worker.atBarrier = atBarrier;
  const error = worker.core.run({ ...request, engine: ENGINE[worker.engine] });
  publish(worker.core.job, worker.control, worker.workerIndex);
  if (error === 'none') return null;
  const name = errorOfJob(error, request.operation);
  return failureOf(name, worker.lastError, worker.core.job.get('outcome.error_offset_bytes'));
}

/** `openStorage`: where this worker's file lies; default: the browser's own storage. */
export function createHandlers(openStorage: () => OwnFile = () => new Storage()): Handlers {
  let startedWorker: Started | null = null;

  /** A handler that needs a started worker. */
  function on<K extends Kind>(
    handler: (worker: Started, body: Protocol[K]['request']) => HandlerReply<K> | Promise<HandlerReply<K>>,
  ): (body: Protocol[K]['request']) => HandlerReply<K> | Promise<HandlerReply<K>> {
    return (body) =>
      startedWorker ? handler(startedWorker, body) : refusal(failureOf('bad_request', 'the worker has not started'));
  }

  return {
    async start({ module, workerIndex, control: buffer, engine }) {
      if (!isCoreEngine(engine)) return refusal(failureOf('bad_request', `no engine of the core: ${String(engine)}`));
      const control = new Control(buffer);
      const storage = openStorage();
      let beats = 0;
      const core: Core = await Core.instantiate(module, {
        storage,
        failed: (error) => {
          worker.lastError = describe(error);
          return -errorNumber(storage.handle ? errorNameOf(error) : 'handle_lost');
        },
        sleep: (ms) => control.sleep(ms),
        begin: () => {
          if (worker.atBarrier) control.arriveAndWait();
          // A scripted drive keeps its own time, which begins with the window.
          worker.beganMs = engine === 'scripted' ? 0 : performance.timeOrigin + performance.now();
          // On a busy machine workers leave the barrier one after another: the window is that of the first.
          if (worker.atBarrier) core.job.shortenLimit((worker.beganMs - control.beganTogetherMs(worker.beganMs)) * 1e6);
        },
        poll: () => {
          publish(core.job, control, workerIndex);
          // A sign of life also where nothing is counted, as in a verification.
          control.publish(workerIndex, 'beats', ++beats);
          return control.stopped;
        },
        claim: () => control.claim(),
        lock: () => control.lock(),
        unlock: () => control.unlock(),
      });
      const worker: Started = {
        core,
        control,
        workerIndex,
        engine,
        storage,
        sampled: openStorage(),
        lastError: undefined,
        atBarrier: false,
        beganMs: 0,
      };
      startedWorker = worker;
      const failure = run(worker, { task: TASK.clock });
      if (failure) return refusal(failure);
      const { job } = core;
      return {
        ok: true,
        value: { clockStepNs: job.get('outcome.clock_step_ns'), clockCallNs: job.get('outcome.clock_call_ns') },
      };
    },

    attach: on<'attach'>(async ({ engine, storage, sampled }, body) => {
      sampled.close();
      if (engine === 'memory' && body.mode === 'readwrite-unsafe') {
        return refusal(failureOf('not_allowed', 'each worker has a memory of its own'));
      }
      if (!hasFiles(engine)) return { ok: true, value: { sizeBytes: null } };
      const result = await storage.open(body);
      return typeof result === 'number' ? { ok: true, value: { sizeBytes: result } } : refusal(result);
    }),

    writeText: on<'writeText'>(async ({ engine }, body) => {
      const failure = engine === 'opfs-sync' ? await writeTextFile(body) : null;
      return failure ? refusal(failure) : { ok: true, value: {} };
    }),

    detach: on<'detach'>(({ storage, sampled }) => {
      storage.close();
      sampled.close();
      return { ok: true, value: {} };
    }),

    fill: on<'fill'>((worker, { share, content }) => {
      const failure = run(worker, {
        task: TASK.pass,
        operation: OPERATION.write,
        pattern: PATTERN.sequential,
        timing: TIMING.each,
        flush: FLUSH.end,
        bin_ns: FILL_BIN_NS,
        ...shareFields(share),
        ...contentFields(content),
      });
      if (failure) return refusal(failure);
      const { job } = worker.core;
      return {
        ok: true,
        value: {
          beganMs: worker.beganMs,
          bytes: job.side('write', 'bytes'),
          elapsedNs: job.get('outcome.elapsed_ns'),
          flushNs: job.get('outcome.flush_ns'),
        },
      };
    }),

    pass: on<'pass'>((worker, body) => {
      const request = {
        task: TASK.pass,
        operation: OPERATION[body.operation],
        read_percent: body.readPercent,
        pattern: PATTERN[body.pattern],
        timing: TIMING[body.timing],
        flush: FLUSH[body.flush],
        visits: VISITS[body.visits],
        order_seed: body.orderSeed,
        limit_ns: body.limitNs,
        bin_ns: body.binNs,
        arrivals_per_s: body.arrivalsPerS ?? 0,
        ...shareFields(body.share),
        ...contentFields(body.content),
      };
      const failure = run(worker, request, true);
      if (failure) return refusal(failure);
      const { job } = worker.core;
      return {
        ok: true,
        value: {
          ended: ENDED[job.get('outcome.ended')] ?? 'stopped',
          beganMs: worker.beganMs,
          elapsedNs: job.get('outcome.elapsed_ns'),
          totalNs: job.get('outcome.total_ns'),
          flushNs: job.get('outcome.flush_ns'),
          binNs: job.get('outcome.bin_ns'),
          ...(body.arrivalsPerS && { due: job.get('outcome.arrivals'), lateNs: job.get('outcome.late_ns') }),
          ...(body.operation !== 'write' && { read: rawSide(job, 'read') }),
          ...(body.operation !== 'read' && { write: rawSide(job, 'write') }),
        },
      };
    }),

    floor: on<'floor'>((worker, { blockBytes, blocks, limitNs }) => {
      const share = shareFields({ blockBytes, blockCount: blocks, first: 0, stride: 1 });
      const hotPass = { task: TASK.pass, operation: OPERATION.read, pattern: PATTERN.sequential, timing: TIMING.each };
      const request = { ...hotPass, visits: VISITS.again, limit_ns: limitNs, bin_ns: FLOOR_BIN_NS, ...share };
      const failure = run(worker, request, true);
      if (failure) return refusal(failure);
      const { job } = worker.core;
      const hotRead = rawSide(job, 'read');
      const costsFailure = run(worker, { task: TASK.callCosts, ...share });
      if (costsFailure) return refusal(costsFailure);
      return {
        ok: true,
        value: {
          hotRead,
          emptyReadNs: job.get('outcome.empty_read_ns'),
          getSizeNs: job.get('outcome.get_size_ns'),
          cleanFlushNs: job.get('outcome.clean_flush_ns'),
        },
      };
    }),

    verify: on<'verify'>((worker, { share, content, sectors }) => {
      const failure = run(worker, { task: TASK.verify, sectors, ...shareFields(share), ...contentFields(content) });
      if (failure) return refusal(failure);
      return { ok: true, value: { sectors: worker.core.job.get('outcome.sectors') } };
    }),

    holes: on<'holes'>(({ storage, control, workerIndex }, body) => {
      const result = storage.handle ? readHoles(storage.handle, body, control, workerIndex) : failureOf('handle_lost');
      return 'code' in result ? refusal(result) : { ok: true, value: result };
    }),

    sample: on<'sample'>(async ({ storage, sampled }, body) => {
      const result = storage.handle ? await timeSamples(storage.handle, sampled, body) : failureOf('handle_lost');
      return 'code' in result ? refusal(result) : { ok: true, value: result };
    }),
  };
}

/** Answers each request of protocol/messages.ts exactly once. */
export function answerWith(handlers: Handlers): (request: Request) => Promise<Reply> {
  return async function answer<K extends Kind>({ id, kind, body }: Request<K>): Promise<Reply> {
    try {
      return { id, ...(await handlers[kind](body)) };
    } catch (error) {
      // Expected failures are values; this is a bug, or a core that has trapped.
      return { id, ok: false, failure: failureOf('bad_request', describe(error)) };
    }
  };
}
