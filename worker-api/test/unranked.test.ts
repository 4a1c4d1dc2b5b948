import { RunView, type RunReceipt } from '@opfsmark/schema/api';
import { Board } from '@opfsmark/schema/boards';
import { expect, it } from 'vitest';
import { ask, publish } from './client.ts';
import { makeUpload } from './factory.ts';
import { publishTicketed } from './trusted.ts';

const BOARD = 'device.seq1m_q8t1_write.shared';

async function everywhere(receipt: RunReceipt) {
  const view = RunView.parse(await (await ask(`/api/v1/runs/${receipt.run_id}`)).json());
  const { recent } = Board.parse(await (await ask(`/api/v1/boards/${BOARD}`)).json());
  return [receipt, view, recent.find(({ run_id }) => run_id === receipt.run_id)].map((one) => one?.unranked_because);
}

it('a run that may not rank says why in its receipt, on its page and in the list of recent runs', async () => {
  const offline = await publish(makeUpload());
  expect(await everywhere(offline)).toEqual(Array.from({ length: 3 }, () => ['no_ticket']));
  const upload = makeUpload();
  upload.record.environment.wasm_sha256 = 'f'.repeat(64);
  const own = await publishTicketed(upload);
  expect(await everywhere(own)).toEqual(Array.from({ length: 3 }, () => ['unknown_core']));
});

it('a run that may rank has nothing to say', async () => {
  const receipt = await publishTicketed(makeUpload());
  expect(await everywhere(receipt)).toEqual([[], [], []]);
});
