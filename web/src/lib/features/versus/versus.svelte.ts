import type { GroupView } from '@opfsmark/schema/api';
import { type Course, courseOf, nicknameOf, type Side, type Sides, sidesOf } from './turns.ts';

/** How a turn ended. */
export type Turn =
  /** `runId` is in the group, or will be: what waits in the outbox joins by itself. */
  | { readonly kind: 'sent'; readonly runId: string }
  /** The window was covered, or the run was stopped: nothing was sent. */
  | { readonly kind: 'covered' }
  | {
      readonly kind: 'failed';
      readonly why: 'measuring' | 'unsupported' | 'sending' | 'unkept' | 'full' | 'gone';
      readonly detail: string;
    };

/**
 * Why it goes on no more by itself; a click begins again. `taken`: two other browsers are compared at this link. `silent`: nothing
 * has come from the other one. `unsent`: what this one has measured is not in the group yet.
 */
type Stop = Failed | { readonly kind: 'gone' | 'taken' | 'silent' | 'unsent' };

type Failed = Extract<Turn, { kind: 'failed' }>;
export const failed = (why: Failed['why'], detail = ''): Failed => ({ kind: 'failed', why, detail });

type VersusState =
  | { readonly kind: 'idle' }
  /**
   * For the other browser, or until the result of this one is in the group; `longMs`: since when nothing has come, where that is
   * longer than turns take.
   */
  | { readonly kind: 'waiting' | 'sending'; readonly longMs: number | null }
  /** It is this browser's turn, but its window is not in sight, where browsers slow a page down. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'measuring' }
  | { readonly kind: 'over' }
  | { readonly kind: 'stopped'; readonly stop: Stop };

type News =
  | { readonly kind: 'changed'; readonly group: GroupView; readonly tag: string | null }
  | { readonly kind: 'same' | 'gone' };

/** The needs of a comparison from outside; tests give their own. */
export interface VersusDependencies {
  readonly blocks: number;
  readonly processors: number;
  /** Which side this browser is in this comparison; kept in it, because only one browser is B. */
  readonly side: () => Side | null;
  readonly keepSide: (side: Side) => void;
  /** Whether this browser has published a run: it alone has the key of it. */
  readonly isOwn: (runId: string) => boolean;
  /** Runs of this browser that are to join the group and wait to be sent, as after a reload. */
  readonly unsent: () => Promise<readonly string[]>;
  readonly read: (tag: string | null) => Promise<News | null>;
  /** Measures once, and sends what was measured. */
  readonly turn: (nickname: string) => Promise<Turn>;
  readonly isSeen: () => boolean;
  /** Until the next look at the group, or at the window. */
  readonly pause: () => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
}

/** One turn takes seconds, and each look costs the browser that measures a little. */
const PAUSE_MS = 2000;

/** Waits for the next look. A window that comes back into sight does not wait for its clock, which browsers slow down meanwhile. */
export const pauseUnlessSeen = (
  page: Pick<Document, 'addEventListener' | 'removeEventListener'> = document,
): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, PAUSE_MS);
    page.addEventListener('visibilitychange', end);
    function end() {
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', end);
      resolve();
    }
  });

/** Nothing for so long, and for three turns: it is said. */
const LONG_MS = 60_000;
/** Nothing for so long: nobody asks any more. */
const SILENT_MS = 30 * 60_000;

/** One browser's part in a comparison of two: it looks into the group whose turn it is, and measures when it is its own. */
export class Versus {
  readonly #dependencies: VersusDependencies;
  #state = $state.raw<VersusState>({ kind: 'idle' });
  #sides = $state.raw<Sides>({ A: [], B: [] });
  #tag: string | null = null;
  #isLeft = false;
  #longestMs = 0;
  /** Sent, and not yet seen in the group. */
  readonly #underWay = new Set<string>();

  constructor(dependencies: VersusDependencies, group: Pick<GroupView, 'runs'>) {
    this.#dependencies = dependencies;
    this.#sides = sidesOf(group);
  }

  get state(): VersusState {
    return this.#state;
  }
  get sides(): Sides {
    return this.#sides;
  }
  get course(): Course {
    return courseOf(this.#sides, this.#dependencies.blocks);
  }
  get isGoing(): boolean {
    return !['idle', 'over', 'stopped'].includes(this.#state.kind);
  }

  /** The page is gone: nothing is asked or begun any more. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Takes part until all is measured, or something ends it. Resolves always. */
  async go(): Promise<void> {
    if (this.isGoing) return;
    this.#state = { kind: 'waiting', longMs: null };
    // A part of the page that is missing, among others.
    const stop = await this.#takePart().catch((error: unknown): Stop => failed('measuring', String(error)));
    if (!this.#isLeft) this.#state = stop === null ? { kind: 'over' } : { kind: 'stopped', stop };
  }

  async #takePart(): Promise<Stop | null> {
    const { now, pause, isSeen, processors, turn, unsent } = this.#dependencies;
    this.#underWay.clear();
    for (const runId of await unsent()) this.#underWay.add(runId);
    // All of the group is read again: some of these may be in it.
    this.#tag = null;
    let changedMs = now();
    while (!this.#isLeft) {
      const { done } = this.course;
      if ((await this.#look()) === 'gone') return { kind: 'gone' };
      const { done: doneNow, next } = this.course;
      if (doneNow !== done) changedMs = now();
      if (next === null) return null;
      const side = this.#claim();
      if (side === null) return { kind: 'taken' };
      if (side === 'unkept') return failed('unkept');
      const quietMs = now() - changedMs;
      const isSending = this.#underWay.size > 0;
      if (quietMs > SILENT_MS) return { kind: isSending ? 'unsent' : 'silent' };
      const longMs = doneNow + this.#underWay.size > 0 && quietMs > LONG_MS + 3 * this.#longestMs ? quietMs : null;
      if (isSending || next !== side) this.#state = { kind: isSending ? 'sending' : 'waiting', longMs };
      else if (!isSeen()) this.#state = { kind: 'hidden' };
      else {
        this.#state = { kind: 'measuring' };
        const startMs = now();
        const outcome = await turn(nicknameOf(side, processors));
        this.#longestMs = Math.max(this.#longestMs, now() - startMs);
        if (outcome.kind === 'failed') return outcome;
        if (outcome.kind === 'sent') this.#underWay.add(outcome.runId);
        changedMs = now();
        continue;
      }
      await pause();
    }
    return null;
  }

  /** The runs that have come into the group. An answer that does not come is asked for again. */
  async #look(): Promise<'known' | 'gone'> {
    const news = await this.#dependencies.read(this.#tag);
    if (news?.kind === 'gone') return 'gone';
    if (news?.kind === 'changed') {
      this.#tag = news.tag;
      this.#sides = sidesOf(news.group);
      for (const { run_id } of news.group.runs) this.#underWay.delete(run_id);
    }
    return 'known';
  }

  /** Whoever opens the link before anybody has measured as B is B. Of two that begin at the same moment the first one stays it. */
  #claim(): Side | 'unkept' | null {
    const { side, keepSide, isOwn } = this.#dependencies;
    const own = side();
    const [first] = this.#sides[own ?? 'B'];
    if (first && !isOwn(first.run.run_id)) return null;
    if (own !== null) return own;
    try {
      keepSide('B');
    } catch {
      return 'unkept';
    }
    return 'B';
  }
}
