import { describe, expect, it, test } from 'vitest';
import { bytesToAgreeTo, standardPlanFromParameters } from '../../src/families/plan-for.ts';
import { checksOf, parametersOfPlanJson, planFromParameters } from '../../src/families/checks.ts';
import { FAMILY_IDS, type FamilyId, isFamilyId } from '../../src/families/ids.ts';
import { DEFAULT_FAMILY } from '../../src/families/family.ts';
import {
  estimate,
  familyOf,
  type Plan,
  planChanges,
  planToParameters,
  profilesOf,
  standardPlan,
  stepsOf,
} from '../../src/families/families.ts';
import { planProblemsFor } from '../../src/families/plan-problems.ts';
import { fieldsOf } from '../../src/plan/codec.ts';
import { refusalText } from '../../src/plan/refusal-text.ts';
import english from '../../src/plan/words/en.ts';
import japanese from '../../src/plan/words/ja.ts';
import { planOf } from '../../src/families/matrix/profiles.ts';
import { roundsMax } from '../../src/families/sustained/rounds.ts';
import { stutterCallsMax, stutterSlices } from '../../src/families/stutter/plan.ts';
import { sweepRows } from '../../src/families/sweep/rows.ts';
import { secondsOf } from '../../src/schedule/steps.ts';
import { MIB, rowName } from '../../src/documents/index.ts';
import fc from 'fast-check';
import * as z from 'zod/mini';

const parametersOf = (json: unknown) => parametersOfPlanJson(JSON.stringify(json)) ?? new URLSearchParams('none');

describe('a parameter that is refused', () => {
  const refused = (family: FamilyId, parameter: string, value: string) =>
    planFromParameters(new URLSearchParams({ family, [parameter]: value })).problems.filter(
      (problem) => problem.parameter === parameter,
    );

  test.each(
    FAMILY_IDS.flatMap((id) => fieldsOf(familyOf(id).codec).map(([, { parameter }]) => [id, parameter] as const)),
  )('names what it takes: %s, %s', (family, parameter) => {
    for (const value of ['none of these', '999999999999999']) {
      const [problem] = refused(family, parameter, value);
      if (!problem) throw new Error('not refused');
      const [inEnglish, inJapanese] = [english, japanese].map((words) => refusalText(problem.refusal, words));
      expect(inEnglish).toMatch(/^must be .*\d|^must be .* of .*, /);
      // The allowed values are the same in each language.
      for (const given of Object.values(problem.refusal.values)) expect(inJapanese).toContain(given);
      expect(`${inEnglish} ${inJapanese}`).not.toMatch(/[{}]/);
    }
  });

  test.each<[FamilyId, string, string, string]>([
    ['stutter', 'calls', '777', 'must be a whole number from 1000 to 500000'],
    ['stutter', 'flush', 'often', 'must be one of none, each'],
    ['durability', 'block', '1KiB', 'must be from 4KiB to 16MiB in steps of 4KiB'],
    ['queue-sweep', 'queues', '7', 'must be a power of two from 1 to 64'],
    ['database', 'page', '3KiB', 'must be one of 4KiB, 8KiB, 16KiB, 32KiB, 64KiB'],
    ['matrix', 'size', '1KiB', 'must be a whole number of MiB from 16MiB to 64GiB, such as 256MiB'],
    ['sustained', 'round', '48MiB', 'the file must be a multiple of the round'],
    [
      'matrix',
      'rows',
      'RND16MiB-Q1T1',
      'must be 1 to 16 names such as SEQ1M-Q8T1 or RND4K-Q32T1, separated by commas, each once: blocks 512B–16M in steps of 512B, Q 1–64, T 1–64',
    ],
  ])('says it in a sentence: %s, %s=%s', (family, parameter, value, sentence) => {
    expect(refused(family, parameter, value).map((problem) => refusalText(problem.refusal))).toEqual([sentence]);
  });

  test('says it whole where nobody knows the field, as of a record that is uploaded', () => {
    const { error } = z.safeParse(checksOf('queue-sweep').plan, { ...standardPlan('queue-sweep'), max_queues: 7 });
    expect(error?.issues.map(({ message }) => message)).toEqual(['must be a power of two from 1 to 64']);
  });

  test('does so in a plan that a program hands over', () => {
    const { plans, schema } = { plans: familyOf('stutter'), schema: checksOf('stutter').plan };
    expect(planProblemsFor(plans, schema, { ...standardPlan('stutter'), calls: 777 })).toEqual([
      'calls: must be a whole number from 1000 to 500000',
    ]);
  });
});

