import { workersOf, type Row } from '@opfsmark/schema/documents';
import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** What a row stands for; its technical name comes second. */
export function plainName({ pattern, queues, threads }: Row, { grid: { plain } }: Texts<'site'>): string {
  const many = queues * threads > 1;
  if (pattern === 'sequential') return many ? plain.large() : plain.largeOne();
  return many ? plain.small() : plain.smallOne();
}

/** Its block, its order, and how many calls there are at once. */
export function explainRow(
  row: Row,
  { grid }: Texts<'site'>,
  { binaryBytes }: Format,
  workers = workersOf(row),
): string {
  const block = binaryBytes(row.block_bytes);
  const pattern = row.pattern === 'sequential' ? grid.sequential({ block }) : grid.random({ block });
  const short = row.queues * row.threads > workers;
  return `${pattern} · ${short ? grid.capped({ workers }) : grid.workers({ workers })}`;
}
