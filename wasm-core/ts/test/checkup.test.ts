import { afterEach, expect, it, vi } from 'vitest';
import { checkUpOn } from '../checkup/checkup.ts';
import { FakeHost } from './fakes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

it('a checkup ends with what it has where browser and drive answer nothing, and says that the page is not isolated', async () => {
  const navigator = {
    storage: { estimate: never, persisted: never },
    wakeLock: { request: never },
  };
  vi.stubGlobal('navigator', navigator);
  const checkup = await checkUpOn(Object.assign(new FakeHost(() => 'hangs'), { isolated: false }));
  expect(checkup).toMatchObject({
    isolation: { isolated: false },
    wake_lock: { outcome: 'refused', error: 'TimeoutError' },
    storage: { persisted: null, quota_bytes: null, usage_bytes: null },
    run: { outcome: 'late' },
  });
});

it('a checkup tells whether data that were given an end are gone after it, and leaves none', async () => {
  vi.useFakeTimers();
  const host = new FakeHost();
  // One whose times come one after the other.
  vi.spyOn(host.clock, 'runAfter').mockImplementation((delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  });
  const files = new Map<string, { readonly endMs: number; readonly names: Set<string> }>();
  const open = (name: string, { expires }: { readonly expires?: number } = {}) => {
    const kept = files.get(name);
    const bucket = kept && kept.endMs > Date.now() ? kept : { endMs: expires ?? Infinity, names: new Set<string>() };
    files.set(name, bucket);
    const getFileHandle = (file: string, options?: { readonly create?: boolean }) => {
      if (options?.create) bucket.names.add(file);
      return bucket.names.has(file) ? Promise.resolve({}) : Promise.reject(new Error('not found'));
    };
    return Promise.resolve({
      persisted: () => Promise.resolve(false),
      getDirectory: () => Promise.resolve({ getFileHandle }),
    });
  };
  const remove = (name: string) => Promise.resolve(void files.delete(name));
  vi.stubGlobal('navigator', { storage: {}, storageBuckets: { open, delete: remove } });
  const checkingUp = checkUpOn(host);
  await vi.runAllTimersAsync();
  const { eviction } = await checkingUp;
  expect(eviction).toEqual({ persisted: false, expired: true });
  expect(files.size).toBe(0);
});

it('a checkup that is called off ends, also where signals cannot be joined, as in Firefox before 124 and Safari before 17.4', async () => {
  vi.stubGlobal('navigator', { storage: {} });
  vi.stubGlobal('AbortSignal', Object.assign(Object.create(AbortSignal), { any: undefined }));
  const checkup = await checkUpOn(new FakeHost(), { signal: AbortSignal.abort() });
  expect(checkup.run).toEqual({ outcome: 'late' });
});

it('a checkup is refused while another tab measures', async () => {
  const host = new FakeHost();
  host.lockedElsewhere = true;
  await expect(checkUpOn(host)).rejects.toMatchObject({ reason: 'busy' });
});
