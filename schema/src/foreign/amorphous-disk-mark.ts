import { linesFormat } from './lines.ts';

export const amorphousDiskMark = linesFormat({
  tool: 'AmorphousDiskMark',
  head: /AmorphousDiskMark\s+(\d[\w.]*)/,
});
