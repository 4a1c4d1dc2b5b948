import { bytesPerSecond, planOf, rowName, run } from '@opfsmark/core';

const record = await run({ plan: { ...planOf('quick'), limit_s: 1 } });
for (const job of record.result.jobs) {
  const megabytes = Math.round((bytesPerSecond(job)?.median ?? 0) / 1e6);
  document.body.append(`${rowName(job.row)} ${job.direction}: ${megabytes} MB/s\n`);
}
