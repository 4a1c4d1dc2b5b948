import { describe, expect, test } from 'vitest';
import {
  FAMILY_IDS,
  parametersOfPlanJson,
  planFromParameters,
  planOf,
  profilesOf,
  standardPlan,
} from '../../src/families/index.ts';

const parametersOf = (json: unknown) => parametersOfPlanJson(JSON.stringify(json)) ?? new URLSearchParams('none');

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
