import { familyOf, planFromParameters } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '@opfsmark/schema/plan';
import { NODE_FAMILIES } from '../../ts/node/families.ts';
import { parseCommand } from '../arguments.ts';
import { planOptionsOf } from '../families.ts';
import { helpText } from '../usage.ts';

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
  ])('is named by %s', (_, words, origin) => {
    const command = parseCommand(['delete', ...words]);
    expect(command).toMatchObject({ kind: 'delete', runId: '0123456789ABCDEF', key: KEY });
    expect(command.kind === 'delete' && command.service.origin).toBe(origin);
  });
});

describe('what is asked for', () => {
  it('is the plan that the page makes of the same parameters', () => {
    const asked = run('--profile', 'demo', '--size', '16MiB', '--loops', '3', '--directions', 'read,mix', '--stable');
    const parameters = new URLSearchParams('profile=demo&size=16MiB&loops=3&dir=read,mix&stable=1');
    expect(asked).toMatchObject({ kind: 'run', dir: '/x', plan: planFromParameters(parameters).plan });
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
    const known = [...options.values()].map(({ parameter }) => parameter);
    expect(known).toEqual(['profile', ...fieldsOf(familyOf(id).codec).map(([, { parameter }]) => parameter)]);
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
    ['another command', ['walk'], 'There is no command "walk"'],
    ['no folder', ['run'], '--dir PATH'],
    ['an unknown option', ['run', '--dir', '/x', '--wat'], "'--wat'"],
    ['a path taken apart', ['run', '--dir', '/my', 'drive'], '"drive" belongs to no option'],
    ['a size that is none', ['run', '--dir', '/x', '--size', 'huge'], '--size "huge"'],
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
    ['an option of a run', ['publish', 'x.json', '--rows', 'SEQ1M-Q1T1'], "'--rows'"],
    ['no file', ['publish'], 'publish FILE'],
    ['no key', ['delete', '0123456789ABCDEF'], 'deletion key of 43 characters'],
    ['no id', ['delete', 'x', KEY], 'neither the id of a result nor its address'],
    ['a cold read', ['run', '--dir', '/x', '--cache', 'cold'], 'before a restart'],
  ])('is refused in a sentence: %s', (_, words, said) => {
    expect(parseCommand(words)).toMatchObject({ kind: 'usage', problem: expect.stringContaining(said) as string });
  });
});
