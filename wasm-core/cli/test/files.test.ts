import { CRYSTAL_8, FIO } from '@opfsmark/schema/test-support/foreign-texts';
import type { RunRecord } from '@opfsmark/schema/families';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { plainLines, quoted } from '../print.ts';
import { executed, lineWith, MEASURING, opfsmark, real } from './support.ts';

describe('results beside each other', () => {
  it('lays a text of CrystalDiskMark beside a run, marked, and compares no drive with memory', async () => {
    await withFolder(async (dir) => {
      const text = join(dir, 'cdm.txt');
      writeFileSync(text, `\uFEFF${CRYSTAL_8}`, 'utf16le');
      const { code, out, err } = await executed(['compare', real('node-nvme'), text]);
      expect([code, err]).toEqual([0, '']);
      expect(lineWith(out, 'B')).toBe(`B  ${text}: CrystalDiskMark 8.0.4, reported elsewhere, direct I/O`);
      expect(lineWith(out, 'SEQ1M Q8 read ')).toMatch(/\(from memory\) +3,000 MB\/s +not comparable$/);
      expect(lineWith(out, 'SEQ1M Q8 write burst')).toMatch(/ 2,500 MB\/s {2}no clear difference$/);
    });
  });

  it('takes standard input, and results of other tools alone', async () => {
    const words = ['compare', real('node-direct'), '-'];
    const { code, out } = await opfsmark(words, { program: MEASURING, input: FIO });
    expect(code).toBe(0);
    expect(out).toMatch(/^B {2}-: fio 3\.36, reported elsewhere, direct I\/O$/m);
    expect(lineWith(out, 'SEQ1M Q8 read, drive')).toMatch(/ 3,000 MB\/s {2}2\.3× faster$/);
  });

  it('takes paths from where npm was called, which runs a script elsewhere', async () => {
    await withFolder(async (dir) => {
      writeFileSync(join(dir, 'cdm.txt'), CRYSTAL_8);
      const npm = { npm_lifecycle_event: 'cli', npm_package_name: 'opfsmark', INIT_CWD: dir };
      const { code, out } = await opfsmark(['compare', 'cdm.txt', 'cdm.txt'], { env: { ...process.env, ...npm } });
      expect(code).toBe(0);
      expect(out).toContain('A  cdm.txt: CrystalDiskMark 8.0.4');
    });
  });

  it('says the lines of a text that is cut off, and compares the others', async () => {
    await withFolder(async (dir) => {
      const text = join(dir, 'cdm.txt');
      writeFileSync(text, CRYSTAL_8.slice(0, CRYSTAL_8.indexOf('2500') + 2));
      const { code, out, err } = await executed(['compare', real('node-direct'), text]);
      expect(code).toBe(0);
      expect(err).toContain(`opfsmark: ${text}: The text ends too early, at line 15.`);
      expect(lineWith(out, 'RND4K Q1 read')).toContain(' 60 MB/s');
    });
  });

  it('names the columns as a spreadsheet does', async () => {
    const { code, out } = await executed(['compare', ...Array.from({ length: 28 }, () => real('node-direct'))]);
    expect(code).toBe(0);
    const legend = out.slice(0, out.indexOf('\n\n')).split('\n');
    expect(legend.map((line) => line.slice(0, 4)).filter((_, at) => [0, 25, 26, 27].includes(at))).toEqual([
      'A   ',
      'Z   ',
      'AA  ',
      'AB  ',
    ]);
    expect(lineWith(out, 'Test')).toMatch(/ AA +AA against A +AB +AB against A$/);
  });

  it('compares no record that contradicts itself, unless its times are made up', async () => {
    await withFolder(async (dir) => {
      const file = join(dir, 'a.json');
      const record = JSON.parse(readFileSync(real('node-quick'), 'utf8')) as RunRecord;
      writeFileSync(file, JSON.stringify({ ...record, wall_ms: 0 }));
      const { code, out, err } = await executed(['compare', real('node-quick'), file]);
      expect([code, out]).toEqual([2, '']);
      const sentence = 'contradicts itself, and no service takes it: /wall_ms: is less than the passes, ';
      expect(err).toContain(`opfsmark: ${file}: ${sentence}`);
      const measured = await executed(['ab', `cat "${file}"`, 'true', '--commands']);
      expect(measured.code).toBe(2);
      expect(measured.err).toContain(sentence);
      const environment = { ...record.environment, engine: 'scripted' };
      writeFileSync(file, JSON.stringify({ ...record, environment, wall_ms: 0 }));
      expect((await executed(['compare', real('node-quick'), file])).code).toBe(0);
    });
  });

  it.each([
    ['2 where a file is missing', ['/nowhere', real('node-quick')], 2, /^opfsmark: \/nowhere: cannot be read: ENOENT/],
    [
      '2 where a file holds no result',
      [real('node-quick'), '/dev/null'],
      2,
      /^opfsmark: \/dev\/null: No result of CrystalDiskMark/,
    ],
    ['2 where there is one file', [real('node-quick')], 2, /^opfsmark: Say which files to compare/],
    ['2 where standard input is named twice', ['-', '-'], 2, /^opfsmark: Only one of the files/],
    [
      '1 where nothing is in both',
      [real('node-quick'), real('chromium-family-stutter')],
      1,
      /^opfsmark: These results have no figure in common\.\n$/,
    ],
  ] as const)('ends with %s', async (_, files, code, pattern) => {
    const result = await executed(['compare', ...files]);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(pattern);
  });
});

