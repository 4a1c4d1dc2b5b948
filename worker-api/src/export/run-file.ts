import type { RunView } from '@opfsmark/schema/api';
import { runCsv } from './run-csv.ts';
import { runText } from './run-text.ts';

export type FileFormat = 'csv' | 'txt';

const FILES: Readonly<Record<FileFormat, { type: string; write: (view: RunView) => string }>> = {
  csv: { type: 'text/csv', write: runCsv },
  txt: { type: 'text/plain', write: runText },
};

export interface ExportedFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A run as a file to save. */
export function fileOf(view: RunView, format: FileFormat): ExportedFile {
  const { type, write } = FILES[format];
  return {
    body: write(view),
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `inline; filename="opfsmark-${view.run_id}.${format}"`,
    },
  };
}
