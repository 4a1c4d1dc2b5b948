import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { standardPlan } from '@opfsmark/schema/families';
import { fioText } from '@opfsmark/schema/test-support/foreign-texts';
import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mount, mountObstacle, withFolder } from '../../ts/node/test/drives.ts';
import { MEASURE, measureOnce, type Outcome, STOP } from '../ab/measure.ts';
import { subjectOf } from '../ab/subject.ts';
import { parseCommand } from '../arguments.ts';
import { ab, SAFE, TINY, withFolders } from './ab-support.ts';
import { executed, MEASURING, onceSaid } from './support.ts';

describe('two folders', () => {
  it('are measured by the plan that is asked for, and nothing is left', async () => {
    await withFolder(async (dir) => {
      const command = parseCommand(['ab', dir, dir, ...TINY, ...SAFE]);
      if (command.kind !== 'ab' || command.subject.kind !== 'folders') throw new Error(command.kind);
      const { plan, isDirect } = command.subject;
      const said: string[] = [];
      const task = { kind: 'folder', dir, plan, isDirect } as const;
      const outcome = await measureOnce(task, new AbortController().signal, ({ kind }) => void said.push(kind));
      if (outcome.kind !== 'measured') throw new Error(JSON.stringify(outcome));
      expect(outcome.figures.map(({ name }) => name)).toEqual([
        'RND4K Q1 write, flushed each time',
        'RND4K Q1 write burst, flushed once',
      ]);
      expect(new Set(said)).toEqual(new Set(['progress']));
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it.each([
    ['once', ['SIGINT']],
    ['twice', ['SIGINT', 'SIGTERM']],
  ] as const)('are left as they were by Ctrl-C, %s, before a block was finished', async (_, signals) => {
    await withFolder(async (dir) => {
      const onError = onceSaid('Writes up to', (kill) => signals.forEach(kill));
      const { code, out, err } = await ab([dir, dir, ...TINY, ...SAFE], { onError });
      expect([130, 143]).toContain(code);
      expect(out).toBe('');
      expect(err).toContain('A and B are the same: this shows the noise of this machine.');
      expect(err).toContain('No block was finished, so there is nothing to compare.');
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it('are left as they were where the process that measures is told to stop, as on Windows, which has no signals', async () => {
    await withFolder(async (dir) => {
      const command = parseCommand(['ab', dir, dir, '--size', '16MiB', '--limit', '60', '--revisit', '--buffered']);
      if (command.kind !== 'ab' || command.subject.kind !== 'folders') throw new Error(command.kind);
      const { plan } = command.subject;
      const child = spawn(process.execPath, [MEASURING, MEASURE], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const said: { readonly kind: string }[] = [];
      child.on('message', (message: { readonly kind: string }) => {
        if (said.length === 0) child.send(STOP);
        said.push(message);
      });
      child.send({ kind: 'folder', dir, plan, isDirect: false });
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(said.at(-1)).toEqual({ kind: 'stopped' });
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  it.runIf(mountObstacle() === null)(
    'are refused with 2 where one has no room, before anything is measured',
    async () => {
      await withFolders(async (a, b) => {
        mount(b, '-t', 'tmpfs', '-o', 'size=8m', 'none');
        const { code, err } = await executed(['ab', a, b, ...TINY, ...SAFE]);
        expect(code).toBe(2);
        expect(err).toMatch(/MiB free, and this plan needs .* Free some space\.$/m);
        expect([readdirSync(a), readdirSync(b)]).toEqual([[], []]);
      });
    },
  );

  it.runIf(mountObstacle() === null)('are refused where one cannot be written', async () => {
    await withFolders(async (a, b) => {
      mount(b, '-t', 'tmpfs', '-o', 'ro', 'none');
      const command = parseCommand(['ab', a, b, ...TINY, ...SAFE]);
      if (command.kind !== 'ab') throw new Error(command.kind);
      await expect(subjectOf(command).check()).rejects.toThrow(/^Nothing can be written into .*other: EROFS/);
      expect(readdirSync(a)).toEqual([]);
    });
  });
});

/** A command that prints these times, one after the other, and fails at a 0. */
function printingCommand(dir: string, name: string, times: readonly number[]): string {
  const count = join(dir, `${name}.count`);
  const figure = `{"name":"insert","unit":"ns","better":"lower","value":'$1'}`;
  return [
    `printf . >> "${count}"`,
    `set -- ${times.join(' ')}`,
    `shift $(( ($(wc -c < "${count}") - 1) % $# ))`,
    // As Node.js ends.
    String.raw`[ "$1" != 0 ] || { printf 'Error: the store is broken\n    at open (a.mjs:3:1) {\n}\n\nNode.js v24.1.0\n' >&2; exit 1; }`,
    `echo '{"figures":[${figure}]}'`,
  ].join('; ');
}

describe('two commands', () => {
  const BRIEF = ['--commands', '--max-blocks', '4'];

  it('end with 1 where B is worse by more than the threshold and the noise, and with 0 where it is better', async () => {
    await withFolder(async (dir) => {
      const [a, b] = [printingCommand(dir, 'a', [1000, 1002]), printingCommand(dir, 'b', [1300, 1303])];
      const worseRun = await executed(['ab', a, b, ...BRIEF]);
      expect(worseRun.code).toBe(1);
      expect(worseRun.out).toMatch(
        /^B is 1\.30 times slower \(1\.30 to 1\.30\) in insert; the noise of this machine is/,
      );
      const betterRun = await executed(['ab', b, a, ...BRIEF, '--names', 'base,head']);
      expect(betterRun.code).toBe(0);
      expect(betterRun.out).toMatch(/^head is 1\.30 times faster/);
    });
  });

  it('print the comparison alone where that is asked for', async () => {
    await withFolder(async (dir) => {
      const at = (name: string) => join(dir, name);
      const [command, markdown] = [printingCommand(dir, 'a', [1000]), at('ab.md')];
      const files = ['--markdown', markdown, '--history', at('ab.jsonl'), '--badge', at('badge.json')];
      const { out } = await executed(['ab', command, command, ...BRIEF, '--json', '-', ...files]);
      expect(JSON.parse(out)).toMatchObject({ opfsmark_ab: 1, verdict: 'same', end: 'narrow' });
      expect(readFileSync(at('ab.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(1);
      expect(JSON.parse(readFileSync(at('badge.json'), 'utf8'))).toMatchObject({ schemaVersion: 1 });
      expect(readFileSync(markdown, 'utf8')).toMatch(
        /^\*\*A and B differ by less than 5 % in insert; .*\*\*\n\n\| Test \| A \| B \|/,
      );
    });
  });

  it('keep what was measured where one fails later, and end with 1', async () => {
    await withFolder(async (dir) => {
      // The warm-up, two blocks, and then it breaks.
      const [a, b] = [printingCommand(dir, 'a', [10]), printingCommand(dir, 'b', [9, 9, 9, 9, 9, 0])];
      const { code, out, err } = await executed(['ab', a, b, ...BRIEF]);
      expect(code).toBe(1);
      expect(out).toContain('2 blocks of A B B A; ended because measuring B failed.');
      expect(err).toContain('ended with exit code 1: Error: the store is broken\n');
    });
  });

  it('keep the blocks that were finished at Ctrl-C', async () => {
    await withFolder(async (dir) => {
      const command = printingCommand(dir, 'a', [500, 2000, 900]);
      const onError = onceSaid('block 1 of at most', (kill) => kill('SIGINT'));
      const { code, out } = await ab([command, command, '--commands', '--max-blocks', '500', '--until', '0%'], {
        onError,
      });
      expect(code).toBe(130);
      expect(out).toMatch(/^\d+ blocks? of A B B A; ended because it was stopped\.$/m);
    });
  });

  it('are ended by Ctrl-C with all that they have started', async () => {
    await withFolder(async (dir) => {
      const [begunFile, endedFile] = [join(dir, 'begun'), join(dir, 'ended')];
      // A shell that starts another, as scripts do.
      const inner = `trap 'touch "${endedFile}"; exit 1' INT; touch "${begunFile}"; while true; do sleep 0.1; done`;
      const command = `sh -c ${JSON.stringify(inner).replaceAll('$', String.raw`\$`)}; true`;
      const { code } = await ab([command, command, ...BRIEF], {
        onStart: (kill) => {
          const watcher = watch(dir, () => {
            if (!existsSync(begunFile)) return;
            watcher.close();
            kill('SIGINT');
          });
        },
      });
      expect(code).toBe(130);
      expect(existsSync(endedFile)).toBe(true);
    });
  });

  it('end with 2 and a sentence where no block fits into the time', async () => {
    await withFolder(async (dir) => {
      const command = printingCommand(dir, 'a', [10]);
      const { code, out, err } = await executed(['ab', command, command, '--commands', '--max-time', '0.000001s']);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^opfsmark: The warm-ups alone took longer than --max-time: .* Give --max-time \S+ or more/m);
    });
  });

  it('end with 1 where all that they print is nothing, and say so', async () => {
    await withFolder(async (dir) => {
      const file = join(dir, 'a.json');
      writeFileSync(file, JSON.stringify({ figures: [{ name: 'pause', unit: 'ns', better: 'lower', value: 0 }] }));
      const { code, out } = await executed([
        'ab',
        `cat "${file}"`,
        `cat < "${file}"`,
        '--commands',
        '--max-blocks',
        '2',
      ]);
      expect(code).toBe(1);
      expect(out).toMatch(/^A and B have no figure in common that can be compared\.$/m);
      expect(out).toMatch(/^Not above zero each time, so not compared: pause\.$/m);
    });
  });

  it('say once what of their results is not compared', async () => {
    await withFolder(async (dir) => {
      const file = join(dir, 'fio.json');
      const [read, mixed] = [
        { name: 'read', options: { rw: 'randread', bs: '4k' }, side: 'read', bw_bytes: 60e6 },
        { name: 'mixed', options: { rw: 'randrw', bs: '4k' }, side: 'read', bw_bytes: 30e6 },
      ] as const;
      writeFileSync(file, fioText([read, mixed]));
      const { out, err } = await executed(['ab', `cat "${file}"`, `cat "${file}"`, '--commands', '--max-blocks', '2']);
      expect(out).toContain('RND4K Q1 read, drive');
      expect(err.match(/mixed reads and writes are left out: mixed$/gm)).toHaveLength(1);
    });
  });

  it('end with 2 where one prints no result', async () => {
    const { code, err } = await executed(['ab', 'echo fast', 'echo slow', '--commands']);
    expect(code).toBe(2);
    expect(err).toContain('What "echo fast" printed is no result');
    const [form = ''] = /\{"figures".*\]\}/.exec(err) ?? [];
    const printed = await executed(['ab', `echo '${form}'`, 'exit 3', '--commands']);
    expect(printed.err).toMatch(/^opfsmark: "exit 3" ended with exit code 3, and said nothing\. Try it alone\.$/m);
  });
});

const ADAPTER = (flushes: number) => `
  import { readFileSync, rmSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  export function openStore(folder) {
    const path = (key) => join(folder, String(key));
    return {
      open() {}, close() {},
      put(key, value) { writeFileSync(path(key), value); },
      get(key) { try { return readFileSync(path(key)); } catch { return null; } },
      delete(key) { rmSync(path(key)); },
      flush() { for (let n = 0; n < ${flushes}; n++) writeFileSync(path('flushed'), 'x', { flush: true }); },
    };
  }`;
const SMALL_STORE = ['--rows', '100', '--puts', '2', '--reads', '10', '--blob', '4KiB', '--max-blocks', '2'];

function storesCommand(module: string, dir: string) {
  const command = parseCommand(['ab', module, module, '--dir', dir, ...SMALL_STORE]);
  if (command.kind !== 'ab' || command.subject.kind !== 'stores') throw new Error(command.kind);
  return { ...command, subject: command.subject };
}

/** Once, in this process. */
function measureStore({ subject: { dir, size } }: ReturnType<typeof storesCommand>, module: string): Promise<Outcome> {
  return measureOnce({ kind: 'store', module, dir, size }, new AbortController().signal, () => undefined);
}

describe('two stores', () => {
  it('are measured by what an app does with them, and their files are gone', async () => {
    await withFolder(async (dir) => {
      await withFolder(async (moduleDir) => {
        const module = join(moduleDir, 'a.mjs');
        writeFileSync(module, ADAPTER(1));
        const command = storesCommand(module, dir);
        expect(subjectOf(command).writes?.sentence).toBe(`The stores write into folders of their own in ${dir}.`);
        const outcome = await measureStore(command, module);
        if (outcome.kind !== 'measured') throw new Error(JSON.stringify(outcome));
        const putFigure = outcome.figures.find(({ name }) => name === 'put, one transaction');
        expect(putFigure).toMatchObject({ unit: 'ns', better: 'lower' });
        expect(putFigure?.value).toBeGreaterThan(0);
        expect(readdirSync(dir)).toEqual([]);
      });
    });
  });

  it('end with 2 where one is no adapter', async () => {
    await withFolder(async (dir) => {
      const module = join(dir, 'a.mjs');
      writeFileSync(module, 'export const x = 1;');
      const { code, err } = await ab([module, module, '--dir', dir, ...SMALL_STORE]);
      expect(code).toBe(2);
      expect(err).toMatch(/exports no function openStore\(folder\)/);
      expect(readdirSync(dir)).toEqual(['a.mjs']);
    });
  });

  it('are ended by Ctrl-C while a module is still being loaded', async () => {
    await withFolder(async (dir) => {
      const module = join(dir, 'a.mjs');
      writeFileSync(module, 'console.error("loading"); await new Promise(() => setInterval(() => undefined, 1000));');
      const onError = onceSaid('loading', (kill) => kill('SIGINT'));
      expect((await ab([module, module, '--dir', dir, ...SMALL_STORE], { onError })).code).toBe(130);
      expect(readdirSync(dir)).toEqual(['a.mjs']);
    });
  });

  it.each([
    ['cannot be loaded', 'import "./nowhere.mjs";', /^The store of .* failed\. \(Error: Cannot find module/],
    ['gives back something else', ADAPTER(0).replace('readFileSync(path(key))', "Buffer.from('x')"), /WrongContent/],
  ])('are not measured where one %s', async (_, source, pattern) => {
    await withFolder(async (dir) => {
      const module = join(dir, 'a.mjs');
      writeFileSync(module, source);
      const outcome = await measureStore(storesCommand(module, dir), module);
      expect(outcome).toEqual({ kind: 'failed', sentence: expect.stringMatching(pattern) as string });
      expect(readdirSync(dir)).toEqual(['a.mjs']);
    });
  });
});

describe('two browsers', () => {
  const plan = standardPlan('matrix', 'quick');
  const measuredOf = (path: string, dir: string, stop = new AbortController().signal) => {
    const program = { family: 'chromium', path, isShell: false } as const;
    return measureOnce({ kind: 'browser', program, dir, plan, page: dir }, stop, () => undefined);
  };
  const scriptIn = (dir: string, lines: string) => {
    const path = join(dir, 'browser');
    writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    return path;
  };

  it.runIf(process.platform !== 'win32')('say why one ended before it had measured, and leave nothing', async () => {
    await withFolder(async (dir) => {
      const path = scriptIn(dir, 'echo "FATAL: no usable sandbox" >&2; exit 3');
      expect(await measuredOf(path, dir)).toEqual({
        kind: 'failed',
        sentence: `${path} could not be measured: it ended with code 3: FATAL: no usable sandbox.`,
      });
      expect(readdirSync(dir)).toEqual(['browser']);
    });
  });

  it.runIf(process.platform !== 'win32')('are ended where they were stopped before they began', async () => {
    await withFolder(async (dir) => {
      const path = scriptIn(dir, 'exec sleep 1000');
      expect(await measuredOf(path, dir, AbortSignal.abort())).toEqual({ kind: 'stopped' });
      expect(readdirSync(dir)).toEqual(['browser']);
    });
  });

  it.runIf(process.platform !== 'win32')('are ended where they are stopped, and leave nothing', async () => {
    await withFolder(async (dir) => {
      const stop = new AbortController();
      const path = scriptIn(dir, 'echo started > "${0%/*}/child"; exec sleep 1000');
      const child = join(dir, 'child');
      const watcher = watch(dir, () => {
        if (existsSync(child) && readFileSync(child, 'utf8').endsWith('\n')) stop.abort();
      });
      try {
        expect(await measuredOf(path, dir, stop.signal)).toEqual({ kind: 'stopped' });
      } finally {
        watcher.close();
      }
      expect(readdirSync(dir).toSorted()).toEqual(['browser', 'child']);
    });
  });
});

describe('what cannot be compared', () => {
  const FILE = fileURLToPath(import.meta.url);

  it.each([
    ['one side', ['/x'], 'Say which two to compare'],
    ['three sides', ['/x', '/y', '/z'], '"/z" is one too many'],
    ['a path that is not there', ['/nowhere', '/'], '/nowhere cannot be looked at: ENOENT'],
    ['a folder and a file', ['/', FILE], `/ is a folder and ${FILE} is a file.`],
    ['an option of folders', ['a', 'b', '--commands', '--size', '16MiB'], '--size does not go with two commands.'],
    ['no percentage', ['a', 'b', '--commands', '--until', 'soon'], '--until "soon" is no percentage such as 5%.'],
    ['too few blocks', ['a', 'b', '--commands', '--max-blocks', '1'], 'must be a whole number from 2 to 500'],
    ['no time', ['a', 'b', '--commands', '--max-time', '10'], '--max-time "10" is no time such as 90s'],
    ['one name', ['a', 'b', '--commands', '--names', 'base'], '--names "base" must be two different names'],
    ['an unknown option', ['a', 'b', '--publish', 'x'], 'ab has no option --publish.'],
    ['standard output twice', ['a', 'b', '--commands', '--json', '-', '--markdown', '-'], 'Only one of --json'],
    ['a file in no folder', ['a', 'b', '--commands', '--json', '/nowhere/x'], '--json /nowhere/x cannot be written'],
    ['too few rows', [FILE, FILE, '--rows', '20'], '--rows "20" cannot be used.'],
    ['a plan that is none', ['/', '/', '--size', 'huge'], '--size "huge"'],
    ['one browser', ['--browser', FILE], 'Name two browsers'],
    ['three browsers', ['--browser', FILE, '--browser', FILE, '--browser', FILE], 'Name two browsers'],
    ['browsers and folders', ['/', '--browser', FILE, '--browser', FILE], '"/" is too many beside --browser.'],
    ['a browser that is not here', ['--browser', '/nowhere', '--browser', FILE], 'There is no browser /nowhere here.'],
    ['an option of stores', ['--browser', FILE, '--browser', FILE, '--puts', '5'], 'does not go with two browsers.'],
  ] as const)('is refused in a sentence: %s', async (_, words, sentence) => {
    const { code, err } = await executed(['ab', ...words]);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});
