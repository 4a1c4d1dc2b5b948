/** Changes to a group by who has its key, by moderators, and by nobody else. */
import { env } from 'cloudflare:workers';
import { ClosedList } from '@opfsmark/schema/api';
import { newRunId, randomId } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../src/base/crypto.ts';
import {
  ask,
  deleteGroup,
  joinGroup,
  keyOfGroup,
  leaveGroup,
  makeGroup,
  moderate,
  problemOf,
  publish,
  readGroup,
  send,
} from './client.ts';
import { makeSmallUpload } from './runs.ts';

describe('a group', () => {
  it('is deleted with its key alone, or by a moderator; nothing of it is left, and no list ever named it', async () => {
    const groupId = await makeGroup('Nobody Else');
    for (const path of ['/api/v1/runs', '/api/v1/boards', '/sitemap.xml', '/api/v1/devices?q=nobody'])
      expect(await (await ask(path)).text(), path).not.toMatch(new RegExp(`${groupId}|nobody else`, 'i'));
    expect((await ask(`/api/v1/groups/${groupId}`, { method: 'DELETE' })).status).toBe(401);
    expect((await deleteGroup(groupId, 'x'.repeat(43))).status).toBe(403);
    expect((await deleteGroup(groupId)).status).toBe(204);
    expect((await deleteGroup(groupId)).status).toBe(404);
    expect((await ask(`/api/v1/groups/${groupId}`)).status).toBe(404);

    const otherGroup = await makeGroup('Offensive');
    const { run_id } = await publish(makeSmallUpload());
    await joinGroup(otherGroup, run_id);
    const removeGroup = () => moderate('DELETE', `/groups/${otherGroup}`);
    expect((await removeGroup()).status).toBe(204);
    expect((await removeGroup()).status).toBe(404);
    const { results } = await env.DB.prepare('SELECT action, subject, detail FROM audit').all();
    expect(results).toContainEqual({ action: 'group.delete', subject: '', detail: '{}' });
    expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(200);
  });

  it('its key is shown nowhere', async () => {
    const groupId = await makeGroup();
    const text = await (await ask(`/api/v1/groups/${groupId}`)).text();
    const row = await env.DB.prepare('SELECT deletion_hash FROM run_group WHERE group_id = ?1')
      .bind(groupId)
      .first<string>('deletion_hash');
    expect(text).not.toContain(row);
    expect(text).not.toContain(await sha256Hex(keyOfGroup(groupId)));
  });
});

describe('a run that moderators hide', () => {
  it('takes no place of others while moderators have hidden it', async () => {
    const groupId = await makeGroup();
    const [hiddenRun, otherRun] = [await publish(makeSmallUpload()), await publish(makeSmallUpload())];
    const join = async (runId: string) =>
      (await joinGroup(groupId, runId, DELETION_KEY, { RUNS_PER_GROUP: '1' })).status;
    expect([await join(hiddenRun.run_id), await join(otherRun.run_id)]).toEqual([200, 409]);
    await env.DB.prepare("UPDATE run SET status = 'hidden' WHERE run_id = ?1").bind(hiddenRun.run_id).run();
    expect(await join(otherRun.run_id)).toBe(200);
  });

  it('never lifts a group above its limit when it is shown again: the oldest waits until another leaves', async () => {
    const limit = { RUNS_PER_GROUP: '1' };
    const groupId = await makeGroup();
    const [olderRun, newerRun] = [await publish(makeSmallUpload()), await publish(makeSmallUpload())];
    const set = (status: string) =>
      env.DB.prepare('UPDATE run SET status = ?1 WHERE run_id = ?2').bind(status, olderRun.run_id).run();
    await joinGroup(groupId, olderRun.run_id, DELETION_KEY, limit);
    await set('hidden');
    await joinGroup(groupId, newerRun.run_id, DELETION_KEY, limit);
    await set('published');
    const shownIds = async () => (await readGroup(groupId, limit)).runs.map(({ run_id }) => run_id);
    expect(await shownIds()).toEqual([newerRun.run_id]);
    const third = await publish(makeSmallUpload());
    expect((await joinGroup(groupId, third.run_id, DELETION_KEY, limit)).status).toBe(409);
    await leaveGroup(groupId, newerRun.run_id);
    expect(await shownIds()).toEqual([olderRun.run_id]);
  });

  it('is not shown where moderators have hidden it, and again when they publish it', async () => {
    const groupId = await makeGroup();
    const { run_id } = await publish(makeSmallUpload());
    await joinGroup(groupId, run_id);
    const set = (status: string) =>
      env.DB.prepare('UPDATE run SET status = ?1 WHERE run_id = ?2').bind(status, run_id).run();
    await set('hidden');
    expect((await readGroup(groupId)).runs).toEqual([]);
    const lateGroup = await makeGroup();
    expect((await joinGroup(lateGroup, run_id)).status).toBe(410);
    await set('held');
    expect((await readGroup(groupId)).runs).toMatchObject([{ run_id, status: 'held' }]);
  });
});

