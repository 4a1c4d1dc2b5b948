import type { Declaration } from '../documents/declaration.ts';
import { isRecordOf, type RunRecord } from '../families/index.ts';
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
  // Other families stand on no board.
  if (own === null) return [];
  const reasons: EvidenceReason[] = [
    ...([...KNOWN_CORES, ...cores].includes(environment.wasm_sha256) ? [] : ['unknown_core' as const]),
    ...(isKnownEnvironment(environment, nowMs) ? [] : ['unknown_environment' as const]),
    ...own,
  ];
  return [...new Set(reasons)];
}

/** What a record of a family that has boards does not show; `null` for another. */
function ownEvidence(record: RunRecord, declared: Declaration['interface']): EvidenceReason[] | null {
  if (isRecordOf(record, 'matrix')) return matrixEvidence(record, declared);
  if (isRecordOf(record, 'picked-folder')) return pickedFolderEvidence(record, declared);
  // The other profiles of storage for apps do other work, and are compared with none.
  if (isRecordOf(record, 'app-storage')) return record.plan.profile === 'quick' ? appStorageEvidence(record) : null;
  // Of a longer one the number is another.
  if (isRecordOf(record, 'sustained'))
    return record.plan.profile === 'quick' ? sustainedEvidence(record, declared) : null;
  return isRecordOf(record, 'picked-file') ? pickedFileEvidence(record, declared) : null;
}
