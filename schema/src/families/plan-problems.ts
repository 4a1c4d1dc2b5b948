import * as z from 'zod/mini';
import { refusal, type Refusal } from '../plan/refusal.ts';
import { refusalText } from '../plan/refusal-text.ts';
import type { FamilyPlan } from './family.ts';

interface FieldCheck {
  readonly _zod: { readonly def: { readonly check: string; readonly value?: unknown } };
}

/** The choices and bounds of a field, as its schema has them. */
interface FieldSchema {
  readonly _zod: {
    readonly values?: ReadonlySet<unknown>;
    readonly def: {
      readonly element?: FieldSchema;
      readonly checks?: readonly FieldCheck[];
      /** Of a field that may be absent. */
      readonly innerType?: FieldSchema;
    };
  };
}

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

/** The values that a field takes; `null` where its schema has neither choices nor bounds. `own`: the rule that it did not keep. */
export function refusalOf(schema: FieldSchema, write: Write, own: Refusal | null): Refusal | null {
  const { values, def } = schema._zod;
  if (def.innerType) return refusalOf(def.innerType, write, own);
  const written = (value: unknown) => write(value as never);
  if (values) return refusal('one_of', { names: [...values].map(written).join(', ') });
  const elements = def.element?._zod.values;
  if (elements) return refusal('some_of', { names: [...elements].map(String).join(', ') });
  const bounds = boundsOf(schema);
  if (!bounds) return own;
  const range = { from: written(bounds.minimum), to: written(bounds.maximum) };
  if (own !== null) return refusal(own.id, { ...own.values, ...range });
  const isPlain = range.to === String(bounds.maximum);
  if (bounds.step === 1) return refusal(isPlain ? 'whole' : 'range', range);
  return refusal(isPlain ? 'multiple' : 'steps', { ...range, step: written(bounds.step) });
}

/** The rule of a schema that a value did not keep; `null` where it is one that every field has. */
export function ruleOf(issue: z.core.$ZodIssue | undefined): Refusal | null {
  return issue?.code === 'custom' ? ((issue.params?.['refusal'] as Refusal | undefined) ?? null) : null;
}

/** The fields of a plan by its schema. */
export const shapeOf = (schema: z.ZodMiniType): Readonly<Record<string, FieldSchema | undefined>> =>
  'shape' in schema ? (schema.shape as Readonly<Record<string, FieldSchema>>) : {};

/** The problems that make this no plan, field by field: "loops: ...". Empty for a plan that can be run. */
export function planProblemsFor<Of>(
  family: FamilyPlan<Of, unknown>,
  schema: z.ZodMiniType<Of>,
  plan: unknown,
): string[] {
  const parsedPlan = z.safeParse(schema, plan);
  if (parsedPlan.success) return [...(family.conflicts?.(parsedPlan.data) ?? [])];
  return parsedPlan.error.issues.map((issue) => {
    const { path, message } = issue;
    const [field] = path;
    const fieldSchema = typeof field === 'string' ? shapeOf(schema)[field] : undefined;
    const refused = fieldSchema ? refusalOf(fieldSchema, String, ruleOf(issue)) : null;
    return `${path.join('.')}: ${refused ? refusalText(refused) : message}`;
  });
}
