import * as z from 'zod/mini';
import { FAMILIES, FamilyProfile, familyPlanOf, familyPlanToParameters, isFamilyId } from './families/index.ts';
import type { FamilyId } from './families/ids.ts';
import type { FamilyPlan } from './families/record.ts';
import type { FieldCodec } from './families/codec.ts';
import { MatrixPlan, ProfileId } from './plan.ts';
import { PLAN_CODECS, planToParameters } from './plan-url.ts';
import { planOf } from './profiles.ts';

type Json = Readonly<Record<string, unknown>>;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function objectIn(text: string): Json | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : null;
  } catch {
    return null;
  }
}

/** The fields that were given, under the parameters of the page; `write` answers `null` for what is no value of a field. */
function fieldByField(
  { family: _, suite, ...fields }: Json,
  parameters: URLSearchParams,
  standard: { readonly suite: unknown },
  write: (field: string, value: unknown) => [parameter: string, text: string] | null,
): URLSearchParams {
  if (suite !== undefined && suite !== standard.suite) parameters.set('suite', asText(suite));
  for (const [field, value] of Object.entries(fields)) {
    const [parameter, text] =
      field === 'profile' ? [field, asText(value)] : (write(field, value) ?? [field, asText(value)]);
    parameters.set(parameter, text);
  }
  return parameters;
}

function gridParameters(given: Json): URLSearchParams {
  const profile = z.safeParse(ProfileId, given['profile']);
  const standard = planOf(profile.success ? profile.data : 'quick');
  const whole = z.safeParse(MatrixPlan, { ...standard, ...given });
  if (whole.success) return planToParameters(whole.data);
  const { shape } = MatrixPlan;
  return fieldByField(given, new URLSearchParams(), standard, (field, value) => {
    const codec = PLAN_CODECS[field as keyof MatrixPlan];
    if (!codec) return null;
    const one = z.safeParse(shape[field as keyof MatrixPlan], value);
    return [codec.parameter, one.success ? codec.write({ ...standard, [field]: one.data }) : asText(value)];
  });
}

function familyParameters(id: FamilyId, given: Json): URLSearchParams {
  const profile = z.safeParse(FamilyProfile, given['profile']);
  const standard: FamilyPlan = familyPlanOf(id, profile.success ? profile.data : 'quick');
  const whole = z.safeParse(FAMILIES[id].plan, { ...standard, ...given });
  if (whole.success) return familyPlanToParameters(whole.data);
  const codecs = FAMILIES[id].codec as Readonly<Record<string, FieldCodec<unknown>>>;
  const usual = standard as unknown as Json;
  return fieldByField(given, new URLSearchParams({ family: id }), standard, (field, value) => {
    const codec = codecs[field];
    if (!codec) return null;
    const alike = typeof value === typeof usual[field] && Array.isArray(value) === Array.isArray(usual[field]);
    return [codec.parameter, alike ? codec.write(value) : asText(value)];
  });
}

/**
 * The parameters of the run page for a plan that is given as JSON: the plan of a record as it stands there, or a part of
 * one, whose other fields are its profile's. A value that is out of bounds is handed on under the parameter's name, for
 * the page to refuse and to name, and so is a field that no plan has. `null` for what is no JSON object.
 */
export function parametersOfPlanJson(text: string): URLSearchParams | null {
  const given = objectIn(text);
  if (given === null) return null;
  const { family } = given;
  if (typeof family === 'string' && isFamilyId(family)) return familyParameters(family, given);
  const parameters = gridParameters(given);
  if (family !== undefined && family !== 'matrix') parameters.set('family', asText(family));
  return parameters;
}
