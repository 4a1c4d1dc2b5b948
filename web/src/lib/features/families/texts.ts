import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';
import { type Row, workersOf } from '@opfsmark/schema/documents';
import type { FamilyId } from '@opfsmark/schema/families';
import type { Subject } from '$lib/base/i18n/texts.ts';

/** Texts of the view and the controls of a family: those of the grid are with every page that shows it. */
export const familyTexts = (family: FamilyId): readonly Subject[] => (family === 'matrix' ? [] : ['families']);

/** Fields of a plan in words. */
export function namesOf(fields: readonly string[], t: Texts<'site'>, format: Format): string {
  return format.list(fields.map((field) => t.parameter[field as keyof typeof t.parameter]()));
}

/** The plain name of a row; its technical name comes second. */
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
