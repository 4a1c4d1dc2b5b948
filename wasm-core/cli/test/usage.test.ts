import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';
import { parseCommand } from '../arguments.ts';
import { completionFor, manPage } from '../shells.ts';
import { commandNames, helpText, optionsOf, SHELLS } from '../usage.ts';

function has(program: string): boolean {
  const isThere = spawnSync(program, ['--version']).error === undefined;
  if (!isThere) console.log(`skipped: what ${program} understands, because there is none`);
  return isThere;
}

describe('the help', () => {
  it('fits a terminal, and has every command and option', () => {
    const help = helpText('opfsmark');
    expect(help.split('\n').filter((line) => line.length > 120 && line.startsWith(' '))).toEqual([]);
    for (const name of commandNames) {
      expect(help).toMatch(new RegExp(`^ {2}opfsmark ${name} `, 'm'));
      for (const option of optionsOf(name).keys()) expect(help).toMatch(new RegExp(`^ {2}--${option}(?: |$)`, 'm'));
    }
  });

  it.each(commandNames)('names no option that %s does not take', (name) => {
    for (const [option, { argument }] of optionsOf(name)) {
      const words = [name, `--${option}`, ...(argument === '' ? [] : ['x'])];
      const command = parseCommand(words);
      if (command.kind === 'usage') expect(command.problem).not.toMatch(/^Unknown option/);
    }
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
    const script = `${completionFor('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _opfsmark; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', script, 'bash', 'opfsmark', ...words], { cwd: dir, encoding: 'utf8' });
  };

  it.skipIf(!has('bash'))('offers commands, options, values, folders and files in bash', async () => {
    await withFolder((dir) => {
      mkdirSync(join(dir, 'drive'));
      writeFileSync(join(dir, 'result.json'), '');
      const offered = (...words: string[]) =>
        bash(dir, ...words)
          .stdout.trim()
          .split('\n')
          .toSorted();
      expect(offered('c')).toEqual(['compare', 'completion']);
      expect(offered('run', '--di')).toEqual(['--dir', '--direct', '--directions']);
      expect(offered('run', '--family', 's')).toEqual(['stutter', 'sustained']);
      expect(offered('run', '--dir', '')).toEqual(['drive']);
      expect(offered('verify', 're')).toEqual(['result.json']);
      expect(offered('completion', '')).toEqual(SHELLS.toSorted());
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