describe('figures that a program prints', () => {
  const figure = { name: 'insert', unit: 'ns', better: 'lower', value: 5 };
  const IDENTICAL = [figure, { ...figure, id: 'insert', name: 'other', value: 9 }];

  it('are compared by their names, and those that have no ratio are marked', async () => {
    await withFolder(async (dir) => {
      const files = [5, 10].map((value) => {
        const file = join(dir, `${value}.json`);
        const zero = { ...figure, name: 'pause', value: 0 };
        const rate = { ...figure, name: 'calls', unit: value > 5 ? 'iops' : 'rows_per_s', value: 1000 };
        writeFileSync(file, JSON.stringify({ figures: [{ ...figure, value }, zero, rate] }));
        return file;
      });
      const { code, out, err } = await executed(['compare', ...files]);
      expect([code, err]).toEqual([0, '']);
      expect(lineWith(out, 'insert')).toMatch(/ 2× slower$/);
      expect(lineWith(out, 'pause')).toMatch(/ 0 µs +0 µs {2}not comparable$/);
      expect(lineWith(out, 'calls')).toMatch(/ not comparable$/);
    });
  });

  it.each([
    ['none', [], '/figures: holds no figure.'],
    ['no list', figure, '/figures: Invalid input: expected array, received object.'],
    [
      'a unit that is none',
      [{ ...figure, unit: 'ms' }],
      '/figures/0/unit: Invalid option: expected one of "bytes_per_s"|',
    ],
    [
      'a value that is none',
      [figure, { ...figure, name: 'b', value: '5' }],
      '/figures/1/value: Invalid input: expected number',
    ],
    ['a time below zero', [{ ...figure, value: -5 }], '/figures/0/value: Too small: expected number to be >=0.'],
    [
      'an interval beside its value',
      [{ ...figure, low: figure.value + 1, high: figure.value + 2 }],
      '/figures/0: its value is not within its low and high.',
    ],
    [
      'one name twice',
      [figure, { ...figure, value: 9 }],
      '/figures/1: "insert" is there more than once. Give each figure',
    ],
    ['a name and an id that are the same', IDENTICAL, '/figures/1: "insert" is there more than once.'],
  ])('are refused with the field and what it may be: %s', async (_, figures, sentence) => {
    await withFolder(async (dir) => {
      const file = join(dir, 'a.json');
      writeFileSync(file, JSON.stringify({ figures }));
      const compared = await executed(['compare', file, real('node-quick')]);
      expect([compared.code, compared.out]).toEqual([2, '']);
      expect(compared.err).toContain(`opfsmark: ${file}: holds figures that cannot be read: ${sentence}`);
      const measured = await executed(['ab', `cat "${file}"`, 'true', '--commands']);
      expect(measured.code).toBe(2);
      expect(measured.err).toContain(`" printed is no result: holds figures that cannot be read: ${sentence}`);
    });
  });
});

