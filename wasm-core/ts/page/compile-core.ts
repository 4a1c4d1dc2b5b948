import { CoreNotLoaded } from './errors.ts';
import type { Host } from './host.ts';

/** Whatever goes wrong here is the core's absence, not a worker's fault. */
export async function compileCore(host: Host): Promise<WebAssembly.Module> {
  try {
    return await host.core.compile();
  } catch (error) {
    throw new CoreNotLoaded(String(error));
  }
}
