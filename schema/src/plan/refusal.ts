import type { RefusalWords } from './words/en.ts';

/** Why a value is refused, in no language: values are written as links write them. */
export interface Refusal {
  readonly id: keyof RefusalWords;
  readonly values: Readonly<Record<string, string>>;
}

export const refusal = (id: Refusal['id'], values: Refusal['values'] = {}): Refusal => ({ id, values });
