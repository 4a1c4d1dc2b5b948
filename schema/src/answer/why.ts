import type { FamilyId } from '../families/index.ts';
import { isMeasured, type Answer, type MarkId } from './answer.ts';
import { RULERS } from './rulers.ts';

/** What a laptop's SSD reaches at least: below it the page asks why. */
const LOW: Partial<Record<MarkId, { readonly below: number; readonly family: FamilyId }>> = {
  save: { below: RULERS.saves.bands[1].low, family: 'durability' },
  small_read: { below: RULERS.opens.bands[2].low, family: 'stutter' },
  drive_wait: { below: RULERS.opens.bands[2].low, family: 'stutter' },
  large_write: { below: RULERS.moves.bands[2].low, family: 'sustained' },
};

/** The family that explains a bad number; `null` where nothing is bad, or nothing explains it. */
export function explainedBy({ sentence, rulers }: Answer): FamilyId | null {
  switch (sentence.kind) {
    case 'stall':
      return sentence.grade === 'smooth' ? null : 'sustained';
    case 'commits':
      return sentence.grade === 'queue' ? null : 'durability';
    case 'files':
      return sentence.grade === 'short' ? null : 'app-storage';
    case 'flush_cost':
      return sentence.grade === 'dear' ? 'stutter' : null;
    case 'cliff':
      return 'stutter';
    case 'small_read':
    case 'drive_wait':
    case 'saves':
    case 'large_write':
    case 'large_read':
    case 'row_read':
    case 'row_write':
    case 'row_mix':
    case 'memory':
    case 'unsafe':
    case 'changed':
    case 'steady':
    case 'block_knee':
    case 'queue_knee':
    case 'best_store':
    case 'folder_write':
    case 'unknown_read':
    case 'nothing': {
      const marks = rulers.flatMap(({ marks }) => marks).filter(isMeasured);
      const low = marks.find(({ id, value }) => value < (LOW[id]?.below ?? 0));
      return low ? (LOW[low.id]?.family ?? null) : null;
    }
  }
}
