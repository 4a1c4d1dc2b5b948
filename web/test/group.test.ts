import type { GroupFigure, GroupRun, GroupView } from '@opfsmark/schema/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinGroup, readGroup } from '../src/lib/base/api/groups.ts';
import {
  forgetGroup,
  forgetNewGroup,
  keepGroup,
  newGroupKey,
  ownGroup,
  ownGroups,
} from '../src/lib/base/local/groups.ts';
import { keepDeletionKey, keepPublished, publishedIds } from '../src/lib/base/local/published-runs.ts';
import { isOfMemory, newcomersAfter, shownOf } from '../src/lib/features/group/shown.ts';
import { EVERY_MS, whileSeen } from '../src/lib/features/group/while-seen.ts';
import { readRunAddress, runAddress } from '../src/lib/features/run/address.ts';
import { storeOf } from './store-of.ts';

const figureOf = (id: string, value: number, change: Partial<GroupFigure> = {}): GroupFigure => ({
  ...{
    id,
    name: id,
    unit: 'iops',
    better: 'higher',
    direction: null,
    row: null,
    value,
    low: value,
    high: value,
    origin: null,
  },
  ...change,
});

const runOf = (run_id: string, figures: GroupFigure[], family = 'matrix'): GroupRun => ({
  ...{ run_id, created_at: '2026-11-22T00:00:00.000Z', status: 'published', reasons: [], trust: 1 },
  ...{
    unranked_because: [],
    unlisted: true,
    nickname: null,
    device: run_id,
    drive: null,
    interface: null,
    filesystem: null,
  },
  ...{ os: 'linux', browser: 'chrome', version: '150', family, profile: 'default', verdict: null, figures },
});

const groupOf = (runs: GroupRun[]): GroupView => ({
  ...{ group_id: 'FEDCBA9876543210', name: 'Class 3b', created_at: '2026-11-22T00:00:00.000Z' },
  ...{ closed: false, code: 'K7XM2Q', max_runs: 200, runs },
});
const NO_METRIC = { family: null, figure: null };
const idsOf = (runs: readonly { run_id: string }[]) => runs.map(({ run_id }) => run_id);

