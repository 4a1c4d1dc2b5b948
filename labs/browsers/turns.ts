/** Browsers that are open at once, and have their turns by turns. */
import { median } from '@opfsmark/schema/documents';
import type { Browser, RemoteBrowser } from './install.ts';
import type { Said, Task } from './page/turn.ts';
import type { Page } from './pages.ts';
import { type Started, startBrowser, startRemote } from './start.ts';

/** What pages are asked to measure: see page/main.ts. */
export interface Job {
  readonly loops: readonly string[];
  readonly contenders: readonly string[];
  /** How often each browser has its turn with each loop. */
  readonly turns: number;
}

export interface Answer {
  readonly ns: Readonly<Record<string, number>>;
  readonly missing: Readonly<Record<string, string>>;
  readonly version: string;
  readonly isolated: boolean;
}

/** What one start of a browser gave. */
export interface Outcome {
  readonly name: string;
  readonly answer?: Answer;
  readonly memoryBytes?: number | null;
  readonly idbEngine?: 'leveldb' | 'sqlite' | null;
  /** Why there is no answer, in one sentence. */
  readonly failure?: string;
}

/** A browser that is open, and what its turns gave. */
class Open {
  readonly name: string;
  failure: string | undefined;
  answer: Omit<Answer, 'ns' | 'missing'> = { version: '', isolated: false };
  /** By figure: one value of each turn. */
  readonly turns = new Map<string, (number | null)[]>();
  readonly missing: Record<string, string> = {};
  memoryBytes: number | null = null;
  idbEngine: 'leveldb' | 'sqlite' | null = null;
  readonly #page: Page;
  readonly #limitMs: number;
  #started: Started | undefined;

  constructor(name: string, page: Page, limitMs: number) {
    this.name = name;
    this.#page = page;
    this.#limitMs = limitMs;
  }

  start(browser: Browser | RemoteBrowser, profile: string): Promise<void> {
    return this.#attempt(async () => {
      const { address, hello } = this.#page;
      this.#started =
        'driverUrl' in browser ? await startRemote(browser, address) : startBrowser(browser, profile, address);
      const { version = '', isolated = false } = await this.#within(hello);
      this.answer = { version, isolated };
    });
  }

  /** The first turn warms up. */
  take(task: Exclude<Task, { end: true }>, turn: number): Promise<void> {
    const name = 'loop' in task ? task.loop : task.contender;
    if (name in this.missing) return Promise.resolve();
    return this.#attempt(async () => {
      const { ns = {}, missing } = await this.#within(this.#page.tell(task));
      if (missing !== undefined) {
        this.missing[name] = missing;
        for (const figure of this.turns.keys()) if (figure.startsWith(name)) this.turns.delete(figure);
      }
      if (turn === 0) return;
      for (const [figure, value] of Object.entries(ns)) {
        const values = this.turns.get(figure) ?? [];
        values[turn - 1] = value;
        this.turns.set(figure, values);
      }
    });
  }

  async close(): Promise<void> {
    if (this.failure === undefined) {
      await this.#attempt(() => {
        this.memoryBytes = this.#started?.memoryBytes() ?? null;
        this.idbEngine = this.#started?.idbEngine() ?? null;
        return Promise.resolve();
      });
    }
    await this.#started?.close().catch(() => undefined);
  }

  /** One that fails is told, and has no more turns. */
  async #attempt(part: () => Promise<void>): Promise<void> {
    if (this.failure !== undefined) return;
    try {
      await part();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  async #within(said: Promise<Said>): Promise<Said> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<Said>((resolve) => {
      const failure = `it gave no answer for ${this.#limitMs / 1000} s`;
      timer = setTimeout(() => resolve({ failure }), this.#limitMs);
    });
    const ended = this.#started?.ended.then((failure): Said => ({ failure })) ?? tooLong;
    const outcome = await Promise.race([said, ended, tooLong]).finally(() => clearTimeout(timer));
    if (outcome.failure !== undefined) throw new Error(outcome.failure);
    return outcome;
  }
}

/**
 * A figure of browsers that had their turns together: how they lie beside each other is the median over the turns of what each
 * turn says of that, and their common level is that of all turns.
 */
function settle(all: readonly (readonly (number | null)[])[]): number[] {
  const turns = all[0]?.length ?? 0;
  const logs = all.map((own) => own.map((value) => Math.log(value ?? Number.NaN)));
  const levels = Array.from({ length: turns }, (_, turn) => {
    return logs.reduce((sum, own) => sum + (own[turn] ?? Number.NaN), 0) / logs.length;
  });
  const whole = levels.flatMap((level, turn) => (Number.isFinite(level) ? [turn] : []));
  const level = median(whole.map((turn) => levels[turn] ?? Number.NaN));
  return logs.map((own) => {
    const beside = whole.map((turn) => (own[turn] ?? Number.NaN) - (levels[turn] ?? Number.NaN));
    return Math.exp(level + median(beside));
  });
}

/** What each of them took, by figure. */
function settleAll(open: readonly Open[]): Record<string, number>[] {
  const results = open.map((): Record<string, number> => ({}));
  for (const figure of new Set(open.flatMap(({ turns }) => [...turns.keys()]))) {
    const having = open.flatMap(({ turns }, at) => (turns.has(figure) ? [{ at, turns: turns.get(figure) ?? [] }] : []));
    const values = settle(having.map(({ turns }) => turns));
    for (const [index, { at }] of having.entries()) (results[at] ?? {})[figure] = values[index] ?? Number.NaN;
  }
  return results;
}

/** All that is asked of every browser, in the order of time. */
function tasksOf({
  loops,
  contenders,
  turns,
}: Job): { readonly task: Exclude<Task, { end: true }>; readonly turn: number }[] {
  return [
    ...Array.from({ length: turns + 1 }, (_, turn) => loops.map((loop) => ({ task: { loop }, turn }))).flat(),
    // One turn of a store is a piece of work, and the first creates it.
    ...[0, 1].flatMap((turn) => contenders.map((contender) => ({ task: { contender, turn }, turn }))),
  ];
}

/** A browser to start. */
interface Start {
  readonly name: string;
  readonly browser: Browser | RemoteBrowser;
  readonly page: Page;
  readonly profile: string;
}

/** Starts all of them, has each do each task beside the others, and ends them. */
export async function measureTogether(starts: readonly Start[], job: Job, limitMs: number): Promise<Outcome[]> {
  const open: Open[] = [];
  try {
    // One after the other, so that none is late because all others start.
    for (const { name, browser, page, profile } of starts) {
      const one = new Open(name, page, limitMs);
      open.push(one);
      await one.start(browser, profile);
    }
    for (const { task, turn } of tasksOf(job)) {
      for (const one of turn % 2 === 0 ? open : open.toReversed()) await one.take(task, turn);
    }
  } finally {
    for (const one of open) await one.close();
  }
  const sound = open.filter(({ failure }) => failure === undefined);
  const ns = settleAll(sound);
  return open.map(({ name, failure, answer, missing, memoryBytes, idbEngine }): Outcome => {
    if (failure !== undefined) return { name, failure };
    const own = ns[sound.findIndex((one) => one.name === name)] ?? {};
    return { name, answer: { ...answer, ns: own, missing }, memoryBytes, idbEngine };
  });
}
