import type { Declaration } from '../documents/declaration.ts';
import type { RankedFamilyId } from '../boards/record-layout.ts';
import type { FamilyId, FamilyRecord, RunRecord } from '../families/index.ts';
import { appStorageEvidence } from './app-storage.ts';
import { isKnownEnvironment } from './environments.ts';
import { KNOWN_CORES } from './known-cores.ts';
import { matrixEvidence } from './matrix.ts';
import { pickedFileEvidence } from './picked-file.ts';
import { pickedFolderEvidence } from './picked-folder.ts';
import type { EvidenceReason } from './reasons.ts';
import { sustainedEvidence } from './sustained.ts';

/** What a service knows beside the record. */
export interface EvidenceContext {
  readonly declared: Pick<Declaration, 'interface'>;
  /** Cores that count beside `KNOWN_CORES`: the one that this site serves. */
  readonly cores: readonly string[];
  readonly nowMs: number;
}

/**
 * Why a run may not rank: everything that its record fails to show. Empty for a run whose record is as complete as an
 * honest one, which makes it no truer: a rank needs others who measured the same.
 */
export function evidenceToRank(record: RunRecord, { declared, cores, nowMs }: EvidenceContext): EvidenceReason[] {
  const { environment } = record;
  const own = ownEvidence(record, declared.interface);
  // Other families and plans stand on no board.
  if (own === null) return [];
  const reasons: EvidenceReason[] = [
    ...([...KNOWN_CORES, ...cores].includes(environment.wasm_sha256) ? [] : ['unknown_core' as const]),
    ...(isKnownEnvironment(environment, nowMs) ? [] : ['unknown_environment' as const]),
    ...(environment.pauses?.some(({ outcome }) => outcome === 'left_out') ? ['stood_still' as const] : []),
    ...own,
  ];
  return [...new Set(reasons)];
}

/**
 * What a record does not show that its family asks for; `null` for a plan that stands on no board. Whoever has boards has
 * a function here, or this does not compile. Members are methods for the reason that `FamilyPlan` gives.
 */
interface FamilyEvidence<Id extends FamilyId> {
  missing(record: FamilyRecord<Id>, declared: Declaration['interface']): EvidenceReason[] | null;
}

const EVIDENCE: { readonly [Id in FamilyId]: Id extends RankedFamilyId ? FamilyEvidence<Id> : null } = {
  matrix: { missing: matrixEvidence },
  stutter: null,
  'small-files': null,
  'block-sweep': null,
  'queue-sweep': null,
  durability: null,
  // Of a longer one the number is another.
  sustained: {
    missing: (record, declared) => (record.plan.profile === 'quick' ? sustainedEvidence(record, declared) : null),
  },
  database: null,
  // The other profiles of storage for apps do other work, and are compared with none.
  'app-storage': { missing: (record) => (record.plan.profile === 'quick' ? appStorageEvidence(record) : null) },
  'picked-folder': { missing: pickedFolderEvidence },
  'picked-file': { missing: pickedFileEvidence },
};

function ownEvidence(record: RunRecord, declared: Declaration['interface']): EvidenceReason[] | null {
  const family: { missing(record: RunRecord, declared: Declaration['interface']): EvidenceReason[] | null } | null =
    EVIDENCE[record.family];
  return family?.missing(record, declared) ?? null;
}
