/** Whether what was read back is what was written: something else may have written there, or an older page. */

type Check = (value: unknown) => boolean;

export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;
/** Milliseconds that a date can be made of. */
export const isMoment = (value: unknown): value is number =>
  isAmount(value) && !Number.isNaN(new Date(value).getTime());
/** A time as records have it. */
export const isTime = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** An object whose fields pass; others may be there, too. */
export const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

/** `undefined` where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
