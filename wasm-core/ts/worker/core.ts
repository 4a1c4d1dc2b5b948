import createCore, { type CoreHost } from '../../dist/core.mjs';
import { ERRORS, JobView, type CoreError, type RequestName } from './abi.ts';

/** The core in this worker: takes a request, blocks until it is done, and lets the outcome be read. */
export class Core {
  readonly job: JobView;
  readonly #run: () => void;

  private constructor(job: JobView, run: () => void) {
    this.job = job;
    this.#run = run;
  }

  static async instantiate(
    module: WebAssembly.Module,
    host: Pick<CoreHost, 'storage' | 'failed' | 'sleep' | 'begin' | 'poll' | 'claim' | 'lock' | 'unlock'>,
  ): Promise<Core> {
    const core = await new Promise<Awaited<ReturnType<typeof createCore>>>((resolve, reject) => {
      createCore({
        ...host,
        instantiateWasm: (imports, receive) => {
          WebAssembly.instantiate(module, imports).then(receive, reject);
          return {};
        },
        onAbort: (reason) => reject(new Error(`the core ended: ${String(reason)}`)),
      }).then(resolve, reject);
    });
    const job = new JobView(() => core.HEAPU8.buffer, core._opfsmark_job());
    return new Core(job, () => core._opfsmark_run());
  }

  /** Returns why it failed, or `none`. */
  run(request: Partial<Record<RequestName, number>>): CoreError {
    this.job.request(request);
    this.#run();
    return ERRORS[this.job.get('outcome.error')] ?? 'bad_request';
  }
}
