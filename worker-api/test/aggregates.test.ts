import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Board } from '@opfsmark/schema/boards';
import { continueRebuild, startRebuild } from '../src/aggregation/rebuild.ts';
import { randomId } from '../src/base/crypto.ts';
import { ask, publish, put } from './client.ts';
import { makeUpload, type MadeRun } from './factory.ts';
import { publishTicketed, publishTrusted as publishUpload, ticketed } from './trusted.ts';

const BOARD = 'device.seq1m_q8t1_write.shared';

const publishTrusted = (made: MadeRun) => publishUpload(makeUpload(made));

async function boardOf(id: string): Promise<Board> {
  return Board.parse(await (await ask(`/api/v1/boards/${id}`)).json());
}

const board = () => boardOf(BOARD);

async function rowOf(slug: string): Promise<Board['rows'][number] | undefined> {
  return (await board()).rows.find((row) => row.subject.slug === slug);
}

async function cells(): Promise<Map<string, string>> {
  const { results } = await env.DB.prepare('SELECT cut, counts FROM cell ORDER BY cut').all<{
    cut: string;
    counts: string;
  }>();
  return new Map(results.map(({ cut, counts }) => [cut, counts]));
}

describe('ranking', () => {
  it('lists what was probably kept in memory, marked, unranked, and only until there is something better', async () => {
    const declared = { device: 'Private Window' };
    for (const rig_id of ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB', 'CCCCCCCCCCCCCCCC']) {
      expect(await publishTicketed(makeUpload({ declared, rig_id, keptInMemory: true }))).toMatchObject({
        status: 'held',
        reasons: ['memory_backed'],
      });
    }
    expect(await rowOf('private-window')).toMatchObject({
      rank: null,
      provisional: true,
      rigs: 0,
      suspected: 'memory_backed',
    });

    const sound = await publishTrusted({ declared, rig_id: 'AAAAAAAAAAAAAAAA' });
    const row = await rowOf('private-window');
    expect(row).toMatchObject({ rigs: 1, runs: 1, run_id: sound });
    expect(row?.suspected).toBeUndefined();
  });

  it('ranks a device by its machines: provisional below three, one vote per machine however often it runs', async () => {
    const declared = { device: 'Ranked One' };
    for (let i = 0; i < 7; i++) await publishTrusted({ declared, rig_id: 'AAAAAAAAAAAAAAAA', seed: i });
    expect(await rowOf('ranked-one')).toMatchObject({ rank: null, provisional: true, rigs: 1, runs: 7 });

    await publishTrusted({ declared, rig_id: 'BBBBBBBBBBBBBBBB' });
    await publishTrusted({ declared, rig_id: 'CCCCCCCCCCCCCCCC' });
    expect(await rowOf('ranked-one')).toMatchObject({ rank: 1, provisional: false, rigs: 3, runs: 9 });
    expect(
      (await (await ask('/api/v1/devices?q=ranked')).json<{ devices: { slug: string }[] }>()).devices,
    ).toMatchObject([{ slug: 'ranked-one' }]);
  });

  it('gives the same rank where intervals overlap and counts everybody before the next', async () => {
    const speeds = { 'Twin A': 2, 'Twin B': 2.01, Snail: 0.25 };
    for (const [device, speed] of Object.entries(speeds)) {
      for (const [i, spread] of [0.85, 1, 1.15].entries()) {
        await publishTrusted({ declared: { device }, rig_id: `${randomId().slice(0, 15)}${i}`, speed: speed * spread });
      }
    }
    const { rows } = await board();
    const shown = rows.map(({ subject, rank, tied }) => [subject.slug, rank, tied]);
    expect(shown.filter(([slug]) => String(slug).startsWith('twin')).map(([, rank, tied]) => [rank, tied])).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(shown.find(([slug]) => slug === 'snail')).toEqual(['snail', 4, false]);
  });

  it('ranks the command line apart from pages', async () => {
    const node = {
      engine: 'node',
      client: { browser: { family: 'node', major: 24 }, os: { family: 'linux', major: null } },
    } as const;
    await publishTrusted({ declared: { device: 'Headless' }, rig_id: 'NNNNNNNNNNNNNNNN', environment: node });
    expect(await rowOf('headless')).toBeUndefined();
    const own = await boardOf('device.seq1m_q8t1_write.node');
    expect(own.rows.map((row) => row.subject.slug)).toEqual(['headless']);
    const flush = await boardOf('device.rnd4k_q1t1_flush.node.linux~node');
    expect(flush.rows.map((row) => row.subject.slug)).toEqual(['headless']);
  });

  it('never ranks runs without a ticket', async () => {
    for (let i = 0; i < 4; i++) await publish(makeUpload({ declared: { device: 'No Ticket' }, rig_id: randomId() }));
    expect(await rowOf('no-ticket')).toMatchObject({ rank: null, provisional: true, rigs: 0, runs: 4 });
  });
});

