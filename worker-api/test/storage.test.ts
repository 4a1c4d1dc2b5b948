import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { StorageStatus } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { FORMS } from '@opfsmark/schema/report';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { deleteLeftDocuments, measureStorage, sweepDocuments } from '../src/aggregation/storage.ts';
import { HOUR_MS } from '../src/base/days.ts';
import worker from '../src/index.ts';
import { ask, joinGroup, makeGroup, moderate, problemOf, publish, put, remove } from './client.ts';
import { startEmpty } from './empty.ts';
import { ONCE, makeSmallUpload, ticketed } from './runs.ts';

describe('documents', () => {
  beforeAll(startEmpty);

  const R2_ERROR = new Error('put: We encountered an internal error. Please try again. (10001)');

  let log: MockInstance<typeof console.error>;
  beforeEach(() => void (log = vi.spyOn(console, 'error').mockImplementation(() => undefined)));
  afterEach(() => log.mockRestore());

  type Method = (...values: unknown[]) => unknown;

  /** The bucket, in which some calls are others. */
  const bucketWith = (changes: Partial<R2Bucket>): R2Bucket =>
    new Proxy(env.DOCUMENTS, {
      get: (bucket, name): unknown => Reflect.get(changes, name) ?? (Reflect.get(bucket, name) as Method).bind(bucket),
    });

  /** The database, which dies at the batch that writes a run. */
  function dyingDatabase(): D1Database {
    const batch = () => Promise.reject(new Error('Network connection lost.'));
    const withDyingBatch = <T extends D1Database | D1DatabaseSession>(db: T): T =>
      new Proxy(db, {
        get: (target, name) => {
          if (name === 'withSession') return (from: string) => withDyingBatch(env.DB.withSession(from));
          if (name === 'batch') return batch;
          return (Reflect.get(target, name) as Method).bind(target);
        },
      });
    return withDyingBatch(env.DB);
  }

  async function keysOf(runId: string): Promise<string[]> {
    const { objects } = await env.DOCUMENTS.list({ prefix: `${runId}/` });
    return objects.map(({ key }) => key);
  }

  const statusOf = async (runId: string) => (await ask(`/api/v1/runs/${runId}`)).status;
  const keyOf = (runId: string) =>
    env.DB.prepare("SELECT run_id || '/' || document AS key FROM run WHERE run_id = ?1")
      .bind(runId)
      .first<string>('key');

  describe('an upload', () => {
    it('that ends between document and row leaves a document that nothing shows, and the sweep deletes it', async () => {
      // The keys of day and network are known by then.
      await publish(makeSmallUpload());
      const [runId, upload] = [newRunId(), makeSmallUpload()];
      const response = await put(runId, upload, {}, { DB: dyingDatabase() });
      expect([response.status, response.headers.has('retry-after')]).toEqual([503, true]);
      expect(await keysOf(runId)).toHaveLength(1);
      expect(await statusOf(runId)).toBe(404);

      expect(await sweepDocuments(env, Date.now())).toBe(0);
      expect(await sweepDocuments(env, Date.now() + 2 * HOUR_MS)).toBe(1);
      expect(await keysOf(runId)).toEqual([]);
      // Sent again it is whole.
      expect((await put(runId, upload)).status).toBe(201);
      expect(await statusOf(runId)).toBe(200);
    });

    it('sent again after a cut has a document of its own, which the sweep of the first one spares', async () => {
      const [runId, upload] = [newRunId(), makeSmallUpload()];
      await put(runId, upload, {}, { DB: dyingDatabase() });
      expect((await put(runId, upload)).status).toBe(201);
      expect(await keysOf(runId)).toHaveLength(2);
      expect(await sweepDocuments(env, Date.now() + 2 * HOUR_MS)).toBe(1);
      expect(await keysOf(runId)).toEqual([await keyOf(runId)]);
      expect(await statusOf(runId)).toBe(200);
    });

    it('sent again after a lost answer is the same run with one document', async () => {
      const [runId, upload] = [newRunId(), makeSmallUpload()];
      expect((await put(runId, upload)).status).toBe(201);
      expect((await put(runId, upload)).status).toBe(200);
      expect(await keysOf(runId)).toHaveLength(1);
    });

    it('sent many times at once is one run, and refused attempts leave no document', async () => {
      const [runId, upload] = [newRunId(), makeSmallUpload()];
      const answers = await Promise.all(Array.from({ length: 8 }, () => put(runId, upload)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(7).fill(200), 201]);
      expect(await keysOf(runId)).toEqual([await keyOf(runId)]);
    });

    it('that is refused as a repeat, or beyond the quota, leaves no document', async () => {
      const upload = makeSmallUpload();
      await publish(upload, newRunId(), 0, ONCE);
      const [repeatId, extraId] = [newRunId(), newRunId()];
      expect((await put(repeatId, upload, {}, ONCE)).status).toBe(409);
      expect((await put(extraId, makeSmallUpload(), {}, { MAX_PROVIDER_BYTES_PER_DAY: '0' })).status).toBe(429);
      expect([...(await keysOf(repeatId)), ...(await keysOf(extraId))]).toEqual([]);
    });

    it('is answered 503 where the bucket fails, and writes no row', async () => {
      const runId = newRunId();
      const response = await put(
        runId,
        makeSmallUpload(),
        {},
        { DOCUMENTS: bucketWith({ put: () => Promise.reject(R2_ERROR) }) },
      );
      expect(response.status).toBe(503);
      expect(response.headers.has('retry-after')).toBe(true);
      expect((await problemOf(response)).type).toBe('/api/v1/problems/unavailable');
      expect(await statusOf(runId)).toBe(404);
    });
  });

  describe('a document', () => {
    it('that is missing is a clear problem at every address, and lists still show the run', async () => {
      const { run_id } = await publish(makeSmallUpload({ declared: { device: 'Lost Document' } }));
      await env.DOCUMENTS.delete((await keyOf(run_id)) ?? '');
      const page = encodeURIComponent(`https://opfsmark.test/r/${run_id}`);
      const filePaths = ['', '.json', ...Object.values(FORMS).map(({ extension }) => `.${extension}`)].map(
        (end) => `/api/v1/runs/${run_id}${end}`,
      );
      for (const path of [
        ...filePaths,
        `/badge/${run_id}.svg`,
        `/badge/${run_id}.json`,
        `/og/${run_id}.png`,
        `/og/${run_id}.html`,
        `/oembed?url=${page}`,
      ]) {
        const response = await ask(path);
        expect(response.status, path).toBe(404);
        expect((await problemOf(response)).type, path).toBe('/api/v1/problems/document-missing');
      }
      expect(await (await ask('/api/v1/runs')).text()).toContain('Lost Document');
      expect((await remove(run_id)).status).toBe(204);
      expect(await statusOf(run_id)).toBe(410);
    });

    it('that is damaged is answered as missing', async () => {
      const { run_id } = await publish(makeSmallUpload());
      await env.DOCUMENTS.put((await keyOf(run_id)) ?? '', 'not gzip');
      expect(await statusOf(run_id)).toBe(404);
    });

    it('that cannot be read now is answered 503', async () => {
      const { run_id } = await publish(makeSmallUpload());
      const bindings = { DOCUMENTS: bucketWith({ get: () => Promise.reject(R2_ERROR) }) };
      expect((await ask(`/api/v1/runs/${run_id}`, {}, bindings)).status).toBe(503);
    });

    it('is deleted with its run, and by the timer where that failed', async () => {
      const { run_id } = await publish(makeSmallUpload());
      const headers = { authorization: `Bearer ${'k'.repeat(43)}` };
      const bindings = { DOCUMENTS: bucketWith({ delete: () => Promise.reject(R2_ERROR) }) };
      expect((await ask(`/api/v1/runs/${run_id}`, { method: 'DELETE', headers }, bindings)).status).toBe(204);
      expect(await statusOf(run_id)).toBe(410);
      expect(await keysOf(run_id)).toHaveLength(1);
      await deleteLeftDocuments({ ...env, ...bindings });
      await deleteLeftDocuments(env);
      expect(await keysOf(run_id)).toEqual([]);
      const tombstoneQuery = env.DB.prepare('SELECT document FROM tombstone WHERE run_id = ?1').bind(run_id);
      expect(await tombstoneQuery.first('document')).toBe('');
    });
  });

  describe('the sweep', () => {
    it('goes round the whole bucket, a page at a time', async () => {
      for (let i = 0; i < 3; i++) await env.DOCUMENTS.put(`${newRunId(i)}/AAAAAA`, '');
      const list = env.DOCUMENTS.list.bind(env.DOCUMENTS);
      const pagedBucket = bucketWith({ list: (options) => list({ ...options, limit: 2 }) });
      const sweptCounts: number[] = [];
      for (let i = 0; i < 2; i++)
        sweptCounts.push(await sweepDocuments({ ...env, DOCUMENTS: pagedBucket }, Date.now() + 2 * HOUR_MS));
      expect(sweptCounts).toEqual([2, 1]);
    });

    it('deletes nothing where most documents have no run, as after a restore into an empty database', async () => {
      await env.DB.prepare("DELETE FROM meta WHERE key = 'documents-sweep'").run();
      const put = (i: number) => env.DOCUMENTS.put(`${newRunId(i)}/AAAAAA`, '');
      await Promise.all(Array.from({ length: 100 }, (_, i) => put(i)));
      expect(await sweepDocuments(env, Date.now() + 2 * HOUR_MS)).toBe(0);
      expect((await env.DOCUMENTS.list({ prefix: '00000' })).objects).toHaveLength(100);
      expect(log).toHaveBeenCalled();
    });
  });
});

