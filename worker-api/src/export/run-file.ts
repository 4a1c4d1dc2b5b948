import { isFamilyView, type AnyView } from '@opfsmark/schema/families';
import { familyCsv, familyText } from './family.ts';
import { runCsv } from './run-csv.ts';
import { runText } from './run-text.ts';

export type FileFormat = 'csv' | 'txt';

const FILES: Readonly<Record<FileFormat, { type: string; write: (view: AnyView) => string }>> = {
  csv: { type: 'text/csv', write: (view) => (isFamilyView(view) ? familyCsv(view) : runCsv(view)) },
  txt: { type: 'text/plain', write: (view) => (isFamilyView(view) ? familyText(view) : runText(view)) },
};

export interface ExportedFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A run as a file to save. */
export function fileOf(view: AnyView, format: FileFormat): ExportedFile {
  const { type, write } = FILES[format];
  return {
    body: write(view),
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `inline; filename="opfsmark-${view.run_id}.${format}"`,
    },
  };
}
