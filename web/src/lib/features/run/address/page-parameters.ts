import { RUN_ID_PATTERN, type Engine } from '@opfsmark/schema/documents';
import type { ParameterProblem } from '@opfsmark/schema/plan';

/** Parameters of the run page that are not part of a plan. */
export const PAGE_PARAMETERS = ['autorun', 'beside', 'engine', 'lang', 'stat', 'unit'] as const;
const ENGINES = ['opfs-sync', 'memory', 'scripted'] as const satisfies readonly Engine[];

/** What the address of a run page asks for. */
export interface Asked<Plan> {
  readonly plan: Plan;
  readonly problems: readonly ParameterProblem[];
  readonly autorun: boolean;
  readonly engine: Engine;
  /** A published result that is to stand beside what will be measured. */
  readonly beside: string | null;
}

/** Adds to a plan that was read what the same address says to the page. */
export function askedOf<Plan>(
  { plan, problems }: Pick<Asked<Plan>, 'plan' | 'problems'>,
  parameters: URLSearchParams,
): Asked<Plan> {
  const text = parameters.get('engine');
  const engine = ENGINES.find((known) => known === text);
  const id = parameters.get('beside');
  const beside = id !== null && RUN_ID_PATTERN.test(id) ? id : null;
  const refused =
    text === null || engine
      ? []
      : [{ parameter: 'engine', value: text, reason: `must be one of ${ENGINES.join(', ')}` }];
  return {
    plan,
    problems: [
      ...problems,
      ...refused,
      ...(id === beside ? [] : [{ parameter: 'beside', value: id ?? '', reason: 'must be the id of a result' }]),
    ],
    autorun: parameters.get('autorun') === '1',
    engine: engine ?? 'opfs-sync',
    beside,
  };
}

/** The address that opens a plan; what belongs to the page is kept, except that it does not start by itself. */
export function runAddress(plan: URLSearchParams, current: URLSearchParams = new URLSearchParams()): string {
  const parameters = new URLSearchParams(plan);
  for (const name of PAGE_PARAMETERS) {
    const value = current.get(name);
    if (value !== null && name !== 'autorun') parameters.set(name, value);
  }
  return `/?${parameters}`;
}
