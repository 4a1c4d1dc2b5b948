import { describe, expect, it } from 'vitest';
import { AuditList, HeldList } from '../src/moderation/schemas.ts';
import { sha256Hex } from '../src/base/crypto.ts';
import { ask, publish } from './client.ts';
import { makeUpload } from './factory.ts';

const TOKEN = 'a-long-token-of-the-moderators';
const SECRET = { ADMIN_TOKEN_SHA256: await sha256Hex(TOKEN) };

function moderate(method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  return ask(`/api/v1/admin/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }, SECRET);
}

async function statusOf(runId: string): Promise<string> {
  return (await (await ask(`/api/v1/runs/${runId}`)).json<{ status: string }>()).status;
}

describe('who may', () => {
  it('nobody without the secret, nobody without the token', async () => {
    expect((await ask('/api/v1/admin/v1/held', { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
    expect((await ask('/api/v1/admin/v1/held', {}, { ADMIN_TOKEN_SHA256: '' })).status).toBe(404);
    expect((await ask('/api/v1/admin/v1/held', {}, SECRET)).status).toBe(401);
    const wrong = { headers: { authorization: 'Bearer something else' } };
    expect((await ask('/api/v1/admin/v1/held', wrong, SECRET)).status).toBe(401);
    expect((await ask('/api/v1/admin/v1/held', { headers: { authorization: 'Bearer x' } }, SECRET)).status).toBe(403);
    expect((await moderate('GET', '/held')).status).toBe(200);
  });
});

describe('moderation', () => {
  it('holds a run of a hidden tab until a moderator publishes it, and writes down who did what', async () => {
    const { run_id, status, reasons } = await publish(makeUpload({ environment: { visibility_changes: 1 } }));
    expect({ status, reasons }).toEqual({ status: 'held', reasons: ['hidden_during_pass'] });
    const held = HeldList.parse(await (await moderate('GET', '/held')).json());
    expect(held.runs.map((run) => run.run_id)).toContain(run_id);

    expect(
      (await moderate('POST', `/runs/${run_id}/status`, { status: 'published', reason: 'looked at it' })).status,
    ).toBe(200);
    expect(await statusOf(run_id)).toBe('published');
    expect((await moderate('POST', `/runs/${run_id}/status`, { status: 'hidden', reason: 'rude' })).status).toBe(200);
    expect(await statusOf(run_id)).toBe('hidden');
    const audit = AuditList.parse(await (await moderate('GET', '/audit')).json());
    expect(audit.entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['run.published', 'run.hidden']));
  });

  it('merges two spellings of a device, and sends the old address on', async () => {
    const spellings = ['Mac Book Pro 14', 'MacBook Pro 14'];
    for (const device of spellings) await publish(makeUpload({ declared: { device } }));
    const answer = await moderate('POST', '/devices/mac-book-pro-14/merge', { into: 'macbook-pro-14' });
    expect(await answer.json()).toEqual({ alias: 'mac-book-pro-14', slug: 'macbook-pro-14', runs: 1 });
    const old = await ask('/api/v1/devices/mac-book-pro-14', { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([301, '/api/v1/devices/macbook-pro-14']);
    const view = await (await ask('/api/v1/devices/macbook-pro-14')).json<{ runs: unknown[] }>();
    expect(view.runs).toHaveLength(2);
    const { device } = await (
      await ask(`/api/v1/runs/${(await publish(makeUpload({ declared: { device: 'Mac Book Pro 14' } }))).run_id}`)
    ).json<{ device: { slug: string } }>();
    expect(device.slug).toBe('macbook-pro-14');
  });

  it('takes a rejected device off the lists', async () => {
    await publish(makeUpload({ declared: { device: 'Rude Name' } }));
    const board = '/api/v1/boards/device.seq1m_q8t1_write.shared';
    expect(await (await ask(board)).text()).toContain('Rude Name');
    expect((await moderate('POST', '/devices/rude-name/status', { status: 'rejected' })).status).toBe(200);
    expect(await (await ask(board)).text()).not.toContain('Rude Name');
    expect((await ask('/api/v1/devices/rude-name')).status).toBe(404);
  });

  it('rebuilds and says what differed', async () => {
    const answer = await moderate('POST', '/rebuild');
    expect(await answer.json()).toMatchObject({ done: true, drift: 0 });
  });

  it.each([
    ['POST', '/runs/0000000000000000/status', { status: 'held', reason: 'x' }, 404],
    ['POST', '/runs/0000000000000000/status', { status: 'gone', reason: 'x' }, 422],
    ['POST', '/devices/nobody/status', { status: 'approved' }, 404],
    ['POST', '/devices/nobody/merge', { into: 'nobody-else' }, 404],
    ['POST', '/devices/macbook-pro-14/merge', { into: 'macbook-pro-14' }, 409],
  ])('%s %s %j: %d', async (method, path, body, status) => {
    await publish(makeUpload({ declared: { device: 'MacBook Pro 14' } }));
    expect((await moderate(method, path, body)).status).toBe(status);
  });
});
