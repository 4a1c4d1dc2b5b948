import { RunView, type RunReceipt } from '@opfsmark/schema/api';
import { Board } from '@opfsmark/schema/boards';
import type { Pause, PauseOutcome } from '@opfsmark/schema/documents';
import { expect, it } from 'vitest';
import { ask, publish } from './client.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { publishTicketed } from './runs.ts';

const BOARD = 'device.seq1m_q8t1_write.shared';

async function everywhere(receipt: RunReceipt) {
  const view = RunView.parse(await (await ask(`/api/v1/runs/${receipt.run_id}`)).json());
  const { recent } = Board.parse(await (await ask(`/api/v1/boards/${BOARD}`)).json());
  const row = recent.find(({ run_id }) => run_id === receipt.run_id);
  return [receipt, view, ...(row ? [row] : [])].map((one) => one.unranked_because);
}

it('a run that may not rank says why in its receipt, on its page and in the list of recent runs', async () => {
  const offline = await publish(makeUpload());
  expect(await everywhere(offline)).toEqual(Array.from({ length: 3 }, () => ['no_ticket']));
  const upload = makeUpload();
  upload.record.environment.wasm_sha256 = 'f'.repeat(64);
  const own = await publishTicketed(upload);
  expect(await everywhere(own)).toEqual(Array.from({ length: 3 }, () => ['unknown_core']));
});

it('a run without a ticket that is sent days after it was measured has no wrong date', async () => {
  const upload = makeUpload();
  upload.record.started_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  expect((await publish(upload)).unranked_because).toEqual(['no_ticket']);
});

it('a run during which the computer stood still ranks only where that part was measured again, and its text says it', async () => {
  const pauseOf = (outcome: PauseOutcome): Pause => ({ after_ms: 1_000, ms: 8_000, outcome });
  const published = (outcome: PauseOutcome) =>
    publishTicketed(makeUpload({ environment: { pauses: [pauseOf(outcome)] } }));
  const [spoiled, repeated] = [await published('left_out'), await published('repeated')];
  expect(spoiled.status).toBe('published');
  expect(await everywhere(spoiled)).toEqual(Array.from({ length: 3 }, () => ['stood_still']));
  expect(await everywhere(repeated)).toEqual([[], []]);
  const text = await (await ask(`/api/v1/runs/${repeated.run_id}.txt`)).text();
  expect(text).toContain('stood still for 8 s');
});

it('a run that may rank has nothing to say', async () => {
  const receipt = await publishTicketed(makeUpload());
  expect(await everywhere(receipt)).toEqual([[], []]);
});
