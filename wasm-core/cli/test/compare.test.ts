import { CRYSTAL_8, FIO } from '@opfsmark/schema/test-support/foreign-texts';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';

const PROGRAM = fileURLToPath(new URL('../run.mjs', import.meta.url));
const real = (name: string) => fileURLToPath(new URL(`../../../worker-api/proof/real/${name}.json`, import.meta.url));

const compare = (files: readonly string[], input?: string) => {
  const ended = spawnSync(process.execPath, [PROGRAM, 'compare', ...files], { input: input ?? '', encoding: 'utf8' });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
};
const lineWith = (table: string, name: string) => table.split('\n').find((line) => line.startsWith(name)) ?? '';

describe('results beside each other', () => {
  it('lays a text of CrystalDiskMark beside a run, marked, and compares no drive with memory', async () => {
    await withFolder((dir) => {
      const text = join(dir, 'cdm.txt');
      writeFileSync(text, `\uFEFF${CRYSTAL_8}`, 'utf16le');
      const { code, out, err } = compare([real('node-quick'), text]);
      expect([code, err]).toEqual([0, '']);
      expect(lineWith(out, 'B')).toBe(`B  ${text}: CrystalDiskMark 8.0.4, reported elsewhere, direct I/O`);
      expect(lineWith(out, 'SEQ1M Q8 read ')).toMatch(/\(from memory\) +3,000 MB\/s +not comparable$/);
      expect(lineWith(out, 'RND4K Q1 read, drive')).toMatch(/ 60 MB\/s {2}[^ ]/);
      return Promise.resolve();
    });
  });

  it('takes standard input, and results of other tools alone', () => {
    const { code, out } = compare([real('node-direct'), '-'], FIO);
    expect(code).toBe(0);
    expect(out).toMatch(/^B {2}-: fio 3\.36, reported elsewhere, direct I\/O$/m);
    expect(lineWith(out, 'RND4K Q1 read')).toMatch(/× slower$/);
  });

  it('says the lines of a text that is cut off, and compares the others', () => {
    const { code, out, err } = compare([real('node-direct'), '-'], CRYSTAL_8.slice(0, CRYSTAL_8.indexOf('2500') + 2));
    expect(code).toBe(0);
    expect(err).toContain('opfsmark: -: Line 15 was not understood: SEQ    1MiB');
    expect(err).toContain('opfsmark: -: The text ends too early, at line 15.');
    expect(lineWith(out, 'RND4K Q1 read')).toContain(' 60 MB/s');
  });

  it.each([
    ['2 where a file is missing', ['/nowhere', real('node-quick')], 2, /^opfsmark: \/nowhere: cannot be read: ENOENT/],
    ['2 where a file holds no result', [real('node-quick'), '-'], 2, /^opfsmark: -: No result of CrystalDiskMark/],
    ['2 where there is one file', [real('node-quick')], 2, /^opfsmark: Say which files to compare/],
    ['2 where standard input is named twice', ['-', '-'], 2, /^opfsmark: Only one of the files/],
    [
      '1 where nothing is in both',
      [real('node-quick'), real('chromium-family-stutter')],
      1,
      /^opfsmark: These results have no figure in common\.\n$/,
    ],
  ] as const)('ends with %s', (_, files, code, said) => {
    const ended = compare(files);
    expect(ended.code).toBe(code);
    expect(ended.err).toMatch(said);
  });
});
