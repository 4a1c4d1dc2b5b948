import { bytesPerSecond, rowName, run } from '@opfsmark/core';
import { standardPlan } from '@opfsmark/core/plans';

const record = await run({ plan: { ...standardPlan('matrix', 'quick'), drive_s: 0, loops: 1 } });
for (const job of record.result.jobs) {
  const megabytes = Math.round((bytesPerSecond(job)?.median ?? 0) / 1e6);
  document.body.append(`${rowName(job.row)} ${job.reads ?? ''} ${job.direction}: ${megabytes} MB/s\n`);
}
