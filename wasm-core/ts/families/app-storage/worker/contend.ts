import { ERROR_KINDS, PHASES, type AppStorageContention } from '@opfsmark/schema/families/app-storage/schema';
import { HOLD_MS, type BegunCall, type EndedCall, type Phase, type Rows } from '../../../stores/contention.ts';
import { WORKER_LOCK } from '../messages.ts';
import type { Asker, Head } from './interrupt.ts';

/** A repeat in which no worker gets on for this long hangs. */
export const HANG_S = 10;
const TICK_MS = 1000;
/** A store that nobody can open any more may never say so; one with a file per row takes long to be looked through. */
const LOOK_S = 30;
const MAX_TEXT = 400;

/** All that is used here of who asks contenders. */
type CrewAsker = Pick<Asker, 'ask' | 'dismiss'>;

/** How many use a store at once. */
export const WORKER_COUNTS = [2, 4, 8] as const;
/** With so many, one also keeps a transaction open. */
const HOLDING_WORKERS = 4;

const phasesFor = (workers: number) => PHASES.filter((phase) => phase !== 'hold' || workers === HOLDING_WORKERS);

/** One worker, as it is seen from outside. */
interface Seen {
  readonly calls: EndedCall[];
  /** The call under way. */
  current: BegunCall | null;
  /** The call that lets it go on where it waits for the others. */
  goOn: (() => void) | null;
  hasEnded: boolean;
  failure: string | null;
}

/** The outcome of one repeat. */
interface Repeat {
  readonly workers: readonly Seen[];
  readonly hungOn: string | null;
  /** `null`: nobody could look. */
  readonly left: { readonly lost: number; readonly doubled: number } | null;
}

type Locks = Pick<LockManagerSnapshot, 'held' | 'pending'>;
/** The locks of all contexts, where the browser tells. */
type AskForLocks = () => Promise<Locks | null>;

const locksHere: AskForLocks = async () => (await navigator.locks?.query()) ?? null;

/** "worker 2 waits for the lock ahp:/coop.db of worker 0" */
function lockTexts({ held = [], pending = [] }: Locks, place: string): string[] {
  const workerOf = (clientId: string | undefined) => {
    const prefix = `${WORKER_LOCK}${place}-`;
    const own = held.find((lock) => lock.clientId === clientId && lock.name?.startsWith(prefix));
    return own?.name ? `worker ${own.name.slice(prefix.length)}` : null;
  };
  return pending.flatMap(({ name, clientId }) => {
    const waiting = workerOf(clientId);
    if (!waiting) return [];
    const holders = held
      .filter((lock) => lock.name === name)
      .map((lock) => workerOf(lock.clientId) ?? 'another context');
    return [`${waiting} waits for the lock ${name ?? ''}${holders.length > 0 ? ` of ${holders.join(' and ')}` : ''}`];
  });
}

/** As many of these, whole, as there is room for. */
function joinWithin(texts: readonly string[], characters: number): string {
  const all = texts.join('; ');
  const end = all.length > characters ? all.lastIndexOf('; ', characters) : all.length;
  return all.slice(0, end > 0 ? end : characters);
}

/** Several workers of one store, from their start until all have ended or none gets on. */
class Contest {
  readonly #asker: CrewAsker;
  readonly #head: Head;
  readonly #place: string;
  readonly #workers: Seen[];
  readonly #end = new AbortController();
  readonly #askForLocks: AskForLocks;
  /** Seconds in which nobody has got on, without those in which this computer slept. */
  #silentMs = 0;

