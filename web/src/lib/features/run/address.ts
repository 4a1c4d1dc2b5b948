import { type Engine, RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import {
  type AnyFamilyPlan,
  DEFAULT_FAMILY,
  isFamilyId,
  loadFamily,
  type Plan,
  planToParameters,
  standardPlanFromParameters,
} from '@opfsmark/schema/families';
import { type ParameterProblem, refusal, type Refusal } from '@opfsmark/schema/plan';

/** Parameters of the run page that are not part of a plan. */
const PAGE_PARAMETERS = ['autorun', 'beside', 'engine', 'group', 'lang', 'stall', 'stat', 'tab', 'unit'] as const;
const ENGINES = ['opfs-sync', 'memory', 'scripted'] as const satisfies readonly Engine[];

/** The request in the address of the run page. */
export interface RunRequest {
  readonly plan: Plan;
  /** The side of the plan's family. */
  readonly side: AnyFamilyPlan;
  /** Parameters that could not be used. */
  readonly problems: readonly ParameterProblem[];
  readonly autorun: boolean;
  readonly engine: Engine;
  /** A published result that is to stand beside what will be measured. */
  readonly beside: string | null;
  /** The group that the result may join when it is published. */
  readonly group: string | null;
}

function refusedIf(isUnused: boolean, parameter: string, value: string | null, why: Refusal): ParameterProblem[] {
  return value === null || !isUnused ? [] : [{ parameter, value, refusal: why }];
}

/** Groups have ids of the same form as results. */
function idIn(parameters: URLSearchParams, name: string): string | null {
  const text = parameters.get(name);
  return text !== null && RUN_ID_PATTERN.test(text) ? text : null;
}

/** Most visits ask for a standard plan. What checks any other is a chunk of its own. */
async function readPlan(parameters: URLSearchParams): Promise<Pick<RunRequest, 'plan' | 'side' | 'problems'>> {
  const family = parameters.get('family') ?? DEFAULT_FAMILY;
  if (isFamilyId(family)) {
    const side = await loadFamily(family);
    const plan = standardPlanFromParameters(side, parameters, PAGE_PARAMETERS);
    if (plan) return { plan, side, problems: [] };
  }
  const { planFromParameters } = await import('./plan-parameters.ts');
  const read = planFromParameters(parameters, PAGE_PARAMETERS);
  return { ...read, side: await loadFamily(read.plan.family) };
}

export async function readRunAddress(parameters: URLSearchParams): Promise<RunRequest> {
  const { plan, side, problems } = await readPlan(parameters);
  const engineText = parameters.get('engine');
  const engine = ENGINES.find((candidate) => candidate === engineText);
  const [beside, group] = [idIn(parameters, 'beside'), idIn(parameters, 'group')];
  return {
    plan,
    side,
    problems: [
      ...problems,
      ...refusedIf(!engine, 'engine', engineText, refusal('one_of', { names: ENGINES.join(', ') })),
      ...refusedIf(beside === null, 'beside', parameters.get('beside'), refusal('result_id')),
      ...refusedIf(group === null, 'group', parameters.get('group'), refusal('group_id')),
    ],
    autorun: parameters.get('autorun') === '1',
    engine: engine ?? 'opfs-sync',
    beside,
    group,
  };
}

/** The address that opens a plan. What belongs to the page is kept, except that it does not start by itself. */
export function runAddress(side: AnyFamilyPlan, plan: Plan, current: URLSearchParams = new URLSearchParams()): string {
  const parameters = planToParameters(side, plan);
  for (const name of PAGE_PARAMETERS) {
    const value = current.get(name);
    if (value !== null && name !== 'autorun') parameters.set(name, value);
  }
  return `/?${parameters}`;
}

/** The same for others: a phone runs what was measured, because its address says what is read even where that is usual. */
export function sharedAddress(side: AnyFamilyPlan, plan: Plan): string {
  const address = runAddress(side, plan);
  return 'cache' in plan && !address.includes('cache=') ? `${address}&cache=${plan.cache}` : address;
}

interface Device {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile: boolean } | undefined;
}

function isPhone({ userAgent, userAgentData }: Device): boolean {
  return userAgentData?.mobile ?? /\b(?:Android|iPhone|iPad|Mobile)\b/.test(userAgent);
}

/** The same of a request: the page is drawn for a phone before any script says that it is one. */
export function isFromPhone({ headers }: Request): boolean {
  const mobile = headers.get('sec-ch-ua-mobile');
  const userAgentData = mobile === null ? undefined : { mobile: mobile === '?1' };
  return isPhone({ userAgent: headers.get('user-agent') ?? '', userAgentData });
}

/**
 * Whether the address is a link that somebody else shared: others run the same plan, so it is asked about and not
 * replaced.
 */
export const isShared = (parameters: URLSearchParams): boolean => parameters.has('group') || parameters.has('beside');

/**
 * Whether a person must choose before the system is made to forget: on a phone, whose other apps would be dropped from
 * memory, and where an earlier run found more memory than can be forgotten. Not where the link already says what to read.
 */
export function asksBeforeForgetting(
  parameters: URLSearchParams,
  wasTooMuch: boolean,
  device: Device = navigator,
): boolean {
  return !parameters.has('cache') && (wasTooMuch || isPhone(device));
}
