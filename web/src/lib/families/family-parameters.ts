import {
  familyPlanFromParameters,
  familyPlanToParameters,
  isFamilyId,
  type Engine,
  type FamilyPlan,
  type ParameterProblem,
} from '@opfsmark/schema';

/** Parameters of the run page that are not part of a plan. */
const PAGE_PARAMETERS = ['autorun', 'engine', 'lang', 'unit'] as const;
const ENGINES = ['opfs-sync', 'memory', 'scripted'] as const satisfies readonly Engine[];

export interface FamilyParameters {
  readonly plan: FamilyPlan;
  readonly problems: readonly ParameterProblem[];
  readonly autorun: boolean;
  readonly engine: Engine;
}

export function readFamilyParameters(parameters: URLSearchParams): FamilyParameters {
  const id = parameters.get('family') ?? '';
  const { plan, problems } = familyPlanFromParameters(isFamilyId(id) ? id : 'stutter', parameters, PAGE_PARAMETERS);
  const asked = parameters.get('engine');
  const engine = ENGINES.find((known) => known === asked);
  const refused =
    asked === null || engine
      ? []
      : [{ parameter: 'engine', value: asked, reason: `must be one of ${ENGINES.join(', ')}` }];
  return {
    plan,
    problems: [...problems, ...refused],
    autorun: parameters.get('autorun') === '1',
    engine: engine ?? 'opfs-sync',
  };
}

/** The address that opens this plan; what belongs to the page is kept, except that it does not start by itself. */
export function familyAddress(plan: FamilyPlan, current: URLSearchParams): string {
  const parameters = familyPlanToParameters(plan);
  for (const name of PAGE_PARAMETERS) {
    const value = current.get(name);
    if (value !== null && name !== 'autorun') parameters.set(name, value);
  }
  return `/?${parameters}`;
}
