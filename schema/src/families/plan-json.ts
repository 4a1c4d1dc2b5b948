import * as z from 'zod/mini';
import { fieldsOf } from '../plan/codec.ts';
import { isFamilyId, type FamilyId } from './ids.ts';
import { DEFAULT_FAMILY, DEFAULT_PROFILE, planToParameters, profilesOf, standardPlan } from './plans.ts';
import { familyOf, type Plan } from './table.ts';

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

/** A field that has its value's form is written as links have it; anything else is handed on as it was given. */
function fieldText(value: unknown, usual: unknown, write: (value: unknown) => string): string {
  const alike = typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual);
  try {
    return alike ? write(value) : textOf(value);
  } catch {
    return textOf(value);
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

  const whole = z.safeParse(familyOf(id).plan, { ...standard, ...given });
  if (whole.success) return planToParameters(whole.data);

  const codecs = new Map(fieldsOf(familyOf(id).codec).map(([field, codec]) => [field as string, codec]));
  const usual = standard as unknown as Json;
  const parameters = new URLSearchParams(id === asked && id === DEFAULT_FAMILY ? {} : { family: textOf(asked) });
  for (const [field, value] of Object.entries(given)) {
    const codec = codecs.get(field);
    const isHead = field === 'family' || (field === 'suite' && value === standard.suite);
    if (isHead) continue;
    const write = (own: unknown) => codec?.write(own) ?? textOf(own);
    parameters.set(codec?.parameter ?? field, fieldText(value, usual[field], write));
  }
  return parameters;
}
