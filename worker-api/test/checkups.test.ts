/** Reports of what browsers were seen to do: published once, listed by network and browser, deleted by their key. */
import { env } from 'cloudflare:workers';
import type { CheckupList } from '@opfsmark/schema/api';
import { newRunId } from '@opfsmark/schema/documents';
import { WHOLE_CHECKUP } from '@opfsmark/schema/test-support/checkup';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../src/base/crypto.ts';
import { addressIn, ask, MODERATED, MODERATOR_TOKEN, problemOf, send } from './client.ts';
import { startEmpty } from './empty.ts';

const deletion_sha256 = await sha256Hex(DELETION_KEY);
const pathOf = (id: string) => `/api/v1/checkups/${id}`;

async function publishCheckup(changes: object = {}, network = 1, id = newRunId()): Promise<Response> {
  const body = { checkup: { ...WHOLE_CHECKUP, ...changes }, deletion_sha256 };
  return send('PUT', pathOf(id), body, { 'cf-connecting-ip': addressIn(network) });
}
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

  it('is listed once for each network and browser, the newest, with what follows from it', async () => {
    await publishCheckup();
    await publishCheckup({ clock: { step_ns: 1e6, call_ns: 1 } });
    const firefox = { ...WHOLE_CHECKUP.client, browser: { family: 'firefox', major: 150 } };
    await publishCheckup({ client: firefox });
    await publishCheckup({}, 2);
    const shown = (await list()).map(({ client, states }) => `${client.browser.family} ${states.clock}`);
    expect(shown.toSorted()).toEqual(['chrome lacks', 'chrome works', 'firefox works']);
  });

  it('is gone when its key asks for that, and for no other key', async () => {
    const id = newRunId();
    await publishCheckup({}, 1, id);
    const remove = (key: string) => ask(pathOf(id), { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
    expect((await remove('x'.repeat(43))).status).toBe(403);
    expect((await remove(DELETION_KEY)).status).toBe(204);
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
    await publishCheckup({}, 2, ids[1]);
    const network = await env.DB.prepare('SELECT network FROM checkup WHERE checkup_id = ?1')
      .bind(ids[0])
      .first<string>('network');
    const token = { authorization: `Bearer ${MODERATOR_TOKEN}` };
    const change = {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'delete', reason: 'flood' }),
    };
    expect((await ask(`/api/v1/admin/v1/networks/${network}`, change, MODERATED)).status).toBe(200);
    expect((await list()).map(({ checkup_id }) => checkup_id)).toEqual([ids[1]]);
    const path = `/api/v1/admin/v1/checkups/${ids[1]}`;
    expect((await ask(path, { method: 'DELETE' }, MODERATED)).status).toBe(401);
    expect((await ask(path, { method: 'DELETE', headers: token }, MODERATED)).status).toBe(204);
    expect(await list()).toEqual([]);
  });
});
