import { Hono } from 'hono';
import { GroupLock, GroupRequest } from '@opfsmark/schema/api';
import { randomId } from '@opfsmark/schema/documents';
import { equalHash } from '../base/crypto.ts';
import type { AppEnv, Db } from '../base/env.ts';
import { MACHINE_SHARE, MAX_GROUPS_PER_RUN, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { trustsAll } from '../boards/policy.ts';
import { readBody } from '../intake/body.ts';
import { cleanName } from '../intake/declaration.ts';
import { checkRunId, readKeyHash, storedHashOf } from '../intake/run-id.ts';
import { quotaProblem, sourceOf } from '../intake/source.ts';
import { admitSource, refuseWhenFull } from '../intake/store-run.ts';
import { BODY, DATABASE, GROUP_ID, READ_RUN, RUN_ID, describeRoute } from '../openapi/operation.ts';
import { isQuotaError } from '../store/errors.ts';
import {
  deleteGroup,
  type GroupRow,
  insertGroup,
  isInGroup,
  joinGroup,
  leaveGroup,
  leaveGroupWithMachine,
  LOCKS,
  lockGroup,
  selectGroup,
  selectGroupRuns,
} from '../store/groups.ts';
import { countAgainstQuota, countChangeAgainstQuota } from '../store/quota.ts';
import { selectWarnings } from '../store/warnings.ts';
import { groupReceiptOf, groupViewOf, keptInGroup, readGroup } from '../views/group-view.ts';
import { readRun, readRunRow } from '../views/run-view.ts';

const GROUP_PATH = '/groups/:group_id';
const MEMBER_PATH = `${GROUP_PATH}/runs/:run_id`;

/** A group is read and written where writes are: nobody sees it after it was deleted. */
const newest = (db: D1Database) => db.withSession('first-primary');

const KEYED = ['unauthorized', 'forbidden', 'not-found', 'too-many', ...DATABASE] as const;

const CREATE_GROUP = describeRoute({
  id: 'createGroup',
  tag: 'groups',
  summary:
    'Make a group. Its id is its address: whoever has it reads the group. The same key again is answered 200, with the same group. A network may make only so many per day.',
  body: 'GroupRequest',
  example: { name: 'Class 3b', deletion_sha256: '0123456789abcdef'.repeat(4) },
  answers: { 200: 'GroupReceipt', 201: 'GroupReceipt' },
  problems: [...BODY, 'blocked', 'full'],
});

const GET_GROUP = describeRoute({
  id: 'getGroup',
  tag: 'groups',
  summary: 'A group and its runs, newest first, each with its verdict and its figures, the Drive score first.',
  parameters: [GROUP_ID],
  answers: { 200: 'GroupView' },
  problems: ['not-found', ...DATABASE],
});

const DELETE_GROUP = describeRoute({
  id: 'deleteGroup',
  tag: 'groups',
  summary: 'Delete a group for good, with the key whose SHA-256 it was made with. Its runs stay.',
  parameters: [GROUP_ID],
  tokens: ['group'],
  answers: { 204: 'none' },
  problems: KEYED,
});

const JOIN_GROUP = describeRoute({
  id: 'joinGroup',
  tag: 'groups',
  summary:
    'Add a run to a group, with the deletion key of the run. A run that is in it stays in it. A network may add only so many runs per day.',
  parameters: [GROUP_ID, RUN_ID],
  tokens: ['deletion'],
  answers: { 200: 'GroupMembership' },
  problems: [...new Set([...KEYED, ...READ_RUN]), 'group-closed', 'group-full', 'full'],
});

const LEAVE_GROUP = describeRoute({
  id: 'leaveGroup',
  tag: 'groups',
  summary: 'Take a run out of a group, with the deletion key of the run or the key of the group. The run stays.',
  parameters: [GROUP_ID, RUN_ID],
  tokens: ['deletion', 'group'],
  answers: { 204: 'none' },
  problems: [...KEYED, 'gone'],
});

const LOCK_GROUP = describeRoute({
  id: 'lockGroup',
  tag: 'groups',
  summary: 'Close a group to new runs, or open it again, with the key of the group.',
  parameters: [GROUP_ID],
  tokens: ['group'],
  body: 'GroupLock',
  example: { closed: true },
  answers: { 200: 'GroupLock' },
  problems: [...new Set([...BODY, ...KEYED, 'group-closed' as const])],
});

const CLEAR_MACHINE = describeRoute({
  id: 'clearMachine',
  tag: 'groups',
  summary:
    'Take a run and all others of its machine out of a group, with the key of the group. A machine that does not say which it is: those of its network with the same device, operating system and browser. The runs stay.',
  parameters: [GROUP_ID, RUN_ID],
  tokens: ['group'],
  answers: { 200: 'GroupCleared' },
  problems: [...KEYED, 'gone'],
});

/** The group of a request that has its key; throws where it has not. */
async function readKeyed(db: Db, request: Request, groupId: string): Promise<GroupRow> {
  const keyHash = await readKeyHash(request, 'the key of the group');
  const group = await readGroup(db, groupId);
  if (!equalHash(keyHash, group.deletion_hash)) throw new ProblemError('forbidden');
  return group;
}

const closedProblem = ({ closed }: GroupRow) =>
  new ProblemError(
    'group-closed',
    closed === LOCKS.moderator ? 'Moderators have closed it.' : 'Whoever has the key of the group can open it.',
  );

export const groups = new Hono<AppEnv>()
  .post('/groups', CREATE_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const nowMs = Date.now();
    const { name, deletion_sha256 } = await readBody(c.req.raw, GroupRequest, SMALL_BODY_LIMITS);
    const shownName = cleanName(name);
    const deletion_hash = storedHashOf(deletion_sha256);
    const existingGroup = await selectGroup(db, 'deletion_hash', deletion_hash);
    if (existingGroup) return c.json(groupReceiptOf(existingGroup), 200);
    await admitSource(db, c.req.raw, c.env, nowMs);
    await refuseWhenFull(db, c.env);
    const limit = Number(c.env.GROUPS_PER_DAY);
    const group = { group_id: randomId(), name: shownName, deletion_hash, created_ms: nowMs };
    try {
      await db.batch([
        countAgainstQuota(db, `group/${await sourceOf(db, c.req.raw, nowMs)}`, limit, nowMs),
        insertGroup(db, group),
      ]);
    } catch (error) {
      throw isQuotaError(error) ? quotaProblem(limit, 'groups', nowMs) : error;
    }
    // The same request, sent twice at once, made one group: both are told which.
    const receipt = groupReceiptOf((await selectGroup(db, 'deletion_hash', deletion_hash)) ?? group);
    return c.json(receipt, 201, { location: receipt.links.self });
  })

  .get(GROUP_PATH, GET_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const group = await readGroup(db, c.req.param('group_id'));
    const maxRuns = Number(c.env.RUNS_PER_GROUP);
    const [runs, warnings] = await Promise.all([selectGroupRuns(db, group.group_id, maxRuns), selectWarnings(db)]);
    return c.json(groupViewOf(group, runs, maxRuns, { warnings, isOpen: trustsAll(c.env) }));
  })

  .delete(GROUP_PATH, DELETE_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const group = await readKeyed(db, c.req.raw, c.req.param('group_id'));
    await db.batch(deleteGroup(db, group.group_id));
    return c.body(null, 204);
  })

  .post(`${GROUP_PATH}/lock`, LOCK_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const { group_id } = await readKeyed(db, c.req.raw, c.req.param('group_id'));
    const { closed } = await readBody(c.req.raw, GroupLock, SMALL_BODY_LIMITS);
    const { meta } = await lockGroup(db, group_id, closed, 'key').run();
    if (meta.changes === 0 && !closed) throw closedProblem(await readGroup(db, group_id));
    return c.json({ closed });
  })

  .delete(`${MEMBER_PATH}/machine`, CLEAR_MACHINE, async (c) => {
    const db = newest(c.env.DB);
    const { group_id } = await readKeyed(db, c.req.raw, c.req.param('group_id'));
    const { run_id } = await readRunRow(db, checkRunId(c.req.param('run_id')));
    const [removal] = await db.batch(leaveGroupWithMachine(db, group_id, run_id, Date.now()));
    return c.json({ runs: removal?.meta.changes ?? 0 });
  })

  .put(MEMBER_PATH, JOIN_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const keyHash = await readKeyHash(c.req.raw, 'the deletion key of the run');
    const { group_id } = await readGroup(db, c.req.param('group_id'));
    const { run_id, deletion_hash } = await readRunRow(db, checkRunId(c.req.param('run_id')));
    if (!equalHash(keyHash, deletion_hash)) throw new ProblemError('forbidden');
    // As often as it is asked: a run that is in the group is not counted again.
    if (await isInGroup(db, group_id, run_id)) return c.json({ group_id, run_id });
    await refuseWhenFull(db, c.env);
    const run = await readRun(db, c.env.DOCUMENTS, run_id);
    const nowMs = Date.now();
    const maxRuns = Number(c.env.RUNS_PER_GROUP);
    const limit = Number(c.env.JOINS_PER_DAY);
    try {
      await db.batch([
        ...joinGroup(db, { group_id, run_id, ...keptInGroup(run) }, maxRuns, nowMs),
        // A group without room costs nobody one of the day's joins.
        countChangeAgainstQuota(db, `join/${await sourceOf(db, c.req.raw, nowMs)}`, limit, nowMs),
      ]);
    } catch (error) {
      throw isQuotaError(error) ? quotaProblem(limit, 'runs added to groups', nowMs) : error;
    }
    if (await isInGroup(db, group_id, run_id)) return c.json({ group_id, run_id });
    // Not for lack of room where one of them was deleted a moment ago, or the group closed.
    const group = await readGroup(db, group_id);
    if (group.closed !== LOCKS.open) throw closedProblem(group);
    await readRunRow(db, run_id);
    const perMachine = Math.ceil(maxRuns * MACHINE_SHARE);
    const detail = `A group has at most ${maxRuns} runs, ${perMachine} of them of one machine, and a run is in at most ${MAX_GROUPS_PER_RUN} groups.`;
    throw new ProblemError('group-full', detail);
  })

  .delete(MEMBER_PATH, LEAVE_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const keyHash = await readKeyHash(c.req.raw, 'the deletion key of the run, or the key of the group');
    const group = await readGroup(db, c.req.param('group_id'));
    const run = await readRunRow(db, checkRunId(c.req.param('run_id')));
    const isAllowed = [run, group].some(({ deletion_hash }) => equalHash(keyHash, deletion_hash));
    if (!isAllowed) throw new ProblemError('forbidden');
    await db.batch(leaveGroup(db, group.group_id, run.run_id, Date.now()));
    return c.body(null, 204);
  });
