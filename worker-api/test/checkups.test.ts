/** Reports of what browsers were seen to do: published once, listed by provider and browser, deleted by their key. */
import { env } from 'cloudflare:workers';
import type { CheckupList } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { WHOLE_CHECKUP } from '@opfsmark/schema/test-support/checkup';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../src/base/crypto.ts';
import type { Env } from '../src/base/env.ts';
import { CHECKUPS_OF_PROVIDER } from '../src/base/limits.ts';
import { deleteCheckupsOf, selectCheckups } from '../src/store/checkups.ts';
import { addressIn, ask, MODERATED, MODERATOR_TOKEN, moderate, problemOf } from './client.ts';
import { startEmpty } from './empty.ts';

const deletion_sha256 = await sha256Hex(DELETION_KEY);
const pathOf = (id: string) => `/api/v1/checkups/${id}`;

/** Through the internet provider that is known by its number. */
const VIA = { asn: 3215 };
const OTHER_PROVIDER = { asn: 3320 };

async function publishCheckup(
  changes: object = {},
  network = 1,
  id = newRunId(),
  cf = VIA,
  vars: Partial<Env> = {},
): Promise<Response> {
  const body = JSON.stringify({ checkup: { ...WHOLE_CHECKUP, ...changes }, deletion_sha256 });
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': addressIn(network) };
  return ask(pathOf(id), { method: 'PUT', body, headers, cf }, { ...ROOMY, ...vars });
}
const ROOMY = { BEHIND_CLOUDFLARE: '1', MAX_PROVIDER_BYTES_PER_DAY: '1e8', MAX_DATABASE_BYTES_PER_DAY: '1e8' };
const browserOf = (major: number) => ({ ...WHOLE_CHECKUP.client, browser: { family: 'firefox', major } });
const remove = (id: string, key: string) =>
  ask(pathOf(id), { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
const networkOf = (id = '') =>
  env.DB.prepare('SELECT network FROM checkup WHERE checkup_id = ?1').bind(id).first<string>('network');
const FLOOD = { action: 'delete', reason: 'flood' };

const list = async () => (await (await ask('/api/v1/checkups')).json<CheckupList>()).checkups;

beforeEach(startEmpty);

describe('a report of a browser', () => {
  it('is read as it was published, and is the same upload when it is sent again', async () => {
    const id = newRunId();
    const receipt = await publishCheckup({}, 1, id);
    expect([receipt.status, await receipt.json()]).toEqual([
      201,
      { checkup_id: id, links: { self: pathOf(id), html: `/checkup/${id}` } },
    ]);
    expect((await publishCheckup({}, 1, id)).status).toBe(200);
    expect((await publishCheckup({ wall_ms: 1 }, 1, id)).status).toBe(409);
    expect(await (await ask(pathOf(id))).json()).toMatchObject({ checkup_id: id, checkup: WHOLE_CHECKUP });
  });

  it.each([
    ['another body is refused', { wall_ms: 1 }, 409],
    ['the same body is the same upload', {}, 200],
  ])('is stored once where two come at once under one id: %s', async (_, changes, status) => {
    const id = newRunId();
    const batch = async (statements: D1PreparedStatement[]) => {
      if (!(await networkOf(id))) expect((await publishCheckup({}, 1, id)).status).toBe(201);
      return env.DB.batch(statements);
    };
    const DB = { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database;
    expect((await publishCheckup(changes, 1, id, VIA, { DB })).status).toBe(status);
    expect(await (await ask(pathOf(id))).json()).toMatchObject({ checkup: WHOLE_CHECKUP });
    expect((await list()).map(({ checkup_id }) => checkup_id)).toEqual([id]);
  });

  it('is listed once for each provider and browser, the newest, with what follows from it', async () => {
    await publishCheckup();
    const coarse = { clock: { step_ns: 1e6, call_ns: 1 } };
    await publishCheckup(coarse, 2);
    const id = newRunId();
    await publishCheckup({ client: browserOf(150) }, 2, id);
    await publishCheckup({}, 3, newRunId(), OTHER_PROVIDER);
    const shown = async () =>
      (await list()).map(({ client, states }) => `${client.browser.family} ${states.clock}`).toSorted();
    expect(await shown()).toEqual(['chrome lacks', 'chrome works', 'firefox works']);
    await remove(id, DELETION_KEY);
    expect(await shown()).toEqual(['chrome lacks', 'chrome works']);
  });

  it('takes no place of another provider, however many come through one, and none at all from addresses for rent', async () => {
    const id = newRunId();
    await publishCheckup({}, 1, id, OTHER_PROVIDER);
    for (let n = 0; n < CHECKUPS_OF_PROVIDER + 2; n++) await publishCheckup({ client: browserOf(n) }, 2 + n);
    await publishCheckup({}, 99, newRunId(), { asn: 14_061 });
    const listed = await list();
    expect(listed).toHaveLength(1 + CHECKUPS_OF_PROVIDER);
    expect(listed.slice(0, 2).map(({ checkup_id }) => checkup_id)).toContain(id);
    // Not the first two of the other, which is the last of all.
    expect(listed.at(-1)?.client.browser.major).toBe(2);
  });

  it('is listed among the newest, which alone are read of a long list', async () => {
    const ids = [newRunId(), newRunId(), newRunId()].toSorted();
    for (const [n, id] of ids.entries()) await publishCheckup({}, n, id, { asn: 3215 + n });
    expect((await selectCheckups(env.DB, 3, 2)).map(({ checkup_id }) => checkup_id)).toEqual([ids[2], ids[1]]);
  });

  it('comes back to the list when the newer ones of a network that moderators remove go', async () => {
    const id = newRunId();
    await publishCheckup({}, 1, id);
    await publishCheckup({}, 2);
    const [newest] = (await list()).map(({ checkup_id }) => checkup_id);
    const tag = (await networkOf(newest)) ?? '';
    // In one transaction: where the second half of it failed, the list would stay without either.
    const batch = () => Promise.reject(new Error('Network connection lost.'));
    const DB = { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database;
    await expect(deleteCheckupsOf(DB, { kind: 'network', tag })).rejects.toThrow('lost');
    expect((await list()).map(({ checkup_id }) => checkup_id)).toEqual([newest]);
    await moderate('POST', `/networks/${tag}`, FLOOD);
    expect((await list()).map(({ checkup_id }) => checkup_id)).toEqual([id]);
  });

  it('is gone when its key asks for that, and for no other key', async () => {
    const id = newRunId();
    await publishCheckup({}, 1, id);
    expect((await remove(id, 'x'.repeat(43))).status).toBe(403);
    expect((await remove(id, DELETION_KEY)).status).toBe(204);
    expect((await ask(pathOf(id))).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('holds no words of its own', async () => {
    const refusal = await publishCheckup({ handle: { outcome: 'refused', error: 'visit example.com' } });
    expect([refusal.status, (await problemOf(refusal)).errors?.[0]?.pointer]).toEqual([422, '/checkup/handle/error']);
  });

  it('goes with everything else that its network has sent, and by itself', async () => {
    const ids = [newRunId(), newRunId()] as const;
    await publishCheckup({}, 1, ids[0]);
    await publishCheckup({}, 2, ids[1], OTHER_PROVIDER);
    expect((await moderate('POST', `/networks/${await networkOf(ids[0])}`, FLOOD)).status).toBe(200);
    expect((await list()).map(({ checkup_id }) => checkup_id)).toEqual([ids[1]]);
    const token = { authorization: `Bearer ${MODERATOR_TOKEN}` };
    const path = `/api/v1/admin/v1/checkups/${ids[1]}`;
    expect((await ask(path, { method: 'DELETE' }, MODERATED)).status).toBe(401);
    expect((await ask(path, { method: 'DELETE', headers: token }, MODERATED)).status).toBe(204);
    expect(await list()).toEqual([]);
    // Moderators' log tells what they did, and names nothing that is gone.
    const entry = env.DB.prepare("SELECT subject, detail FROM audit WHERE action = 'checkup.delete'");
    expect(await entry.first()).toEqual({ subject: '', detail: '{}' });
  });
});
