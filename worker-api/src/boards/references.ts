import {
  type BoardParts,
  cutsOf,
  type CutKeys,
  metricOf,
  type MetricValues,
  type ReferenceRow,
} from '@opfsmark/schema/boards';
import { cutsPrefixOf, lineOf, NO_MODEL_NAMES } from './lines.ts';
import referenceRows from './references.json' with { type: 'json' };

/** A board with as many results has enough to stand beside. */
const FEW_RESULTS = 20;

interface Reference extends Pick<CutKeys, 'scope' | 'os' | 'browser' | 'version'> {
  /** In fixtures/records. */
  readonly record: string;
  readonly measured_at: string;
  readonly metrics: MetricValues;
}

/** The machine of all of them, as fixtures/records/README.md describes it: what a person would declare. */
const MACHINE = { device: 'virtual-machine', drive: 'virtual-disk', interface: 'virtual', filesystem: 'ext4' } as const;
const NAMES = { device: 'Virtual machine, 2 processors', drive: 'Virtual disk (virtio)', drives: [] } as const;

const REFERENCES = referenceRows as readonly Reference[];

/** A reference as a row of a board; none where it does not stand there. */
function rowsOf({ record, measured_at, metrics, ...keys }: Reference, board: BoardParts): ReferenceRow[] {
  const prefix = cutsPrefixOf(board);
  const cut = Object.values(cutsOf({ ...MACHINE, ...keys })).find((candidate) => candidate.startsWith(prefix));
  const metricValue = metrics[board.metric];
  if (cut === undefined || !metricValue) return [];
  const { name, filesystem } = lineOf(cut, NO_MODEL_NAMES, NAMES).shown;
  const { os, browser, version } = keys;
  return [{ ...{ key: record, name, measured_at, os, browser, version, filesystem }, ...metricValue }];
}

/**
 * Results that this project measured itself, best first, where a board lists few results. They stand beside them and count for nothing.
 *
 * @param rows all that the board lists
 */
export function referencesOn(board: BoardParts, rows: readonly { readonly runs: number }[]): ReferenceRow[] {
  if (rows.reduce((sum, { runs }) => sum + runs, 0) >= FEW_RESULTS) return [];
  const sign = metricOf(board.metric).better === 'lower' ? 1 : -1;
  return REFERENCES.flatMap((one) => rowsOf(one, board)).toSorted((a, b) => sign * (a.value - b.value));
}
