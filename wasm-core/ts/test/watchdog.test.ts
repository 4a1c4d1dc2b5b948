import { RunRecord } from '@opfsmark/schema/families';
import { describe, expect, it } from 'vitest';
import { runOn } from '../families/run.ts';
import type { LaneField } from '../protocol/control.ts';
import { PLAIN, agreeable, FakeHost, type Answer, type Asked } from './fakes.ts';

const PLAN = {
  ...PLAIN,
  rows: PLAIN.rows.slice(0, 2),
  directions: ['read' as const],
};

/** The third worker of the first pass never answers, and `after` is what the page sees while it waits. */
function hangsOnce(after: (host: FakeHost, asked: Asked) => void): FakeHost {
  let hung = false;
  const host: FakeHost = new FakeHost((asked): Answer => {
    if (hung || asked.kind !== 'pass' || asked.worker !== 2) return agreeable(asked);
    hung = true;
    // When the others have answered.
    setTimeout(() => after(host, asked));
    return 'hangs';
  });
  return host;
}

describe('a worker that dies in silence', () => {
  it('fails its job after a while, and fresh workers go on with the next', async () => {
    const host = hangsOnce(() => host.clock.beat(42));
    const record = await runOn(host, { plan: PLAN });
    expect(RunRecord.safeParse(record).error).toBeUndefined();
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'worker_died' } });
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['failed', 'done']);
    expect(host.workers.every((worker) => worker.terminated)).toBe(true);
  });

  it.each(['readBytes', 'beats', 'writeBytes'] as const satisfies LaneField[])(
    'is not taken for one that gets on, as its %s tell',
    async (field) => {
      const abort = new AbortController();
      const host = hangsOnce((_, asked) => {
        for (let second = 1; second < 200; second++) {
          host.controls.get(asked.spawned)?.publish(asked.worker, field, second);
          host.clock.beat(1);
        }
        abort.abort();
      });
      const record = await runOn(host, { plan: PLAN, signal: abort.signal });
      expect(record.status).toBe('stopped');
    },
  );

  it('is waited for as long as the slowest drive takes to flush what was written', async () => {
    const looks = async (seconds: number) => {
      const abort = new AbortController();
      const host = hangsOnce((_, asked) => {
        host.controls.get(asked.spawned)?.publish(asked.worker, 'writeBytes', 100e6);
        host.clock.beat(seconds);
        abort.abort();
      });
      return (await runOn(host, { plan: PLAN, signal: abort.signal })).result.jobs[0]?.status;
    };
    expect(await looks(130)).toBe('stopped');
    expect(await looks(150)).toBe('failed');
  });
});
