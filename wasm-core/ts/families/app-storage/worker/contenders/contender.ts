import type { MissingReason } from '@opfsmark/schema/families';
import type { AppStore, Maybe } from '../../../../stores/store.ts';

/** What each file of this folder gives: how one contender is opened, in one setting or another. */
export interface Adapter {
  /** Creates the store where it is not there. */
  open(): Promise<AppStore>;
}

/** A contender: why it cannot run here, and how to load its code. */
export interface Entry {
  missing(): Maybe<MissingReason | null>;
  load(): Promise<Adapter>;
  /** Whether all that it asks of storage is asked through sync access handles in this worker, where it can be counted. */
  readonly counted: boolean;
}
