import { refusalText } from '../../../src/plan/refusal-text.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  BOUNDS,
  MIB,
  parseRowName,
  rowName,
  rowShortName,
  rowSlug,
  SUITE_VERSION,
} from '../../../src/documents/index.ts';
import { changedParameters, planOf } from '../../../src/families/matrix/profiles.ts';
import { MatrixPlan, ProfileId } from '../../../src/families/matrix/plan-schema.ts';
import { matrixPlan } from '../../../src/families/matrix/plan.ts';
import { planFromParameters } from '../../../src/families/checks.ts';
import { planProblemsFor } from '../../../src/families/plan-problems.ts';
import type { FamilyId } from '../../../src/families/ids.ts';
import { planToParameters, familyOf } from '../../../src/families/families.ts';
import { withCache } from '../../../src/families/matrix/budget.ts';

const within = ({ min, max }: { min: number; max: number }, step = 1) =>
  fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((n) => n * step);

const row = fc.record({
  pattern: fc.constantFrom('sequential' as const, 'random' as const),
  block_bytes: within(BOUNDS.block_bytes, 512),
  queues: within(BOUNDS.queues),
  threads: within(BOUNDS.threads),
});

const plan: fc.Arbitrary<MatrixPlan> = fc.record({
  family: fc.constant('matrix' as const),
  suite: fc.constant(SUITE_VERSION),
  profile: fc.constantFrom(...ProfileId.options),
  rows: fc.uniqueArray(row, { minLength: BOUNDS.rows.min, maxLength: BOUNDS.rows.max, selector: rowSlug }),
  directions: fc.shuffledSubarray(['read', 'write', 'mix'] as const, { minLength: 1 }).map((some) => [...some]),
  mix_read_percent: within(BOUNDS.mix_read_percent, 10),
  file_bytes: within(BOUNDS.file_bytes, MIB),
  write_bytes: within(BOUNDS.write_bytes, MIB),
  loops: within(BOUNDS.loops),
  drive_s: within(BOUNDS.drive_s),
  limit_s: within(BOUNDS.limit_s),
  interval_s: within(BOUNDS.interval_s),
  data: fc.constantFrom('random' as const, 'zero' as const),
  seed: within(BOUNDS.seed),
  verify: fc.constantFrom('sampled' as const, 'all' as const),
  until_stable: fc.boolean(),
  revisit: fc.boolean(),
  cache: fc.constant('as-is' as const),
});

const problemsOf = (any: MatrixPlan) => planProblemsFor(matrixPlan, MatrixPlan, any);

/** With every state of the cache that goes together with it. */
const consistentPlan = fc
  .tuple(plan, fc.constantFrom(...MatrixPlan.shape.cache.options))
  .map(([any, cache]) => withCache(any, cache))
  .filter((any) => problemsOf(any).length === 0);

const open = (query: string) => {
  const { plan: openedPlan, problems } = planFromParameters(new URLSearchParams(query));
  if (openedPlan.family !== 'matrix') throw new Error(`${openedPlan.family} was opened`);
  return { plan: openedPlan, problems };
};
const reasonOf = (query: string) =>
  open(query).problems.map(({ parameter, refusal }) => `${parameter} ${refusalText(refusal)}`);

describe('a plan as a URL', () => {
  it('opens exactly the plan that was written, whatever the plan', () => {
    fc.assert(
      fc.property(consistentPlan, (original) => {
        expect(z.safeParse(MatrixPlan, original).success).toBe(true);
        const again = open(planToParameters(familyOf<FamilyId>(original.family), original).toString());
        expect(again).toEqual({ plan: original, problems: [] });
      }),
    );
  });

  it.each(ProfileId.options)('needs nothing but the name for profile %s', (profile) => {
    expect(planToParameters(familyOf('matrix'), planOf(profile)).toString()).toBe(`profile=${profile}`);
    expect(open(`profile=${profile}`)).toEqual({ plan: planOf(profile), problems: [] });
    expect(changedParameters(planOf(profile))).toEqual([]);
  });

  it('names what was changed', () => {
    const changedPlan = { ...planOf('default'), loops: 3, file_bytes: 64 * MIB };
    expect(changedParameters(changedPlan)).toEqual(['file_bytes', 'loops']);
    expect(planToParameters(familyOf<FamilyId>(changedPlan.family), changedPlan).toString()).toBe(
      'profile=default&size=64MiB&loops=3',
    );
  });

  it('is the quick profile where nothing is said', () => {
    expect(open('')).toEqual({ plan: planOf('quick'), problems: [] });
  });

  it('leaves the parameters of the page alone', () => {
    expect(planFromParameters(new URLSearchParams('autorun=1'), ['autorun']).problems).toEqual([]);
  });
});

