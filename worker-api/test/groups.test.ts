import { env } from 'cloudflare:workers';
import { gradeOfSentence } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import { readGroupCode } from '@opfsmark/schema/api';
import { newRunId, randomId } from '@opfsmark/schema/documents';
import { isRecordOf } from '@opfsmark/schema/families';
import { isScore, scoreOf } from '@opfsmark/schema/families/matrix/score';
import { memoryOrigin } from '@opfsmark/schema/figures';
import { REAL_FAMILIES, REAL_RECORDS, realRecord } from '@opfsmark/schema/test-support/real-records';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../src/base/crypto.ts';
import { WRITING_SHARES } from '../src/base/budgets.ts';
import type { Env } from '../src/base/env.ts';
import { DAY_MS } from '../src/base/days.ts';
import { CODE_DAYS, MAX_GROUP_FIGURES, MAX_GROUPS_PER_RUN, REMOVED_DAYS } from '../src/base/limits.ts';
import { CODE_AMOUNT, GROUP_AMOUNT } from '../src/store/amounts.ts';
import { deleteOldGroups } from '../src/store/groups.ts';
import {
  addressIn,
  ask,
  joinGroup,
  keyOfGroup,
  leaveGroup,
  makeGroup,
  problemOf,
  publish,
  readGroup,
  remove,
  COUNTS_ROWS,
  rowsOf,
  send,
} from './client.ts';
import { copyRun, makeSmallUpload, makeUpload } from './runs.ts';
import { jsonRequest } from './tickets.ts';

const WRONG_KEY = 'x'.repeat(43);
const hashOf = (n: number) => sha256Hex(`key ${n}`);
const create = async (body: object, network = 1, vars = {}) =>
  ask(
    '/api/v1/groups',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': addressIn(network) },
      body: JSON.stringify(body),
    },
    vars,
  );

describe('making a group', () => {
  it('answers with an address that is random, and the same one where the request is sent again', async () => {
    const body = { name: '  Class   3b ', deletion_sha256: await hashOf(1) };
    const first = await create(body);
    expect(first.status).toBe(201);
    const receipt = await first.json<{ group_id: string; name: string }>();
    expect(receipt).toMatchObject({ name: 'Class 3b', links: { html: `/g/${receipt.group_id}` } });
    expect(receipt.group_id).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    const secondAnswer = await create(body);
    expect([secondAnswer.status, await secondAnswer.json()]).toEqual([200, receipt]);
    const otherGroup = await (await create({ ...body, deletion_sha256: await hashOf(2) })).json<{ group_id: string }>();
    expect(otherGroup.group_id).not.toBe(receipt.group_id);
  });

  it.each([
    ['see www.example.com', 'has a web or mail address, which names must not have'],
    ['!!!', 'has no letter and no digit'],
    ['раураӏ', 'looks like a known name in other letters; write it as it is usually written'],
    ['x'.repeat(81), undefined],
  ])('takes no name that a device could not have: %s', async (name, detail) => {
    const response = await create({ name, deletion_sha256: await hashOf(3) });
    expect(response.status).toBe(422);
    const [first] = (await problemOf(response)).errors ?? [];
    expect(first?.pointer).toBe('/name');
    if (detail !== undefined) expect(first?.detail).toBe(detail);
  });

  it('is limited per network and day, whatever a network publishes', async () => {
    const vars = { MAX_PROVIDER_BYTES_PER_DAY: String((2.5 * GROUP_AMOUNT.bytes) / (WRITING_SHARES.group / 8)) };
    const statuses = [];
    for (const n of [10, 11, 12])
      statuses.push((await create({ name: 'Flood', deletion_sha256: await hashOf(n) }, 77, vars)).status);
    expect(statuses).toEqual([201, 201, 429]);
    expect((await create({ name: 'Other', deletion_sha256: await hashOf(13) }, 78, vars)).status).toBe(201);
    await publish(makeSmallUpload(), newRunId(), 77);
  });
});