describe('a plan as JSON', () => {
  test('of the grid opens exactly this plan', () => {
    const plan = { ...planOf('nvme'), loops: 3, directions: ['read' as const], file_bytes: 64 * 1024 ** 2, seed: 7 };
    expect(planFromParameters(parametersOf(plan))).toEqual({ plan, problems: [] });
  });

  test.each(FAMILY_IDS)('of %s opens exactly this plan', (id) => {
    const plan = { ...standardPlan(id, profilesOf(id)[1] as 'quick'), seed: 11 };
    expect(planFromParameters(parametersOf(plan))).toEqual({ plan, problems: [] });
  });

  test('needs only the fields that differ from its profile', () => {
    expect(`${parametersOf({ profile: 'demo', loops: 2 })}`).toBe('profile=demo&loops=2');
    expect(`${parametersOf({})}`).toBe('profile=quick');
  });

  test.each([
    [{ loops: 99 }, { parameter: 'loops', value: '99' }],
    [{ loops: 'many' }, { parameter: 'loops', value: 'many' }],
    [{ rows: [{ pattern: 'SEQ' }] }, { parameter: 'rows', value: '[{"pattern":"SEQ"}]' }],
    [{ file_bytes: 1e15 }, { parameter: 'size' }],
    [{ speed: 11 }, { parameter: 'speed', value: '11' }],
    [{ profile: 'fastest' }, { parameter: 'profile', value: 'fastest' }],
    [{ suite: '99' }, { parameter: 'suite', value: '99' }],
    [{ family: 'dance' }, { parameter: 'family', value: 'dance' }],
    [{ constructor: 1 }, { parameter: 'constructor', value: '1' }],
    [{ toString: 'x' }, { parameter: 'toString', value: 'x' }],
    [{ hasOwnProperty: null }, { parameter: 'hasOwnProperty', value: 'null' }],
  ])('names what cannot be run in %j', (json, problem) => {
    const { problems } = planFromParameters(parametersOf(json));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject(problem);
  });

  test('hands a bad field of a family on by its own name', () => {
    const parameters = parametersOf({ family: 'stutter', duration: 'long', mood: 1 });
    const { problems } = planFromParameters(parameters);
    expect(problems.map(({ parameter }) => parameter)).toEqual(expect.arrayContaining(['mood']));
  });

  test.each(['quick', '[1]', 'null', '{"loops":', ''])('is an object: %s is none', (text) =>
    expect(parametersOfPlanJson(text)).toBeNull(),
  );
});

const standards = FAMILY_IDS.flatMap((id) =>
  profilesOf(id).map((profile) => ({ id, profile, plan: standardPlan(id, profile as 'quick') })),
);

describe.each(standards)('$id, $profile', ({ id, profile, plan }) => {
  it('is a valid plan of its family', () => {
    expect(z.safeParse(checksOf(id).plan, plan)).toMatchObject({ success: true });
    expect([plan.family, plan.profile]).toEqual([id, profile]);
  });
  it('is written with nothing but its family and profile', () => {
    const names = [...planToParameters(familyOf<FamilyId>(plan.family), plan)].map(([name]) => name);
    expect(names.filter((name) => name !== 'family' && name !== 'profile')).toEqual([]);
  });
  it('comes back from its URL', () => {
    const read = planFromParameters(planToParameters(familyOf<FamilyId>(plan.family), plan));
    expect(read).toEqual({ plan, problems: [] });
    // Whatever the order of its fields.
    expect(planChanges(familyOf<FamilyId>(read.plan.family), read.plan)).toEqual([]);
  });
  it('has a finite estimate', () => {
    const { seconds, bytesWrittenMax } = estimate(plan);
    expect(seconds).toBeGreaterThan(0);
    expect(Number.isSafeInteger(bytesWrittenMax)).toBe(true);
  });
});

