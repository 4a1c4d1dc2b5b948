import { type Plan, planToParameters } from '@opfsmark/schema/families';
import { BLOCK_PLAN } from '@opfsmark/schema/figures';

/** A block is four runs. Fewer than four blocks tell little: their scatter may be small by chance. */
const BLOCKS = { usual: 4, max: 10 } as const;

/** The parameters of a comparison beside its plan. `cores`: processors of the computer on which the link was made. */
const OWN = ['blocks', 'cores', 'lang'];

const countIn = (parameters: URLSearchParams, name: string, max: number): number | null => {
  const text = parameters.get(name) ?? '';
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max ? Number(text) : null;
};

/** A person picks these, or restarts the computer for them. */
const needsPerson = (plan: Plan) => plan.family.startsWith('picked-') || ('cache' in plan && plan.cache === 'cold');

/** The plan of a comparison, which both browsers have from its address. What needs a person is not measured in turn. */
export async function readVersusAddress(parameters: URLSearchParams) {
  // As on the run page, what checks plans is a chunk of its own.
  const { familyOf, planFromParameters } = await import('./plans.ts');
  const ofPlan = [...parameters].filter(([name]) => !OWN.includes(name));
  const isUsual = ofPlan.length === 0;
  const usual = new URLSearchParams(BLOCK_PLAN);
  const read = planFromParameters(isUsual ? usual : new URLSearchParams(ofPlan));
  const { plan, problems } = needsPerson(read.plan) ? planFromParameters(usual) : read;
  return {
    ...{ plan, problems, side: familyOf(plan.family), isUsual },
    blocks: countIn(parameters, 'blocks', BLOCKS.max) ?? BLOCKS.usual,
    cores: countIn(parameters, 'cores', 9999),
  };
}

/** The address by which the other browser joins. */
export function versusAddress(
  groupId: string,
  { plan, side, blocks, isUsual }: Awaited<ReturnType<typeof readVersusAddress>>,
  cores: number,
): string {
  const parameters = isUsual ? new URLSearchParams() : planToParameters(side, plan);
  if (blocks !== BLOCKS.usual) parameters.set('blocks', String(blocks));
  parameters.set('cores', String(cores));
  return `/versus/${groupId}?${parameters}`;
}
