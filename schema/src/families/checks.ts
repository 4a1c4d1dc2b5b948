import * as z from 'zod/mini';
import { Environment } from '../documents/environment.ts';
import { Failure } from '../documents/pass.ts';
import { fieldsOf, surplusParameters, type ParameterProblem, type PlanCodec } from '../plan/codec.ts';
import * as ALL_CHECKS from './all-checks.ts';
import {
  familyOf,
  planToParameters,
  profilesOf,
  standardPlan,
  type AnyRecord,
  type Plan,
  type PlanOf,
  type RankedFamilyId,
  type Result,
  type ResultOf,
} from './families.ts';
import { RECORD_FORMAT, type FamilyChecks, type RankedChecks } from './family.ts';
import { DEFAULT_FAMILY, DEFAULT_PROFILE, FAMILY_IDS, isFamilyId, type FamilyId } from './ids.ts';
import { standardPlanBy } from './plan-by.ts';

/** How documents of each family are checked that come from outside: apart from `all.ts`, because few pages are given any. */
const CHECKS: {
  readonly [Id in FamilyId]: Id extends RankedFamilyId
    ? RankedChecks<PlanOf<Id>, ResultOf<Id>>
    : FamilyChecks<PlanOf<Id>, ResultOf<Id>>;
} = ALL_CHECKS;

/** By which any plan and record of this id is checked. */
export function checksOf(id: FamilyId): FamilyChecks<Plan, Result> {
  return CHECKS[id];
}

function recordSchema(id: FamilyId) {
  const { plan, result } = checksOf(id);
  return z.strictObject({
    format: z.literal(RECORD_FORMAT),
    family: z.literal(id),
    started_at: z.iso.datetime(),
    wall_ms: z.number().check(z.nonnegative(), z.maximum(1e10)),
    status: z.enum(['done', 'stopped', 'failed']),
    failure: z.optional(Failure),
    plan,
    environment: Environment,
    result,
  });
}

type AnyRecordSchema = ReturnType<typeof recordSchema>;
const [first, ...others] = FAMILY_IDS.map(recordSchema) as [AnyRecordSchema, ...AnyRecordSchema[]];

/** A record of any family: the plan and the result are of the family that the record names. */
export const RunRecord = z.discriminatedUnion('family', [first, ...others]) as unknown as z.ZodMiniType<AnyRecord>;
export type RunRecord = AnyRecord;

interface PlanFromUrl {
  readonly plan: Plan;
  readonly problems: readonly ParameterProblem[];
}

function unknownName(parameter: string, value: string, names: readonly string[]): ParameterProblem {
  return { parameter, value, reason: `must be one of ${names.join(', ')}` };
}

/**
 * `standard` with what the parameters change in it. All are tried together first, because a pair of them may only be
 * valid together; where that fails, one by one: what cannot be used is named in `problems` and its field keeps the
 * standard's value.
 */
function readChanges<Plan>(
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

/**
 * The plan that a URL asks for. A parameter that is unknown, repeated or out of bounds is named in `problems`, and its
 * field keeps the profile's value. `others` are the parameters that belong to the page.
 */
export function planFromParameters(parameters: URLSearchParams, others: readonly string[] = []): PlanFromUrl {
  const asked = parameters.get('family') ?? DEFAULT_FAMILY;
  const id = isFamilyId(asked) ? asked : DEFAULT_FAMILY;
  const family = familyOf<FamilyId>(id);
  const { codec, profiles } = family;
  const profile = parameters.get('profile') ?? DEFAULT_PROFILE;
  const isProfile = Object.hasOwn(profiles, profile);
  const standard = standardPlanBy(family, isProfile ? profile : DEFAULT_PROFILE);
  const read = readChanges({ schema: checksOf(id).plan, codec }, parameters, standard);
  const resolved = family.resolve?.(read.plan, parameters) ?? { plan: read.plan, problems: [] };
  const own = fieldsOf(codec).map(([, { parameter }]) => parameter);
  const problems = [
    ...(id === asked ? [] : [unknownName('family', asked, FAMILY_IDS)]),
    ...(isProfile ? [] : [unknownName('profile', profile, Object.keys(profiles))]),
    ...read.problems,
    ...resolved.problems,
    ...surplusParameters(parameters, new Set(['family', 'profile', ...own, ...others])),
  ];
  return { plan: resolved.plan, problems };
}

type Json = Readonly<Record<string, unknown>>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function objectIn(text: string): Json | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : null;
  } catch {
    return null;
  }
}

/**
 * The parameters of the run page for a plan that is given as JSON: the plan of a record as it stands there, or a part of
 * one, whose other fields are its profile's. A value that is out of bounds is handed on under the parameter's name, for
 * the page to refuse and to name, and so is a field that no plan has. `null` for what is no JSON object.
 */
export function parametersOfPlanJson(text: string): URLSearchParams | null {
  const given = objectIn(text);
  if (given === null) return null;
  const asked = Object.hasOwn(given, 'family') ? given['family'] : DEFAULT_FAMILY;
  const id: FamilyId = isFamilyId(asked) ? asked : DEFAULT_FAMILY;
  const profile = Object.hasOwn(given, 'profile') ? textOf(given['profile']) : DEFAULT_PROFILE;
  const known = profilesOf(id).includes(profile);
  const standard: Plan = standardPlan<FamilyId>(id, (known ? profile : DEFAULT_PROFILE) as 'quick');

  const schema = checksOf(id).plan;
  const whole = z.safeParse(schema, { ...standard, ...given });
  if (whole.success) return planToParameters(whole.data);

  const { codec } = familyOf(id);
  const codecs = new Map(fieldsOf(codec).map(([field, own]) => [field as string, own]));
  const usual = new Map<string, unknown>(Object.entries(standard));
  /** As links write a value, where it is one of the field, or at least a number or text as the field has. */
  const write = (field: string, value: unknown): string => {
    const isPlain = typeof value !== 'object' && typeof value === typeof usual.get(field);
    const isValid = isPlain || z.safeParse(schema, { ...standard, [field]: value }).success;
    return isValid ? (codecs.get(field)?.write(value) ?? textOf(value)) : textOf(value);
  };
  const parameters = new URLSearchParams(id === asked && id === DEFAULT_FAMILY ? {} : { family: textOf(asked) });
  for (const [field, value] of Object.entries(given)) {
    if (field === 'family' || (field === 'suite' && value === standard.suite)) continue;
    parameters.set(codecs.get(field)?.parameter ?? field, write(field, value));
  }
  return parameters;
}