  constructor(asker: CrewAsker, head: Head, place: string, workers: number, askForLocks: AskForLocks) {
    this.#asker = asker;
    this.#head = head;
    this.#place = place;
    this.#askForLocks = askForLocks;
    this.#workers = Array.from({ length: workers }, () => ({
      calls: [],
      current: null,
      goOn: null,
      hasEnded: false,
      failure: null,
    }));
  }

  async run(): Promise<Repeat> {
    const phases = phasesFor(this.#workers.length);
    let hungOn: string | null = null;
    let lastMs = performance.now();
    const tick = setInterval(() => {
      this.#silentMs += Math.min(performance.now() - lastMs, 2 * TICK_MS);
      lastMs = performance.now();
      if (this.#silentMs < HANG_S * TICK_MS || hungOn !== null) return;
      hungOn = '';
      void this.#tell().then((text) => {
        hungOn = text;
        this.#end.abort();
      });
    }, TICK_MS);
    try {
      await Promise.all(this.#workers.map((_, worker) => this.#start(worker, phases)));
    } finally {
      clearInterval(tick);
    }
    // One that rests may hold what the others have waited for.
    if (hungOn !== null && this.#head.crew !== undefined) this.#asker.dismiss(this.#head.crew);
    return { workers: this.#workers, hungOn, left: await this.#look() };
  }

  async #start(worker: number, phases: readonly Phase[]): Promise<void> {
    const seen = this.#workers[worker];
    if (!seen) return;
    const request = { type: 'contend', worker, phases, place: this.#place, ...this.#head } as const;
    const lastReply = await this.#asker.ask(
      request,
      (reply, goOn) => {
        this.#silentMs = 0;
        if (reply.type === 'calling') seen.current = reply.call;
        else if (reply.type === 'called') {
          seen.current = null;
          seen.calls.push(reply.call);
        } else if (reply.type === 'ready') {
          seen.goOn = goOn;
          this.#goOnTogether();
        }
        return false;
      },
      this.#end.signal,
    );
    seen.hasEnded = true;
    if (lastReply?.type === 'failed') seen.failure = lastReply.failure.detail;
    this.#goOnTogether();
  }

  /** A phase begins when all that are left are ready for it. */
  #goOnTogether(): void {
    const left = this.#workers.filter(({ hasEnded }) => !hasEnded);
    if (left.some(({ goOn }) => goOn === null)) return;
    for (const seen of left) {
      const { goOn } = seen;
      seen.goOn = null;
      goOn?.();
    }
  }

  /** Who waits for what. */
  async #tell(): Promise<string> {
    const calls = this.#workers.flatMap(({ current }, worker) =>
      current ? [`worker ${worker}: ${current.what}`] : [],
    );
    const locks = await this.#askForLocks().catch(() => null);
    return joinWithin([...calls, ...(locks ? lockTexts(locks, this.#place) : [])], MAX_TEXT);
  }

  async #look(): Promise<Repeat['left']> {
    const answered = this.#workers.flatMap(({ calls }) =>
      calls.flatMap(({ rows, error }): Rows[] => (rows && !error ? [rows] : [])),
    );
    const request = { type: 'look-contention', answered, place: this.#place, ...this.#head } as const;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LOOK_S * TICK_MS);
    const lastReply = await this.#asker.ask(request, undefined, patience.signal);
    clearTimeout(timer);
    return lastReply?.type === 'contention_left' ? lastReply.left : null;
  }
}

const nsOf = ({ startMs, endMs }: EndedCall) => Math.max(0, Math.round((endMs - startMs) * 1e3) * 1e3);

function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}

/**
 * Whether others read while one had a transaction open: `null` where none tried. It was open for `HOLD_MS`, at some time between the
 * begin of the call that held it and its end: surely from `HOLD_MS` before that end to `HOLD_MS` after that begin. On a busy computer
 * both ends of the call lie a while outside.
 */
function readDuring({ workers }: Repeat): boolean | null {
  const write = workers[0]?.calls.find(({ what, error }) => what === 'hold' && !error);
  if (!write) return null;
  const reads = workers
    .slice(1)
    .flatMap(({ calls }) => calls.filter(({ what, phase }) => what === 'get' && phase === write.phase));
  const heldFromMs = write.endMs - HOLD_MS;
  const heldUntilMs = write.startMs + HOLD_MS;
  const begun = reads.filter(({ startMs }) => startMs > heldFromMs && startMs < heldUntilMs);
  if (begun.length === 0) return null;
  return begun.some(({ endMs, error }) => endMs < heldUntilMs && !error);
}

