import { standardPlan } from '@opfsmark/schema/families';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runOn } from '../families/run.ts';
import { PAGE_CLOCK } from '../page/clock.ts';
import type { TaskMessage } from '../protocol/messages.ts';
import { FakeHost } from './fakes.ts';

type Message = TaskMessage<never>;
/** What comes of the first deletions. The later ones delete. */
type Refusals = (() => Promise<never>)[];

/** The parts of a picked folder that a run uses. `problem`: why nothing can be made in it. */
function pickFolder(refusals: Refusals, problem?: DOMException) {
  const names = new Set<string>();
  const folder = {
    kind: 'directory',
    getDirectoryHandle: (name: string) => {
      if (problem) return Promise.reject(problem);
      names.add(name);
      return Promise.resolve({});
    },
    removeEntry: (name: string) => refusals.shift()?.() ?? Promise.resolve(void names.delete(name)),
  };
  return { names, picked: folder as unknown as FileSystemDirectoryHandle };
}

/** How a run ends whose worker does what `act` says when it has been asked, and how many folders it leaves. */
async function run(
  refusals: Refusals,
  act: (say: (message: Message) => void, stop: () => void) => void,
  problem?: DOMException,
) {
  const abort = new AbortController();
  const { names, picked } = pickFolder(refusals, problem);
  class FakeWorker {
    #hear: (event: { data: Message }) => void = () => undefined;

    addEventListener(type: string, listener: (event: { data: Message }) => void): void {
      if (type === 'message') this.#hear = listener;
    }

    postMessage(): void {
      const say = (data: Message) => this.#hear({ data });
      queueMicrotask(() => act(say, () => abort.abort()));
    }

    terminate(): void {
      return undefined;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  const host = Object.assign(new FakeHost(), { clock: PAGE_CLOCK });
  const plan = standardPlan('picked-folder');
  const whenEnded = runOn(host, { plan, picked, agreedToWriteBytes: 2 ** 40, signal: abort.signal });
  let isOver = false;
  void whenEnded.finally(() => (isOver = true));
  while (!isOver) await vi.advanceTimersByTimeAsync(100);
  const { status, failure } = await whenEnded;
  return { status, failure, left: names.size };
}

const refuse = (name: string) => () => Promise.reject(new DOMException('not now', name));
const held = refuse('NoModificationAllowedError');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a picked folder is left as it was by a stop while a file is written, whose lock ends a moment later', async () => {
  expect(await run([held, held, held], (_, stop) => stop())).toMatchObject({ status: 'stopped', left: 0 });
});

it.each<[string, () => Refusals]>([
  ['is held for long', () => Array.from({ length: 1000 }, () => held)],
  ['is no longer ours', () => [refuse('NotAllowedError')]],
  ['lies on a drive that does not answer', () => [() => new Promise(() => undefined)]],
])('a run ends as it ended, also where its folder %s', async (_, refusals) => {
  const failure = { code: 'io_error', detail: 'the drive is gone' } as const;
  expect(await run(refusals(), (_say, stop) => stop())).toMatchObject({ status: 'stopped', left: 1 });
  expect(await run(refusals(), (say) => say({ type: 'done' }))).toMatchObject({ status: 'done', left: 1 });
  expect(await run(refusals(), (say) => say({ type: 'failed', failure }))).toMatchObject({ status: 'failed', failure });
});

it.each([
  ['has gone with its drive', 'NotFoundError', 'handle_lost'],
  ['may no longer be written', 'NotAllowedError', 'not_allowed'],
  ['is on a drive that is full', 'QuotaExceededError', 'quota_exceeded'],
])('a picked folder that %s is no fault of ours', async (_, name, code) => {
  const { status, failure } = await run([], () => undefined, new DOMException('not now', name));
  expect({ status, failure }).toEqual({ status: 'failed', failure: { code, detail: `${name}: not now` } });
});
