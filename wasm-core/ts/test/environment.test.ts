import { describe, expect, it } from 'vitest';
import { flushPrimitiveOf } from '../page/environment.ts';
import { whenClosed } from '../page/host.ts';
import { checkSupportOn } from '../page/support.ts';
import { FakeHost, withoutUnsafe } from './fakes.ts';

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
    ['unknown', 'linux', 'unknown'],
    ['chrome', 'haiku', 'unknown'],
  ] as const)('%s on %s: %s', (browser, os, expected) => {
    const client = { browser: { family: browser, major: 1 }, os: { family: os, major: null } };
    expect(flushPrimitiveOf(client, 'opfs-sync')).toBe(expected);
    expect(flushPrimitiveOf(client, 'scripted')).toBe('none');
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

  it('names what the page lacks without starting a worker', async () => {
    const host = new FakeHost();
    host.problems.push('not_isolated', 'no_opfs');
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['not_isolated', 'no_opfs'] });
    expect(host.workers).toEqual([]);
  });

  it('says so where no handle can be had', async () => {
    const host = new FakeHost(({ kind }) =>
      kind === 'attach'
        ? { failure: { code: 'not_allowed', detail: '' } }
        : kind === 'start'
          ? { clockStepNs: 5000, clockCallNs: 40 }
          : 'dies',
    );
    expect(await checkSupportOn(host)).toEqual({ ok: false, problems: ['no_sync_handles'] });
  });

  it('is found out beside a run in another tab, whose files stay', async () => {
    const host = new FakeHost();
    host.lockedElsewhere = true;
    expect(await checkSupportOn(host)).toEqual({ ok: true, layout: 'shared' });
    expect(host.deleted).toHaveLength(1);
    expect(host.deleted[0]).toMatch(/^check-/);
  });
});
