import { MIB } from '@opfsmark/schema/documents';
import { planFromParameters, planOf, planToParameters } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { parseCommand, PLAN_OPTIONS, USAGE } from '../arguments.ts';

const run = (...words: string[]) => parseCommand(['run', '--dir', '/x', ...words]);

describe('what is asked for', () => {
  it('is the plan that the page makes of the same parameters', () => {
    const asked = run('--profile', 'demo', '--size', '16MiB', '--loops', '3', '--directions', 'read,mix', '--stable');
    const parameters = new URLSearchParams('profile=demo&size=16MiB&loops=3&dir=read,mix&stable=1');
    expect(asked).toMatchObject({ kind: 'run', dir: '/x', plan: planFromParameters(parameters).plan });
  });

  it('has an option for every parameter of a plan', () => {
    const changed = Object.fromEntries(
      Object.entries(planOf('quick')).map(([key, value]) => [key, key === 'profile' ? value : undefined]),
    );
    const parameters = [...planToParameters({ ...planOf('quick'), file_bytes: 16 * MIB, seed: 1 }).keys()];
    const known = Object.values(PLAN_OPTIONS).map(({ parameter }) => parameter);
    expect(parameters.filter((parameter) => !known.includes(parameter))).toEqual([]);
    expect(known).toHaveLength(Object.keys(changed).length - 2);
    for (const name of Object.keys(PLAN_OPTIONS)) expect(USAGE).toContain(`--${name}`);
  });

  it.each([
    ['nothing', [], 'Say what to do'],
    ['another command', ['walk'], 'There is no command "walk"'],
    ['no folder', ['run'], '--dir PATH'],
    ['an unknown option', ['run', '--dir', '/x', '--wat'], "'--wat'"],
    ['a path taken apart', ['run', '--dir', '/my', 'drive'], '"drive" belongs to no option'],
    ['a size that is none', ['run', '--dir', '/x', '--size', 'huge'], '--size "huge"'],
    ['too many loops', ['run', '--dir', '/x', '--loops', '10'], 'from 1 to 9'],
    ['an unknown profile', ['run', '--dir', '/x', '--profile', 'fast'], 'must be one of quick'],
    ['no address', ['run', '--dir', '/x', '--publish', 'ftp://x'], 'is not an address'],
    ['an unknown filesystem', ['run', '--dir', '/x', '--filesystem', 'FAT 12'], 'Possible: APFS'],
    ['a lot of writing', ['run', '--dir', '/x', '--cache', 'deep'], 'agree with --yes'],
    ['a cold read', ['run', '--dir', '/x', '--cache', 'cold'], 'before a restart'],
  ])('is refused in a sentence: %s', (_, words, said) => {
    expect(parseCommand(words)).toMatchObject({ kind: 'usage', problem: expect.stringContaining(said) as string });
  });
});
