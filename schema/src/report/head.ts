import { clientName } from '../documents/client-name.ts';
import type { Report } from './report.ts';

/** "ThinkPad X1, Samsung 990 PRO": what was measured, where it was declared. */
export const declaredNames = ({ about: { declared = {} } }: Report): string[] =>
  [declared.device, declared.drive, declared.filesystem].filter((name) => name !== undefined);

/** "Linux 6, Chrome 156" */
export const clientNames = ({ record }: Report): string[] => {
  const { os, browser } = record.environment.client;
  return [clientName(os), clientName(browser)];
};

/** "sustained write in this browser: 1,070 MB/s in the long run", where it is known. */
export function sustainedNote({ about, format }: Report): string[] {
  const value = about.sustained ?? null;
  if (value === null) return [];
  return [`sustained write in this browser: ${format.text({ value, unit: 'bytes_per_s' })} in the long run`];
}