describe('taking back', () => {
  it('removes a deleted run from its page, its board and its cells', async () => {
    const before = await cells();
    const upload = await ticketed(makeUpload({ declared: { device: 'Deleted One' }, rig_id: randomId() }));
    const receipt = await publish(upload, upload.ticket.run_id);
    expect(await rowOf('deleted-one')).toBeDefined();
    expect(await cells()).not.toEqual(before);

    const remove = (token: string) =>
      ask(receipt.links.self, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    expect((await ask(receipt.links.self, { method: 'DELETE' })).status).toBe(401);
    expect((await remove('x'.repeat(43))).status).toBe(403);
    expect((await remove(receipt.deletion_token ?? '')).status).toBe(204);
    expect((await remove(receipt.deletion_token ?? '')).status).toBe(204);
    expect((await ask(receipt.links.self)).status).toBe(410);
    expect((await put(receipt.run_id, upload)).status).toBe(410);
    expect(await rowOf('deleted-one')).toBeUndefined();
    expect(await cells()).toEqual(before);
  });

  it('counts the run before again when the last one is deleted', async () => {
    const declared = { device: 'Sixth Run' };
    const rig_id = randomId();
    for (let i = 0; i < 5; i++) await publishTrusted({ declared, rig_id, speed: 1 + i / 10 });
    const before = await cells();
    const { deletion_token, links } = await publishTicketed(makeUpload({ declared, rig_id, speed: 2 }));
    expect(await cells()).not.toEqual(before);
    await ask(links.self, { method: 'DELETE', headers: { authorization: `Bearer ${deletion_token}` } });
    expect(await cells()).toEqual(before);
  });
});

describe('rebuilding', () => {
  it('counts byte by byte the same cells, also while runs come in', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        publishTrusted({ declared: { device: `Busy ${i % 2}` }, rig_id: `ZZZZZZZZZZZZZZZ${i % 3}`, speed: 1 + i }),
      ),
    );
    const before = await cells();
    await startRebuild(env.DB);
    await publishTrusted({ declared: { device: 'Late' }, rig_id: randomId() });
    let report = await continueRebuild(env.DB, Date.now());
    while (report && !report.done) report = await continueRebuild(env.DB, Date.now());
    expect(report).toMatchObject({ done: true, drift: 0 });
    const after = await cells();
    for (const [cut, counts] of before) if (cut.startsWith('device|')) expect(after.get(cut)).toBe(counts);
  });

  it('notices and mends a cell that has drifted', async () => {
    const before = await cells();
    const [cut = ''] = before.keys();
    await env.DB.prepare(`UPDATE cell SET counts = '{"/runs":1}' WHERE cut = ?1`).bind(cut).run();
    await startRebuild(env.DB);
    let report = await continueRebuild(env.DB, Date.now());
    while (report && !report.done) report = await continueRebuild(env.DB, Date.now());
    expect(report).toMatchObject({ done: true, drift: 1 });
    expect(await cells()).toEqual(before);
  });
});
