import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PausedRun, Support } from '@opfsmark/core';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { reloadPage } from '../src/lib/base/ui/reload-page.ts';
import { Bench } from '../src/lib/features/run/session/bench.svelte.ts';
import { plainRecord } from '@opfsmark/schema/test-support/matrix-records';

const engine = vi.hoisted(() => ({
  run: vi.fn(),
  canResume: vi.fn(() => false),
  giveUpPaused: vi.fn(),
  checkSupport: vi.fn<() => Promise<Support>>(),
  findPrepared: () => Promise.resolve(null),
}));
vi.mock('../src/lib/features/run/session/engine.ts', () => engine);
vi.mock('../src/lib/features/run/session/browser.ts', () => ({
  detectClient: () => Promise.resolve(null),
  measureClockStepNs: () => 1000,
}));

const record = plainRecord(planOf('quick'), { status: 'stopped' });
const pauseState = {
  run: { lease: 'x', record, acknowledged: {}, bytesWritten: 5 } as unknown as PausedRun,
  ticket: null,
  engine: 'opfs-sync',
};

/** The page before this one, as the tab has kept it. */
function inTab(what: object | null): void {
  const entries = new Map(what ? [['opfsmark.paused', JSON.stringify(what)]] : []);
  const store = {
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  vi.stubGlobal('sessionStorage', store);
  vi.stubGlobal('localStorage', store);
}

beforeEach(() => {
  vi.clearAllMocks();
  inTab(pauseState);
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});
// Files share one worker.
afterAll(() => {
  vi.doUnmock('../src/lib/features/run/session/engine.ts');
  vi.doUnmock('../src/lib/features/run/session/browser.ts');
  vi.resetModules();
});

async function openBench() {
  const onRecord = vi.fn();
  const bench = new Bench({
    ticket: () => Promise.resolve(null),
    onRecord,
    reload: () => false,
    leave: () => undefined,
    dropPaused: () => undefined,
  });
  await bench.open();
  return { bench, onRecord };
}

test('a run that cannot go on because a part is missing is kept for the page that is loaded again', async () => {
  engine.canResume.mockReturnValueOnce(true);
  engine.checkSupport.mockResolvedValue({ ok: true, layout: 'shared', spaceBytes: null, isMemoryBacked: false });
  const { bench } = await openBench();
  const paused = bench.takePaused();
  if (!paused || paused === 'shown') throw new Error('no run');
  expect(sessionStorage.getItem('opfsmark.paused')).toBeNull();
  bench.postpone(paused);
  vi.stubGlobal('location', { reload: () => undefined });
  reloadPage();
  expect(JSON.parse(sessionStorage.getItem('opfsmark.paused') ?? 'null')).toEqual(paused);
});

test('a run that can go on after the reload is handed over once', async () => {
  engine.checkSupport.mockResolvedValue({ ok: true, layout: 'shared', isMemoryBacked: false, spaceBytes: null });
  engine.canResume.mockReturnValueOnce(true);
  const { bench, onRecord } = await openBench();
  expect(bench.takePaused()).toEqual(pauseState);
  expect(bench.takePaused()).toBeNull();
  expect(onRecord).not.toHaveBeenCalled();
  expect(engine.giveUpPaused).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<Support>, string]>([
  [
    'its lease is over',
    () => Promise.resolve({ ok: true, layout: 'shared', isMemoryBacked: false, spaceBytes: null }),
    'ready',
  ],
  ['the page cannot measure now', () => Promise.resolve({ ok: false, problems: ['no_space'] }), 'unsupported'],
  ['the engine does not load', () => Promise.reject(new TypeError('Failed to fetch')), 'check_failed'],
])(
  'where %s, a paused run is shown and kept, its lease given back, and autorun measures nothing',
  async (_, check, readiness) => {
    engine.checkSupport.mockImplementation(check);
    const { bench, onRecord } = await openBench();
    expect(bench.readiness.kind).toBe(readiness);
    expect(bench.session?.state).toEqual({ kind: 'done', record });
    expect(onRecord).toHaveBeenCalledExactlyOnceWith(record, null);
    // The kept run, which the page looks at before `autorun`.
    expect(bench.takePaused()).toBe('shown');
    expect(bench.takePaused()).toBeNull();
    expect(engine.run).not.toHaveBeenCalled();
    // Or the page, and every other tab, could not measure for the rest of a minute.
    expect(engine.giveUpPaused).toHaveBeenCalledExactlyOnceWith(pauseState.run);
  },
);

test.each([
  ['in the middle of its run shows and keeps what it had', true, 1],
  ['for a part that was missing shows its result again, which is kept already', false, 0],
])('a page that was loaded again %s', async (_, wasCut, keptCount) => {
  inTab({ record, ticket: null, wasCut });
  engine.checkSupport.mockResolvedValue({ ok: true, layout: 'shared', isMemoryBacked: false, spaceBytes: null });
  const { bench, onRecord } = await openBench();
  expect(bench.session?.state).toEqual({ kind: 'done', record });
  expect(bench.session?.wasCut).toBe(wasCut);
  expect(onRecord).toHaveBeenCalledTimes(keptCount);
  expect(bench.takePaused()).toBe('shown');
  expect(engine.giveUpPaused).not.toHaveBeenCalled();
});

describe('window.opfsmark of a page in which no run can begin is failed, with the reason', () => {
  beforeEach(() => inTab(null));

  test.each<[string, () => Promise<Support>, object]>([
    [
      'no_opfs',
      () => Promise.resolve({ ok: false, problems: ['no_opfs'] }),
      { code: 'unsupported', message: 'no_opfs' },
    ],
    [
      'probe_failed',
      () => Promise.resolve({ ok: false, problems: ['probe_failed'], detail: 'EIO' }),
      { code: 'unsupported', message: 'probe_failed: EIO' },
    ],
    ['no engine', () => Promise.reject(new TypeError('Failed')), { code: 'check_failed', message: 'Failed' }],
  ])('%s', async (_, check, error) => {
    engine.checkSupport.mockImplementation(check);
    const { bench } = await openBench();
    expect(bench.automation).toEqual({ status: 'failed', record: null, error });
  });

  test('nobody is there to agree', async () => {
    engine.checkSupport.mockResolvedValue({ ok: true, layout: 'shared', isMemoryBacked: false, spaceBytes: null });
    const { bench } = await openBench();
    expect(bench.automation.status).toBe('idle');
    bench.refuse('not_driven', 'why');
    expect(bench.automation).toEqual({ status: 'failed', record: null, error: { code: 'not_driven', message: 'why' } });
  });
});
