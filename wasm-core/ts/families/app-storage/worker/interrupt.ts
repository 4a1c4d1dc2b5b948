import { CONTENDERS, MAX_RELOAD_ROWS, type ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { AppStorageSurvival, AppStorageTabs } from '@opfsmark/schema/families/app-storage/schema';
import type { WorkSize } from '../../../stores/store.ts';
import type { Interruption, TabPuts } from '../../../stores/survival.ts';
import type { Acknowledged, ContenderReply, ContenderRequest, StarterReply, StarterRequest } from '../messages.ts';

const PARTIAL_TYPES = [
  'opened',
  'cell',
  'acknowledged',
  'tab_puts',
  'ready',
  'calling',
  'called',
  'sized',
  'step',
] as const;
type PartialReply = Extract<ContenderReply, { readonly type: (typeof PARTIAL_TYPES)[number] }>;
type Last = Exclude<ContenderReply, PartialReply>;

const isPartial = (reply: ContenderReply): reply is PartialReply => PARTIAL_TYPES.some((type) => type === reply.type);

/** A contender that says nothing for this long hangs. A slow drive may take seconds for a large value. */
export const SILENCE_MS = 60_000;
/** One that takes as long for a loop as others for three may be silent for as long. */
const SLOW_SILENCES = 3;
/** Puts that are each said, and a look at so few rows: here a slow store has no reason to be silent for longer than another. */
const BRIEF_TYPES: ReadonlySet<ContenderRequest['type']> = new Set(['put-on', 'look', 'tab', 'look-tabs']);

/** A sign of life for whoever watches this worker, while it waits for another one. */
const BEAT_MS = 1000;

/** Returns whether the worker is to be ended now, in the middle of what it does. `goOn` tells one that waits to go on. */
type OnReply = (reply: PartialReply, goOn: () => void) => boolean;

/** Whether a worker that has answered so stays for another request of its crew. */
export const mayStay = (lastReply: Last | null) => lastReply !== null && 'mayStay' in lastReply && lastReply.mayStay;

/** Asks contenders, each question in a worker of its own, which the page starts. */
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

  /**
   * Asks, and ends the worker, unless it is of a crew and may stay: its answer, its failure, or `null` where `onReply` or `signal` has
   * ended it.
   */
  ask(
    request: ContenderRequest,
    onReply?: OnReply,
    signal?: AbortSignal,
    silenceMs = SILENCE_MS * (CONTENDERS[request.contender].slow && !BRIEF_TYPES.has(request.type) ? SLOW_SILENCES : 1),
  ): Promise<Last | null> {
    const id = this.#count++;
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      let lastReplyMs = performance.now();
      const end = (lastReply: Last | null) => {
        clearInterval(timer);
        this.#onDeath.delete(id);
        port1.close();
        this.#send({ type: request.crew !== undefined && mayStay(lastReply) ? 'rest' : 'end', id });
        resolve(lastReply);
      };
      const die = (detail: string) => end({ type: 'failed', failure: { code: 'worker_died', detail } });
      const timer = setInterval(() => {
        this.#beat();
        if (performance.now() - lastReplyMs > silenceMs) die(`no answer for ${silenceMs / 1000} s`);
      }, BEAT_MS);
      this.#onDeath.set(id, die);
      port1.onmessageerror = () => die('an answer could not be read');
      port1.onmessage = ({ data }: MessageEvent<ContenderReply>) => {
        lastReplyMs = performance.now();
        if (!isPartial(data)) end(data);
        else if (onReply?.(data, () => port1.postMessage(null))) end(null);
      };
      signal?.addEventListener('abort', () => end(null));
      this.#send({ type: 'start', id, request, port: port2 }, [port2]);
    });
  }

  /** Ends the workers of a crew, which all rest. */
  dismiss(crew: string): void {
    this.#send({ type: 'dismiss', crew });
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

/** Whose store is asked for. */
export type Head = Pick<ContenderRequest, 'contender' | 'size' | 'module' | 'place' | 'crew'>;

/** All that is used here of who asks contenders. */
export type AnyAsker = Pick<Asker, 'ask'>;

/** `null`: it could not open the store. `unknown`: it could, and died before it said what was answered. */
type Outcome = TabPuts | 'unknown' | null;

interface Tab {
  /** Resolves with what to call so that it goes on; with `null` where it could not open the store. */
  readonly whenOpened: Promise<(() => void) | null>;
  readonly outcome: Promise<Outcome>;
}

function openTab(asker: AnyAsker, head: Head, tab: number): Tab {
  let onOpened: (goOn: (() => void) | null) => void = () => undefined;
  let outcome: Outcome = null;
  const whenOpened = new Promise<(() => void) | null>((resolve) => (onOpened = resolve));
  const answer = asker.ask({ type: 'tab', tab, ...head }, (reply, goOn) => {
    if (reply.type === 'opened') {
      outcome = 'unknown';
      onOpened(goOn);
    } else if (reply.type === 'tab_puts') outcome = reply.puts;
    return false;
  });
  const finalOutcome = answer.then(() => {
    onOpened(null);
    return outcome;
  });
  return { whenOpened, outcome: finalOutcome };
}

const waitFor = (ms: number) => new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), ms));

