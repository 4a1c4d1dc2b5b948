import { MAX_RELOAD_ROWS, type AppStorageSurvival, type ContenderId } from '@opfsmark/schema/families';
import type { Interruption } from '../../../stores/survival.ts';
import type { WorkSize } from '../../../stores/values.ts';
import type { Acknowledged } from '../messages.ts';
import { SILENCE_MS, type Asker } from './ask.ts';

/** A store is interrupted after so many rows were answered, while it puts the next. */
const ACKNOWLEDGED_ROWS = 20;

/** Quick contenders wait no longer for a slow one: whoever has to be silent must not be taken for hanging. */
const MAX_PATIENCE_MS = SILENCE_MS / 2;

/** All that is used here of who asks contenders. */
type AnyAsker = Pick<Asker, 'ask'>;

interface Head {
  readonly contender: ContenderId;
  readonly size: WorkSize;
}

/** Asks a worker of its own what is left of the rows that were acknowledged. */
export async function askForSurvivors(
  asker: AnyAsker,
  interruption: Interruption,
  { acknowledged, ...head }: Head & { readonly acknowledged: number },
): Promise<AppStorageSurvival> {
  const last = await asker.ask({ type: 'look', interruption, ...head, acknowledged });
  if (last?.type !== 'survivors') return { acknowledged, opened: false, lost: acknowledged, torn: 0, damaged: 0 };
  return { acknowledged, opened: true, ...last.survivors };
}

/** Ends the worker of a contender in the middle of its puts, and looks; `null` where it failed before. */
export async function endWhilePutting(asker: AnyAsker, head: Head): Promise<AppStorageSurvival | null> {
  let acknowledged = 0;
  const request = { type: 'put-on', interruption: 'survival', count: Infinity, ...head } as const;
  const failed = await asker.ask(request, (reply) => {
    if (reply.type === 'acknowledged') acknowledged = reply.count;
    return acknowledged >= ACKNOWLEDGED_ROWS;
  });
  return failed ? null : askForSurvivors(asker, 'survival', { ...head, acknowledged });
}

/** Contenders that put rows, all at once, until the page is gone. */
interface Putting {
  /** How many rows of each were answered; one that failed is not there. */
  acknowledged(): Acknowledged;
  /** Ends all of them, where the page stays; resolves when they have ended. */
  end(): Promise<void>;
}

/**
 * Lets contenders put rows. Those that are quick wait until each has answered enough, or failed, or is too slow; then all go
 * on at once, so that the page goes away in the middle of the puts. Resolves when they go on.
 */
export async function putAll(asker: AnyAsker, contenders: readonly ContenderId[], size: WorkSize): Promise<Putting> {
  const counts = new Map<ContenderId, number>();
  let isOver = false;
  let goOnAll: () => void = () => undefined;
  const going = new Promise<void>((resolve) => (goOnAll = resolve));
  let patience: ReturnType<typeof setTimeout> | undefined;
  const rows = { count: MAX_RELOAD_ROWS, pauseAfter: ACKNOWLEDGED_ROWS };
  const puttings = contenders.map((contender) => {
    let ended: Promise<void> = Promise.resolve();
    const ready = new Promise<void>((resolve) => {
      const asked = asker.ask({ type: 'put-on', interruption: 'reload', ...rows, contender, size }, (reply, goOn) => {
        if (reply.type !== 'acknowledged') return isOver;
        counts.set(contender, reply.count);
        if (reply.count === ACKNOWLEDGED_ROWS) {
          patience ??= setTimeout(goOnAll, MAX_PATIENCE_MS);
          void going.then(goOn);
          resolve();
        }
        // After its last row it says nothing more.
        return isOver || reply.count === MAX_RELOAD_ROWS;
      });
      // One that fails has nothing to be looked for afterwards.
      ended = asked.then((failed) => {
        if (failed) counts.delete(contender);
        resolve();
      });
    });
    return { ready, ended };
  });
  void Promise.all(puttings.map(({ ready }) => ready)).then(goOnAll);
  await going;
  clearTimeout(patience);
  return {
    acknowledged: () => Object.fromEntries(counts),
    end: async () => {
      isOver = true;
      await Promise.all(puttings.map(({ ended }) => ended));
    },
  };
}