describe('estimates', () => {
  it.each(FAMILY_IDS)('the quick setting of %s takes at most a minute', (id) => {
    expect(estimate(standardPlan(id)).seconds).toBeLessThanOrEqual(60);
  });
  it.each([
    ['stutter', 157 * MIB + 304_598 * 4_096],
    ['small-files', 5 * 2 * (10 * 512 * 1024 + 310 * 4 * 1024)],
    ['block-sweep', 256 * MIB * (1 + 16 * 2)],
    ['queue-sweep', 256 * MIB * (1 + 7 * 2)],
    ['durability', 64 * MIB * (1 + 40 * 3) + 40 * MIB],
    ['latency-under-load', 128 * MIB * (1 + 5 * 4)],
    ['sustained', 16 * 1024 * MIB],
    ['app-storage', 7 * (6 * (4 * (1_080 * 1024 + 10 * MIB) + 2 * 40 * 64 * 1024) + 1_000 * 64 * 1024)],
  ] as const)('%s writes at most %d bytes', (id, bytes) => {
    expect(estimate(standardPlan(id)).bytesWrittenMax).toBe(bytes);
  });
  it.each([...FAMILY_IDS])('%s asks before it may write more than 4 GB, and only then', (id) => {
    for (const profile of profilesOf(id)) {
      const plan = standardPlan(id, profile as 'quick');
      const bytes = Math.min(estimate(plan, 'shared').bytesWrittenMax, estimate(plan, 'per-worker').bytesWrittenMax);
      expect(bytesToAgreeTo(familyOf(plan.family), plan), profile).toBe(bytes > 4e9 ? bytes : 0);
    }
  });
  it('the plan of a first visit begins with one click', () => {
    expect(bytesToAgreeTo(familyOf('matrix'), standardPlan('matrix'))).toBe(0);
  });
  it('never plans to write more than the sustained budget', () => {
    const plan = standardPlan('sustained');
    expect(roundsMax(plan)).toBe(120);
    for (const layout of ['shared', 'per-worker'] as const) {
      for (const queues of [1, 3, 7, 16]) {
        const of = { ...plan, queues, budget_bytes: 3_000 * MIB };
        expect(estimate(of, layout).bytesWrittenMax).toBeLessThanOrEqual(of.budget_bytes);
      }
    }
  });
  it.each([
    ['an ordinary drive', 4_000, 20],
    ['a drive that is quicker than the pace', 1e6, 20],
    ['a hard disk', 100, 25],
  ])('stutter announces 20 to 25 seconds of load for %s', (_, callsPerS, seconds) => {
    const [step] = stepsOf(familyOf('stutter'), standardPlan('stutter')).filter(({ id }) => id === 'calls');
    if (!step) throw new Error('no load');
    const { limitS = 0, pace } = step;
    expect(secondsOf(step, { [pace]: { pace, limitS, work: callsPerS, seconds: 1 } })).toBe(seconds);
  });
  it('a load of stutter never has more calls than its pace allows, nor fewer than one turn', () => {
    const plan = standardPlan('stutter');
    expect(stutterCallsMax({ ...plan, min_s: 0 })).toBe(40_000);
    expect(stutterCallsMax({ ...plan, min_s: 1 })).toBe(40_000);
    expect(stutterCallsMax(plan) / (20 * plan.calls_per_s)).toBeCloseTo(1, 1);
    const { perTurn, callsMax } = stutterSlices(plan);
    expect(perTurn * callsMax).toBeGreaterThanOrEqual(40_000);
  });
});

/** An address of a family. */
const withFamily = (id: FamilyId, parameters: URLSearchParams) => {
  parameters.set('family', id);
  return parameters;
};

