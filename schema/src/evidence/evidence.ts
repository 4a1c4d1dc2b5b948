import type { Declaration } from '../documents/declaration.ts';
import { isRecordOf, type RunRecord } from '../families/index.ts';
import { isKnownEnvironment } from './environments.ts';
import { KNOWN_CORES } from './known-cores.ts';
import { matrixEvidence } from './matrix.ts';
import { pickedEvidence } from './picked-folder.ts';
import type { EvidenceReason } from './reasons.ts';

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
  const isMatrix = isRecordOf(record, 'matrix');
  const isPicked = isRecordOf(record, 'picked-folder');
  // Other families stand on no board.
  if (!isMatrix && !isPicked) return [];
  const own = isMatrix ? matrixEvidence(record, declared.interface) : pickedEvidence(record, declared.interface);
  const reasons: EvidenceReason[] = [
    ...([...KNOWN_CORES, ...cores].includes(environment.wasm_sha256) ? [] : ['unknown_core' as const]),
    ...(isKnownEnvironment(environment, nowMs) ? [] : ['unknown_environment' as const]),
    ...own,
  ];
  return [...new Set(reasons)];
}
