import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { familyOf, planFromParameters } from '@opfsmark/schema/families';
import { fieldsOf } from '@opfsmark/schema/plan';
import { NODE_FAMILIES } from '../../ts/node/families.ts';
import { withFolder } from '../../ts/node/test/drives.ts';
import { parseCommand } from '../arguments.ts';
import { planOptionsOf } from '../families.ts';
import { completionFor, manPage } from '../shells.ts';
import { commandNames, helpText, KEY_VARIABLE, optionsOf, SHELLS } from '../usage.ts';

function has(program: string): boolean {
  const isThere = spawnSync(program, ['--version']).error === undefined;
  if (!isThere) console.log(`skipped: what ${program} understands, because there is none`);
  return isThere;
}

describe('the help', () => {
  it('fits a terminal, and has every command and option', () => {
    const help = helpText('opfsmark');
    for (const [columns, text] of [
      [110, help],
      [80, helpText('opfsmark', null, 80)],
      [50, helpText('opfsmark', null, 20)],
    ] as const) {
      expect(text.split('\n').filter((line) => line.length > columns)).toEqual([]);
    }
    for (const name of commandNames) {
      expect(help).toMatch(new RegExp(`^ {2}opfsmark ${name} `, 'm'));
      for (const option of optionsOf(name).keys()) expect(help).toMatch(new RegExp(`^ {2}--${option}(?: |$)`, 'm'));
    }
  });

  it.each(commandNames)('of %s is its own: its options and exit codes, and no other command', (name) => {
    for (const words of [
      [name, '--help'],
      ['--help', name],
      ['help', name],
      [name, '-h'],
    ]) {
      expect(parseCommand(words)).toEqual({ kind: 'help', command: name });
    }
    const help = helpText('opfsmark', name);
    expect(help).toMatch(new RegExp(`^opfsmark ${name} .*\\n\\n[A-Z]`));
    const listed = new Set(Array.from(help.matchAll(/^ {2}--([\w-]+)/gm), ([, option = '']) => option));
    expect([...listed].toSorted()).toEqual([...optionsOf(name).keys()].toSorted());
    for (const other of commandNames) if (other !== name) expect(help).not.toContain(`opfsmark ${other}`);
    expect(help).toMatch(/^Exit codes:\n {2}0 /m);
  });

  it('of all is asked for without a command', () => {
    for (const words of [['--help'], ['help']]) expect(parseCommand(words)).toEqual({ kind: 'help', command: null });
  });

  it.each(commandNames)('names no option that %s does not take', (name) => {
    for (const [option, { argument }] of optionsOf(name)) {
      const words = [name, `--${option}`, ...(argument === '' ? [] : ['x'])];
      const command = parseCommand(words);
      if (command.kind === 'usage') expect(command.problem).not.toMatch(/ has no option /);
    }
  });
});

describe('the help of an option of a plan', () => {
  const options = NODE_FAMILIES.flatMap((family) =>
    [...planOptionsOf(family)].map(([name, option]) => ({ family, name, ...option })),
  );

  it.each(options)('has the bounds that --family $family gives --$name', ({ family, parameter, help }) => {
    const { problems } = planFromParameters(new URLSearchParams({ family, [parameter]: 'none of these' }));
    const { from, to } = problems.find((problem) => problem.parameter === parameter)?.refusal.values ?? {};
    const [, saidFrom = from, saidTo = to] = /\b(\d\w*) to (\d\w*)/.exec(help) ?? [];
    // Where 0 stands for something else, the help says so by itself.
    expect({ from: help.includes(' 0: ') ? '0' : saidFrom, to: saidTo }).toEqual({ from, to });
  });
});

describe('the manual page', () => {
  it.skipIf(!has('groff'))('is understood by groff, and says what the help says', () => {
    const page = manPage('opfsmark', '1.2.3');
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-ww', '-P-c', '-P-b', '-P-u', '-rLL=200n'], {
      input: page,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    for (const name of commandNames)
      for (const option of optionsOf(name).keys()) expect(stdout).toContain(`--${option}`);
    expect(stdout).toMatch(/EXIT STATUS\n +0 +all was done/);
  });
});