/**
 * Opens one store in two workers at once, lets both put rows in turns, and looks with a third one. `null` where the first of
 * them could not open it, one died with the store open, or nobody could look.
 */
export async function tryTwoTabs(asker: AnyAsker, head: Head): Promise<AppStorageTabs | null> {
  const startMs = performance.now();
  const firstTab = openTab(asker, head, 0);
  const goFirst = await firstTab.whenOpened;
  if (!goFirst) return null;
  const patienceMs = patienceAfter(performance.now() - startMs);
  const secondTab = openTab(asker, head, 1);
  const goOther = await Promise.race([secondTab.whenOpened, waitFor(patienceMs)]);
  goFirst();
  if (goOther === 'late') {
    await firstTab.outcome;
    (await secondTab.whenOpened)?.();
  } else goOther?.();
  const [firstOutcome, secondOutcome] = [await firstTab.outcome, await secondTab.outcome];
  if (!firstOutcome || firstOutcome === 'unknown' || secondOutcome === 'unknown') return null;
  const tabs = secondOutcome ? [firstOutcome, secondOutcome] : [firstOutcome];
  const lastReply = await asker.ask({ type: 'look-tabs', tabs, ...head });
  if (lastReply?.type !== 'tabs_left') return null;
  const total = (pick: (puts: TabPuts) => number) => tabs.reduce((sum, puts) => sum + pick(puts), 0);
  return {
    second: secondOutcome === null ? 'refused' : goOther === 'late' ? 'waits' : 'shared',
    acknowledged: total(({ answered }) => answered.length),
    refused: total(({ refused }) => refused),
    ...lastReply.left,
  };
}

/** A store is interrupted after so many rows were answered, while it puts the next. */
const ACKNOWLEDGED_ROWS = 20;

/** Asks a worker of its own what is left of the rows that were acknowledged. */
export async function askForSurvivors(
  asker: AnyAsker,
  interruption: Interruption,
  { acknowledged, ...head }: Head & { readonly acknowledged: number },
): Promise<AppStorageSurvival> {
  const lastReply = await asker.ask({ type: 'look', interruption, ...head, acknowledged });
  if (lastReply?.type !== 'survivors') return { acknowledged, opened: false, lost: acknowledged, torn: 0, damaged: 0 };
  return { acknowledged, opened: true, ...lastReply.survivors };
}

/** Ends the worker of a contender in the middle of its puts, and looks; `null` where it failed before. */
export async function endWhilePutting(asker: AnyAsker, head: Head): Promise<AppStorageSurvival | null> {
  let acknowledgedRows = 0;
  const request = { type: 'put-on', interruption: 'survival', count: Infinity, ...head } as const;
  const lastReply = await asker.ask(request, (reply) => {
    if (reply.type === 'acknowledged') acknowledgedRows = reply.count;
    return acknowledgedRows >= ACKNOWLEDGED_ROWS;
  });
  return lastReply ? null : askForSurvivors(asker, 'survival', { ...head, acknowledged: acknowledgedRows });
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
  const whenGoingOn = new Promise<void>((resolve) => (goOnAll = resolve));
  let patience: ReturnType<typeof setTimeout> | undefined;
  const rows = { count: MAX_RELOAD_ROWS, pauseAfter: ACKNOWLEDGED_ROWS };
  const puttings = contenders.map((contender) => {
    let whenEnded: Promise<void> = Promise.resolve();
    const whenReady = new Promise<void>((resolve) => {
      const answer = asker.ask({ type: 'put-on', interruption: 'reload', ...rows, contender, size }, (reply, goOn) => {
        if (reply.type !== 'acknowledged') return isOver;
        counts.set(contender, reply.count);
        if (reply.count === ACKNOWLEDGED_ROWS) {
          patience ??= setTimeout(goOnAll, MAX_PATIENCE_MS);
          void whenGoingOn.then(goOn);
          resolve();
        }
        // After its last row it says nothing more.
        return isOver || reply.count === MAX_RELOAD_ROWS;
      });
      // One that fails has nothing to be looked for afterwards.
      whenEnded = answer.then((failure) => {
        if (failure) counts.delete(contender);
        resolve();
      });
    });
    return { whenReady, whenEnded };
  });
  void Promise.all(puttings.map(({ whenReady }) => whenReady)).then(goOnAll);
  await whenGoingOn;
  clearTimeout(patience);
  return {
    acknowledged: () => Object.fromEntries(counts),
    end: async () => {
      isOver = true;
      await Promise.all(puttings.map(({ whenEnded }) => whenEnded));
    },
  };
}
