import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreign as english } from '../../src/figures/words/en.ts';
import { problemText, readForeign } from '../../src/foreign/index.ts';
import real from './fixtures/fio-3.33.json' with { type: 'json' };

type Path = readonly string[];

/** The paths of all fields below a value, its own being the empty one. */
function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, field]) => pathsIn(field).map((path) => [name, ...path]))];
}

const PATHS = pathsIn(real).filter((path) => path.length > 0);
const MARK = '@';

/** What fio 3.33 printed, with another text of JSON in one field. */
function withField(path: Path, json: string): string {
  const copy = structuredClone(real) as object;
  const names = [...path];
  const last = names.pop() ?? '';
  const owner = names.reduce<object>((parent, name) => Reflect.get(parent, name) as object, copy);
  Reflect.set(owner, last, MARK);
  return JSON.stringify(copy, null, 2).replace(`"${MARK}"`, () => json);
}

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Figures that can be told, and a sentence for what is none. */
function expectTold(text: string): void {
  const { figures, problems } = readForeign(text);
  for (const { value, mean_ns, p99_ns } of figures)
    for (const number of [value, mean_ns ?? 1, p99_ns ?? 1]) expect(number > 0 && Number.isFinite(number)).toBe(true);
  for (const problem of problems) expect(problemText(problem, english.problems, 'en')).not.toMatch(/NaN|undefined/);
}

describe("fio's JSON with anything in any field", () => {
  const anyJson = fc.oneof(
    fc.json(),
    fc.constantFrom('1e999', '-1e999', '-1', '0', '1e-320', '0.5', 'null', '""', '"1e999"', '9'.repeat(400)),
    fc.integer({ min: 1, max: 9_000 }).map(lists),
    fc.integer({ min: 1, max: 9_000 }).map(objects),
  );

  it('is read or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATHS), anyJson, (path, json) => {
        expectTold(withField(path, json));
      }),
      { numRuns: 300 },
    );
  });

  it('is read or refused in each of its fields, however deep', () => {
    for (const path of PATHS) for (const json of [lists(5_000), objects(5_000)]) expectTold(withField(path, json));
  });

  it('is refused by its line where an option is no text, and the other jobs are kept', () => {
    const { figures, problems } = readForeign(withField(['jobs', '0', 'job options', 'rw'], lists(5_000)));
    expect(figures.map(({ id }) => id)).toEqual(['rnd4k_q4t2 drive_read']);
    expect(problems).toMatchObject([{ kind: 'not_understood', line: 14 }]);
  });

  it('is refused where what holds for all jobs cannot be read: nobody knows then how they were made', () => {
    const { figures, problems } = readForeign(withField(['global options', 'bs'], lists(5_000)));
    expect(figures).toEqual([]);
    expect(problems.map(({ kind }) => kind)).toEqual(['nothing', 'not_understood', 'not_understood']);
  });
});
