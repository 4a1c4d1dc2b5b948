import type { Direction } from '../documents/row.ts';
import type { ContenderId } from './app-storage/contender-ids.ts';
import type { WorkloadId } from './app-storage/workloads.ts';
import type { DatabasePhaseId } from './database/plan.ts';
import type { DurabilityMode } from './durability/plan.ts';
import type { FamilyId } from './ids.ts';
import type { PickedPlace, PickedStep } from './picked-folder/plan.ts';
import type { SmallFileCaseId, SmallFileStep } from './small-files/plan.ts';

/**
 * What the names of a family's figures and parts are made of, beside rows and numbers: whoever shows them has a text for
 * each of these words.
 */
interface FigureWords {
  matrix: Direction | 'drive_read' | 'drive_wait' | 'write_flush' | 'write_burst' | 'flush_each';
  stutter: 'longest' | 'stalls' | 'stall-share' | 'mean';
  'small-files': SmallFileCaseId | SmallFileStep;
  'block-sweep': Direction;
  'queue-sweep': Direction;
  durability: DurabilityMode;
  sustained: 'at-last' | 'at-first' | 'kept';
  database: DatabasePhaseId;
  'app-storage': ContenderId | WorkloadId;
  'picked-folder': PickedStep | PickedPlace;
  'picked-file': 'in-order-1' | 'in-order-4' | 'drive-time' | 'random-read' | 'again';
}

export type FigureWord<Id extends FamilyId = FamilyId> = { [Of in FamilyId]: FigureWords[Of] }[Id];
