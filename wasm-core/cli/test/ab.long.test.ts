import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserOf } from '../browser.ts';
import { withFolder } from '../../ts/node/test/drives.ts';
import { ab, SAFE, TINY, withFolders } from './ab-support.ts';

const chromium = browserOf('chromium');
if (chromium === null) console.log('skipped: there is no Chromium here');

/** Ten runs, each in a browser of its own. */
it.skipIf(chromium === null)('two browsers are measured in turn, and their profiles are deleted', async () => {
  await withFolder(async (dir) => {
    const browsers = ['--browser', 'chromium', '--browser', chromium?.path ?? ''];
    const { code, out, err } = await ab([...browsers, '--dir', dir, ...TINY, ...SAFE, '--max-blocks', '2']);
    expect([code, err.includes('opfsmark:')]).toEqual([0, false]);
    expect(out).toMatch(/^RND4K Q1 write, flushed each time +[\d.,]+ IOPS +[\d.,]+ IOPS +\d/m);
    expect(out).toContain('2 blocks of A B B A; ended because');
    expect(readdirSync(dir)).toEqual([]);
  });
});

/** Ten runs, each in a process of its own. */
describe('two folders', () => {
  it('are measured in turn: a sentence, a table, files, and nothing is left', async () => {
    await withFolders(async (a, b) => {
      await withFolder(async (outputDir) => {
        const at = (name: string) => join(outputDir, name);
        const files = { json: at('ab.json'), markdown: at('ab.md'), history: at('ab.jsonl'), badge: at('badge.json') };
        const options = Object.entries(files).flatMap(([name, path]) => [`--${name}`, path]);
        const { code, out, err } = await ab([a, b, ...TINY, ...SAFE, '--max-blocks', '2', ...options]);
        expect([code, err.includes('opfsmark:')]).toEqual([0, false]);
        expect(out).toMatch(/^.*A and B.*; the noise of this machine is [\w. ]+\.\n/);
        expect(out).toMatch(/^RND4K Q1 write, flushed each time +[\d.,]+ IOPS +[\d.,]+ IOPS +\d/m);
        expect(out).toContain('2 blocks of A B B A; ended because');
        expect(err).toContain('Both folders lie on one file system.');
        expect(err).toMatch(/^Wrote [\d.]+ MiB to \/.* and [\d.]+ MiB to \/.*\. Nothing is left there\.$/m);
        expect([readdirSync(a), readdirSync(b)]).toEqual([[], []]);
        const json = JSON.parse(readFileSync(files.json, 'utf8')) as {
          readonly sides: readonly string[];
          readonly figures: readonly { readonly values: { readonly a: readonly number[] }; readonly noise: number }[];
        };
        expect(json.sides).toEqual([a, b]);
        expect(json.figures.map(({ values }) => values.a.length)).toEqual([4, 4]);
        expect(json.figures.every(({ noise }) => noise >= 1)).toBe(true);
        expect(readFileSync(files.markdown, 'utf8')).toMatch(/^\| RND4K Q1 write/m);
        expect(readFileSync(files.history, 'utf8').trimEnd().split('\n')).toHaveLength(1);
        expect(JSON.parse(readFileSync(files.badge, 'utf8'))).toMatchObject({ schemaVersion: 1 });
      });
    });
  });
});
