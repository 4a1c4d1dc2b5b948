import type { Contradiction } from './family.ts';

/** Records a statement that does not hold. */
export type Claim = (holds: boolean, pointer: string, detail: string) => void;

/** More say nothing new about a record that is wrong. */
const MAX_CONTRADICTIONS = 50;

/** `claim` points into the result, `claimOfRecord` into the whole record. */
export function claims(): {
  readonly claim: Claim;
  readonly claimOfRecord: Claim;
  readonly found: Contradiction[];
} {
  const found: Contradiction[] = [];
  const claimOfRecord: Claim = (holds, pointer, detail) => {
    if (!holds && found.length < MAX_CONTRADICTIONS) found.push({ pointer, detail });
  };
  return { found, claimOfRecord, claim: (holds, pointer, detail) => claimOfRecord(holds, `/result${pointer}`, detail) };
}
