import type { AppStoragePlan } from '@opfsmark/schema/families';
import type { ReportFigure } from '@opfsmark/schema/report';
import type { NodePlan } from '../../ts/node/families.ts';

/** One measurement of one side, made in a process of its own so that none finds what an earlier one left in this one. */
export type Task =
  | { readonly kind: 'folder'; readonly dir: string; readonly plan: NodePlan; readonly isDirect: boolean }
  | { readonly kind: 'store'; readonly module: string; readonly dir: string; readonly size: AppStoragePlan };

/** What that process says, the last three once and at the end. */
export type Message =
  | { readonly kind: 'progress'; readonly fraction: number; readonly bytesWritten: number }
  /** Something that a person must know, such as a folder that could not be deleted. */
  | { readonly kind: 'said'; readonly sentence: string; readonly isLeftBehind: boolean }
  | { readonly kind: 'measured'; readonly figures: readonly ReportFigure[] }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** How a measurement ended. */
export type Outcome = Extract<Message, { readonly kind: 'measured' | 'stopped' | 'failed' }>;
