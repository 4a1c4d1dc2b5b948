import type { Layout } from '@opfsmark/schema/documents';
import type { FamilyId } from '@opfsmark/schema/families';
import type { Snippet } from 'svelte';
import type { Asked } from '../address/page-parameters.ts';
import type { AnyState } from '../session/automation.ts';
import type { Bench } from '../session/bench.svelte.ts';

/** What a run page is made of, whatever it measures. */
export interface RunFrameProps {
  bench: Bench<unknown>;
  asked: Asked<unknown>;
  family: FamilyId | 'matrix';
  runState: AnyState;
  layout: Layout | null;
  clockStepNs: number | null;
  /** What is to be said before anything else. */
  notice?: Snippet;
  /** What is clicked: beside the results, and on narrow pages before them. */
  control: Snippet;
  children: Snippet;
  /** What moves while it measures. */
  instruments: Snippet;
}
