import * as z from 'zod/mini';
import type { FamilyPlan } from './family.ts';

interface FieldCheck {
  readonly _zod: { readonly def: { readonly check: string; readonly value?: unknown } };
}

/** The choices and bounds of a field, as its schema has them. */
export interface FieldSchema {
  readonly _zod: {
    readonly values?: ReadonlySet<unknown>;
    readonly def: { readonly element?: FieldSchema; readonly checks?: readonly FieldCheck[] };
  };
}

const listed = (names: readonly string[], word: string) =>
  `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;

type Write = (value: never) => string;

/** The smallest and the largest number that a field takes, and of what it is a multiple; `null` where it has no bounds. */
function boundsOf({ _zod: { def } }: FieldSchema): { minimum: number; maximum: number; step: number } | null {
  const numberOf = (name: string) => {
    const value = def.checks?.find((check) => check._zod.def.check === name)?._zod.def.value;
    return typeof value === 'number' ? value : null;
  };
  const [minimum, maximum, step] = [numberOf('greater_than'), numberOf('less_than'), numberOf('multiple_of') ?? 1];
  return minimum === null || maximum === null ? null : { minimum, maximum, step };
}

/** "1000–500000", "none, each": what a field takes, in no language; `null` where its schema has neither choices nor bounds. */
export function allowedBy(schema: FieldSchema, write: Write): string | null {
  const { values, def } = schema._zod;
  const choices = values ?? def.element?._zod.values;
  if (choices) return [...choices].map((value) => (values ? write(value as never) : String(value))).join(', ');
  const bounds = boundsOf(schema);
  return bounds && `${write(bounds.minimum as never)}–${write(bounds.maximum as never)}`;
}

/** The same in a sentence that completes the name of the field. `rule`: what else it asks for. */
export function expectationOf(schema: FieldSchema, write: Write, rule: string | null): string | null {
  const { values, def } = schema._zod;
  const written = (value: unknown) => write(value as never);
  if (values) return `must be ${listed([...values].map(written), 'or')}`;
  const elements = def.element?._zod.values;
  if (elements)
    return `must be one or more of ${listed([...elements].map(String), 'and')}, separated by commas, each once`;
  const bounds = boundsOf(schema);
  if (!bounds) return null;
  const { minimum, maximum, step } = bounds;
  const range = `from ${written(minimum)} to ${written(maximum)}`;
  const isPlain = written(maximum) === `${maximum}`;
  if (rule !== null) return `${rule} ${range}`;
  if (!isPlain) return step === 1 ? `must be ${range}` : `must be ${range} in steps of ${written(step)}`;
  return `must be a ${step === 1 ? 'whole number' : `multiple of ${step}`} ${range}`;
}

/** The fields of a plan by its schema. */
export const shapeOf = (schema: z.ZodMiniType): Readonly<Record<string, FieldSchema | undefined>> =>
  'shape' in schema ? (schema.shape as Readonly<Record<string, FieldSchema>>) : {};

/** What makes this no plan, field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblemsFor<Of>(
  family: FamilyPlan<Of, unknown>,
  schema: z.ZodMiniType<Of>,
  plan: unknown,
): string[] {
  const parsedPlan = z.safeParse(schema, plan);
  if (parsedPlan.success) return [...(family.conflicts?.(parsedPlan.data) ?? [])];
  return parsedPlan.error.issues.map(({ path, message, code }) => {
    const [field] = path;
    const fieldSchema = typeof field === 'string' ? shapeOf(schema)[field] : undefined;
    const rule = code === 'custom' ? message : null;
    return `${path.join('.')}: ${(fieldSchema && expectationOf(fieldSchema, String, rule)) ?? message}`;
  });
}
