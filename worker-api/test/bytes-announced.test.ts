/** What a run writes is announced before it begins, and no real run wrote more. */
import { isRecordOf, jobsOf, passBytesWrittenMax, passesOfJob, rowOf } from '@opfsmark/schema/families';
import { rowSlug } from '@opfsmark/schema/documents';
import { expect, it } from 'vitest';
import { REAL_RECORDS } from '@opfsmark/schema/test-support/real-records';

const GRIDS = REAL_RECORDS.flatMap(([name, record]) => (isRecordOf(record, 'matrix') ? [[name, record] as const] : []));

it.each(GRIDS)('no pass of %s writes more than was announced for it', (_, { plan, result }) => {
  for (const job of result.jobs.filter(({ direction }) => direction !== 'read')) {
    const head = jobsOf(plan).find(
      (planned) => planned.direction === job.direction && rowSlug(rowOf(plan, planned)) === rowSlug(job.row),
    );
    if (!head) throw new Error('a job that is not in the plan');
    const planned = passesOfJob(plan, head);
    for (const pass of job.passes) {
      const like = planned.find(({ kind, loop }) => kind === pass.kind && loop === pass.loop);
      if (!like) throw new Error('a pass that is not in the plan');
      expect(pass.write?.bytes ?? 0).toBeLessThanOrEqual(passBytesWrittenMax(plan, head, like));
    }
  }
});

it('among them are mixes, of which more is written than their share', () => {
  const mixes = GRIDS.flatMap(([, { plan, result }]) =>
    result.jobs.filter(({ direction }) => direction === 'mix').map((job) => ({ plan, job })),
  );
  const isAbove = mixes.some(({ plan, job: { passes } }) =>
    passes.some(({ read, write }) => {
      const bytes = (read?.bytes ?? 0) + (write?.bytes ?? 0);
      return (write?.bytes ?? 0) > bytes * (1 - plan.mix_read_percent / 100);
    }),
  );
  expect(isAbove).toBe(true);
});
