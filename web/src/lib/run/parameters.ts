import { planFromParameters, planToParameters, type Engine, type MatrixPlan, type PlanFromUrl } from '@opfsmark/schema';

/** Parameters of the run page that are not part of a plan. */
const PAGE_PARAMETERS = ['autorun', 'engine', 'lang', 'stat', 'unit'] as const;
const ENGINES = ['opfs-sync', 'memory', 'scripted'] as const satisfies readonly Engine[];

export interface RunParameters extends PlanFromUrl {
  readonly autorun: boolean;
  readonly engine: Engine;
}

export function readRunParameters(parameters: URLSearchParams): RunParameters {
  const { plan, problems } = planFromParameters(parameters, PAGE_PARAMETERS);
  const asked = parameters.get('engine');
  const engine = ENGINES.find((known) => known === asked);
  const engineProblems =
    asked === null || engine
      ? []
      : [{ parameter: 'engine', value: asked, reason: `must be one of ${ENGINES.join(', ')}` }];
  return {
    plan,
    problems: [...problems, ...engineProblems],
    autorun: parameters.get('autorun') === '1',
    engine: engine ?? 'opfs-sync',
  };
}

/** The address that opens this plan; what belongs to the page is kept, except that it does not start by itself. */
export function runAddress(plan: MatrixPlan, current: URLSearchParams): string {
  const parameters = planToParameters(plan);
  for (const name of PAGE_PARAMETERS) {
    const value = current.get(name);
    if (value !== null && name !== 'autorun') parameters.set(name, value);
  }
  return `/?${parameters}`;
}