describe('plans as URLs', () => {
  it.each([
    [
      'stutter',
      { calls: 5_000, workers: 2, flush: 'none', min_s: 5, calls_per_s: 2_000, threshold_ms: 50 },
      'calls=5000&workers=2&flush=none&min=5&pace=2000&threshold=50',
    ],
    ['small-files', { ll_512k_files: 0, trials: 1 }, 'll512k=0&trials=1'],
    ['block-sweep', { max_block_bytes: 65_536, queues: 8, directions: ['read'] }, 'dir=read&to=64KiB&queues=8'],
    ['queue-sweep', { block_bytes: 512, max_queues: 8 }, 'block=512B&queues=8'],
    ['durability', { bytes: 16 * MIB, block_bytes: 4_096 }, 'bytes=16MiB&block=4KiB'],
    [
      'sustained',
      { file_bytes: 4096 * MIB, budget_bytes: 8192 * MIB, until: 'steady' },
      'budget=8GiB&size=4GiB&until=steady',
    ],
    ['database', { journal_mode: 'truncate', synchronous: 'normal' }, 'journal=truncate&sync=normal'],
    ['app-storage', { contenders: ['cache', 'idb-strict'], batch_rows: 200 }, 'contenders=cache%2Cidb-strict&rows=200'],
  ] as const)('%s with %o', (id, changes, query) => {
    const plan = { ...standardPlan(id), ...changes } as Plan;
    expect(planToParameters(familyOf<FamilyId>(plan.family), plan).toString()).toBe(`family=${id}&${query}`);
    expect(planFromParameters(planToParameters(familyOf<FamilyId>(plan.family), plan))).toEqual({ plan, problems: [] });
  });

  it.each([
    ['stutter', 'calls=1', 'calls'],
    ['stutter', 'flush=often', 'flush'],
    ['block-sweep', 'from=3KiB', 'from'],
    ['block-sweep', 'from=1MiB&to=4KiB', 'to'],
    ['durability', 'bytes=1MiB&block=3MiB', 'block'],
    ['sustained', 'round=48MiB', 'round'],
    ['durability', 'loops=101', 'loops'],
    ['app-storage', 'contenders=cache,cache', 'contenders'],
    ['app-storage', 'rows=150', 'rows'],
    ['database', 'rows=many', 'rows'],
    ['database', 'profile=huge', 'profile'],
    ['database', 'loops=3', 'loops'],
  ] as const)('%s refuses %s and names it', (id, query, parameter) => {
    const { plan, problems } = planFromParameters(withFamily(id, new URLSearchParams(query)));
    expect(problems.map((problem) => problem.parameter)).toEqual([parameter]);
    expect(z.safeParse(checksOf(id).plan, plan).success).toBe(true);
  });

  it('leaves the parameters of the page alone', () => {
    const parameters = new URLSearchParams('family=stutter&autorun=1&engine=scripted');
    expect(planFromParameters(parameters, ['autorun', 'engine']).problems).toEqual([]);
  });

  it('makes a valid plan of any text', () => {
    const names = FAMILY_IDS.flatMap((id) =>
      Object.values(familyOf(id).codec).map(({ parameter }: { parameter: string }) => parameter),
    );
    const query = fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.string(), fc.nat().map(String))), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.constantFrom(...FAMILY_IDS), query, (id, pairs) => {
        const { plan } = planFromParameters(withFamily(id, new URLSearchParams(pairs)));
        expect(z.safeParse(checksOf(id).plan, plan).success).toBe(true);
        expect(planFromParameters(planToParameters(familyOf<FamilyId>(plan.family), plan)).plan).toEqual(plan);
      }),
    );
  });

  it('knows its families by name only', () => {
    expect(['stutter', 'matrix', 'toString', ''].map(isFamilyId)).toEqual([true, true, false, false]);
  });
});

describe('sweeps', () => {
  it('visits every power of two', () => {
    expect(sweepRows(standardPlan('block-sweep')).map(rowName)).toEqual(
      ['512B', '1K', '2K', '4K', '8K', '16K', '32K', '64K', '128K', '256K', '512K', '1M', '2M', '4M', '8M', '16M'].map(
        (block) => `SEQ${block} Q4T1`,
      ),
    );
    expect(sweepRows(standardPlan('queue-sweep')).map(rowName)).toEqual(
      [1, 2, 4, 8, 16, 32, 64].map((queues) => `RND4K Q${queues}T1`),
    );
  });
});

describe('a link to a standard plan', () => {
  it.each([
    '',
    'profile=full&family=durability',
    'profile=nvme&unit=iops',
    'family=sustained&utm_source=x',
    'family=nonsense',
    'profile=full',
    'loops=4',
    'loops=99',
    'colour=red',
    'unit=iops&unit=mb',
    'family=toString',
  ])('is read without the schemas just as with them, or left to them: %s', (text) => {
    const parameters = new URLSearchParams(text);
    const checkedResult = planFromParameters(parameters, ['unit']);
    const family = parameters.get('family') ?? DEFAULT_FAMILY;
    const plan = isFamilyId(family) ? standardPlanFromParameters(familyOf(family), parameters, ['unit']) : null;
    if (plan) expect({ plan, problems: [] }).toEqual(checkedResult);
    const changesNothing =
      checkedResult.problems.length === 0 &&
      planChanges(familyOf<FamilyId>(checkedResult.plan.family), checkedResult.plan).length === 0;
    expect(plan !== null).toBe(changesNothing);
  });
});
