import type { PublishedCase } from '@opfsmark/schema/documents';
import vectors from '@opfsmark/schema/vectors/published/cases.json';

/** What published figures are called: the vectors say it in English. */
const words = (vectors as PublishedCase[]).flatMap(({ title, source, notes, tables }) => [
  title,
  source,
  ...notes,
  ...tables.flatMap((table) => [table.title, table.unit, table.baseline, ...table.rows.map(({ label }) => label)]),
]);

export default Object.fromEntries(words.map((word) => [word, word])) as Readonly<Record<string, string>>;