const hasCode = async (groupId: string) => (await readGroup(groupId)).code ?? '';
const find = (code: string, network = 1, vars = {}) =>
  ask(
    '/api/v1/group-codes',
    jsonRequest('POST', JSON.stringify({ code }), { 'cf-connecting-ip': addressIn(network) }),
    vars,
  );
const restore = (groupId: string, run_ids: readonly string[], vars = {}) =>
  ask(
    `/api/v1/groups/${groupId}/restore`,
    jsonRequest('POST', JSON.stringify({ run_ids }), { authorization: `Bearer ${keyOfGroup(groupId)}` }),
    vars,
  );

describe('a code', () => {
  it('finds its group while that is open and in use', async () => {
    const groupId = await makeGroup('Found');
    const code = await hasCode(groupId);
    expect(readGroupCode(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `)).toBe(code);
    expect(await (await find(code)).json()).toEqual({ group_id: groupId, name: 'Found' });
    const lock = (closed: boolean) =>
      ask(
        `/api/v1/groups/${groupId}/lock`,
        jsonRequest('POST', JSON.stringify({ closed }), { authorization: `Bearer ${keyOfGroup(groupId)}` }),
      );
    await lock(true);
    expect([(await find(code)).status, (await readGroup(groupId)).code]).toEqual([404, null]);
    await lock(false);
    expect((await find(code)).status).toBe(200);
    const longAgoMs = Date.now() - CODE_DAYS * DAY_MS;
    await env.DB.prepare('UPDATE run_group SET touched_ms = ?2 WHERE group_id = ?1').bind(groupId, longAgoMs).run();
    expect([(await find(code)).status, (await readGroup(groupId)).code]).toEqual([404, null]);
  });

  it('is another one for each group, of characters that nobody takes for others', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, async (_, n) => hasCode(await makeGroup(`Code ${n}`))));
    expect(new Set(codes).size).toBe(8);
    for (const code of codes) expect(code).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{6}$/);
    expect((await find('K0XM2Q')).status).toBe(422);
  });

  it('that is wrong is charged, before it is looked for; one that is right costs its rows alone', async () => {
    const right = await hasCode(await makeGroup());
    const vars = { MAX_PROVIDER_BYTES_PER_DAY: String((2.5 * CODE_AMOUNT.bytes) / (WRITING_SHARES.code / 8)) };
    const ask = async (code: string) => (await find(code, 79, vars)).status;
    const statuses = [];
    for (const code of [right, right, right, 'ZZZZZZ', right, 'YYYYYY', right, 'XXXXXX'])
      statuses.push(await ask(code));
    // A budget that is used up finds nothing any more, or the next guess would be free.
    expect(statuses).toEqual([200, 200, 200, 404, 200, 404, 429, 429]);
    const often = [];
    for (let n = 0; n < 10; n++) often.push((await find(right, 80, vars)).status);
    expect(often).toEqual([...Array<number>(9).fill(200), 429]);
  });

  it('is not guessed: of many at once no more are looked for than one by one', async () => {
    const vars = { MAX_PROVIDER_BYTES_PER_DAY: String((2.5 * CODE_AMOUNT.bytes) / (WRITING_SHARES.code / 8)) };
    const guesses = ['22222', '33333', '44444', '55555', '66666', '77777'];
    const answers = await Promise.all(guesses.map((guess) => find(`${guess}Z`, 81, vars)));
    expect(answers.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(2);
  });
});

describe('a run in a group', () => {
  it('has a nickname there and nowhere else', async () => {
    const groupId = await makeGroup();
    const { run_id } = await publish(makeSmallUpload({ declared: { device: 'Class laptop' } }));
    const join = (nickname: string) =>
      ask(
        `/api/v1/groups/${groupId}/runs/${run_id}`,
        jsonRequest('PUT', JSON.stringify({ nickname }), { authorization: `Bearer ${DELETION_KEY}` }),
      );
    for (const refused of ['', 'x'.repeat(41), 'see www.example.com']) expect((await join(refused)).status).toBe(422);
    expect((await join('  Anna   the 1st ')).status).toBe(200);
    expect((await readGroup(groupId)).runs).toMatchObject([{ nickname: 'Anna the 1st', device: 'Class laptop' }]);
    expect(await (await ask(`/api/v1/runs/${run_id}`)).text()).not.toContain('Anna');
  });

  it('that the key of the group has taken out stays out until that key puts it back', async () => {
    const groupId = await makeGroup();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { run_id } = await publish(makeSmallUpload({ rig_id: 'P'.repeat(16), speed: 1 + n / 10 }), newRunId(), 98);
      await joinGroup(groupId, run_id);
      ids.push(run_id);
    }
    const [first = '', second = '', third = ''] = ids;
    const inGroup = async () => (await readGroup(groupId)).runs.map(({ run_id }) => run_id).toSorted();
    expect((await leaveGroup(groupId, first, keyOfGroup(groupId))).status).toBe(204);
    expect(await inGroup()).toEqual([second, third]);
    expect((await problemOf(await joinGroup(groupId, first))).type).toBe('/api/v1/problems/group-removed');
    // Not by leaving and joining again, either.
    expect((await leaveGroup(groupId, first)).status).toBe(204);
    expect((await joinGroup(groupId, first)).status).toBe(409);
    expect((await problemOf(await restore(groupId, [first], { RUNS_PER_GROUP: '2' }))).type).toBe(
      '/api/v1/problems/group-full',
    );
    expect(await (await restore(groupId, [first])).json()).toEqual({ runs: 1 });
    expect(await (await restore(groupId, [first])).json()).toEqual({ runs: 0 });
    expect(await inGroup()).toEqual([first, second, third]);
    const machine = await ask(`/api/v1/groups/${groupId}/runs/${first}/machine`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${keyOfGroup(groupId)}` },
    });
    const { run_ids } = await machine.json<{ run_ids: string[] }>();
    expect(run_ids.toSorted()).toEqual([first, second, third]);
    expect(await (await restore(groupId, run_ids)).json()).toEqual({ runs: 3 });
    await leaveGroup(groupId, first, keyOfGroup(groupId));
    await env.DB.batch(deleteOldGroups(env.DB, Date.now() + (REMOVED_DAYS + 1) * DAY_MS));
    expect(await (await restore(groupId, [first])).json()).toEqual({ runs: 0 });
    expect((await readGroup(groupId)).runs).toHaveLength(2);
  });

  /** A budget for two runs of `makeSmallUpload` that join groups. */
  async function roomForTwo(): Promise<Pick<Env, 'MAX_PROVIDER_BYTES_PER_DAY'>> {
    const charged = `SELECT spent ->> '$."join s"[1]' AS bytes FROM budget WHERE source = 'service'`;
    const before = (await env.DB.prepare(charged).first<number>('bytes')) ?? 0;
    await joinGroup(await makeGroup(), (await publish(makeSmallUpload())).run_id, DELETION_KEY, {}, 95);
    const bytes = ((await env.DB.prepare(charged).first<number>('bytes')) ?? 0) - before;
    return { MAX_PROVIDER_BYTES_PER_DAY: String((2.5 * bytes) / (WRITING_SHARES.join / 8)) };
  }

  it('joins and leaves with its deletion key, as often as it is asked', async () => {
    const groupId = await makeGroup();
    const { run_id } = await publish(makeSmallUpload({ declared: { device: 'Laptop', drive: 'Example 980 PRO' } }));
    expect((await ask(`/api/v1/groups/${groupId}/runs/${run_id}`, { method: 'PUT' })).status).toBe(401);
    expect((await joinGroup(groupId, run_id, WRONG_KEY)).status).toBe(403);
    expect((await joinGroup(groupId, run_id, keyOfGroup(groupId))).status).toBe(403);
    for (let i = 0; i < 2; i++) expect((await joinGroup(groupId, run_id)).status).toBe(200);
    const { runs, ...group } = await readGroup(groupId);
    expect(group).toMatchObject({ group_id: groupId, name: 'Class 3b', max_runs: 190 });
    expect(runs).toMatchObject([{ run_id, device: 'Laptop', drive: 'Example 980 PRO', status: 'published', trust: 0 }]);
    expect(runs[0]?.unranked_because).toContain('no_ticket');
    expect((await leaveGroup(groupId, run_id, WRONG_KEY)).status).toBe(403);
    for (let i = 0; i < 2; i++) expect((await leaveGroup(groupId, run_id)).status).toBe(204);
    expect((await readGroup(groupId)).runs).toEqual([]);
    expect((await ask(`/api/v1/runs/${run_id}`)).status).toBe(200);
  });

  it('is taken out by whoever has the key of the group', async () => {
    const groupId = await makeGroup();
    const { run_id } = await publish(makeSmallUpload());
    await joinGroup(groupId, run_id);
    expect((await leaveGroup(groupId, run_id, keyOfGroup(groupId))).status).toBe(204);
    expect((await readGroup(groupId)).runs).toEqual([]);
  });

  it('is refused where the group or the run is full, or one of them is not there', async () => {
    const { run_id } = await publish(makeSmallUpload());
    const groupId = await makeGroup();
    const other = await publish(makeSmallUpload());
    await joinGroup(groupId, other.run_id);
    const refusal = await joinGroup(groupId, run_id, DELETION_KEY, { RUNS_PER_GROUP: '1' });
    expect([refusal.status, (await problemOf(refusal)).type]).toEqual([409, '/api/v1/problems/group-full']);
    expect((await joinGroup(groupId, other.run_id, DELETION_KEY, { RUNS_PER_GROUP: '1' })).status).toBe(200);
    for (let i = 0; i < MAX_GROUPS_PER_RUN; i++) expect((await joinGroup(await makeGroup(), run_id)).status).toBe(200);
    expect((await joinGroup(groupId, run_id)).status).toBe(409);
    expect((await joinGroup('7777777777777777', run_id)).status).toBe(404);
    expect((await joinGroup('nothing', run_id)).status).toBe(404);
    expect((await joinGroup(groupId, newRunId())).status).toBe(404);
    await remove(run_id);
    expect((await joinGroup(groupId, run_id)).status).toBe(410);
  });

  it('joins only so many times per network and day; asking again for what is in counts nothing', async () => {
    const vars = await roomForTwo();
    const join = async (groupId: string, runId: string, network: number) =>
      (await joinGroup(groupId, runId, DELETION_KEY, vars, network)).status;
    const groupId = await makeGroup();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await publish(makeSmallUpload())).run_id);
    const [first = '', second = '', third = ''] = ids;
    const statuses = [];
    for (const id of [first, first, first, second, third, first]) statuses.push(await join(groupId, id, 91));
    expect(statuses).toEqual([200, 200, 200, 200, 429, 200]);
    expect((await readGroup(groupId)).runs).toHaveLength(2);
    expect(await join(groupId, third, 92)).toBe(200);
  });

  it('takes no more than a fifth of the room for one machine', async () => {
    const groupId = await makeGroup();
    let joins = 0;
    const join = async (rig_id: string) => {
      const { run_id } = await publish(makeSmallUpload({ rig_id, speed: 1 + ++joins / 100 }), newRunId(), 94);
      return (await joinGroup(groupId, run_id, DELETION_KEY, { RUNS_PER_GROUP: '10' }, 94)).status;
    };
    const [greedyRig, otherRig] = ['G'.repeat(16), 'H'.repeat(16)];
    expect([await join(greedyRig), await join(greedyRig), await join(greedyRig), await join(otherRig)]).toEqual([
      200, 200, 409, 200,
    ]);
  });

  it.each([
    ['under a new name each', () => randomId()],
    ['without a name', () => undefined],
  ])('takes no more than half of the room for one network, whose machines come %s', async (_, rigOf) => {
    const groupId = await makeGroup();
    const join = async (network: number) => {
      const rig_id = rigOf();
      const { run_id } = await publish(makeSmallUpload(rig_id === undefined ? {} : { rig_id }), newRunId(), 96);
      return (await joinGroup(groupId, run_id, DELETION_KEY, { RUNS_PER_GROUP: '5' }, network)).status;
    };
    const statuses: number[] = [];
    for (const network of [96, 96, 96, 96, 97]) statuses.push(await join(network));
    expect(statuses).toEqual([200, 200, 200, 409, 200]);
  });

  it('costs its network none of the joins of a day where the group is full', async () => {
    const network = 93;
    const vars = await roomForTwo();
    const [fullGroup, otherGroup] = [await makeGroup(), await makeGroup()];
    const [first, second] = [await publish(makeSmallUpload()), await publish(makeSmallUpload())];
    const join = async (groupId: string, runId: string, RUNS_PER_GROUP: string) =>
      (await joinGroup(groupId, runId, DELETION_KEY, { ...vars, RUNS_PER_GROUP }, network)).status;
    expect(await join(fullGroup, first.run_id, '1')).toBe(200);
    for (let i = 0; i < 3; i++) expect(await join(fullGroup, second.run_id, '1')).toBe(409);
    expect(await join(otherGroup, second.run_id, '1')).toBe(200);
    // Its two are used up, so what has room for it is refused, and leaves nothing.
    expect(await join(fullGroup, second.run_id, '4')).toBe(429);
    expect((await readGroup(fullGroup)).runs.map(({ run_id }) => run_id)).toEqual([first.run_id]);
  });

  it('keeps a group from being deleted as unused only where it really joins or leaves', async () => {
    const groupId = await makeGroup();
    const { run_id } = await publish(makeSmallUpload());
    const other = await publish(makeSmallUpload());
    const isTouchedBy = async (request: () => Promise<Response>) => {
      await env.DB.prepare('UPDATE run_group SET touched_ms = 1 WHERE group_id = ?1').bind(groupId).run();
      const { status } = await request();
      const sql = 'SELECT touched_ms > 1 FROM run_group WHERE group_id = ?1';
      return [status, await env.DB.prepare(sql).bind(groupId).first<number>('touched_ms > 1')];
    };
    const join = (id: string) => () => joinGroup(groupId, id, DELETION_KEY, { RUNS_PER_GROUP: '1' });
    const leave = (id: string) => () => leaveGroup(groupId, id);
    expect(await isTouchedBy(join(run_id))).toEqual([200, 1]);
    expect(await isTouchedBy(join(run_id))).toEqual([200, 0]);
    expect(await isTouchedBy(join(other.run_id))).toEqual([409, 0]);
    expect(await isTouchedBy(leave(other.run_id))).toEqual([204, 0]);
    expect(await isTouchedBy(leave(run_id))).toEqual([204, 1]);
    expect(await isTouchedBy(leave(run_id))).toEqual([204, 0]);
  });

  it.each(REAL_FAMILIES)(
    'has the figures that its page has, with where reads came from: %s',
    async (family, record) => {
      const groupId = await makeGroup();
      const { run_id } = await publish({ ...makeSmallUpload(), record });
      expect((await joinGroup(groupId, run_id)).status).toBe(200);
      const { figures } = await (
        await ask(`/api/v1/runs/${run_id}`)
      ).json<{ figures: { id: string; origin: string | null }[] }>();
      const [groupRun] = (await readGroup(groupId)).runs;
      expect(groupRun?.family).toBe(family);
      expect(groupRun?.figures.map(({ id, origin }) => [id, origin])).toEqual(
        figures.slice(0, MAX_GROUP_FIGURES).map(({ id, origin }) => [id, origin]),
      );
    },
  );

  it('has its Drive score first, and its verdict, where it has them', async () => {
    const groupId = await makeGroup();
    const publishInGroup = async (upload: Parameters<typeof publish>[0]) => {
      const { run_id } = await publish(upload);
      await joinGroup(groupId, run_id);
      const groupRun = (await readGroup(groupId)).runs.find((run) => run.run_id === run_id);
      return [groupRun?.figures[0], groupRun?.verdict] as const;
    };
    const upload = makeUpload();
    const score = scoreOf(upload.record, 'drive');
    if (!isScore(score)) throw new Error('a made-up run has no score');
    const [figure, verdict] = await publishInGroup(upload);
    expect(figure).toMatchObject({ id: 'drive_score', unit: 'points', origin: 'drive' });
    expect(figure?.value).toBeCloseTo(score.value, -1);
    expect(figure?.low).toBeLessThan(score.value);
    expect(verdict).toBe(gradeOfSentence(answerOf(upload.record).sentence));
    const [demoFigure, demoVerdict] = await publishInGroup({ ...upload, record: realRecord('chromium-profile-demo') });
    expect([demoFigure?.unit, demoVerdict]).toEqual([
      'bytes_per_s',
      gradeOfSentence(answerOf(realRecord('chromium-profile-demo')).sentence),
    ]);
  });

  it('says of a read from memory that it is one', async () => {
    const matrixRecord = REAL_RECORDS.find(([, record]) => isRecordOf(record, 'matrix'));
    if (!matrixRecord) throw new Error('no real record');
    const groupId = await makeGroup();
    const { run_id } = await publish(makeSmallUpload());
    await joinGroup(groupId, run_id);
    const [groupRun] = (await readGroup(groupId)).runs;
    expect(groupRun?.figures.some((figure) => memoryOrigin(figure) !== null)).toBe(true);
  });
});

