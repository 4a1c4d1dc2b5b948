import { afterEach, expect, it, vi } from 'vitest';
import { checkUpOn } from '../checkup/checkup.ts';
import { FakeHost } from './fakes.ts';

afterEach(() => vi.unstubAllGlobals());

const never = () => new Promise<never>(() => undefined);

it('a checkup ends with what it has where browser and drive answer nothing', async () => {
  const navigator = {
    storage: { estimate: never, persisted: never },
    wakeLock: { request: never },
  };
  vi.stubGlobal('navigator', navigator);
  const checkup = await checkUpOn(new FakeHost(() => 'hangs'));
  expect(checkup).toMatchObject({
    wake_lock: { outcome: 'refused', error: 'TimeoutError' },
    storage: { persisted: null, quota_bytes: null, usage_bytes: null },
    run: { outcome: 'late' },
  });
});

it('a checkup is refused while another tab measures', async () => {
  const host = new FakeHost();
  host.lockedElsewhere = true;
  await expect(checkUpOn(host)).rejects.toMatchObject({ reason: 'busy' });
});
