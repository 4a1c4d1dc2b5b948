import createCore, { type CoreHost } from '../../dist/core.mjs';
import { ERRORS, JobView, type CoreError, type RequestName } from './abi.ts';

/** The memory of the core, by whatever name: compilers shorten those of exports, and from 4.0.7 on hand out no view of it. */
export function memoryOf(instance?: WebAssembly.Instance): WebAssembly.Memory {
  const memory = Object.values(instance?.exports ?? {}).find((value) => value instanceof WebAssembly.Memory);
  if (memory === undefined) throw new Error('the core exports no memory');
  return memory;
}

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
    const made: { instance?: WebAssembly.Instance } = {};
    const core = await new Promise<Awaited<ReturnType<typeof createCore>>>((resolve, reject) => {
      createCore({
        ...host,
        instantiateWasm: (imports, receive) => {
          WebAssembly.instantiate(module, imports)
            .then((instance) => {
              made.instance = instance;
              receive(instance);
            })
            .catch(reject);
          return {};
        },
        onAbort: (reason) => reject(new Error(`the core ended: ${String(reason)}`)),
      }).then(resolve, reject);
    });
    const memory = memoryOf(made.instance);
    const job = new JobView(() => memory.buffer, core._opfsmark_job());
    return new Core(job, () => core._opfsmark_run());
  }

  /** Returns why it failed, or `none`. */
  run(request: Partial<Record<RequestName, number>>): CoreError {
    this.job.request(request);
    this.#run();
    return ERRORS[this.job.get('outcome.error')] ?? 'bad_request';
  }
}