it.runIf(COUNTS_ROWS)('takes a bounded number of rows: six to make, seven to join, two per run to read', async () => {
  const METERED = { METER_D1: '1' };
  const response = await create({ name: 'Rows', deletion_sha256: await hashOf(50) }, 90, METERED);
  // The group with its three indexes, and the budgets of its provider and of the service.
  expect(rowsOf(response).written).toBe(6);
  const { group_id } = await response.json<{ group_id: string }>();
  const { run_id } = await publish(makeSmallUpload());
  const joinRows = rowsOf(await joinGroup(group_id, run_id, DELETION_KEY, METERED));
  // Its row with two indexes, the group's time with one, and both budgets.
  expect(joinRows.written).toBeLessThanOrEqual(7);
  await copyRun(env.DB, run_id, 189, {});
  await env.DB.prepare(
    `INSERT INTO group_run (group_id, run_id, origin, figures)
     SELECT ?1, run_id, '0123456789A', (SELECT figures FROM group_run WHERE run_id = ?2) FROM run
     WHERE run_id BETWEEN '0000000000000001' AND '0000000000000189'`,
  )
    .bind(group_id, run_id)
    .run();
  const view = await ask(`/api/v1/groups/${group_id}`, {}, METERED);
  const { read, written } = rowsOf(view);
  const text = await view.text();
  console.log(`a full group: ${read} rows read, ${text.length} bytes`);
  expect([(JSON.parse(text) as { runs: unknown[] }).runs.length, written]).toEqual([190, 0]);
  // The group, its runs twice, and the row at which the index leaves the group, where there is one.
  expect(read).toBeLessThanOrEqual(1 + 2 * 190 + 1);
  expect(text.length).toBeLessThan(1e6);
  const nextRun = await publish(makeSmallUpload());
  const refusal = await joinGroup(group_id, nextRun.run_id, DELETION_KEY, METERED);
  expect(refusal.status).toBe(409);
  // To count them, every run of the group and whether it is hidden.
  expect(rowsOf(refusal).read).toBeLessThan(2 * 200 + 100);
});

it('a body that is no group is refused', async () => {
  const response = await send('POST', '/api/v1/groups', { name: 'Class' });
  expect([response.status, (await problemOf(response)).errors?.[0]?.pointer]).toEqual([422, '/deletion_sha256']);
});