describe('texts of others', () => {
  const HOSTILE = '\u001b]0;x\u0007\u009b31m\u202eevil\r\u0000';
  /** Characters that a terminal would obey, or turn around: all but the ends of lines. */
  const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

  it('are only shown: lines of other tools, names in JSON, names of files', async () => {
    await withFolder(async (dir) => {
      const [text, json] = [join(dir, 'a\u001b[2J\n.txt'), join(dir, 'b.json')];
      const record = JSON.parse(readFileSync(real('node-quick'), 'utf8')) as object;
      writeFileSync(
        text,
        `${CRYSTAL_8}${HOSTILE}\n${FIO.replace('"jobname" : "', `$&x\\nopfsmark: ${HOSTILE.slice(1, 4)}`)}`,
      );
      writeFileSync(json, JSON.stringify({ ...record, [`${HOSTILE}\nx`]: 1, status: HOSTILE }));
      for (const words of [
        ['compare', text, real('node-quick')],
        ['compare', json, text],
        ['verify', json, text],
        ['publish', json, '--device', HOSTILE],
        ['publish', text],
        ['run', `--${HOSTILE}`],
      ]) {
        const { out, err } = await executed(words);
        expect(`${out}${err}`, words.join(' ')).toMatch(/\\u001b|opfsmark: \/.*b\.json/);
        expect(`${out}${err}`, words.join(' ')).not.toMatch(OBEYED);
      }
    });
  });

  it('stay what they are as JSON', () => {
    const text = plainLines(JSON.stringify({ a: HOSTILE }));
    expect(text).not.toMatch(OBEYED);
    expect(JSON.parse(text)).toEqual({ a: HOSTILE });
  });

  it.each([
    ['linux', '/tmp/a-b/c_1.json', '/tmp/a-b/c_1.json'],
    ['linux', 'https://x.example/r/0123456789ABCDEF', 'https://x.example/r/0123456789ABCDEF'],
    ['linux', 'http://$(reboot)/r/0', "'http://$(reboot)/r/0'"],
    ['linux', "a b'`id`", String.raw`'a b'\''` + "`id`'"],
    ['win32', String.raw`C:\Temp\a-1.json`, String.raw`C:\Temp\a-1.json`],
    ['win32', String.raw`C:\a & b\c.json`, String.raw`"C:\a & b\c.json"`],
    ['win32', "C:\\$(calc)'s", "'C:\\$(calc)''s'"],
  ] as const)('are one word of a shell of %s: %s', (platform, word, printed) => {
    expect(quoted(word, platform)).toBe(printed);
  });
});

describe('a result that is checked', () => {
  /** The answer for a real record with these changes, or of this text. */
  const verify = (change: ((record: RunRecord) => unknown) | string) =>
    withFolder(async (dir) => {
      const file = join(dir, 'a.json');
      const record = JSON.parse(readFileSync(real('node-quick'), 'utf8')) as RunRecord;
      writeFileSync(file, typeof change === 'string' ? change : JSON.stringify(change(record)));
      const { code, out, err } = await executed(['verify', file]);
      return { code, text: `${out}${err}`.replaceAll(file, 'FILE') };
    });

  it('can be published, and says why it would not rank', async () => {
    expect(await verify((record) => record)).toEqual({
      code: 0,
      text: expect.stringMatching(/^FILE can be published/) as string,
    });
    const { code, text } = await verify(({ environment, ...record }) => ({
      ...record,
      environment: { ...environment, wasm_sha256: '0'.repeat(64) },
    }));
    expect(code).toBe(0);
    expect(text).toMatch(/^FILE can be published, and would not be ranked: .*unknown_core.*\.\n$/);
  });

  it('is read in what a shell writes its output in', async () => {
    await withFolder(async (dir) => {
      const file = join(dir, 'a.json');
      writeFileSync(file, `\uFEFF${readFileSync(real('node-quick'), 'utf8')}`, 'utf16le');
      expect((await executed(['verify', file])).code).toBe(0);
      const { err } = await executed(['publish', file]);
      expect(err).toContain('does not say which computer was measured');
    });
  });

  it('is refused with all that is wrong', async () => {
    const withoutPlan = await verify(({ plan: _, ...record }) => record);
    expect(withoutPlan.code).toBe(1);
    expect(withoutPlan.text).toMatch(/^FILE is no result of this version:\n {2}\/plan\S*: \S/);
    const memory = await verify(({ environment, ...record }) => ({
      ...record,
      environment: { ...environment, engine: 'memory' },
    }));
    expect(memory.code).toBe(1);
    expect(memory.text).toContain('  /environment/engine: measures no drive and cannot be published\n');
    const pass = (record: RunRecord) => JSON.stringify(record).replace(/"ops":\d+/, '"ops":1');
    const changedResult = await verify((record) => JSON.parse(pass(record)) as unknown);
    expect(changedResult.code).toBe(1);
    expect(changedResult.text).toMatch(/^FILE contradicts itself, and no service takes it:\n {2}\/result\//);
  });

  it('is not looked for where there is none', async () => {
    const { code, text } = await verify('{"record":');
    expect(code).toBe(2);
    expect(text).toMatch(/^FILE is not JSON, or is cut off\. Name a file of --json/);
    expect((await executed(['verify'])).code).toBe(2);
  });
});

it('ends with 1 and says why where the process that measures cannot be started', () => {
  const launcher = fileURLToPath(new URL('../launch.cjs', import.meta.url));
  const script = `require(${JSON.stringify(launcher)}).measureIn('/nowhere/node', 'run.js')`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'opfsmark: spawn /nowhere/node ENOENT\n']);
});
