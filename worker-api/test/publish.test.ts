import { type RunReceipt, RunView } from '@opfsmark/schema/api';
import { BoardList } from '@opfsmark/schema/boards';
import { newRunId, type Pause, type PauseOutcome } from '@opfsmark/schema/documents';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../src/base/days.ts';
import { ask, problemOf, publish, put, readBoard } from './client.ts';
import { startEmpty } from './empty.ts';
import { makeUpload, publishTicketed } from './runs.ts';

describe('publishing', () => {
  beforeAll(startEmpty);

  describe('publishing a run', () => {
    it('answers 201, then 200 for the same body, then 409 for another', async () => {
      const id = newRunId();
      const upload = makeUpload();
      const first = await put(id, upload);
      expect(first.status).toBe(201);
      expect(first.headers.get('location')).toBe(`/api/v1/runs/${id}`);
      const receipt = await first.json<RunReceipt>();
      expect(receipt).toMatchObject({ run_id: id, status: 'published' });

      const secondAnswer = await put(id, upload);
      expect(secondAnswer.status).toBe(200);
      expect(await secondAnswer.json()).toEqual(receipt);

      const otherAnswer = await put(id, makeUpload({ declared: { device: 'Another' } }));
      expect(otherAnswer.status).toBe(409);
      expect((await problemOf(otherAnswer)).type).toBe('/api/v1/problems/conflict');
    });

    it('takes an id that was drawn long ago, offline, and refuses one of a time to come', async () => {
      const [oldId, soonId, lateId] = [-400, 0.9, 1.1].map((days) => newRunId(Date.now() + days * DAY_MS));
      expect((await put(oldId ?? '', makeUpload())).status).toBe(201);
      expect((await put(soonId ?? '', makeUpload())).status).toBe(201);
      const refusal = await put(lateId ?? '', makeUpload());
      expect(refusal.status).toBe(400);
      expect((await problemOf(refusal)).errors?.[0]?.pointer).toBe('/run_id');
    });

    it('takes gzip and treats it as the same body', async () => {
      const id = newRunId();
      const text = JSON.stringify(makeUpload());
      const body = await new Response(
        new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')),
      ).arrayBuffer();
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      expect((await put(id, null, { headers, body })).status).toBe(201);
      expect((await put(id, null, { body: text })).status).toBe(200);
    });

    it('shows the record and what the server derived from it', async () => {
      const upload = makeUpload({ plan: { loops: 1 }, declared: { profile_moved: true } });
      const { run_id } = await publish(upload);
      const view = RunView.parse(await (await ask(`/api/v1/runs/${run_id}`)).json());
      expect(view.record).toEqual(upload.record);
      expect(view.declared).toEqual(upload.declared);
      expect(view.trust).toBe(0);
      const readFigure = view.figures.find(({ id }) => id === 'rnd4k_q1t1 read');
      const pass = upload.record.result.jobs
        .find(({ row, reads }) => reads === 'memory' && row.pattern === 'random' && row.queues === 1)
        ?.passes.find(({ kind, loop }) => kind === 'throughput' && loop === 1);
      const perS = ((pass?.read?.ops ?? 0) * 1e9) / (pass?.total_ns ?? 1);
      expect(readFigure).toMatchObject({ unit: 'bytes_per_s', better: 'higher' });
      expect(readFigure?.value).toBeCloseTo(perS * 4096, 3);
      // Stored with six digits.
      expect((view.metrics['rnd4k_q1t1_memory'] ?? 0) / perS).toBeCloseTo(1, 5);
    });

    it('without evidence stands under the boards of its device and filesystem at once', async () => {
      const { run_id } = await publish(makeUpload({ declared: { device: 'Board Laptop', filesystem: 'APFS' } }));
      for (const id of [
        'device.seq1m_q8t1_write.shared',
        'device.rnd4k_q1t1_flush.shared.linux~chrome',
        'device.rnd4k_q1t1_memory.shared.linux~chrome.apfs',
        'filesystem.seq1m_q8t1_write.shared',
        'os.seq1m_q8t1_memory.shared',
        'browser.seq1m_q8t1_memory.shared',
      ]) {
        const board = await readBoard(id);
        expect(board.rows, id).toEqual([]);
        const row = board.recent.find((item) => item.run_id === run_id);
        expect(row, id).toMatchObject({ device: { name: 'Board Laptop' }, trust: 0 });
      }
      const { boards } = BoardList.parse(await (await ask('/api/v1/boards')).json());
      expect(boards).toEqual([]);
    });
  });
});

describe('runs that may not rank', () => {
  beforeAll(startEmpty);

  async function everywhere(receipt: RunReceipt) {
    const view = RunView.parse(await (await ask(`/api/v1/runs/${receipt.run_id}`)).json());
    const { recent } = await readBoard();
    const row = recent.find(({ run_id }) => run_id === receipt.run_id);
    return [receipt, view, ...(row ? [row] : [])].map((one) => one.unranked_because);
  }

  it('a run that may not rank says why in its receipt, on its page and in the list of recent runs', async () => {
    const offlineReceipt = await publish(makeUpload());
    expect(await everywhere(offlineReceipt)).toEqual(Array.from({ length: 3 }, () => ['no_ticket']));
    const upload = makeUpload();
    upload.record.environment.wasm_sha256 = 'f'.repeat(64);
    const ownCoreReceipt = await publishTicketed(upload);
    expect(await everywhere(ownCoreReceipt)).toEqual(Array.from({ length: 3 }, () => ['unknown_core']));
  });

  it('a run without a ticket that is sent days after it was measured has no wrong date', async () => {
    const upload = makeUpload();
    upload.record.started_at = new Date(Date.now() - 3 * DAY_MS).toISOString();
    expect((await publish(upload)).unranked_because).toEqual(['no_ticket']);
  });

  it('a run that began days before its ticket was issued has a wrong date', async () => {
    const upload = makeUpload();
    upload.record.started_at = new Date(Date.now() - 3 * DAY_MS).toISOString();
    expect((await publishTicketed(upload)).unranked_because).toEqual(['wrong_date']);
  });

  it('a run during which the computer stood still ranks only where that part was measured again, and its text says it', async () => {
    const pauseOf = (outcome: PauseOutcome): Pause => ({ after_ms: 1_000, ms: 8_000, outcome });
    const publishPaused = (outcome: PauseOutcome) =>
      publishTicketed(makeUpload({ environment: { pauses: [pauseOf(outcome)] } }));
    const [spoiledRun, repeatedRun] = [await publishPaused('left_out'), await publishPaused('repeated')];
    expect(spoiledRun.status).toBe('published');
    expect(await everywhere(spoiledRun)).toEqual(Array.from({ length: 3 }, () => ['stood_still']));
    expect(await everywhere(repeatedRun)).toEqual([[], []]);
    const text = await (await ask(`/api/v1/runs/${repeatedRun.run_id}.txt`)).text();
    expect(text).toContain('stood still for 8 s');
  });

  it('a run that may rank has nothing to say', async () => {
    const receipt = await publishTicketed(makeUpload());
    expect(await everywhere(receipt)).toEqual([[], []]);
  });
});
