import { DEFAULT_FAMILY, type RunRecord } from '@opfsmark/schema/families';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Beside, Exporter } from './exporter.ts';

export { saveFile } from './file.ts';

export type ExportFormat = 'text' | 'markdown' | 'csv' | 'json' | 'png';
export interface ExportFile {
  readonly name: string;
  readonly content: Blob;
}

/** The default family has the shorter names: "opfsmark-quick-…", "opfsmark-stutter-quick-…". */
function stemOf({ family, plan, started_at }: RunRecord): string {
  const parts = ['opfsmark', ...(family === DEFAULT_FAMILY ? [] : [family]), plan.profile];
  return [...parts, started_at.slice(0, 19).replaceAll(':', '')].join('-');
}

/** `draw` makes the picture. */
export async function exportRecord(
  record: RunRecord,
  exporter: Exporter,
  choice: ExportFormat,
  beside: Beside,
  draw: () => Promise<Blob>,
): Promise<ExportFile> {
  const stem = stemOf(record);
  const file = (extension: string, type: string, text: string) => ({
    name: `${stem}.${extension}`,
    content: new Blob([text], { type: `${type};charset=utf-8` }),
  });
  switch (choice) {
    case 'text':
      return file('txt', 'text/plain', exporter.text(record, beside));
    case 'markdown':
      return file('md', 'text/markdown', exporter.markdown(record, beside));
    case 'csv':
      return file('csv', 'text/csv', exporter.csv(record));
    case 'json':
      return file('json', 'application/json', JSON.stringify(record, null, 2));
    case 'png':
      return { name: `${stem}.png`, content: await draw() };
    default:
      return assertNever(choice);
  }
}
