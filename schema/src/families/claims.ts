/** A statement of a record that contradicts another one: RFC 6901 pointer into the record, and what is wrong. */
export interface Contradiction {
  readonly pointer: string;
  readonly detail: string;
}

/** Records a statement that does not hold. */
export type Claim = (holds: boolean, pointer: string, detail: string) => void;

export interface Claims {
  /** Points into the result. */
  readonly claim: Claim;
  /** Points into the whole record. */
  readonly claimOfRecord: Claim;
}

/** More say nothing new about a record that is wrong. */
const MAX_CONTRADICTIONS = 50;

/** `found`: what did not hold. */
export function collectClaims(): Claims & { readonly found: readonly Contradiction[] } {
  const found: Contradiction[] = [];
  const claimOfRecord: Claim = (holds, pointer, detail) => {
    if (!holds && found.length < MAX_CONTRADICTIONS) found.push({ pointer, detail });
  };
  return { found, claimOfRecord, claim: (holds, pointer, detail) => claimOfRecord(holds, `/result${pointer}`, detail) };
}