describe('what is wrong with a URL, in plain words', () => {
  it.each([
    ['loops=12', 'loops must be a whole number from 1 to 9'],
    ['loops=2.5', 'loops must be a whole number from 1 to 9'],
    ['limit=', 'limit must be a whole number from 0 to 60'],
    ['mix=75', 'mix must be a multiple of 10 from 10 to 90'],
    ['size=1KiB', 'size must be a whole number of MiB from 16MiB to 64GiB, such as 256MiB'],
    ['size=big', 'size must be a whole number of MiB from 16MiB to 64GiB, such as 256MiB'],
    ['dir=read,read', 'dir must be one or more of read, write, mix, separated by commas, each once'],
    ['dir=erase', 'dir must be one or more of read, write, mix, separated by commas, each once'],
    ['data=ones', 'data must be one of random, zero'],
    ['cache=hot', 'cache must be one of drive-and-memory, as-is, drive, cold, deep'],
    ['stable=maybe', 'stable must be 1 (yes) or 0 (no)'],
    ['turbo=1', 'turbo is not a parameter'],
    ['loops=1&loops=2', 'loops is given more than once: the first one counts'],
  ])('%s', (query, expected) => {
    expect(reasonOf(query)).toEqual([expected]);
  });

  it.each([
    'rows=',
    'rows=FAST',
    'rows=SEQ1M-Q65T1',
    'rows=SEQ32M-Q1T1',
    'rows=RND100B-Q1T1',
    'rows=SEQ1M-Q8T1,',
    'rows=RND4K-Q1T1,RND4K-Q1',
  ])('%s', (query) => {
    expect(reasonOf(query)[0]).toMatch(/^rows must be 1 to 16 names such as SEQ1M-Q8T1/);
    expect(open(query).plan.rows).toEqual(planOf('quick').rows);
  });

  it.each([
    'utm_source=news',
    'fbclid=x&gclid=y&gclsrc=aw.ds',
    'msclkid=a&ttclid=b&yclid=c&twclid=d&li_fat_id=e&rdt_cid=f',
    'gbraid=a&wbraid=b&gad_source=1&gad_campaignid=2&srsltid=c',
    'mc_cid=a&mc_eid=b&mkt_tok=c&_hsenc=d&_hsmi=e',
    'igshid=a&igsh=b&mibextid=c&epik=d',
    '_ga=1.2&_gl=a&ref=hn&ref_src=twsrc&si=a',
  ])('says nothing of what other services added: %s', (query) => {
    expect(open(query)).toEqual({ plan: planOf('quick'), problems: [] });
  });

  it.each(['click=1', 'id=1', 'reference=1', 'size2=64MiB'])('names what nobody adds: %s', (query) => {
    expect(open(query).problems).toHaveLength(1);
  });

  it('names the profiles there are', () => {
    expect(reasonOf('profile=turbo')[0]).toBe(`profile must be one of ${ProfileId.options.join(', ')}`);
  });

  it('keeps what is right beside what is wrong', () => {
    const { plan: openedPlan, problems } = open('profile=default&loops=99&size=64MiB');
    expect(openedPlan).toEqual({ ...planOf('default'), file_bytes: 64 * MIB });
    expect(problems).toHaveLength(1);
  });

  it('never throws and never gives an invalid plan, whatever the query', () => {
    const key = fc.constantFrom('profile', 'rows', 'dir', 'size', 'loops', 'seed', 'cache', 'x', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string())), (pairs) => {
        expect(z.safeParse(MatrixPlan, planFromParameters(new URLSearchParams(pairs)).plan).success).toBe(true);
      }),
    );
  });
});

describe('a plan that reads each block once', () => {
  it('only reads, without being told', () => {
    const { plan: openedPlan, problems } = open('profile=default&cache=cold');
    expect(problems).toEqual([]);
    expect(openedPlan).toEqual({ ...planOf('default'), cache: 'cold', directions: ['read'], drive_s: 0 });
    expect(planToParameters(familyOf<FamilyId>(openedPlan.family), openedPlan).toString()).toBe(
      'profile=default&dir=read&time=0&cache=cold',
    );
  });

  it('names what does not go together with it', () => {
    const { plan: openedPlan, problems } = open('cache=deep&dir=read,write&stable=1&revisit=1');
    expect(problems.map(({ parameter }) => parameter)).toEqual(['dir', 'stable', 'revisit']);
    expect(problemsOf(openedPlan)).toEqual([]);
    expect(openedPlan.cache).toBe('deep');
  });

  it('needs a part of the file for every loop of every row', () => {
    expect(reasonOf('profile=as-ssd&size=64MiB&cache=cold')[0]).toMatch(/^size is too small/);
    expect(open('profile=as-ssd&size=64MiB&cache=cold').plan.cache).toBe('as-is');
    expect(open('profile=as-ssd&size=240MiB&cache=cold').problems).toEqual([]);
  });

  it('is no plan otherwise', () => {
    expect(problemsOf({ ...planOf('quick'), cache: 'cold', revisit: true })).toEqual([
      'directions',
      'revisit',
      'drive_s',
    ]);
  });
});

describe('the name of a row', () => {
  it('is read back, whatever the row', () => {
    fc.assert(
      fc.property(row, (original) => {
        expect(parseRowName(rowName(original))).toEqual(original);
      }),
    );
  });

  it('leaves a single thread out of the short form only', () => {
    const names = ['RND4K Q32T1', 'RND4K Q32T16'].map(parseRowName).map((r) => r && [rowName(r), rowShortName(r)]);
    expect(names).toEqual([
      ['RND4K Q32T1', 'RND4K Q32'],
      ['RND4K Q32T16', 'RND4K Q32T16'],
    ]);
  });
});
