import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GroupRun, GroupView } from '@opfsmark/schema/api';
import { compareBlocks } from '@opfsmark/schema/figures';
import { readVersusAddress } from '../src/lib/features/versus/address.ts';
import { blocksOf, courseOf, doubtsOf, nicknameOf, type Side, sidesOf } from '../src/lib/features/versus/turns.ts';
import {
  pauseUnlessSeen,
  type Turn,
  Versus,
  type VersusDependencies,
} from '../src/lib/features/versus/versus.svelte.ts';

const figure = (value: number) => ({
  ...{ id: 'seq1m_q1t1 write', name: 'SEQ1M Q1 write', unit: 'bytes_per_s' as const, better: 'higher' as const },
  ...{ direction: 'write' as const, row: 'seq1m_q1t1', value, low: value, high: value, origin: null },
});

/** The service as both browsers see it: one group, and a clock that goes on by a second with each look. */
class Service {
  readonly runs: GroupRun[] = [];
  nowMs = 0;

  add(nickname: string, value = 1, more: Partial<GroupRun> = {}): string {
    const run_id = String(this.runs.length).padStart(16, '0');
    const run: GroupRun = {
      ...{ run_id, created_at: new Date(this.runs.length * 1000).toISOString(), status: 'published', reasons: [] },
      ...{ trust: 0, unranked_because: [], unlisted: true, nickname, device: 'x', drive: null, interface: null },
      ...{ filesystem: null, os: 'linux', browser: 'chrome', version: '150', family: 'matrix', profile: 'quick' },
      ...{ warnings: [], verdict: null, figures: [figure(value)], ...more },
    };
    this.runs.unshift(run);
    return run_id;
  }

  group(): Pick<GroupView, 'runs'> {
    return { runs: [...this.runs] };
  }
}

interface Given extends Partial<VersusDependencies> {
  readonly side?: () => Side | null;
  readonly ends?: (turn: number) => Turn | null;
}

/** A browser at that service; `others` is called while it pauses. */
function browserAt(service: Service, others: () => void, { ends = () => null, ...given }: Given = {}) {
  let side: Side | null = given.side?.() ?? null;
  const seen: string[] = [];
  let turns = 0;
  const versus: Versus = new Versus(
    {
      ...{ blocks: 1, processors: 8, now: () => service.nowMs, isSeen: () => true },
      keepSide: (own) => (side = own),
      isOwn: () => side !== null,
      unsent: () => Promise.resolve([]),
      read: () => Promise.resolve({ kind: 'changed', group: service.group() as GroupView, tag: null }),
      turn: (nickname) => {
        const ended = ends(++turns);
        return Promise.resolve(ended ?? { kind: 'sent', runId: service.add(nickname) });
      },
      pause: () => {
        seen.push(versus.state.kind);
        service.nowMs += 1000;
        others();
        return Promise.resolve();
      },
      ...given,
      side: () => side,
    },
    service.group(),
  );
  return { versus, seen, side: () => side };
}

test('a link measures its own plan, also where nothing tells how many parameters it has, as in Safari before 17', async () => {
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as unknown as number);
  const read = (link: string) => readVersusAddress(new URLSearchParams(link));
  const [own, usual] = await Promise.all([read('family=stutter&blocks=2&cores=8'), read('blocks=2&cores=8')]);
  vi.restoreAllMocks();
  expect(own).toMatchObject({ plan: { family: 'stutter' }, isUsual: false, blocks: 2, cores: 8 });
  expect(usual).toMatchObject({ plan: { family: 'matrix' }, isUsual: true, blocks: 2, cores: 8 });
});