describe('storage', () => {
  beforeAll(startEmpty);

  let log: MockInstance<typeof console.error>;
  beforeEach(() => void (log = vi.spyOn(console, 'error').mockImplementation(() => undefined)));
  afterEach(() => {
    log.mockRestore();
    vi.useRealTimers();
  });

  const readStatus = async () => StorageStatus.parse(await (await moderate('GET', '/storage')).json());

  /** Limits of which the database takes a share. */
  async function varsFor(percent: number) {
    await measureStorage(env, Date.now());
    const usedBytes = (await readStatus()).shares.find(({ what }) => what === 'database_bytes')?.used ?? 0;
    return { MAX_DATABASE_BYTES: String((100 * usedBytes) / percent) };
  }

  const alarms = () => log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"at":"storage"'));

  describe('storage', () => {
    it('is measured by the timer and told to moderators: the database, and documents by the sweep', async () => {
      for (let i = 0; i < 3; i++) await publish(makeSmallUpload());
      await worker.scheduled(createScheduledController(), env);
      const { measured_at, shares } = await readStatus();
      expect(measured_at).not.toBeNull();
      const { objects } = await env.DOCUMENTS.list();
      const usage = Object.fromEntries(shares.map((share) => [share.what, share.used]));
      expect(usage['database_bytes']).toBeGreaterThan(10_000);
      expect(usage['documents']).toBe(objects.length);
      expect(usage['document_bytes']).toBe(objects.reduce((sum, { size }) => sum + size, 0));
      expect(alarms()).toEqual([]);
    });

    it('counts each document once, however many calls a round takes', async () => {
      const list = env.DOCUMENTS.list.bind(env.DOCUMENTS);
      const pagedBucket = new Proxy(env.DOCUMENTS, {
        get: (bucket, name): unknown =>
          name === 'list'
            ? (options: R2ListOptions) => list({ ...options, limit: 2 })
            : (Reflect.get(bucket, name) as () => unknown).bind(bucket),
      });
      const { objects } = await env.DOCUMENTS.list();
      for (let i = 0; i < Math.ceil(objects.length / 2); i++) {
        await sweepDocuments({ ...env, DOCUMENTS: pagedBucket }, Date.now());
      }
      await measureStorage(env, Date.now());
      const { shares } = await readStatus();
      expect(shares.find(({ what }) => what === 'documents')?.used).toBe(objects.length);
    });

    it('sees room that deletions make, and new documents, before the sweep has come round', async () => {
      const { run_id } = await publish(makeSmallUpload());
      await sweepDocuments(env, Date.now());
      await measureStorage(env, Date.now());
      const documentsOf = async () => {
        const usage = Object.fromEntries((await readStatus()).shares.map((share) => [share.what, share.used]));
        return { documents: usage['documents'] ?? 0, bytes: usage['document_bytes'] ?? 0 };
      };
      const before = await documentsOf();
      expect((await remove(run_id)).status).toBe(204);
      vi.setSystemTime(Date.now() + 60_000);
      await measureStorage(env, Date.now());
      const after = await documentsOf();
      expect(after.documents).toBe(before.documents - 1);
      expect(after.bytes).toBeCloseTo((before.bytes * after.documents) / before.documents, -1);
      vi.setSystemTime(Date.now() + 1000);
      await publish(makeSmallUpload());
      await publish(makeSmallUpload());
      vi.setSystemTime(Date.now() + 60_000);
      await measureStorage(env, Date.now());
      expect((await documentsOf()).documents).toBe(before.documents + 1);
      await sweepDocuments(env, Date.now());
      await measureStorage(env, Date.now());
      expect((await documentsOf()).documents).toBe((await env.DOCUMENTS.list()).objects.length);
    });

    it('over 80 % is logged as an error, and uploads with a ticket are taken', async () => {
      const vars = await varsFor(81);
      await measureStorage({ ...env, ...vars }, Date.now());
      expect(alarms()).toEqual([expect.stringMatching(/database_bytes: 81(\.\d)? % of /)]);
      expect((await put(newRunId(), makeSmallUpload(), {}, vars)).status).toBe(503);
      const upload = await ticketed(makeSmallUpload());
      expect((await put(upload.ticket.run_id, upload, {}, vars)).status).toBe(201);
    });

    it('over 95 % refuses uploads with a problem and Retry-After, never with 500, and still answers a repeated one', async () => {
      const upload = makeSmallUpload();
      const { run_id } = await publish(upload);
      const vars = await varsFor(96);
      const { objects } = await env.DOCUMENTS.list();
      const response = await put(newRunId(), makeSmallUpload(), {}, vars);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3600']);
      expect((await problemOf(response)).type).toBe('/api/v1/problems/full');
      expect((await env.DOCUMENTS.list()).objects).toHaveLength(objects.length);
      expect((await put(run_id, upload, {}, vars)).status).toBe(200);
      expect((await ask(`/api/v1/runs/${run_id}`, {}, vars)).status).toBe(200);
      expect((await ask('/api/v1/readyz', {}, vars)).status).toBe(200);
    });

    it('over 95 % refuses runs that join groups, and those that are in stay in', async () => {
      const groupId = await makeGroup();
      const [member, other] = [await publish(makeSmallUpload()), await publish(makeSmallUpload())];
      await joinGroup(groupId, member.run_id);
      const vars = await varsFor(96);
      const response = await joinGroup(groupId, other.run_id, DELETION_KEY, vars);
      expect([response.status, (await problemOf(response)).type]).toEqual([503, '/api/v1/problems/full']);
      expect((await joinGroup(groupId, member.run_id, DELETION_KEY, vars)).status).toBe(200);
    });
  });
});
