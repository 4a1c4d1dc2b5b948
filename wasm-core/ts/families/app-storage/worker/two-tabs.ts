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

/** All that is used here of who asks contenders. */
type AnyAsker = Pick<Asker, 'ask'>;

/** `null`: it could not open the store. `unknown`: it could, and died before it said what was answered. */
type Outcome = TabPuts | 'unknown' | null;

interface Tab {
  /** Resolves with what to call so that it goes on; with `null` where it could not open the store. */
  readonly opened: Promise<(() => void) | null>;
  readonly outcome: Promise<Outcome>;
}

function openTab(asker: AnyAsker, head: { contender: ContenderId; size: WorkSize }, tab: number): Tab {
  let onOpened: (goOn: (() => void) | null) => void = () => undefined;
  let outcome: Outcome = null;
  const opened = new Promise<(() => void) | null>((resolve) => (onOpened = resolve));
  const asked = asker.ask({ type: 'tab', tab, ...head }, (reply, goOn) => {
    if (reply.type === 'opened') {
      outcome = 'unknown';
      onOpened(goOn);
    } else if (reply.type === 'tab_puts') outcome = reply.puts;
    return false;
  });
  const ended = asked.then(() => {
    onOpened(null);
    return outcome;
  });
  return { opened, outcome: ended };
}

const waitFor = (ms: number) => new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), ms));

/**
 * Opens one store in two workers at once, lets both put rows in turns, and looks with a third one. `null` where the first of
 * them could not open it, one died with the store open, or nobody could look.
 */
export async function tryTwoTabs(
  asker: AnyAsker,
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
    await first.outcome;
    (await other.opened)?.();
  } else goOther?.();
  const [mine, others] = [await first.outcome, await other.outcome];
  if (!mine || mine === 'unknown' || others === 'unknown') return null;
  const tabs = others ? [mine, others] : [mine];
  const last = await asker.ask({ type: 'look-tabs', tabs, ...head });
  if (last?.type !== 'tabs_left') return null;
  const total = (pick: (puts: TabPuts) => number) => tabs.reduce((sum, puts) => sum + pick(puts), 0);
  return {
    second: others === null ? 'refused' : goOther === 'late' ? 'waits' : 'shared',
    acknowledged: total(({ answered }) => answered.length),
    refused: total(({ refused }) => refused),
    ...last.left,
  };
}