describe('what a group shows', () => {
  it('is best first, then what memory answered, then those without the figure', () => {
    const runs = [
      runOf('none', [figureOf('write', 1)]),
      runOf('memory', [figureOf('read', 9000, { origin: 'memory' }), figureOf('write', 5)]),
      runOf('slow', [figureOf('read', 10, { origin: 'drive' })]),
      runOf('partly', [figureOf('read', 9500, { origin: 'mixed' })]),
      runOf('fast', [figureOf('read', 90, { origin: 'drive' })]),
    ];
    const view = shownOf(groupOf(runs), { family: null, figure: 'read' });
    expect(idsOf(view.runs)).toEqual(['fast', 'slow', 'partly', 'memory', 'none']);
    expect(view.runs.at(-1)?.figure).toBeNull();
  });

  it('puts a run that was probably made in memory after the others and marks it, also by what it wrote', () => {
    const suspectedRun = { ...runOf('window', [figureOf('write', 99)]), reasons: ['memory_backed'] };
    const view = shownOf(groupOf([suspectedRun, runOf('drive', [figureOf('write', 1)])]), NO_METRIC);
    expect(idsOf(view.runs)).toEqual(['drive', 'window']);
    expect(view.runs.map(isOfMemory)).toEqual([false, true]);
  });

  it('sorts waits upwards', () => {
    const wait = { unit: 'ns', better: 'lower' } as const;
    const runs = [runOf('long', [figureOf('wait', 9, wait)]), runOf('short', [figureOf('wait', 1, wait)])];
    expect(idsOf(shownOf(groupOf(runs), NO_METRIC).runs)).toEqual(['short', 'long']);
  });

  it('begins with the family of most runs, and with the figure that most of them have from the drive', () => {
    const cachedFigure = figureOf('read', 9000, { origin: 'memory' });
    const runs = [
      runOf('a', [cachedFigure, figureOf('write', 1), figureOf('flush_each', 2)]),
      runOf('b', [cachedFigure, figureOf('flush_each', 2)]),
      runOf('c', [figureOf('put', 1)], 'database'),
    ];
    const view = shownOf(groupOf(runs), NO_METRIC);
    expect([view.family, view.figure]).toEqual(['matrix', 'flush_each']);
    expect(view.families).toEqual([
      { id: 'matrix', runs: 2 },
      { id: 'database', runs: 1 },
    ]);
    expect(view.figures.map(({ id }) => id)).toEqual(['read', 'write', 'flush_each']);
    expect(shownOf(groupOf(runs), { family: 'database', figure: 'read' })).toMatchObject({ figure: 'put' });
    expect(shownOf(groupOf(runs), { family: 'nothing', figure: 'nothing' }).family).toBe('matrix');
  });

  it('begins with the Drive score where at least half of the runs have one', () => {
    const [score, write] = [figureOf('drive_score', 900, { origin: 'drive' }), figureOf('write', 1)];
    const runs = [runOf('a', [score, write]), runOf('b', [write])];
    expect(shownOf(groupOf(runs), NO_METRIC).figure).toBe('drive_score');
    expect(shownOf(groupOf([...runs, runOf('c', [write])]), NO_METRIC).figure).toBe('write');
  });

  it('names who came since the state before, not since the first', () => {
    const stateOf = (...ids: string[]) => shownOf(groupOf(ids.map((id) => runOf(id, []))), NO_METRIC);
    const newcomersIn = newcomersAfter(stateOf('first'));
    expect(idsOf(newcomersIn(stateOf('first', 'second')))).toEqual(['second']);
    expect(idsOf(newcomersIn(stateOf('first', 'second')))).toEqual([]);
    expect(idsOf(newcomersIn(stateOf('second', 'third')))).toEqual(['third']);
  });

  it('is nothing where there are no runs', () => {
    expect(shownOf(groupOf([]), NO_METRIC)).toMatchObject({ family: null, figure: null, runs: [], runCount: 0 });
  });
});

