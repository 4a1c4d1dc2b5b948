import type { FamilyId, FamilyRecord } from '@opfsmark/schema/families';
import type { Format } from '$lib/base/format/format.ts';

/** The forms in which a record is saved, apart from its JSON. In English: files are read by others and by programs. */
export interface Exporter<Id extends FamilyId = FamilyId> {
  text(record: FamilyRecord<Id>): string;
  markdown(record: FamilyRecord<Id>): string;
  csv(record: FamilyRecord<Id>): string;
  /** `style`: where the picture takes its colours and letters from. */
  picture(record: FamilyRecord<Id>, format: Format, style: CSSStyleDeclaration): Promise<Blob>;
}
