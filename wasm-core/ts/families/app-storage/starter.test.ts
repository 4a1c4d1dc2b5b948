import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ContenderRequest } from './messages.ts';
import { ContenderWorkers } from './starter.ts';

class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  readonly requests: unknown[] = [];
  readonly terminate = vi.fn();

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(request: unknown): void {
    this.requests.push(request);
  }
}

const SIZE = { batch_rows: 200, puts: 5, point_reads: 20, blob_bytes: 4096, loops: 2, seed: 7 };
const CONTEND = { type: 'contend', worker: 0, phases: [], contender: 'cache', size: SIZE, crew: 'cache' } as const;
const LOOK = { type: 'look-contention', answered: [], contender: 'cache', size: SIZE, crew: 'cache' } as const;
const ALONE = { ...CONTEND, crew: undefined };

const onDeath = vi.fn<(id: number, detail: string) => void>();

function begin() {
  const workers = new ContenderWorkers(onDeath);
  let id = 0;
  const start = (request: ContenderRequest) => {
    workers.start(id, request, new MessageChannel().port1);
    return id++;
  };
  return { workers, start };
}

/** How many requests each worker has had, in the order of their start. */
const requestCounts = () => FakeWorker.all.map(({ requests }) => requests.length);
const dismissed = () => FakeWorker.all.map(({ terminate }) => terminate.mock.calls.length > 0);

beforeEach(() => {
  FakeWorker.all = [];
  onDeath.mockClear();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('one that rests has the next request of its crew and its kind', () => {
  const { workers, start } = begin();
  workers.rest(start(CONTEND));
  start(CONTEND);
  expect(requestCounts()).toEqual([2]);
  start(CONTEND);
  expect(requestCounts()).toEqual([2, 1]);
});

it.each([
  ['was ended', CONTEND, CONTEND, 'end'],
  ['is of another crew', CONTEND, { ...CONTEND, crew: 'coop' }, 'rest'],
  ['has put rows, where one is to look', CONTEND, LOOK, 'rest'],
  ['is of no crew', ALONE, ALONE, 'rest'],
] as const)('one that %s has no other request', (_, first, second, way) => {
  const { workers, start } = begin();
  workers[way](start(first));
  start(second);
  expect(requestCounts()).toEqual([1, 1]);
});

it('those of a crew that rest are dismissed, and no others', () => {
  const { workers, start } = begin();
  const ids = [start(CONTEND), start(CONTEND), start({ ...CONTEND, crew: 'coop' })];
  workers.rest(ids[0] ?? NaN);
  workers.rest(ids[2] ?? NaN);
  workers.dismiss('cache');
  expect(dismissed()).toEqual([true, false, false]);
  workers.close();
  expect(dismissed()).toEqual([true, true, true]);
});

it('one that dies is told of by its request, and one that dies at rest has no other', () => {
  const { workers, start } = begin();
  workers.rest(start(CONTEND));
  const id = start(CONTEND);
  FakeWorker.all[0]?.dispatchEvent(new Event('error'));
  expect(onDeath).toHaveBeenCalledExactlyOnceWith(id, 'the worker ended without a message');
  workers.rest(id);
  FakeWorker.all[0]?.dispatchEvent(new Event('error'));
  start(CONTEND);
  expect(onDeath).toHaveBeenCalledOnce();
  expect(requestCounts()).toEqual([2, 1]);
});
