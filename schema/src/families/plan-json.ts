import * as z from 'zod/mini';
import { fieldsOf } from '../plan/codec.ts';
import { isFamilyId, type FamilyId } from './ids.ts';
import { DEFAULT_FAMILY, DEFAULT_PROFILE } from './ids.ts';
import { planToParameters, profilesOf, standardPlan } from './plans.ts';
import { checksOf } from './checks.ts';
import { familyOf, type Plan } from './families.ts';

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