describe('a run that joins', () => {
  const answers = (status: number) => () => Promise.resolve(Response.json({}, { status }));
  const join = (send: typeof fetch) => joinGroup('FEDCBA9876543210', '0123456789ABCDEF', 'key', '', send);

  it.each([
    [200, 'joined'],
    [409, 'full'],
    [404, 'gone'],
    [410, 'gone'],
    [401, 'refused'],
    [403, 'refused'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
    [520, 'later'],
  ])('%d: %s', async (status, expected) => expect(await join(answers(status))).toBe(expected));

  it('waits where nothing answers, and where something else does', async () => {
    expect(await join(() => Promise.reject(new TypeError('offline')))).toBe('later');
    expect(await join(() => Promise.resolve(new Response('<html>Log in</html>')))).toBe('later');
  });
});

describe('a group that is asked for again', () => {
  const group = groupOf([]);
  const news = (answer: Response, tag: string | null = null) =>
    readGroup(group.group_id, tag, () => Promise.resolve(answer));

  it('is sent again only where it has changed', async () => {
    const sentTags: unknown[] = [];
    const send = (_: unknown, init?: RequestInit) => {
      sentTags.push(new Headers(init?.headers).get('if-none-match'));
      return Promise.resolve(Response.json(group, { headers: { etag: '"b"' } }));
    };
    expect(await readGroup(group.group_id, '"a"', send)).toEqual({ kind: 'changed', group, tag: '"b"' });
    expect(sentTags).toEqual(['"a"']);
    expect(await news(new Response(null, { status: 304 }), '"b"')).toEqual({ kind: 'same' });
  });

  it('is gone where the service says so, and not known where nothing or something else answers', async () => {
    expect(await news(Response.json({}, { status: 404 }))).toEqual({ kind: 'gone' });
    expect(await news(Response.json({}, { status: 503 }))).toBeNull();
    expect(await news(new Response('<html>Log in</html>'))).toBeNull();
    expect(await readGroup(group.group_id, null, () => Promise.reject(new TypeError('offline')))).toBeNull();
  });
});

describe('while a page is seen', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  class Page extends EventTarget {
    visibilityState: DocumentVisibilityState = 'visible';
    turn(state: DocumentVisibilityState) {
      this.visibilityState = state;
      this.dispatchEvent(new Event('visibilitychange'));
    }
  }
  /** A page, and what asks for it: each question is answered by hand. */
  function openPage() {
    const page = new Page();
    const answers: ((outcome: 'again' | 'over') => void)[] = [];
    const ask = () => new Promise<'again' | 'over'>((resolve) => void answers.push(resolve));
    const end = whileSeen(ask, page);
    const answer = async (outcome: 'again' | 'over' = 'again') => {
      answers.at(-1)?.(outcome);
      await vi.advanceTimersByTimeAsync(0);
    };
    return { page, end, answer, askCount: () => answers.length };
  }

  it('it is asked for once at a time, and again a while after the answer', async () => {
    const { answer, askCount } = openPage();
    expect(askCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(askCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(askCount()).toBe(1);
    await answer();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(askCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(askCount()).toBe(2);
  });

  it('nothing asks for it when it is hidden, and at once when it is seen again', async () => {
    const { page, answer, askCount } = openPage();
    page.turn('hidden');
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(askCount()).toBe(0);
    page.turn('visible');
    expect(askCount()).toBe(1);
    page.turn('hidden');
    await answer();
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(askCount()).toBe(1);
  });

  it.each(['over', 'end'] as const)('nothing asks for it any more after %s', async (how) => {
    const { page, end, answer, askCount } = openPage();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    if (how === 'end') end();
    await answer(how === 'over' ? 'over' : 'again');
    page.turn('visible');
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(askCount()).toBe(1);
  });
});

it('groups made here are kept with their keys until they are deleted', () => {
  const store = storeOf();
  keepGroup({ id: 'FEDCBA9876543210', name: 'Office', key: 'a' }, store);
  keepGroup({ id: '0123456789ABCDEF', name: 'Class', key: 'b' }, store);
  expect(ownGroups(store).map(({ name }) => name)).toEqual(['Class', 'Office']);
  forgetGroup('FEDCBA9876543210', store);
  expect(ownGroup('FEDCBA9876543210', store)).toBeNull();
  expect(ownGroup('0123456789ABCDEF', store)).toEqual({ id: '0123456789ABCDEF', name: 'Class', key: 'b' });
});

it('the key of a group is kept before it is made, one per name, and makes no group of its own', () => {
  const store = storeOf();
  const key = newGroupKey('Class', store);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(newGroupKey('Class', store)).toBe(key);
  expect(newGroupKey('Office', store)).not.toBe(key);
  expect(ownGroups(store)).toEqual([]);
  forgetNewGroup('Class', store);
  expect(newGroupKey('Class', store)).not.toBe(key);
});

it('results that can be added are those published here whose keys are here, newest first', () => {
  const store = storeOf();
  for (const id of ['0000000000000001', '0000000000000002', '0000000000000003']) keepPublished(id, store);
  for (const id of ['0000000000000001', '0000000000000003']) keepDeletionKey(id, 'key', store);
  expect(publishedIds(store)).toEqual(['0000000000000003', '0000000000000001']);
});

it('the address of the run page keeps the group while another plan is chosen, and refuses what is no id', async () => {
  const parameters = new URLSearchParams('group=FEDCBA9876543210&autorun=1');
  const request = await readRunAddress(parameters);
  expect(request).toMatchObject({ group: 'FEDCBA9876543210', problems: [] });
  expect(runAddress(request.side, request.plan, parameters)).toContain('group=FEDCBA9876543210');
  expect(runAddress(request.side, request.plan)).not.toContain('group');
  const wrongRequest = await readRunAddress(new URLSearchParams('group=..%2Fadmin'));
  expect([wrongRequest.group, wrongRequest.problems.map(({ parameter }) => parameter)]).toEqual([null, ['group']]);
});
