import type { RunRecord } from '@opfsmark/schema/families';
import type { Format } from '$lib/base/format/format.ts';

/**
 * The forms in which a record is saved, apart from its JSON. In English: files are read by others and by programs.
 * Whoever holds a record takes the exporter of its family.
 */
export interface Exporter {
  text(record: RunRecord): string;
  markdown(record: RunRecord): string;
  csv(record: RunRecord): string;
  /** `style`: where the picture takes its colours and letters from. */
  picture(record: RunRecord, format: Format, style: CSSStyleDeclaration): Promise<Blob>;
}
