import type { BoardParts, CutKeys, MetricValues, ReferenceRow } from '@opfsmark/schema/boards';
import referenceRows from './references.json' with { type: 'json' };
import { unconfirmedEntries, type UnconfirmedEntry } from './unconfirmed.ts';

/** A board with as many results has enough to stand beside. */
const FEW_RESULTS = 20;

interface Reference extends Pick<CutKeys, 'scope' | 'os' | 'browser' | 'version'> {
  /** In fixtures/records. */
  readonly record: string;
  readonly measured_at: string;
  readonly metrics: MetricValues;
}

/** The machine of all of them, as fixtures/records/README.md describes it: what a person would declare. */
const MACHINE = {
  ...{ device: 'virtual-machine', name: 'Virtual machine, 2 processors' },
  ...{ drive: 'virtual-disk', drive_name: 'Virtual disk (virtio)' },
  ...{ interface: 'virtual', filesystem: 'ext4' },
} as const;

const REFERENCES = referenceRows as readonly Reference[];

/** A reference among the entries of a board; none where it does not stand there. */
function entriesOf({ record, measured_at, ...run }: Reference, board: BoardParts) {
  const { os, browser, version } = run;
  const entries = unconfirmedEntries([{ ...MACHINE, ...run, run_id: record, network: '' }], board);
  return entries.map(({ sort, row: { subject, filesystem, value, p99_ns, ceiling } }) => {
    const row: ReferenceRow = {
      ...{ key: record, name: subject.name, measured_at, os, browser, version },
      ...{ filesystem, value, p99_ns, ...(ceiling === undefined ? {} : { ceiling }) },
    };
    return { sort, row };
  });
}

/**
 * What this project measured itself, best first, where a board lists few results. It stands beside them and counts for nothing.
 *
 * @param listedEntries all that the board lists
 */
export function referencesOn(
  board: BoardParts,
  listedEntries: readonly Pick<UnconfirmedEntry, 'row'>[],
): ReferenceRow[] {
  const results = listedEntries.reduce((sum, { row }) => sum + row.runs, 0);
  if (results >= FEW_RESULTS) return [];
  const entries = REFERENCES.flatMap((reference) => entriesOf(reference, board));
  return entries.toSorted((a, b) => a.sort - b.sort).map(({ row }) => row);
}