/** All repeats of one number of workers, as they are counted. */
export function summaryOf(
  repeats: readonly Repeat[],
  workers: number,
  place: AppStorageContention['place'],
): AppStorageContention {
  const callsOf = (repeat: Repeat) => repeat.workers.flatMap(({ calls }) => calls);
  const allCalls = repeats.flatMap(callsOf);
  const phases = phasesFor(workers).flatMap((phase) => {
    const calls = allCalls.filter((call) => call.phase === phase);
    const pending = repeats.flatMap((repeat) =>
      repeat.workers.filter(({ current }) => current?.phase === phase),
    ).length;
    if (calls.length + pending === 0) return [];
    const errors = Object.fromEntries(
      ERROR_KINDS.flatMap((kind) => {
        const count = calls.filter(({ error }) => error?.kind === kind).length;
        return count > 0 ? [[kind, count]] : [];
      }),
    );
    const nsOfWorker = Array.from({ length: workers }, (_, worker) =>
      repeats.flatMap((repeat) =>
        (repeat.workers[worker]?.calls ?? []).filter((call) => call.phase === phase && call.what !== 'hold').map(nsOf),
      ),
    );
    return [
      {
        phase,
        asked: calls.length + pending,
        answered: calls.filter(({ error }) => !error).length,
        errors,
        longest_ns: nsOfWorker.map((ns) => Math.max(0, ...ns)),
        p99_ns: nsOfWorker.map(percentile99),
      },
    ];
  });
  const isClean = (repeat: Repeat) =>
    repeat.hungOn === null &&
    repeat.workers.every(({ failure }) => failure === null) &&
    callsOf(repeat).every(({ error }) => !error);
  const watched = repeats.map(readDuring).filter((one) => one !== null);
  const hung = repeats.filter(({ hungOn }) => hungOn !== null);
  const error =
    allCalls.find((call) => call.error)?.error?.detail ??
    repeats.flatMap((repeat) => repeat.workers.flatMap(({ failure }) => failure ?? []))[0];
  const sumOf = (pick: (left: NonNullable<Repeat['left']>) => number) =>
    repeats.reduce((sum, { left }) => sum + (left ? pick(left) : 0), 0);
  return {
    workers,
    place,
    repeats: repeats.length,
    hung: hung.length,
    ...(hung[0]?.hungOn && { hung_on: hung[0].hungOn }),
    clean: repeats.filter(isClean).length,
    unopened: repeats.filter(({ left }) => !left).length,
    phases,
    ...(error !== undefined && { error: error.slice(0, MAX_TEXT) }),
    writes_watched: watched.length,
    read_during: watched.filter(Boolean).length,
    lost: sumOf(({ lost }) => lost),
    doubled: sumOf(({ doubled }) => doubled),
    wrong: repeats.filter(({ left }) => left && left.lost + left.doubled > 0).length,
  };
}

interface Participants {
  readonly workers: number;
  readonly place?: AppStorageContention['place'];
  readonly askForLocks?: AskForLocks;
}

/** Lets several workers, or tabs, use one store at once, which is a fresh one for each repeat. */
export const tryOnce = (
  asker: CrewAsker,
  head: Head,
  repeat: number,
  { workers, place = 'workers', askForLocks = locksHere }: Participants,
): Promise<Repeat> => new Contest(asker, head, `.${place}-${workers}-${repeat}`, workers, askForLocks).run();

/** The same as often as is asked. */
export async function tryContention(
  asker: CrewAsker,
  head: Head,
  { repeats, onRepeat, ...participants }: Participants & { readonly repeats: number; onRepeat?(): void },
): Promise<AppStorageContention> {
  const results: Repeat[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    results.push(await tryOnce(asker, head, repeat, participants));
    onRepeat?.();
  }
  return summaryOf(results, participants.workers, participants.place ?? 'workers');
}
