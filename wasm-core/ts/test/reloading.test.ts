import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { standardPlan, stepsOf, familyOf, type FamilyId } from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import type { PausedRun, RunOptions } from '../api.ts';
import { runOn } from '../families/run.ts';
import { canResumeOn, dropLease, giveBackLease, leaseAllows, takeLease, whenLeaseOver } from '../page/reload-lease.ts';
import { Session } from '../page/session.ts';
import { startSession } from '../page/support.ts';
import type { Frame } from '../page/with-session.ts';
import { Reloading, stepsAfterReload, withPaused } from '../page/workload.ts';
import { FakeHost } from './fakes.ts';

const KEY = 'opfsmark.reload';
const rows = new Map<string, string>();

beforeEach(() => {
  rows.clear();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => rows.set(key, value),
    removeItem: (key: string) => rows.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a run in whose middle the page reloaded itself', () => {
  const core = { version: '1.0.0', sha256: 'ab' };
  const pausedBy = (core_version: string, wasm_sha256: string) =>
    ({ lease: takeLease() ?? '', record: { environment: { core_version, wasm_sha256 } } }) as PausedRun;

  it('can go on within a minute, and not when its lease is over', () => {
    const pausedRun = pausedBy('1.0.0', 'ab');
    vi.advanceTimersByTime(59_000);
    expect(canResumeOn(core, pausedRun)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(canResumeOn(core, pausedRun)).toBe(false);
  });

  it('cannot go on when another tab has taken a lease meanwhile', () => {
    const pausedRun = pausedBy('1.0.0', 'ab');
    takeLease();
    expect(canResumeOn(core, pausedRun)).toBe(false);
  });

  it.each([
    ['1.0.1', 'ab'],
    ['1.0.0', 'cd'],
  ])('cannot go on with another version of the engine: %s, %s', (version, sha256) => {
    expect(canResumeOn(core, pausedBy(version, sha256))).toBe(false);
  });
});

describe('a lease for a page that reloads itself', () => {
  it('allows that page, and no other, until it is given back', () => {
    expect(leaseAllows(undefined)).toBe(true);
    const lease = takeLease();
    expect([lease ?? '', undefined, 'another'].map((id) => leaseAllows(id))).toEqual([true, false, false]);
    dropLease();
    expect(leaseAllows(undefined)).toBe(true);
    expect(leaseAllows(lease ?? '')).toBe(false);
  });

  it('is given back by the page that does not go on, and by no other', () => {
    const firstLease = takeLease() ?? '';
    const secondLease = takeLease() ?? '';
    giveBackLease(firstLease);
    expect(leaseAllows(secondLease)).toBe(true);
    giveBackLease(secondLease);
    expect(leaseAllows(undefined)).toBe(true);
  });

  it('ends after a minute, when the page has not come back', async () => {
    const lease = takeLease() ?? '';
    const onOver = vi.fn();
    void whenLeaseOver().then(onOver);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(onOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(onOver).toHaveBeenCalled();
    expect([leaseAllows(lease), leaseAllows(undefined)]).toEqual([false, true]);
  });

  it.each(['', 'x', 'x NaN', 'x 1', `x ${2 ** 50}`, 'a b c', ' 9e99', '{"id":"x"}'])(
    'that was written as "%s" is none',
    async (text) => {
      rows.set(KEY, text);
      expect(leaseAllows(undefined)).toBe(true);
      await whenLeaseOver();
    },
  );

  it('cannot be taken where site data is blocked, and nobody is kept from measuring', () => {
    const throwBlocked = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: throwBlocked, setItem: throwBlocked, removeItem: throwBlocked });
    expect(takeLease()).toBeNull();
    expect(leaseAllows(undefined)).toBe(true);
    dropLease();
  });
});

const PLAN = standardPlan('app-storage');

async function sessionOn(host: FakeHost, earlier?: { wallMs: number; bytesWritten: number }) {
  const steps = stepsOf(familyOf<FamilyId>(PLAN.family), PLAN);
  const session = new Session(host, {
    files: NO_DATA_FILES,
    engine: 'opfs-sync',
    steps,
    rates: {},
    earlier,
    onProgress: () => undefined,
  });
  await startSession(session);
  return session;
}

const fakeReloads = (lease: string | null) => ({
  begin: vi.fn(() => lease),
  cancel: vi.fn(),
  giveBack: vi.fn(),
  whenOver: () => Promise.resolve(),
});

async function reloadingWith(onReload: RunOptions['onReload'], lease: string | null = 'lease') {
  const reloads = fakeReloads(lease);
  const host = Object.assign(new FakeHost(), { reloads });
  const session = await sessionOn(host);
  const deleteFiles = vi.spyOn(host, 'deleteFiles');
  const record = { family: 'app-storage' } as PausedRun['record'];
  const reloading = new Reloading({
    host,
    session,
    ...(onReload && { onReload }),
    recordSoFar: () => record,
    onTimed: () => undefined,
  });
  return { reloads, session, reloading, record, deleteFiles };
}

