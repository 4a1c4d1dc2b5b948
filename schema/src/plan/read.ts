import * as z from 'zod/mini';
import { fieldsOf, type ParameterProblem, type PlanCodec } from './codec.ts';

/**
 * `standard` with what the parameters change in it. All are tried together first, because a pair of them may only be
 * valid together; where that fails, one by one: what cannot be used is named in `problems` and its field keeps the
 * standard's value.
 */
export function readChanges<Plan>(
  { schema, codec }: { readonly schema: z.ZodMiniType<Plan>; readonly codec: PlanCodec<Plan> },
  parameters: URLSearchParams,
  standard: Plan,
): { plan: Plan; problems: ParameterProblem[] } {
  const asked = fieldsOf(codec).flatMap(([field, { parameter, read, reason }]) => {
    const text = parameters.get(parameter);
    return text === null ? [] : [{ parameter, text, reason, change: { [field]: read(text) } }];
  });
  const together = z.safeParse(schema, Object.assign({}, standard, ...asked.map(({ change }) => change)));
  if (together.success) return { plan: together.data, problems: [] };
  const problems: ParameterProblem[] = [];
  let plan = standard;
  for (const { parameter, text, reason, change } of asked) {
    const candidate = z.safeParse(schema, { ...plan, ...change });
    if (candidate.success) plan = candidate.data;
    else {
      const own = reason ?? candidate.error.issues[0]?.message ?? 'is not valid';
      problems.push({ parameter, value: text, reason: own });
    }
  }
  return { plan, problems };
}