describe('whoever has the key of a group', () => {
  const lock = (groupId: string, isClosed: boolean, key = keyOfGroup(groupId)) =>
    send('POST', `/api/v1/groups/${groupId}/lock`, { closed: isClosed }, { authorization: `Bearer ${key}` });
  const clear = (groupId: string, runId: string, key = keyOfGroup(groupId), what = 'machine') =>
    ask(`/api/v1/groups/${groupId}/runs/${runId}/${what}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });

  it('closes it to new runs and opens it again; what is in it stays', async () => {
    const group = await makeGroup();
    const [first, second] = [await publish(makeSmallUpload()), await publish(makeSmallUpload())];
    await joinGroup(group, first.run_id);
    expect((await lock(group, true)).status).toBe(200);
    const refusal = await joinGroup(group, second.run_id);
    expect([refusal.status, (await problemOf(refusal)).type]).toEqual([409, '/api/v1/problems/group-closed']);
    expect((await joinGroup(group, first.run_id)).status).toBe(200);
    const { closed, runs } = await readGroup(group);
    expect([closed, runs.length]).toEqual([true, 1]);
    await lock(group, false);
    expect((await joinGroup(group, second.run_id)).status).toBe(200);
  });

  it('and nobody else: not with the key of a run in it', async () => {
    const group = await makeGroup();
    const { run_id } = await publish(makeSmallUpload());
    await joinGroup(group, run_id);
    const statuses = [await lock(group, true, DELETION_KEY), await clear(group, run_id, DELETION_KEY)];
    expect(statuses.map(({ status }) => status)).toEqual([403, 403]);
    expect(await readGroup(group)).toMatchObject({ closed: false, runs: [{ run_id }] });
  });

  it.each([
    ['that says which it is', { rig_id: '0123456789ABCDEF' }, { rig_id: '0123456789ABCDEG' }],
    ['that does not', { declared: { device: 'Flooder' } }, { declared: { device: 'Pupil' } }],
  ])('takes out all runs of a machine %s, and none of its neighbours', async (_, machine, neighbour) => {
    const group = await makeGroup();
    const ids: string[] = [];
    for (const options of [machine, machine, neighbour]) {
      const { run_id } = await publish(makeSmallUpload(options), newRunId(), 44);
      expect((await joinGroup(group, run_id)).status).toBe(200);
      ids.push(run_id);
    }
    expect(await (await clear(group, ids[0] ?? '')).json()).toMatchObject({ runs: 2 });
    expect((await readGroup(group)).runs.map(({ run_id }) => run_id)).toEqual(ids.slice(2));
    expect((await ask(`/api/v1/runs/${ids[0]}`)).status).toBe(200);
  });

  it('takes out all that one network added, whatever machines it names, and nothing of another', async () => {
    const [group, otherGroup] = [await makeGroup(), await makeGroup()];
    const ids: string[] = [];
    for (const network of [44, 44, 44, 45]) {
      const { run_id } = await publish(makeSmallUpload({ rig_id: randomId() }), newRunId(), 46 + ids.length);
      for (const one of [group, otherGroup])
        expect((await joinGroup(one, run_id, DELETION_KEY, {}, network)).status).toBe(200);
      ids.push(run_id);
    }
    expect((await clear(group, ids[0] ?? '', DELETION_KEY, 'network')).status).toBe(403);
    const tags = await env.DB.prepare('SELECT count(DISTINCT origin) AS n FROM group_run WHERE run_id IN (?1, ?2)')
      .bind(ids[0], ids[3])
      .first<number>('n');
    expect(tags, 'a network has another tag in each group').toBe(4);
    expect(await (await clear(group, ids[0] ?? '', keyOfGroup(group), 'network')).json()).toMatchObject({ runs: 3 });
    expect((await readGroup(group)).runs.map(({ run_id }) => run_id)).toEqual(ids.slice(3));
    expect((await readGroup(otherGroup)).runs).toHaveLength(4);
    const answer = await moderate('DELETE', `/groups/${otherGroup}/runs/${ids[1]}/network`);
    expect(await answer.json()).toMatchObject({ runs: 3 });
  });

  it.each(['machine', 'network'])(
    'does not tell which run elsewhere is of the %s of one in the group',
    async (what) => {
      const group = await makeGroup();
      const rig_id = randomId();
      const [inGroup, elsewhere] = [
        await publish(makeSmallUpload({ rig_id })),
        await publish(makeSmallUpload({ rig_id })),
      ];
      await joinGroup(group, inGroup.run_id);
      const answer = await clear(group, elsewhere.run_id, keyOfGroup(group), what);
      expect(await answer.json()).toEqual({ runs: 0, run_ids: [] });
      expect((await readGroup(group)).runs.map(({ run_id }) => run_id)).toEqual([inGroup.run_id]);
    },
  );

  it('is not needed by a moderator', async () => {
    const group = await makeGroup();
    const { run_id } = await publish(makeSmallUpload());
    await joinGroup(group, run_id);
    expect((await moderate('POST', `/groups/${group}/lock`, { closed: true })).status).toBe(200);
    expect(await (await moderate('DELETE', `/groups/${group}/runs/${run_id}/machine`)).json()).toMatchObject({
      runs: 1,
    });
    expect(await readGroup(group)).toMatchObject({ closed: true, runs: [] });
  });

  it('does not open what a moderator has closed, which stands in a list until a moderator opens it', async () => {
    const standing = async () => ClosedList.parse(await (await moderate('GET', '/closed')).json()).groups;
    const [ownGroup, otherGroup] = [await makeGroup('Closed by its key'), await makeGroup('Closed from outside')];
    await lock(ownGroup, true);
    await moderate('POST', `/groups/${otherGroup}/lock`, { closed: true });
    // Others in this file are closed, too.
    expect((await standing()).filter(({ group_id }) => group_id === ownGroup || group_id === otherGroup)).toEqual([
      { group_id: otherGroup, name: 'Closed from outside' },
    ]);
    expect((await lock(otherGroup, true)).status).toBe(200);
    const refusal = await lock(otherGroup, false);
    expect([refusal.status, (await problemOf(refusal)).type]).toEqual([409, '/api/v1/problems/group-closed']);
    expect((await readGroup(otherGroup)).closed).toBe(true);
    await moderate('POST', `/groups/${otherGroup}/lock`, { closed: false });
    expect((await standing()).map(({ group_id }) => group_id)).not.toContain(otherGroup);
    expect((await readGroup(otherGroup)).closed).toBe(false);
  });
});
