/** Has every file handle of this worker spin: put before the engine's own worker where a slowdown is planted. */
import { spinAfter } from './planted.ts';

const { prototype } = FileSystemSyncAccessHandle;
for (const name of ['read', 'write', 'flush'] as const) {
  const call = prototype[name] as (...args: unknown[]) => unknown;
  Object.defineProperty(prototype, name, {
    value(this: FileSystemSyncAccessHandle, ...args: unknown[]) {
      const startMs = performance.now();
      const result = call.apply(this, args);
      spinAfter(startMs);
      return result;
    },
  });
}