describe('turns', () => {
  test('alternate so that both have as many at the beginning as at the end, two blocks of each order', () => {
    const order: string[] = [];
    const service = new Service();
    for (let turn = 0; turn < 16; turn++) {
      const { next } = courseOf(sidesOf(service.group()), 4);
      order.push(next ?? '');
      service.add(nicknameOf(next ?? 'A', 8));
    }
    expect(order.join('')).toBe('BAABBAABABBAABBA');
    expect(courseOf(sidesOf(service.group()), 4)).toEqual({ done: 16, all: 16, next: null });
  });

  test('are not told by runs that somebody else adds by the link', () => {
    const service = new Service();
    service.add('Anna');
    service.add('C (8)');
    expect(courseOf(sidesOf(service.group()), 1)).toMatchObject({ done: 0, next: 'B' });
  });

  test('become whole blocks, each side in the order of time', () => {
    const service = new Service();
    for (const [nickname, value] of [
      ['B (8)', 1],
      ['A (8)', 2],
      ['A (8)', 3],
      ['B (8)', 4],
      ['B (8)', 5],
    ] as const)
      service.add(nickname, value);
    const [block, ...more] = blocksOf(sidesOf(service.group()));
    expect(more).toEqual([]);
    expect(block?.order).toBe('BAAB');
    expect([...(block?.a ?? []), ...(block?.b ?? [])].map(([one]) => one?.value)).toEqual([2, 3, 1, 4]);
  });

  test('have figures by the names that are shown, and tell what was not measured from what was nothing', () => {
    const service = new Service();
    const more = (id: string, value: number) => ({ ...figure(value), id, name: id });
    for (const side of ['B', 'A', 'A', 'B'] as const)
      service.add(nicknameOf(side, 8), 1, {
        figures: [more('pause', side === 'A' ? 0 : 1), ...(side === 'A' ? [] : [more('sometimes', 1)])],
      });
    const blocks = blocksOf(sidesOf(service.group()), ({ name }) => `${name}, shown`);
    const { without } = compareBlocks(blocks, 0.05, ({ origin }) => origin);
    expect(without).toEqual({ notAlways: ['sometimes, shown'], notAboveZero: ['pause, shown'], unlike: [] });
  });

  test('of two computers are doubted, and those of a private window', () => {
    const service = new Service();
    service.add('A (8)');
    service.add('B (8)');
    expect(doubtsOf(sidesOf(service.group()))).toEqual([]);
    service.add('B (4)', 1, { os: 'windows', figures: [{ ...figure(1), origin: 'unflushed' }] });
    expect(doubtsOf(sidesOf(service.group()))).toEqual(['os', 'processors', 'memory']);
  });

  test.each([
    // Safari tells 4 or 8 of any number.
    [12, 8, true],
    [8, 12, true],
    [6, 4, true],
    [10, 10, true],
    [12, 4, false],
    [6, 8, false],
    [12, 10, false],
  ])('of %i and %i processors may be on one computer: %s', (a, b, expected) => {
    const service = new Service();
    service.add(nicknameOf('A', a));
    service.add(nicknameOf('B', b));
    expect(doubtsOf(sidesOf(service.group())).includes('processors')).toBe(!expected);
  });
});

