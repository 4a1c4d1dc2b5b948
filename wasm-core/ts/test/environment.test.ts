import { describe, expect, it } from 'vitest';
import { environmentOf, UNKNOWN_CLIENT, type Surroundings } from '../page/with-session.ts';
import { whenClosed } from '../page/host.ts';
import { checkSupportOn } from '../page/support.ts';
import { agreeable, FakeHost, withoutUnsafe } from './fakes.ts';

const AROUND: Surroundings = {
  engine: 'opfs-sync',
  core: { version: '0.1.0', sha256: 'a'.repeat(64), compiler: 'emscripten 3.1.6' },
  client: UNKNOWN_CLIENT,
  isolated: true,
  clocks: [],
  layout: 'shared',
  visibilityChanges: 0,
  cpuPressure: null,
  pauses: [],
};

describe('what a flush ends in', () => {
  it.each([
    ['chrome', 'linux', 'fdatasync'],
    ['edge', 'windows', 'FlushFileBuffers'],
    ['chrome', 'macos', 'F_FULLFSYNC'],
    ['chrome', 'android', 'fdatasync'],
    ['firefox', 'linux', 'fsync'],
    ['firefox', 'windows', 'FlushFileBuffers'],
    ['safari', 'macos', 'fsync'],
    ['chrome', 'ios', 'fsync'],
    ['node', 'linux', 'fdatasync'],
    ['node', 'macos', 'F_FULLFSYNC'],
    ['other', 'linux', 'unknown'],
    ['chrome', 'other', 'unknown'],
  ] as const)('%s on %s: %s', (browser, os, expected) => {
    const client = { browser: { family: browser, major: 1 }, os: { family: os, major: null } };
    expect(environmentOf({ ...AROUND, client }).flush_primitive).toBe(expected);
    expect(environmentOf({ ...AROUND, client, engine: 'scripted' }).flush_primitive).toBe('none');
  });
});

describe('whether a page can measure', () => {
  it('is found out by opening two handles, and leftovers are deleted', async () => {
    const host = new FakeHost();
    expect(await checkSupportOn(host)).toEqual({ ok: true, layout: 'shared' });
    expect(host.workers.every((worker) => worker.terminated)).toBe(true);
    await whenClosed();
    expect([host.deleted, host.locked]).toEqual([[undefined], false]);
    expect(await checkSupportOn(new FakeHost(withoutUnsafe))).toEqual({ ok: true, layout: 'per-worker' });
  });

  it('and how busy the processors are is watched from then on', async () => {
    const host = new FakeHost();
    await checkSupportOn(host);
    expect(host.isPressureWatched).toBe(true);
  });

  it('names what the page lacks without starting a worker', async () => {
    const host = new FakeHost();
    host.problems.push('not_isolated', 'no_opfs');
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['not_isolated', 'no_opfs'] });
    expect(host.workers).toEqual([]);
  });

  it.each([
    ['no_sync_handles', 'not_allowed', 'createSyncAccessHandle is missing in workers'],
    ['old_sync_handles', 'not_allowed', 'FileSystemSyncAccessHandle is an early version (TypeError: not a view)'],
    ['probe_failed', 'io_error', 'TypeError: something else'],
    ['no_space', 'quota_exceeded', 'QuotaExceededError: full'],
    ['no_space', 'disk_full', 'no space left'],
    ['private_window', 'not_allowed', 'SecurityError: not here'],
    ['probe_failed', 'not_allowed', 'NoModificationAllowedError: in use'],
    ['probe_failed', 'io_error', 'UnknownError: the drive'],
  ] as const)('says %s where no handle can be had for that cause', async (problem, code, detail) => {
    const host = new FakeHost((asked) => (asked.kind === 'attach' ? { failure: { code, detail } } : agreeable(asked)));
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: [problem], detail });
  });

  it('says that the core did not arrive', async () => {
    const host = new FakeHost();
    host.core.compile = () => Promise.reject(new TypeError('Failed to fetch'));
    const detail = 'TypeError: Failed to fetch';
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['core_not_loaded'], detail });
  });

  it('says that a worker died', async () => {
    const host = new FakeHost(({ kind }) => (kind === 'start' ? 'dies' : {}));
    const detail = 'out of memory';
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['probe_failed'], detail });
  });

  it('is found out beside a run in another tab, whose files stay', async () => {
    const host = new FakeHost();
    host.lockedElsewhere = true;
    expect(await checkSupportOn(host)).toEqual({ ok: true, layout: 'shared' });
    expect(host.deleted).toHaveLength(1);
    expect(host.deleted[0]).toMatch(/^check-/);
  });
});