describe('a run in whose middle the page reloads itself', () => {
  it('hands over all that is known, and deletes nothing when the page goes', async () => {
    const onReload = vi.fn(() => true);
    const { reloading, session, record, deleteFiles } = await reloadingWith(onReload);
    expect(reloading.isPossible).toBe(true);
    expect(reloading.begin({ coop: 21 })).toBe(true);
    expect(onReload).toHaveBeenCalledExactlyOnceWith({
      lease: 'lease',
      record,
      acknowledged: { coop: 21 },
      bytesWritten: 0,
    });
    session.leave();
    expect(deleteFiles).not.toHaveBeenCalled();
    expect(session.stopped).toBe(false);
  });

  it.each<[string, RunOptions['onReload'], number]>([
    ['is refused', () => false, 1],
    [
      'cannot be kept',
      () => {
        throw new DOMException('', 'QuotaExceededError');
      },
      1,
    ],
  ])('goes on without where it %s', async (_, onReload, cancelCount) => {
    const { reloading, session, reloads, deleteFiles } = await reloadingWith(onReload);
    expect(reloading.begin({})).toBe(false);
    expect(reloads.cancel).toHaveBeenCalledTimes(cancelCount);
    session.leave();
    expect(deleteFiles).toHaveBeenCalled();
  });

  it('goes on without where this browser keeps nothing', async () => {
    const onReload = vi.fn(() => true);
    const { reloading } = await reloadingWith(onReload, null);
    expect(reloading.begin({})).toBe(false);
    expect(onReload).not.toHaveBeenCalled();
  });

  it('is not reloaded where nobody goes on with it', async () => {
    expect((await reloadingWith(undefined)).reloading.isPossible).toBe(false);
  });

  it('can be stopped before the page has gone', async () => {
    const { reloading, reloads } = await reloadingWith(() => true);
    reloading.begin({});
    reloading.cancel();
    reloading.cancel();
    expect(reloads.cancel).toHaveBeenCalledTimes(1);
  });
});

describe('a run that goes on after the reload', () => {
  it('keeps what is stored, and its progress does not begin anew', async () => {
    const host = new FakeHost();
    const deleteFiles = vi.spyOn(host, 'deleteFiles');
    const session = await sessionOn(host, { wallMs: 60_000, bytesWritten: 5e6 });
    expect(deleteFiles).not.toHaveBeenCalled();
    session.progress.forecast.replace(stepsAfterReload(stepsOf(familyOf<FamilyId>(PLAN.family), PLAN)));
    expect(session.progress.read(null)).toMatchObject({ bytesWritten: 5e6 });
    expect(session.progress.read(null).fraction).toBeGreaterThan(0.7);
  });

  it('is refused where another version of the engine began it, and keeps nobody else waiting for its lease', async () => {
    const environment = { core_version: '0.0.1', wasm_sha256: 'ab'.repeat(32) };
    const resume = { lease: 'lease', record: { environment } } as PausedRun;
    const host = Object.assign(new FakeHost(), { reloads: fakeReloads(null) });
    await expect(runOn(host, { plan: PLAN, resume })).rejects.toMatchObject({ reason: 'invalid_plan' });
    expect(host.asked).toEqual([]);
    expect(host.reloads.giveBack).toHaveBeenCalledExactlyOnceWith('lease');
  });

  it('gives its lease back where the lock cannot be had', async () => {
    const host = Object.assign(new FakeHost(), { reloads: fakeReloads(null), lockedElsewhere: true });
    const { version: core_version, sha256: wasm_sha256 } = host.core;
    const record = { environment: { core_version, wasm_sha256 }, wall_ms: 0 };
    const resume = { lease: 'lease', record, bytesWritten: 0 } as unknown as PausedRun;
    await expect(runOn(host, { plan: PLAN, resume })).rejects.toMatchObject({ reason: 'busy' });
    expect(host.reloads.giveBack).toHaveBeenCalledExactlyOnceWith('lease');
  });

  it('is one run: it began before the reload, and lasted as long as both parts', () => {
    const environment = { visibility_changes: 1, cpu_pressure: 'serious' } as unknown as Frame['environment'];
    const recordBefore = { started_at: '2026-01-01T00:00:00.000Z', wall_ms: 900, environment };
    const frameAfter = { started_at: '2026-01-01T00:00:02.000Z', wall_ms: 100, environment: { ...environment } };
    expect(withPaused(frameAfter, { record: recordBefore } as PausedRun)).toMatchObject({
      started_at: recordBefore.started_at,
      wall_ms: 1000,
      environment: { visibility_changes: 2, cpu_pressure: 'serious' },
    });
  });
});
