import { encodeSeries, type CallSum } from '@opfsmark/schema/documents';
import {
  plannedFiles,
  SMALL_FILE_CASE_IDS,
  SMALL_FILE_CASES,
  SMALL_FILE_STEPS,
  smallFileStepId,
  type SmallFileStep,
} from '@opfsmark/schema/families/small-files/plan';
import type { SmallFileCase, SmallFilesPlan } from '@opfsmark/schema/families/small-files/schema';
import { nowNs, serve, VerifyFailed } from '../../../worker/tasks.ts';
import { ORDER, type FileWorkerReply, type FileWorkerRequest, type Share } from '../messages.ts';

/** The exception of a worker, to be thrown here. */
function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  return name === 'VerifyFailed' ? new VerifyFailed(message) : new DOMException(message, name);
}

/** All calls of some workers since they began. */
interface Done {
  readonly read: CallSum;
  readonly write: CallSum;
}

const plus = (a: CallSum, b: CallSum): CallSum => ({
  calls: a.calls + b.calls,
  bytes: a.bytes + b.bytes,
  ns: a.ns + b.ns,
});

function doneOf(replies: readonly Done[]): Done {
  return replies.reduce((sum, { read, write }) => ({ read: plus(sum.read, read), write: plus(sum.write, write) }));
}

/** The workers beside the family's own, which share its files. */
class FileWorkers {
  readonly #ports: readonly MessagePort[];

  constructor(ports: readonly MessagePort[]) {
    this.#ports = ports;
  }

  /** Gives the files of a set to the first `workers` of them. */
  async share(workers: number, set: Omit<Share, 'first' | 'workers'>): Promise<Done> {
    return doneOf(await this.#askAll(workers, (first) => ({ type: 'share', share: { ...set, first, workers } })));
  }

  async step(workers: number, step: Extract<FileWorkerRequest, { type: 'step' }>['step']): Promise<Done> {
    return doneOf(await this.#askAll(workers, () => ({ type: 'step', step })));
  }

  #askAll(
    workers: number,
    request: (index: number) => FileWorkerRequest,
  ): Promise<Extract<FileWorkerReply, { ok: true }>[]> {
    return Promise.all(this.#ports.slice(0, workers).map((port, index) => ask(port, request(index))));
  }
}

/** A worker that dies ends the run: the page, which started it, is told. */
function ask(port: MessagePort, request: FileWorkerRequest): Promise<Extract<FileWorkerReply, { ok: true }>> {
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<FileWorkerReply>) => {
      if (data.ok) resolve(data);
      else reject(errorOf(data));
    };
    port.postMessage(request);
  });
}

const minus = (a: CallSum, b: CallSum): CallSum => ({
  calls: a.calls - b.calls,
  bytes: a.bytes - b.bytes,
  ns: a.ns - b.ns,
});

serve<{ plan: SmallFilesPlan; finding: SmallFileCase }>(async (plan, { ports, step, report }) => {
  const fileWorkers = new FileWorkers(ports);
  // Safari has no createWritable before version 26: the set that is written with it is left out there.
  const apis = 'createWritable' in FileSystemFileHandle.prototype ? ['LL', 'HL'] : ['LL'];
  for (const id of SMALL_FILE_CASE_IDS) {
    const files = plannedFiles(plan, id);
    const { api, file_bytes, buffer_bytes } = SMALL_FILE_CASES[id];
    if (files === 0 || !apis.includes(api)) continue;
    const { workers, inFlight } = ORDER[api];
    const us: Record<SmallFileStep, number[]> = { create: [], copy: [], delete: [] };
    let callsBefore: Done | null = null;
    let verifiedFiles = 0;

    for (let trial = 0; trial < plan.trials; trial++) {
      const set = { api, fileBytes: file_bytes, bufferBytes: buffer_bytes ?? file_bytes, seed: plan.seed + trial };
      const callsSoFar = await fileWorkers.share(workers, { ...set, folder: `${id}-${trial}`, files, inFlight });
      // Calls of these workers for the cases before this one.
      callsBefore ??= callsSoFar;
      for (const name of SMALL_FILE_STEPS) {
        step(smallFileStepId(id, trial, name));
        const start = nowNs();
        const { read, write } = await fileWorkers.step(workers, name);
        us[name].push(Math.max(1, (nowNs() - start) / 1_000));
        if (name === 'copy') {
          await fileWorkers.step(workers, 'verify');
          verifiedFiles += files;
        }
        report({
          id,
          files,
          in_flight: workers * inFlight,
          create_us: encodeSeries(us.create),
          copy_us: encodeSeries(us.copy),
          delete_us: encodeSeries(us.delete),
          read: minus(read, callsBefore.read),
          write: minus(write, callsBefore.write),
          verified_files: verifiedFiles,
        });
      }
    }
  }
});