describe('completion', () => {
  const bash = (dir: string, ...words: string[]) => {
    // As in bash 3.2, which is that of macOS.
    const script = `enable -n mapfile readarray\n${completionFor('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _opfsmark; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', script, 'bash', 'opfsmark', ...words], { cwd: dir, encoding: 'utf8' });
  };

  it.skipIf(!has('bash'))('offers commands, options, values, folders and files in bash', async () => {
    await withFolder((dir) => {
      mkdirSync(join(dir, 'drive'));
      writeFileSync(join(dir, 'result.json'), '');
      const completions = (...words: string[]) =>
        bash(dir, ...words)
          .stdout.trim()
          .split('\n')
          .toSorted();
      expect(completions('c')).toEqual(['capacity', 'compare', 'completion']);
      expect(completions('run', '--di')).toEqual(['--dir', '--direct', '--directions']);
      expect(completions('run', '--family', 's')).toEqual(['stutter', 'sustained']);
      expect(completions('run', '--interface', 'S')).toEqual(['SATA', 'SD card']);
      expect(completions('run', '--dir', '')).toEqual(['drive']);
      expect(completions('verify', 're')).toEqual(['result.json']);
      expect(completions('completion', '')).toEqual(SHELLS.toSorted());
      expect(bash(dir, 'run', '').stderr).toBe('');
      return Promise.resolve();
    });
  });

  it.each([
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const)('is understood by %s', (shell, check) => {
    const script = completionFor(shell);
    for (const name of commandNames) expect(script).toContain(name);
    if (has(shell)) expect(spawnSync(shell, [check], { input: script, encoding: 'utf8' }).stderr).toBe('');
  });
});

const run = (...words: string[]) => parseCommand(['run', '--dir', '/x', ...words]);

const KEY = `-${'k'.repeat(42)}`;

describe('what is to be deleted', () => {
  it.each([
    ['an id', ['0123456789ABCDEF', KEY], 'http://localhost:8787'],
    [
      'an id in small letters, and a service',
      ['0123456789abcdef', KEY, '--service', 'https://a.example'],
      'https://a.example',
    ],
    ['an address', [KEY, 'https://b.example/r/0123456789ABCDEF?lang=ja'], 'https://b.example'],
    ['an id that was copied by hand, with letters that no id has', ['OI23456789abcdef', KEY], 'http://localhost:8787'],
  ])('is named by %s', (_, words, origin) => {
    const command = parseCommand(['delete', ...words]);
    expect(command).toMatchObject({ kind: 'delete', runId: '0123456789ABCDEF', key: KEY });
    expect(command.kind === 'delete' && command.service.origin).toBe(origin);
  });

  it('has its key from standard input, or from the environment, so that no list of processes shows it', () => {
    expect(parseCommand(['delete', '0123456789ABCDEF', '-'])).toMatchObject({ kind: 'delete', key: '-' });
    expect(parseCommand(['delete', '0123456789ABCDEF', '-', KEY])).toMatchObject({ kind: 'usage' });
    for (const [key, expected] of [
      [KEY, { kind: 'delete', key: KEY }],
      ['k', { kind: 'usage' }],
    ] as const) {
      vi.stubEnv(KEY_VARIABLE, key);
      expect(parseCommand(['delete', '0123456789ABCDEF'])).toMatchObject(expected);
    }
    vi.unstubAllEnvs();
  });
});

describe('what is asked for', () => {
  it('is the plan that the page makes of the same parameters', () => {
    const command = run('--profile', 'demo', '--size', '16MiB', '--loops', '3', '--directions', 'read,mix', '--stable');
    const parameters = new URLSearchParams('profile=demo&size=16MiB&loops=3&dir=read,mix&stable=1');
    expect(command).toMatchObject({ kind: 'run', dir: '/x', plan: planFromParameters(parameters).plan });
  });

  it('may be saved in several forms', () => {
    const saves = ['/y/a.bigger.json', '/y/a.smaller.json', '/y/a.prom'];
    expect(run(...saves.flatMap((path) => ['--save', path]))).toMatchObject({ kind: 'run', saves });
    expect(run()).toMatchObject({ saves: [] });
    expect(run('--save', '/y/a.prom', '--save', '/y/a.xls')).toMatchObject({
      kind: 'usage',
      problem: expect.stringMatching(/^--save "\/y\/a\.xls" ends with none of \.txt,.* \.prom,.*\.$/) as string,
    });
  });

  it.each(NODE_FAMILIES)('has an explained option for every parameter of %s', (id) => {
    const options = planOptionsOf(id);
    const parameters = [...options.values()].map(({ parameter }) => parameter);
    expect(parameters).toEqual(['profile', ...fieldsOf(familyOf(id).codec).map(([, { parameter }]) => parameter)]);
    for (const [name, { help }] of options) {
      expect(help).not.toBe('');
      expect(helpText('opfsmark')).toContain(`--${name}`);
    }
  });

  it.each(NODE_FAMILIES)('goes past the page cache with %s where --direct is said', (id) => {
    expect(run('--family', id, '--direct')).toMatchObject({ kind: 'run', isDirect: true });
    expect(run('--family', id)).toMatchObject({ kind: 'run', isDirect: false });
  });

  it.each(NODE_FAMILIES)('is the quick plan of %s where only its name is given', (id) => {
    expect(run('--family', id)).toMatchObject({ kind: 'run', plan: { family: id, profile: 'quick' } });
  });

  it.each([
    ['nothing', [], 'Say what to do'],
    [
      'another command',
      ['walk'],
      'There is no command "walk": run, ab, capacity, drive, store, compare, publish, verify, delete or completion.',
    ],
    ['nearly a command', ['compair', 'a', 'b'], 'Did you mean compare?'],
    ['nearly a command, with an option', ['rum', '--dirr', '/x'], 'There is no command "rum"'],
    ['the help of no command', ['walk', '--help'], 'There is no command "walk"'],
    ['nearly an option', ['run', '--dir', '/x', '--profil', 'quick'], 'no option --profil. Did you mean --profile?'],
    ['letters in another order', ['rnu'], 'Did you mean run?'],
    ['the beginning of an option', ['-v'], 'There is no option -v. Did you mean --version?'],
    ['nearly an option of all', ['--versoin'], 'There is no option --versoin. Did you mean --version?'],
    ['nothing near', ['verify', '--publish', 'x'], 'verify has no option --publish.'],
    ['no folder', ['run'], '--dir PATH'],
    ['an unknown option', ['run', '--dir', '/x', '--wat'], 'run has no option --wat.'],
    ['a path taken apart', ['run', '--dir', '/my', 'drive'], '"drive" belongs to no option'],
    ['a size that is none', ['run', '--dir', '/x', '--size', 'huge'], '--size "huge"'],
    [
      'blocks in the wrong order',
      ['run', '--dir', '/x', '--family', 'block-sweep', '--from', '64KiB', '--to', '4KiB'],
      '--to "4KiB": the smallest block is above the largest.',
    ],
    ['an option without its value', ['run', '--dir'], '--dir needs a value.'],
    [
      'a value that begins with a dash',
      ['run', '--dir', '/x', '--limit', '-1'],
      'written after an equals sign: --limit=-1.',
    ],
    ['a switch with a value', ['run', '--dir', '/x', '--direct=no'], '--direct takes no value.'],
    ['a number below all', ['run', '--dir', '/x', '--limit=-1'], '--limit "-1": must be a whole number from 0 to 60.'],
    [
      'a form that the results of a family never have',
      ['run', '--dir', '/x', '--family', 'stutter', '--save', 'a.fio.json'],
      '--save "a.fio.json": a result of stutter has no such form.',
    ],
    ['too many loops', ['run', '--dir', '/x', '--loops', '10'], 'from 1 to 9'],
    ['an unknown profile', ['run', '--dir', '/x', '--profile', 'fast'], 'must be one of quick'],
    ['no address', ['run', '--dir', '/x', '--publish', 'ftp://x'], 'is not an address'],
    ['an unknown filesystem', ['run', '--dir', '/x', '--filesystem', 'FAT 12'], 'Possible: APFS'],
    ['a family of browsers', ['run', '--dir', '/x', '--family', 'database'], 'only a browser has'],
    ['an unknown family', ['run', '--dir', '/x', '--family', 'speed'], 'is not a family'],
    ['an option of another family', ['run', '--dir', '/x', '--calls', '2000'], 'does not go with --family matrix'],
    ['a direct read of what is to be forgotten', ['run', '--dir', '/x', '--direct', '--cache', 'drive'], 'Leave out'],
    ['a direct read of much', ['run', '--dir', '/x', '--direct', '--cache', 'deep'], 'Leave out --cache'],
    [
      'a name of spaces',
      ['run', '--dir', '/x', '--device', '   '],
      'cannot be published: it is empty. Give another name',
    ],
    ['an address as a drive', ['run', '--dir', '/x', '--drive', 'spam.com'], 'it has a web or mail address'],
    ['a note with a hidden sign', ['run', '--dir', '/x', '--note', 'a\u200bb'], 'invisible or control characters'],
    ['an option of a run', ['publish', 'x.json', '--rows', 'SEQ1M-Q1T1'], 'publish has no option --rows.'],
    ['no file', ['publish'], 'publish FILE'],
    ['no key', ['delete', '0123456789ABCDEF'], 'deletion key of 43 characters'],
    ['no id', ['delete', 'x', KEY], 'neither the id of a result nor its address'],
    ['a cold read', ['run', '--dir', '/x', '--cache', 'cold'], 'before a restart'],
  ])('is refused in a sentence: %s', (_, words, sentence) => {
    expect(parseCommand(words)).toMatchObject({ kind: 'usage', problem: expect.stringContaining(sentence) as string });
  });
});
