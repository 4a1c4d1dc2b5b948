import {
  MAX_RELOAD_ROWS,
  type AppStorageSurvival,
  type AppStorageTabs,
  type ContenderId,
} from '@opfsmark/schema/families';
import type { WorkSize } from '../../../stores/store.ts';
import type { Interruption, TabPuts } from '../../../stores/survival.ts';
import type { Acknowledged, ContenderReply, ContenderRequest, StarterReply, StarterRequest } from '../messages.ts';

const PARTIAL_TYPES = ['opened', 'cell', 'acknowledged', 'tab_puts'] as const;
type PartialReply = Extract<ContenderReply, { readonly type: (typeof PARTIAL_TYPES)[number] }>;
type Last = Exclude<ContenderReply, PartialReply>;

const isPartial = (reply: ContenderReply): reply is PartialReply => PARTIAL_TYPES.some((type) => type === reply.type);

/** A contender that says nothing for this long hangs. A slow drive may take seconds for a large value. */
export const SILENCE_MS = 30_000;

/** A sign of life for whoever watches this worker, while it waits for another one. */
const BEAT_MS = 1000;

/** Returns whether the worker is to be ended now, in the middle of what it does. `goOn` tells one that waits to go on. */
type OnReply = (reply: PartialReply, goOn: () => void) => boolean;

/** Asks contenders, each question in a fresh worker, which the page starts. */
export class Asker {
  readonly #starter: MessagePort;
  readonly #beat: () => void;
  readonly #onDeath = new Map<number, (detail: string) => void>();
  /** Resolves when the page says that it does not reload itself. */
  readonly stays: Promise<void>;
  #count = 0;

  constructor(starter: MessagePort, beat: () => void) {
    this.#starter = starter;
    this.#beat = beat;
    this.stays = new Promise((resolve) => {
      starter.onmessage = ({ data }: MessageEvent<StarterReply>) => {
        if (data.type === 'stays') resolve();
        else this.#onDeath.get(data.id)?.(data.detail);
      };
    });
  }

  /** Asks, and ends the worker: its answer, its failure, or `null` where `onReply` has ended it. */
  ask(request: ContenderRequest, onReply?: OnReply): Promise<Last | null> {
    const id = this.#count++;
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      let heard = performance.now();
      const end = (last: Last | null) => {
        clearInterval(timer);
        this.#onDeath.delete(id);
        port1.close();
        this.#send({ type: 'end', id });
        resolve(last);
      };
      const die = (detail: string) => end({ type: 'failed', failure: { code: 'worker_died', detail } });
      const timer = setInterval(() => {
        this.#beat();
        if (performance.now() - heard > SILENCE_MS) die(`no answer for ${SILENCE_MS / 1000} s`);
      }, BEAT_MS);
      this.#onDeath.set(id, die);
      port1.onmessageerror = () => die('an answer could not be read');
      port1.onmessage = ({ data }: MessageEvent<ContenderReply>) => {
        heard = performance.now();
        if (!isPartial(data)) end(data);
        else if (onReply?.(data, () => port1.postMessage(null))) end(null);
      };
      this.#send({ type: 'start', id, request, port: port2 }, [port2]);
    });
  }

  #send(request: StarterRequest, transfer: Transferable[] = []): void {
    this.#starter.postMessage(request, transfer);
  }
}

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

/** A store is interrupted after so many rows were answered, while it puts the next. */
const ACKNOWLEDGED_ROWS = 20;

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
