import { formatBytes, parseBytes } from '../documents/units.ts';
import { refusal, type Refusal } from './refusal.ts';

export * from './refusal.ts';

/** A URL parameter that could not be used, for the page to name. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly value: string;
  readonly refusal: Refusal;
}

/** How one field of a plan is written into a URL and read back. Readable, because people write such links by hand. */
interface FieldCodec<Value> {
  readonly parameter: string;
  write(value: Value): string;
  /** A value that cannot be read is handed on as it is, for the schema to refuse. */
  read(text: string): unknown;
  /** Why a value is refused, where the bounds of the schema do not say it. */
  readonly refusal?: Refusal;
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

export const byteCount = (parameter: string, refused?: Refusal): FieldCodec<number> => ({
  parameter,
  write: formatBytes,
  read: (text) => parseBytes(text) ?? text,
  ...(refused && { refusal: refused }),
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

export const yesNo = (parameter: string): FieldCodec<boolean> => ({
  parameter,
  write: (value) => (value ? '1' : '0'),
  read: (text) => ({ '1': true, '0': false })[text] ?? text,
  refusal: refusal('yes_no'),
});

type Field<Plan> = readonly [keyof PlanCodec<Plan> & string, FieldCodec<unknown>];

export function fieldsOf<Plan>(codec: PlanCodec<Plan>): Field<Plan>[] {
  return Object.entries(codec) as unknown as Field<Plan>[];
}

/** The fields in which `plan` differs from `standard`. */
export function changedFields<Plan extends object>(plan: Plan, standard: Plan): (keyof Plan & string)[] {
  // A field may be absent in either.
  return (Object.keys({ ...standard, ...plan }) as (keyof Plan & string)[]).filter(
    (field) => JSON.stringify(plan[field]) !== JSON.stringify(standard[field]),
  );
}

/** The parameters of all fields in which `plan` differs from `standard`. */
export function writeChanges<Plan extends object>(
  codec: PlanCodec<Plan>,
  plan: Plan,
  standard: Plan,
): [parameter: string, text: string][] {
  const changes = new Set<string>(changedFields(plan, standard));
  return fieldsOf(codec)
    .filter(([field]) => changes.has(field))
    .map(([field, { parameter, write }]) => [parameter, write(plan[field])]);
}

/** Parameters that services add to links to follow people: not ours, and nobody's mistake. */
const TRACKING =
  /^(?:utm_.*|[a-z]{1,4}clid|msclkid|gclsrc|gbraid|wbraid|gad_\w+|srsltid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|igshid|igsh|mibextid|li_fat_id|rdt_cid|epik|_ga|_gl|ref|ref_src|si)$/;

/** Parameters of the address that no field of a plan has, and such as are given more than once. */
export function surplusParameters(
  parameters: URLSearchParams,
  knownParameters: ReadonlySet<string>,
): ParameterProblem[] {
  return [...new Set(parameters.keys())].flatMap((parameter): ParameterProblem[] => {
    const values = parameters.getAll(parameter);
    if (!knownParameters.has(parameter)) {
      return TRACKING.test(parameter) ? [] : [{ parameter, value: values[0] ?? '', refusal: refusal('unknown') }];
    }
    if (values.length === 1) return [];
    return [{ parameter, value: values.at(-1) ?? '', refusal: refusal('repeated') }];
  });
}
