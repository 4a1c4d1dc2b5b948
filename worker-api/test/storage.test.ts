import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { StorageStatus } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { measureStorage, sweepDocuments } from '../src/aggregation/storage.ts';
import { sha256Hex } from '../src/base/crypto.ts';
import worker from '../src/index.ts';
import { ask, joinGroup, makeGroup, problemOf, publish, put, remove } from './client.ts';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { ticketed } from './runs.ts';

const TOKEN = 'storage-token';

let log: MockInstance<typeof console.error>;
beforeEach(() => void (log = vi.spyOn(console, 'error').mockImplementation(() => undefined)));
afterEach(() => {
  log.mockRestore();
  vi.useRealTimers();
});

async function readStatus(vars = {}): Promise<StorageStatus> {
  const init = { headers: { authorization: `Bearer ${TOKEN}` } };
  const response = await ask('/api/v1/admin/v1/storage', init, { ADMIN_TOKEN_SHA256: await sha256Hex(TOKEN), ...vars });
  return StorageStatus.parse(await response.json());
}

/** Limits of which the database takes a share. */
async function varsFor(percent: number) {
  await measureStorage(env, Date.now());
  const used = (await readStatus()).shares.find(({ what }) => what === 'database_bytes')?.used ?? 0;
  return { MAX_DATABASE_BYTES: String((100 * used) / percent) };
}

const alarms = () => log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"at":"storage"'));

describe('storage', () => {
  it('is measured by the timer and told to moderators: the database, and documents by the sweep', async () => {
    for (let i = 0; i < 3; i++) await publish(makeUpload());
    await worker.scheduled(createScheduledController(), env);
    const { measured_at, shares } = await readStatus();
    expect(measured_at).not.toBeNull();
    const { objects } = await env.DOCUMENTS.list();
    const used = Object.fromEntries(shares.map((share) => [share.what, share.used]));
    expect(used['database_bytes']).toBeGreaterThan(10_000);
    expect(used['documents']).toBe(objects.length);
    expect(used['document_bytes']).toBe(objects.reduce((sum, { size }) => sum + size, 0));
    expect(alarms()).toEqual([]);
  });

  it('counts each document once, however many calls a round takes', async () => {
    const list = env.DOCUMENTS.list.bind(env.DOCUMENTS);
    const paged = new Proxy(env.DOCUMENTS, {
      get: (bucket, name): unknown =>
        name === 'list'
          ? (options: R2ListOptions) => list({ ...options, limit: 2 })
          : (Reflect.get(bucket, name) as () => unknown).bind(bucket),
    });
    const { objects } = await env.DOCUMENTS.list();
    for (let i = 0; i < Math.ceil(objects.length / 2); i++) {
      await sweepDocuments({ ...env, DOCUMENTS: paged }, Date.now());
    }
    await measureStorage(env, Date.now());
    const { shares } = await readStatus();
    expect(shares.find(({ what }) => what === 'documents')?.used).toBe(objects.length);
  });

  it('sees room that deletions make, and new documents, before the sweep has come round', async () => {
    const { run_id } = await publish(makeUpload());
    await sweepDocuments(env, Date.now());
    await measureStorage(env, Date.now());
    const documentsOf = async () => {
      const used = Object.fromEntries((await readStatus()).shares.map((share) => [share.what, share.used]));
      return { documents: used['documents'] ?? 0, bytes: used['document_bytes'] ?? 0 };
    };
    const before = await documentsOf();
    expect((await remove(run_id)).status).toBe(204);
    vi.setSystemTime(Date.now() + 60_000);
    await measureStorage(env, Date.now());
    const after = await documentsOf();
    expect(after.documents).toBe(before.documents - 1);
    expect(after.bytes).toBeCloseTo((before.bytes * after.documents) / before.documents, -1);
    vi.setSystemTime(Date.now() + 1000);
    await publish(makeUpload());
    await publish(makeUpload());
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
    expect((await put(newRunId(), makeUpload(), {}, vars)).status).toBe(503);
    const upload = await ticketed(makeUpload());
    expect((await put(upload.ticket.run_id, upload, {}, vars)).status).toBe(201);
  });

  it('over 95 % refuses uploads with a problem and Retry-After, never with 500, and still answers a repeated one', async () => {
    const upload = makeUpload();
    const { run_id } = await publish(upload);
    const vars = await varsFor(96);
    const { objects } = await env.DOCUMENTS.list();
    const response = await put(newRunId(), makeUpload(), {}, vars);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3600']);
    expect((await problemOf(response)).type).toBe('/api/v1/problems/full');
    expect((await env.DOCUMENTS.list()).objects).toHaveLength(objects.length);
    expect((await put(run_id, upload, {}, vars)).status).toBe(200);
    expect((await ask(`/api/v1/runs/${run_id}`, {}, vars)).status).toBe(200);
    expect((await ask('/api/v1/readyz', {}, vars)).status).toBe(200);
  });

  it('over 95 % refuses runs that join groups, and those that are in stay in', async () => {
    const groupId = await makeGroup();
    const [member, other] = [await publish(makeUpload()), await publish(makeUpload())];
    await joinGroup(groupId, member.run_id);
    const vars = await varsFor(96);
    const response = await joinGroup(groupId, other.run_id, DELETION_KEY, vars);
    expect([response.status, (await problemOf(response)).type]).toEqual([503, '/api/v1/problems/full']);
    expect((await joinGroup(groupId, member.run_id, DELETION_KEY, vars)).status).toBe(200);
  });
});
