import * as z from 'zod/mini';
import { formatBytes, parseBytes } from '../units.ts';
import type { ParameterProblem } from '../plan-url.ts';

/** How one field of a plan is written into a URL and read back. Readable, because people write such links by hand. */
export interface FieldCodec<Value> {
  readonly parameter: string;
  write(value: Value): string;
  /** What cannot be read is handed on as it is, for the schema to refuse. */
  read(text: string): unknown;
}

/** Every field except those that say which plan it starts from. */
export type PlanCodec<Plan> = {
  readonly [Field in Exclude<keyof Plan, 'family' | 'suite' | 'profile'>]: FieldCodec<Plan[Field]>;
};

export const wholeNumber = (parameter: string): FieldCodec<number> => ({
  parameter,
  write: (value) => `${value}`,
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
});

export const byteCount = (parameter: string): FieldCodec<number> => ({
  parameter,
  write: formatBytes,
  read: (text) => parseBytes(text) ?? text,
});

export const choice = <Value extends string>(parameter: string): FieldCodec<Value> => ({
  parameter,
  write: (value) => value,
  read: (text) => text,
});

export const choices = <Value extends string>(parameter: string): FieldCodec<Value[]> => ({
  parameter,
  write: (values) => values.join(','),
  read: (text) => text.split(','),
});

interface Readable<Plan> {
  readonly schema: z.ZodMiniType<Plan>;
  readonly codec: PlanCodec<Plan>;
}

function fieldsOf<Plan>(codec: PlanCodec<Plan>): [keyof PlanCodec<Plan>, FieldCodec<Plan[keyof Plan]>][] {
  return Object.entries(codec) as [keyof PlanCodec<Plan>, FieldCodec<Plan[keyof Plan]>][];
}

/** The parameters of all fields in which `plan` differs from `standard`. */
export function writeChanges<Plan>(codec: PlanCodec<Plan>, plan: Plan, standard: Plan): [string, string][] {
  return fieldsOf(codec)
    .filter(([field]) => JSON.stringify(plan[field]) !== JSON.stringify(standard[field]))
    .map(([field, { parameter, write }]) => [parameter, write(plan[field])]);
}

/**
 * `standard` with what the parameters change in it. All are tried together first, because a pair of them may only be
 * valid together; where that fails, one by one: what cannot be used is named in `problems` and its field keeps the
 * standard's value.
 */
export function readChanges<Plan>(
  { schema, codec }: Readable<Plan>,
  parameters: URLSearchParams,
  standard: Plan,
  others: ReadonlySet<string>,
): { plan: Plan; problems: ParameterProblem[] } {
  const asked = fieldsOf(codec).flatMap(([field, { parameter, read }]) => {
    const text = parameters.get(parameter);
    return text === null ? [] : [{ parameter, text, change: { [field]: read(text) } }];
  });
  const known = new Set<string>([...fieldsOf(codec).map(([, { parameter }]) => parameter), ...others]);
  const problems: ParameterProblem[] = [...parameters]
    .filter(([parameter]) => !known.has(parameter))
    .map(([parameter, value]) => ({ parameter, value, reason: 'is not a parameter' }));

  const together = z.safeParse(schema, Object.assign({}, standard, ...asked.map(({ change }) => change)));
  if (together.success) return { plan: together.data, problems };
  let plan = standard;
  for (const { parameter, text, change } of asked) {
    const candidate = z.safeParse(schema, { ...plan, ...change });
    if (candidate.success) plan = candidate.data;
    else problems.push({ parameter, value: text, reason: candidate.error.issues[0]?.message ?? 'is not valid' });
  }
  return { plan, problems };
}