describe('a browser in a comparison', () => {
  test('is B where nobody measured as B before, measures when it is its turn, and ends when all are done', async () => {
    const service = new Service();
    const { versus, seen, side } = browserAt(service, () => {
      if (courseOf(sidesOf(service.group()), 1).next === 'A') service.add('A (8)');
    });
    await versus.go();
    expect(side()).toBe('B');
    expect(versus.state).toEqual({ kind: 'over' });
    expect(seen).toEqual(['waiting', 'waiting']);
    expect(service.runs.map(({ nickname }) => nickname?.charAt(0)).toReversed()).toEqual(['B', 'A', 'A', 'B']);
  });

  test.each([
    [
      'keeps nothing',
      {
        keepSide: () => {
          throw new DOMException('site data is blocked', 'SecurityError');
        },
      },
      'unkept',
    ],
    ['cannot load what measures', { turn: () => Promise.reject(new TypeError('the network is gone')) }, 'measuring'],
  ])('that %s is told so, and does not wait for ever', async (_, given, why) => {
    const { versus } = browserAt(new Service(), () => undefined, given);
    await versus.go();
    expect(versus.state).toMatchObject({ kind: 'stopped', stop: { kind: 'failed', why } });
  });

  test('that comes third is told that two others are compared here', async () => {
    const service = new Service();
    service.add('B (8)');
    const { versus } = browserAt(service, () => undefined);
    await versus.go();
    expect(versus.state).toEqual({ kind: 'stopped', stop: { kind: 'taken' } });
  });

  test('measures nothing while its window is covered, and again what was covered meanwhile', async () => {
    const service = new Service();
    let isSeen = false;
    const { versus, seen } = browserAt(
      service,
      () => {
        isSeen = true;
        if (courseOf(sidesOf(service.group()), 1).next === 'A') service.add('A (8)');
      },
      { isSeen: () => isSeen, ends: (turn) => (turn === 1 ? { kind: 'covered' } : null) },
    );
    await versus.go();
    expect(seen[0]).toBe('hidden');
    expect(versus.state).toEqual({ kind: 'over' });
    expect(service.runs).toHaveLength(4);
  });

  test('does not measure a run again that waits to be sent', async () => {
    const service = new Service();
    const late: string[] = [];
    const { versus, seen } = browserAt(
      service,
      () => {
        if (late.length > 0) service.add(late.pop() ?? '');
        else if (courseOf(sidesOf(service.group()), 1).next === 'A') service.add('A (8)');
      },
      {
        turn: (nickname) => {
          late.push(nickname);
          return Promise.resolve({ kind: 'sent', runId: String(service.runs.length).padStart(16, '0') });
        },
      },
    );
    await versus.go();
    expect(seen).toEqual(['sending', 'waiting', 'waiting', 'sending']);
    expect(service.runs).toHaveLength(4);
  });

  test('does not measure again after a reload what waits to be sent, nor what was sent before it', async () => {
    const service = new Service();
    const sentId = service.add('B (8)');
    const waitingId = '9'.repeat(16);
    const turn = vi.fn<VersusDependencies['turn']>();
    let isLate = false;
    const others = () => {
      if (isLate) service.add('B (8)', 1, { run_id: waitingId });
      else service.add('A (8)');
      isLate = courseOf(sidesOf(service.group()), 1).next === 'B';
    };
    const unsent = () => Promise.resolve([sentId, waitingId]);
    const { versus, seen } = browserAt(service, others, { side: () => 'B', unsent, turn });
    await versus.go();
    expect(seen).toEqual(['sending', 'sending', 'sending']);
    expect(versus.state).toEqual({ kind: 'over' });
    expect(turn).not.toHaveBeenCalled();
  });

  test('says when what it has measured cannot be sent, and does not say that of the other one', async () => {
    const states = new Set<string>();
    const { versus } = browserAt(
      new Service(),
      () => {
        const { state } = versus;
        states.add(state.kind === 'sending' && state.longMs !== null ? 'long' : state.kind);
      },
      { turn: () => Promise.resolve({ kind: 'sent', runId: '9'.repeat(16) }) },
    );
    await versus.go();
    expect([...states]).toEqual(['sending', 'long']);
    expect(versus.state).toEqual({ kind: 'stopped', stop: { kind: 'unsent' } });
  });

  test('that has begun as B at the same moment as another one makes way for it, if that was first', async () => {
    const service = new Service();
    const { versus } = browserAt(service, () => undefined, {
      isOwn: () => false,
      turn: (nickname) => {
        service.add('B (8)');
        return Promise.resolve({ kind: 'sent', runId: service.add(nickname) });
      },
    });
    await versus.go();
    expect(versus.state).toEqual({ kind: 'stopped', stop: { kind: 'taken' } });
    expect(service.runs).toHaveLength(2);
  });

  test('says when nothing comes from the other, and waits no more after half an hour; a click begins again', async () => {
    const service = new Service();
    service.add('B (8)');
    service.add('A (8)');
    service.add('A (8)');
    let isBack = false;
    const states = new Set<string>();
    const { versus } = browserAt(
      service,
      () => {
        const { state } = versus;
        states.add(state.kind === 'waiting' && state.longMs !== null ? 'long' : state.kind);
        if (isBack) service.add('B (8)');
      },
      { side: () => 'A' },
    );
    await versus.go();
    expect([...states]).toEqual(['waiting', 'long']);
    expect(versus.state).toEqual({ kind: 'stopped', stop: { kind: 'silent' } });
    isBack = true;
    await versus.go();
    expect(versus.state).toEqual({ kind: 'over' });
  });

  test.each([
    [{ kind: 'failed', why: 'measuring', detail: 'no_space' } as const],
    [{ kind: 'failed', why: 'full', detail: '' } as const],
  ])('stops where its turn fails, and says why: %o', async (ending) => {
    const { versus } = browserAt(new Service(), () => undefined, { ends: () => ending });
    await versus.go();
    expect(versus.state).toEqual({ kind: 'stopped', stop: ending });
  });

  test('is told when the comparison is deleted, and asks again where no answer comes', async () => {
    const answers = [null, { kind: 'same' }, { kind: 'gone' }] as const;
    let asked = 0;
    const { versus, seen } = browserAt(new Service(), () => undefined, {
      side: () => 'A',
      read: () => Promise.resolve(answers[asked++] ?? null),
    });
    await versus.go();
    expect(seen).toEqual(['waiting', 'waiting']);
    expect(versus.state).toEqual({ kind: 'stopped', stop: { kind: 'gone' } });
  });
});

test('the pause between two looks ends by its clock or when the window is seen, and listens no longer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = new EventTarget();
  const [listen, leave] = [vi.spyOn(page, 'addEventListener'), vi.spyOn(page, 'removeEventListener')];
  const byClock = pauseUnlessSeen(page);
  await vi.runAllTimersAsync();
  await byClock;
  const bySight = pauseUnlessSeen(page);
  page.dispatchEvent(new Event('visibilitychange'));
  await bySight;
  expect(vi.getTimerCount()).toBe(0);
  expect(leave.mock.calls).toEqual(listen.mock.calls);
  expect(listen).toHaveBeenCalledTimes(2);
});
