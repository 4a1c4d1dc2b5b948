import type { RunRecord } from '@opfsmark/schema/families';

/**
 * The texts as which a record is saved, apart from its JSON. In English: files are read by others and by programs.
 * Whoever holds a record takes the exporter of its family.
 */
export interface Exporter {
  text(record: RunRecord): string;
  markdown(record: RunRecord): string;
  csv(record: RunRecord): string;
}
