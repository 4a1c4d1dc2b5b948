import { standardPlan, stepsOf } from '@opfsmark/schema/families';
import { describe, expect, it, vi } from 'vitest';
import type { PausedRun, RunOptions } from '../api.ts';
import { runOn } from '../families/run.ts';
import { Reloading, stepsAfterReload, withPaused } from '../page/workload.ts';
import { Session } from '../page/session.ts';
import { startSession } from '../page/support.ts';
import type { Frame } from '../page/with-session.ts';
import { FakeHost } from './fakes.ts';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';

const PLAN = standardPlan('app-storage');

async function sessionOn(host: FakeHost, earlier?: { wallMs: number; bytesWritten: number }) {
  const steps = stepsOf(PLAN);
  const session = new Session(host, {
    files: NO_DATA_FILES,
    engine: 'opfs-sync',
    steps,
    paces: {},
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
  ])('goes on without where it %s', async (_, onReload, cancelled) => {
    const { reloading, session, reloads, deleteFiles } = await reloadingWith(onReload);
    expect(reloading.begin({})).toBe(false);
    expect(reloads.cancel).toHaveBeenCalledTimes(cancelled);
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
    session.progress.forecast.replace(stepsAfterReload(stepsOf(PLAN)));
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
    const before = { started_at: '2026-01-01T00:00:00.000Z', wall_ms: 900, environment };
    const after = { started_at: '2026-01-01T00:00:02.000Z', wall_ms: 100, environment: { ...environment } };
    expect(withPaused(after, { record: before } as PausedRun)).toMatchObject({
      started_at: before.started_at,
      wall_ms: 1000,
      environment: { visibility_changes: 2, cpu_pressure: 'serious' },
    });
  });
});
