import { expect, it } from 'vitest';
import type { Direction, Row } from '@opfsmark/schema/documents';
import { contradictions, ProfileId } from '@opfsmark/schema/families';
import { gzip } from '../src/base/crypto.ts';
import { UPLOAD_LIMITS } from '../src/base/limits.ts';
import { makeUpload, type MadeRun } from '@opfsmark/schema/test-support/upload';

function nodesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, member) => sum + nodesOf(member), 0);
}

const DIRECTIONS: Direction[] = ['read', 'write', 'mix'];
const LARGEST = {
  directions: DIRECTIONS,
  loops: 9,
  // By passes, which are more than those by time.
  drive_s: 0,
  until_stable: true,
  rows: Array.from({ length: 16 }, (_, i): Row => ({
    pattern: 'random',
    block_bytes: 4096,
    queues: i + 1,
    threads: 1,
  })),
};

it.each([
  ...ProfileId.options.map((profile): [string, MadeRun] => [
    profile,
    { profile, plan: { directions: DIRECTIONS, loops: 9 } },
  ]),
  ['largest plan', { profile: 'default', plan: LARGEST, loops: 10 }] satisfies [string, MadeRun],
])('%s with all directions and all loops fits', async (name, made) => {
  const upload = makeUpload(made);
  const text = JSON.stringify(upload);
  const size = { nodes: nodesOf(upload), inflatedBytes: text.length, wireBytes: (await gzip(text)).byteLength };
  console.log(name, JSON.stringify(size));
  expect(contradictions(upload.record)).toEqual([]);
  expect(size.nodes).toBeLessThanOrEqual(UPLOAD_LIMITS.nodes);
  expect(size.inflatedBytes).toBeLessThanOrEqual(UPLOAD_LIMITS.inflatedBytes);
  expect(size.wireBytes).toBeLessThanOrEqual(UPLOAD_LIMITS.wireBytes);
});
