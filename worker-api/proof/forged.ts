import { readdirSync, readFileSync } from 'node:fs';
import { newRunId } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { forgeries } from '../test/forgeries.ts';
import { jsonRequest } from '../tools/tickets.ts';

interface ForgedReport {
  readonly forged: number;
  readonly keptOff: number;
  readonly real: number;
  readonly realRefused: number;
}

interface Receipt {
  readonly status?: string;
}

async function publishUnticketed(
  origin: string,
  runId: string,
  upload: object,
): Promise<{ http: number; status: string; text: string }> {
  const response = await fetch(`${origin}/api/v1/runs/${runId}`, jsonRequest('PUT', JSON.stringify(upload)));
  const text = await response.text();
  return { http: response.status, status: (JSON.parse(text) as Receipt).status ?? '', text };
}

/** Records of real runs: see proof/real/README.md. */
export function realRecords(): { name: string; record: RunRecord }[] {
  const folder = new URL('./real/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, record: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as RunRecord }));
}

/** Sends forged runs, which must be kept off the boards, and real ones, which must be published. */
export async function forgedRuns(origin: string): Promise<ForgedReport> {
  const forged = [...forgeries('quick'), ...forgeries('peak')];
  let keptOff = 0;
  for (const { identity, upload } of forged) {
    const { http, status } = await publishUnticketed(origin, newRunId(), upload);
    if (http === 422 || status === 'held') keptOff++;
    else console.log(`  passed: ${identity} -> ${http} ${status}`);
  }
  const real = realRecords();
  let realRefused = 0;
  for (const { name, record } of real) {
    const declared = { device: 'A real machine', filesystem: 'ext4' };
    const { http, status, text } = await publishUnticketed(origin, newRunId(), {
      record,
      declared,
      deletion_sha256: DELETION_SHA256,
    });
    if (http === 201 && status === 'published') continue;
    realRefused++;
    console.log(`  refused: ${name} -> ${http} ${text.slice(0, 400)}`);
  }
  return { forged: forged.length, keptOff, real: real.length, realRefused };
}
