import { decodeHistogram, totalCount } from '../documents/histogram.ts';
import type { RunRecord } from '../families/index.ts';

/** With so many calls in so many buckets no two runs count the same. */
const MIN_CALLS = 200;
const MIN_BUCKETS = 8;

/** Every histogram of a document but those of floors, which the fingerprint leaves to the run itself. */
function histogramsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, own]) => {
    if (name === 'floors') return [];
    return name === 'histogram' && typeof own === 'string' ? [own] : histogramsIn(own);
  });
}

/**
 * What tells a measured result from every other: its largest histogram, or all of it where none is large enough. Whoever
 * sends a public result again has to make up the part that says most.
 */
export function fingerprintOf({ result }: RunRecord): string {
  let [largest, calls] = ['', 0];
  for (const text of histogramsIn(result)) {
    const counts = decodeHistogram(text) ?? [];
    const total = totalCount(counts);
    if (total > calls && counts.filter((n) => n > 0).length >= MIN_BUCKETS) [largest, calls] = [text, total];
  }
  return calls >= MIN_CALLS ? largest : JSON.stringify(result);
}
