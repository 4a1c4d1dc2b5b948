import { describe, expect, it } from 'vitest';
import { contendersAsked, countEach, withCounts } from './counted-table.mjs';

const head = { browser: 'chromium', version: '156.0.1', major: 156, os: 'linux', date: '2026-11-22', method: 'strace' };
const count = (contender, per_put) => ({ contender, per_put });
const table = [{ ...head, counts: [count('sahpool', 6), count('coop', 3)] }];

describe('a table of counts', () => {
  it('has a contender once per browser: the new count', () => {
    const again = withCounts(table, { ...head, counts: [count('coop', 4)] });
    expect(again).toEqual([{ ...head, counts: [count('sahpool', 6), count('coop', 4)] }]);
  });

  it.each([
    ['version', '156.0.2'],
    ['date', '2026-11-23'],
    ['method', 'strace, but longer'],
  ])('does not put another %s over counts that were made before', (key, value) => {
    const laterHead = { ...head, [key]: value };
    expect(withCounts(table, { ...laterHead, counts: [count('coop', 4)] })).toEqual([
      { ...head, counts: [count('sahpool', 6)] },
      { ...laterHead, counts: [count('coop', 4)] },
    ]);
  });

  it('keeps what was counted in another major version, and drops entries that are empty', () => {
    const newerHead = { ...head, version: '157.0.1', major: 157 };
    const both = withCounts(table, { ...newerHead, counts: [count('coop', 4)] });
    expect(both).toHaveLength(2);
    const recountedTable = withCounts(both, { ...newerHead, date: '2026-11-24', counts: [count('coop', 4)] });
    expect(recountedTable.map(({ date }) => date)).toEqual(['2026-11-22', '2026-11-24']);
  });
});

describe('contenders on the command line', () => {
  it('are all without a name', () => {
    expect(contendersAsked([])).toContain('cache');
    expect(contendersAsked(['coop'])).toEqual(['coop']);
    expect(contendersAsked(['--firefox', 'coop'])).toEqual(['coop']);
  });

  it('are refused with the names that there are', () => {
    expect(() => contendersAsked(['coop', 'copo'])).toThrow(/^Unknown contender: copo\. There are: opfs-sync, /);
  });
});

it('a contender that cannot be counted is said, and the others go on', async () => {
  const sentences = [];
  const count = async (contender) => {
    if (contender === 'coop') throw new Error('no_shared_handles');
    return '3 syncs per put';
  };
  await countEach(['coop', 'cache'], count, (sentence) => sentences.push(sentence));
  expect(sentences).toEqual(['coop: not counted: no_shared_handles', 'cache: 3 syncs per put']);
});
