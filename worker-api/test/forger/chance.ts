import type { RunRecord } from '@opfsmark/schema/families';
import { withCalls } from '../../src/intake/calls.ts';
import { likenessOf, partsOf } from '../../src/intake/likeness.ts';

/** How likely a copy finds its original, which is known by two of its names, drawn when it was published. */
export async function chanceToFind(original: RunRecord, copy: RunRecord): Promise<number> {
  const names = (await partsOf(withCalls(original))).parts.map(([own]) => own?.name ?? '');
  const probes = new Set((await likenessOf(withCalls(copy))).probes);
  const unknown = names.filter((name) => !probes.has(name)).length;
  return names.length < 2 ? 1 - unknown : 1 - (unknown * (unknown - 1)) / (names.length * (names.length - 1));
}
