/**
 * The one place where the command line prints, because what it prints is partly of others: names, file names, lines of other
 * tools, answers of services.
 */
import { plainLine } from '@opfsmark/schema/documents';

/** A text with lines of its own, such as JSON, that a terminal only shows; it goes on saying the same. */
export const plainLines = (text: string): string => text.split('\n').map(plainLine).join('\n');

/** Prints the answer. Lines that hold texts of others are made with `plainLine`: one end of line in them would be another line. */
export const print = (text: string): void => console.log(plainLines(text));

/** Prints a note beside it. */
export const tell = (text: string): void => console.error(plainLines(text));

/** Why something is not done, in a sentence. */
export const complain = (sentence: string): void => console.error(plainLine(`opfsmark: ${sentence}`));

const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/** A word of a command that people copy. On Windows it is read by PowerShell, or by cmd, which knows only double quotes. */
export function quoted(word: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') {
    if (/^[\w@+=:./\\-]+$/.test(word)) return word;
    return /["$`%]/.test(word) ? `'${word.replaceAll("'", "''")}'` : `"${word}"`;
  }
  return NEEDS_NO_QUOTES.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
