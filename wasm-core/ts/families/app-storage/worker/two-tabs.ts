import type { AppStorageTabs, ContenderId } from '@opfsmark/schema/families';
import type { TabPuts } from '../../../stores/tabs.ts';
import type { WorkSize } from '../../../stores/values.ts';
import { SILENCE_MS, type Asker } from './ask.ts';

/**
 * A second context that has not opened the store by then waits for the first one. A slow device needs longer, which the
 * first one has shown; and whoever has to be silent for all that time must not be taken for hanging.
 */
const MIN_PATIENCE_MS = 3000;
const MAX_PATIENCE_MS = SILENCE_MS / 2;
const PATIENCE_PER_OPENING = 5;

const patienceAfter = (openingMs: number) =>
  Math.min(Math.max(MIN_PATIENCE_MS, PATIENCE_PER_OPENING * openingMs), MAX_PATIENCE_MS);

/** What is needed of who asks contenders. */
type Asks = Pick<Asker, 'ask'>;

interface Tab {
  /** Resolves with what to call so that it goes on; with `null` where it could not open the store. */
  readonly opened: Promise<(() => void) | null>;
  /** `null`: it failed. */
  readonly puts: Promise<TabPuts | null>;
}

function openTab(asker: Asks, head: { contender: ContenderId; size: WorkSize }, tab: number): Tab {
  let onOpened: (goOn: (() => void) | null) => void = () => undefined;
  const opened = new Promise<(() => void) | null>((resolve) => (onOpened = resolve));
  const puts = asker
    .ask({ type: 'tab', tab, ...head }, (reply, goOn) => {
      if (reply.type === 'opened') onOpened(goOn);
      return false;
    })
    .then((last) => {
      onOpened(null);
      return last?.type === 'tab_puts' ? last.puts : null;
    });
  return { opened, puts };
}

const waitFor = (ms: number) => new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), ms));

/**
 * Opens one store in two workers at once, lets both put rows in turns, and looks with a third one. `null` where not even one
 * of them could open it, or nobody could look.
 */
export async function tryTwoTabs(
  asker: Asks,
  head: { contender: ContenderId; size: WorkSize },
): Promise<AppStorageTabs | null> {
  const startMs = performance.now();
  const first = openTab(asker, head, 0);
  const goFirst = await first.opened;
  if (!goFirst) return null;
  const patienceMs = patienceAfter(performance.now() - startMs);
  const other = openTab(asker, head, 1);
  const goOther = await Promise.race([other.opened, waitFor(patienceMs)]);
  goFirst();
  if (goOther === 'late') {
    await first.puts;
    (await other.opened)?.();
  } else goOther?.();
  const none: TabPuts = { answered: [], refused: 0 };
  const [mine, others] = [await first.puts, await other.puts];
  const tabs = [mine ?? none, others ?? none];
  const last = await asker.ask({ type: 'look-tabs', tabs, ...head });
  if (!mine || last?.type !== 'tabs_left') return null;
  const total = (pick: (puts: TabPuts) => number) => tabs.reduce((sum, puts) => sum + pick(puts), 0);
  return {
    second: others === null ? 'refused' : goOther === 'late' ? 'waits' : 'shared',
    acknowledged: total(({ answered }) => answered.length),
    refused: total(({ refused }) => refused),
    ...last.left,
  };
}
