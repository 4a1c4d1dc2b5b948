import { describe, expect, it } from 'vitest';
import { checkText, declaredProblems, normalizeText, slugOf } from '../../src/documents/index.ts';
import names from '../../vectors/names.json' with { type: 'json' };

/** Without it a failure would show nothing of what makes the name one of its kind. */
const written = (name: string) =>
  JSON.stringify(name).replace(/[^\x20-\x7e\p{L}\p{So}]/gu, (sign) => `<${sign.codePointAt(0)?.toString(16)}>`);

describe('a name', () => {
  it.each(names.accepted.map((name) => [written(name), name] as const))('is accepted: %s', (_, name) => {
    expect(checkText(name, 'device')).toEqual({ text: normalizeText(name) });
    expect(checkText(name, 'note')).toEqual({ text: normalizeText(name) });
  });

  it.each(names.refused.map(([problem, name = '']) => [problem, written(name), name] as const))(
    'is refused as %s: %s',
    (problem, _, name) => {
      expect(checkText(name, 'device')).toEqual({ problem });
    },
  );

  it.each(names.same)('%s is %s', (one, other) => {
    expect(slugOf(normalizeText(one))).toBe(slugOf(normalizeText(other)));
  });
});

it('finds what is wrong in each text of a declaration, and holds a note to fewer rules', () => {
  const declared = { device: ' ', drive: 'spam.com', note: 'ᚠᚢᚦ: !!!' };
  expect(declaredProblems(declared)).toEqual([
    { field: 'device', problem: 'empty' },
    { field: 'drive', problem: 'address' },
  ]);
  expect(declaredProblems({ device: 'x' })).toEqual([]);
});
