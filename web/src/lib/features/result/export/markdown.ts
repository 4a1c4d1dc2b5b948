import { formatBytes } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { clientName } from '$lib/base/format/client-name.ts';
import { headlinesOf, verdictWord } from './lines.ts';

const us = (ns: number | undefined) => (ns === undefined ? '' : (ns / 1e3).toFixed(1));

/** A table for an issue, a forum or a README. */
export function recordMarkdown(record: RunRecord): string {
  const { plan, environment } = record;
  const rows = headlinesOf(record).map(
    ({ name, direction, bytesPerS, iops, latency, verdict }) =>
      `| ${[
        `${name} ${direction === 'write' ? 'write + flush' : direction}`,
        (bytesPerS.median / 1e6).toFixed(1),
        `${(bytesPerS.min / 1e6).toFixed(1)}–${(bytesPerS.max / 1e6).toFixed(1)}`,
        iops.median.toFixed(0),
        us(latency?.p50_ns),
        us(latency?.p99_ns),
        verdictWord(verdict),
      ].join(' | ')} |`,
  );
  return [
    `**OPFSMark ${environment.core_version}**, profile ${plan.profile}, ${formatBytes(plan.file_bytes)} × ${plan.loops}, ` +
      `${clientName(environment.client.browser)} on ${clientName(environment.client.os)}, ${record.started_at.slice(0, 10)}`,
    '',
    '| test | MB/s | min–max | IOPS | p50 µs | p99 µs | source |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows,
    '',
  ].join('\n');
}
