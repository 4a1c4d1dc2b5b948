import type { RunRecord } from '@opfsmark/schema/families';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Format } from '$lib/base/format/format.ts';
import { recordCsv } from './csv.ts';
import { recordMarkdown } from './markdown.ts';
import { recordPicture } from './picture.ts';
import { recordText } from './text.ts';

export { saveFile } from './file.ts';
export { recordMarkdown };

export type ExportFormat = 'text' | 'markdown' | 'csv' | 'json' | 'png';

export interface ExportFile {
  readonly name: string;
  readonly content: Blob;
}

/** `style`: where a picture takes its colours from. */
export async function exportRecord(
  record: RunRecord,
  choice: ExportFormat,
  format: Format,
  style: CSSStyleDeclaration,
): Promise<ExportFile> {
  const stem = `opfsmark-${record.plan.profile}-${record.started_at.slice(0, 19).replaceAll(':', '')}`;
  const file = (extension: string, type: string, text: string) => ({
    name: `${stem}.${extension}`,
    content: new Blob([text], { type: `${type};charset=utf-8` }),
  });
  switch (choice) {
    case 'text':
      return file('txt', 'text/plain', recordText(record));
    case 'markdown':
      return file('md', 'text/markdown', recordMarkdown(record));
    case 'csv':
      return file('csv', 'text/csv', recordCsv(record));
    case 'json':
      return file('json', 'application/json', JSON.stringify(record, null, 2));
    case 'png':
      return { name: `${stem}.png`, content: await recordPicture(record, format, style) };
    default:
      return assertNever(choice);
  }
}
