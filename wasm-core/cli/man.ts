import { ABOUT, sectionsOf, SIGNALS_ABOUT } from './usage.ts';

/** A line of troff that shows these words and does nothing else. */
function line(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/[^\0-\x7f]/gu, (letter) => `\\[u${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`);
  return /^[.']/.test(escaped) ? String.raw`\&${escaped}` : escaped;
}

/** The manual page, as man(7) writes them: what `--help` says, once more. */
export function manPage(program: string, version: string): string {
  const sections = sectionsOf(program).flatMap(({ title, entries }) => [
    `.SH ${title === 'Exit codes' ? 'EXIT STATUS' : `"${line(title.toUpperCase())}"`}`,
    ...entries.flatMap(({ term, text }) => ['.TP', String.raw`.B ${line(term)}`, line(text)]),
  ]);
  return [
    `.TH ${program.toUpperCase()} 1 "" "${program} ${line(version)}"`,
    '.SH NAME',
    String.raw`${program} \- measures how fast a drive is`,
    '.SH SYNOPSIS',
    `.B ${program}`,
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    line(ABOUT),
    '.PP',
    line(SIGNALS_ABOUT),
    ...sections,
    '',
  ].join('\n');
}
