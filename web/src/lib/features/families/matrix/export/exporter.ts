import type { Exporter } from '../../export/exporter.ts';
import { recordCsv } from './csv.ts';
import { recordMarkdown } from './markdown.ts';
import { recordText } from './text.ts';

/** The grid in the forms of the tools that its rows come from. */
export const matrixExporter: Exporter = {
  text: recordText,
  markdown: recordMarkdown,
  csv: recordCsv,
};
