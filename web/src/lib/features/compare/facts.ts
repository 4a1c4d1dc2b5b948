/** Fields of a plan that have a fact of their own. */
export const PLAN_FACTS = ['file_bytes', 'loops', 'limit_s', 'data', 'cache'] as const;

/** What was said or seen about a run, in the order in which differences are named. */
export const FACTS = [
  'device',
  'drive',
  'interface',
  'filesystem',
  'os',
  'browser',
  'engine',
  'layout',
  'flush_primitive',
  'indexeddb',
  'clock_step_ns',
  'isolated',
  'profile',
  'settings',
  ...PLAN_FACTS,
] as const;
export type Fact = (typeof FACTS)[number];
export type FactValue = string | number | boolean | null;
export type Facts = Readonly<Record<Fact, FactValue>>;

/** Where these differ, two runs have not measured the same thing. */
const TEST_FACTS: readonly Fact[] = [
  'engine',
  'layout',
  'indexeddb',
  'settings',
  'file_bytes',
  'limit_s',
  'data',
  'cache',
];

/** The facts in which the runs are not all alike. */
export function differences(runs: readonly { readonly facts: Facts }[]): Fact[] {
  return FACTS.filter((fact) => new Set(runs.map(({ facts }) => facts[fact])).size > 1);
}

/** The differences by which it is not the same test any more. What a run does not know is no difference. */
export function testDifferences(runs: readonly { readonly facts: Facts }[]): Fact[] {
  const known = (fact: Fact) => runs.map(({ facts }) => facts[fact]).filter((value) => value !== null);
  return TEST_FACTS.filter((fact) => new Set(known(fact)).size > 1);
}
