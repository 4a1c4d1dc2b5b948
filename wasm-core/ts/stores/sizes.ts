import { BLOB_KEY, sameValue, valueOf, type AppStore } from './store.ts';

const CONTENTS = ['random', 'repeating'] as const;
type Content = (typeof CONTENTS)[number];

/** Nanoseconds of each put, get and delete of values of one size, in turns. */
export interface SizeTimes {
  readonly bytes: number;
  readonly content: Content;
  readonly put_ns: readonly number[];
  readonly get_ns: readonly number[];
  readonly delete_ns: readonly number[];
}

/** So many bytes of each size are put, in rounds of one value. */
const USUAL_BYTES = 4 * 2 ** 20;
const ROUNDS = { min: 3, max: 15 };
/** A size at which one round takes longer is the last. */
const MAX_ROUND_MS = 20_000;
const PATTERN_BYTES = 64;

export function roundsOf(bytes: number): number {
  return Math.min(ROUNDS.max, Math.max(ROUNDS.min, Math.round(USUAL_BYTES / bytes)));
}

/** Bytes that do not compress, or the same few again and again. */
function contentOf(content: Content, seed: number, round: number, bytes: number): Uint8Array<ArrayBuffer> {
  if (content === 'random') return valueOf(seed, round, 'blob', 0, bytes);
  const value = new Uint8Array(bytes);
  value.set(valueOf(seed, round, 'blob', 1, Math.min(bytes, PATTERN_BYTES)));
  for (let filled = PATTERN_BYTES; filled < bytes; filled *= 2)
    value.copyWithin(filled, 0, Math.min(filled, bytes - filled));
  return value;
}

async function timeOf<T>(into: number[], work: () => T | Promise<T>): Promise<T> {
  const startMs = performance.now();
  const result = await work();
  into.push(Math.round((performance.now() - startMs) * 1e6));
  return result;
}

/** Measures values of each size, the smallest first; says each, and resolves with why it went no further, or `null`. */
export async function measureSizes(
  store: AppStore,
  { seed, sizes }: { readonly seed: number; readonly sizes: readonly number[] },
  onSize: (times: SizeTimes) => void,
): Promise<string | null> {
  for (const bytes of sizes) {
    for (const content of CONTENTS) {
      const times = { put_ns: [] as number[], get_ns: [] as number[], delete_ns: [] as number[] };
      for (let round = 0; round < roundsOf(bytes); round++) {
        const startMs = performance.now();
        try {
          const value = contentOf(content, seed, round, bytes);
          await timeOf(times.put_ns, () => store.putMany([{ key: BLOB_KEY, value }]));
          const stored = await timeOf(times.get_ns, () => store.get(BLOB_KEY));
          if (!sameValue(stored, value)) return `a value of ${bytes} bytes is not what was put`;
          await timeOf(times.delete_ns, () => store.deleteMany([BLOB_KEY]));
        } catch (error) {
          return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        }
        if (performance.now() - startMs > MAX_ROUND_MS)
          return `a value of ${bytes} bytes takes longer than ${MAX_ROUND_MS / 1000} s`;
      }
      onSize({ bytes, content, ...times });
    }
  }
  return null;
}
