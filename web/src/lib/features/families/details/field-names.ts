import type { Format } from '$lib/base/format/format.ts';
import type { Texts } from '$lib/base/i18n/index.ts';

/** Fields of a plan in words. */
export function namesOf(fields: readonly string[], t: Texts<'site'>, format: Format): string {
  return format.list(fields.map((field) => t.parameter[field as keyof typeof t.parameter]()));
}
