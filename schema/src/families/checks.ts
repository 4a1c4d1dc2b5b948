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
import { DEFAULT_FAMILY, DEFAULT_PROFILE, RECORD_FORMAT, type FamilyChecks, type RankedChecks } from './family.ts';
import { FAMILY_IDS, isFamilyId, type FamilyId } from './ids.ts';
import { standardPlanFor } from './plan-for.ts';
import { refusal } from '../plan/refusal.ts';
import { refusalOf, ruleOf, shapeOf } from './plan-problems.ts';

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
  return { parameter, value, refusal: refusal('one_of', { names: names.join(', ') }) };
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
  const requests = fieldsOf(codec).flatMap(([field, { parameter, read, write, refusal: own }]) => {
    const text = parameters.get(parameter);
    return text === null ? [] : [{ field, parameter, text, own, write, change: { [field]: read(text) } }];
  });
  const combination = z.safeParse(schema, Object.assign({}, standard, ...requests.map(({ change }) => change)));
  if (combination.success) return { plan: combination.data, problems: [] };
  const problems: ParameterProblem[] = [];
  let plan = standard;
  for (const { field, parameter, text, own, write, change } of requests) {
    const candidate = z.safeParse(schema, { ...plan, ...change });
    if (candidate.success) {
      plan = candidate.data;
      continue;
    }
    const [issue] = candidate.error.issues;
    const rule = ruleOf(issue);
    const fieldSchema = shapeOf(schema)[field];
    // A value that is wrong only beside other fields has no path to this one.
    const isOfField = issue?.path[0] === field && fieldSchema !== undefined;
    const why = (isOfField ? (own ?? refusalOf(fieldSchema, write, rule)) : rule) ?? refusal('invalid');
    problems.push({ parameter, value: text, refusal: why });
  }
  return { plan, problems };
}

/**
 * The plan that a URL asks for. A parameter that is unknown, repeated or out of bounds is named in `problems`, and its
 * field keeps the profile's value. `pageParameters` are those that belong to the page.
 */
export function planFromParameters(parameters: URLSearchParams, pageParameters: readonly string[] = []): PlanFromUrl {
  const familyName = parameters.get('family') ?? DEFAULT_FAMILY;
  const id = isFamilyId(familyName) ? familyName : DEFAULT_FAMILY;
  const family = familyOf<FamilyId>(id);
  const { codec, profiles } = family;
  const profile = parameters.get('profile') ?? DEFAULT_PROFILE;
  const isProfile = Object.hasOwn(profiles, profile);
  const standard = standardPlanFor(family, isProfile ? profile : DEFAULT_PROFILE);
  const changes = readChanges({ schema: checksOf(id).plan, codec }, parameters, standard);
  const resolution = family.resolve?.(changes.plan, parameters) ?? { plan: changes.plan, problems: [] };
  const planParameters = fieldsOf(codec).map(([, { parameter }]) => parameter);
  const problems = [
    ...(id === familyName ? [] : [unknownName('family', familyName, FAMILY_IDS)]),
    ...(isProfile ? [] : [unknownName('profile', profile, Object.keys(profiles))]),
    ...changes.problems,
    ...resolution.problems,
    ...surplusParameters(parameters, new Set(['family', 'profile', ...planParameters, ...pageParameters])),
  ];
  return { plan: resolution.plan, problems };
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
  const json = objectIn(text);
  if (json === null) return null;
  const familyValue = Object.hasOwn(json, 'family') ? json['family'] : DEFAULT_FAMILY;
  const id: FamilyId = isFamilyId(familyValue) ? familyValue : DEFAULT_FAMILY;
  const profile = Object.hasOwn(json, 'profile') ? textOf(json['profile']) : DEFAULT_PROFILE;
  const isProfile = profilesOf(id).includes(profile);
  const standard: Plan = standardPlan<FamilyId>(id, (isProfile ? profile : DEFAULT_PROFILE) as 'quick');

  const schema = checksOf(id).plan;
  const parsedPlan = z.safeParse(schema, { ...standard, ...json });
  if (parsedPlan.success) return planToParameters(familyOf<FamilyId>(parsedPlan.data.family), parsedPlan.data);

  const { codec } = familyOf(id);
  const codecs = new Map(fieldsOf(codec).map(([field, fieldCodec]) => [field as string, fieldCodec]));
  const usualValues = new Map<string, unknown>(Object.entries(standard));
  /** As links write a value, where it is one of the field, or at least a number or text as the field has. */
  const write = (field: string, value: unknown): string => {
    const isPlain = typeof value !== 'object' && typeof value === typeof usualValues.get(field);
    const isValid = isPlain || z.safeParse(schema, { ...standard, [field]: value }).success;
    return isValid ? (codecs.get(field)?.write(value) ?? textOf(value)) : textOf(value);
  };
  const parameters = new URLSearchParams(
    id === familyValue && id === DEFAULT_FAMILY ? {} : { family: textOf(familyValue) },
  );
  for (const [field, value] of Object.entries(json)) {
    if (field === 'family' || (field === 'suite' && value === standard.suite)) continue;
    parameters.set(codecs.get(field)?.parameter ?? field, write(field, value));
  }
  return parameters;
}
