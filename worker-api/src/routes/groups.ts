import { Hono } from 'hono';
import {
  GROUP_CODE_CHARACTERS,
  type GroupCleared,
  GroupCode,
  GroupJoin,
  GroupLock,
  GroupRequest,
  GroupRestore,
} from '@opfsmark/schema/api';
import { randomId } from '@opfsmark/schema/documents';
import { equalHash } from '../base/crypto.ts';
import type { AppEnv, Db, Env } from '../base/env.ts';
import { MAX_GROUPS_PER_RUN, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { CACHE } from '../middleware/index.ts';
import { policyNameOf, policyOf } from '../boards/policy.ts';
import { readBody } from '../intake/body.ts';
import { admitSource, askBudget } from '../intake/budget.ts';
import { cleanName } from '../intake/declaration.ts';
import { checkRunId, readKeyHash, storedHashOf } from '../intake/run-id.ts';
import { originIn, readSource } from '../intake/source.ts';
import { BODY, DATABASE, GROUP_ID, READ_RUN, RUN_ID, describeRoute } from '../openapi/operation.ts';
import { amountOfJoin, amountOfRestore, CODE_AMOUNT, GROUP_AMOUNT, LOCK_AMOUNT } from '../store/amounts.ts';
import {
  clearGroup,
  type Clearing,
  countRemoved,
  deleteGroup,
  type GroupRoom,
  type GroupRow,
  insertGroup,
  joinGroup,
  leaveGroup,
  LOCKS,
  lockGroup,
  membershipOf,
  restoreToGroup,
  selectGroup,
  selectGroupByCode,
  selectGroupRuns,
} from '../store/groups.ts';
import { selectWarnings } from '../store/warnings.ts';
import { groupReceiptOf, groupViewOf, keptInGroup, readGroup } from '../views/group-view.ts';
import { readRun, readRunRow } from '../views/run-view.ts';

/** The share of a group's room for runs of one machine, and for runs that one network has added. */
const GROUP_SHARES = { machine: 1 / 5, network: 1 / 2 } as const;

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
  example: { name: 'Class 3b', deletion_sha256: '0123456789abcdef'.repeat(4) },
  answers: { 200: 'called', 201: 'called' },
  problems: [...BODY, 'blocked', 'full'],
});

const GET_GROUP = describeRoute({
  id: 'getGroup',
  tag: 'groups',
  summary: 'A group and its runs, newest first, each with its verdict and its figures, the Drive score first.',
  parameters: [GROUP_ID],
  answers: { 200: 'called' },
  problems: ['not-found', ...DATABASE],
});

const DELETE_GROUP = describeRoute({
  id: 'deleteGroup',
  tag: 'groups',
  summary: 'Delete a group for good, with the key whose SHA-256 it was made with. Its runs stay.',
  parameters: [GROUP_ID],
  tokens: ['group'],
  answers: { 204: 'called' },
  problems: KEYED,
});

const JOIN_GROUP = describeRoute({
  id: 'joinGroup',
  tag: 'groups',
  summary:
    'Add a run to a group, with the deletion key of the run, and under a nickname if it is to have one there. A run that is in it stays in it, and one that the key of the group has taken out stays out. A network may add only so many runs per day.',
  parameters: [GROUP_ID, RUN_ID],
  tokens: ['deletion'],
  answers: { 200: 'called' },
  example: { nickname: 'Anna' },
  problems: [
    ...new Set([...BODY, ...KEYED, ...READ_RUN]),
    'blocked',
    'group-closed',
    'group-full',
    'group-removed',
    'full',
  ],
});

const LEAVE_GROUP = describeRoute({
  id: 'leaveGroup',
  tag: 'groups',
  summary:
    'Take a run out of a group, with the deletion key of the run or the key of the group. The run stays where else it is. What the key of the group takes out it can put back for seven days.',
  parameters: [GROUP_ID, RUN_ID],
  tokens: ['deletion', 'group'],
  answers: { 204: 'called' },
  problems: [...KEYED, 'gone'],
});

const LOCK_GROUP = describeRoute({
  id: 'lockGroup',
  tag: 'groups',
  summary: 'Close a group to new runs, or open it again, with the key of the group.',
  parameters: [GROUP_ID],
  tokens: ['group'],
  example: { closed: true },
  answers: { 200: 'called' },
  problems: [...new Set([...BODY, ...KEYED, 'group-closed' as const, 'full' as const])],
});

const RESTORE_RUNS = describeRoute({
  id: 'restoreRuns',
  tag: 'groups',
  summary: 'Put runs back that the key of the group has taken out: all of them, or none where there is no room.',
  parameters: [GROUP_ID],
  tokens: ['group'],
  example: { run_ids: ['0123456789ABCDEF'] },
  answers: { 200: 'called' },
  problems: [...new Set([...BODY, ...KEYED, 'group-full' as const, 'full' as const])],
});

const FIND_GROUP = describeRoute({
  id: 'findGroup',
  tag: 'groups',
  summary:
    'Find an open group by its code, which is shown on its page. A network may ask for only so many codes per day, and for fewer that no group has.',
  example: { code: 'K7XM2Q' },
  answers: { 200: 'called' },
  problems: [...BODY, 'not-found', 'blocked', 'full'],
});

const clearing = (id: string, summary: string) =>
  describeRoute({
    id,
    tag: 'groups',
    summary,
    parameters: [GROUP_ID, RUN_ID],
    tokens: ['group'],
    answers: { 200: 'called' },
    problems: [...KEYED, 'gone'],
  });

const CLEAR_MACHINE = clearing(
  'clearMachine',
  'Take a run and all others of its machine out of a group, with the key of the group. A machine that does not say which it is: those of its network with the same device, operating system and browser. The runs stay.',
);

const CLEAR_NETWORK = clearing(
  'clearNetwork',
  'Take a run and everything else that was added from the same network (a /24, or a /56) out of a group, with the key of the group, whatever machines it says it is of. The runs stay.',
);

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

function roomOf(vars: Env): GroupRoom {
  const runs = Number(vars.RUNS_PER_GROUP);
  const share = (of: keyof typeof GROUP_SHARES) =>
    Math.ceil(runs * (policyNameOf(vars) === 'open' ? 1 : GROUP_SHARES[of]));
  return { runs, ofMachine: share('machine'), ofNetwork: share('network') };
}

const runIdsOf = (removal: D1Result | undefined) =>
  ((removal?.results ?? []) as { run_id: string }[]).map(({ run_id }) => run_id);

/** So many codes are drawn for a group; that others have all of them never happens. */
const CODES = 3;

const randomCode = () =>
  Array.from(
    { length: 6 },
    // 252 is a multiple of 28: no character comes more often than another.
    () => GROUP_CODE_CHARACTERS.charAt(randomBelow(252) % GROUP_CODE_CHARACTERS.length),
  ).join('');

function randomBelow(limit: number): number {
  const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
  return byte < limit ? byte : randomBelow(limit);
}

/** The body of a request to join, which may have none. */
const readJoin = (request: Request): Promise<GroupJoin> =>
  request.headers.has('content-type')
    ? readBody(request, GroupJoin, SMALL_BODY_LIMITS, ({ nickname }) =>
        nickname === undefined ? {} : { nickname: cleanName(nickname, '/nickname') },
      )
    : Promise.resolve({});

/** Takes more than one run out of a group. */
async function clear(
  { env, req }: { readonly env: Env; readonly req: { readonly raw: Request } },
  what: Clearing,
  { group_id, run_id }: { readonly group_id: string; readonly run_id: string },
): Promise<GroupCleared> {
  const db = newest(env.DB);
  const group = await readKeyed(db, req.raw, group_id);
  const run = await readRunRow(db, checkRunId(run_id));
  const [removal] = await db.batch(clearGroup(db, what, group.group_id, run.run_id, Date.now(), 'removed'));
  const run_ids = runIdsOf(removal);
  return { runs: run_ids.length, run_ids };
}

export const groups = new Hono<AppEnv>()
  .post('/groups', CREATE_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const nowMs = Date.now();
    const { name, deletion_sha256 } = await readBody(c.req.raw, GroupRequest, SMALL_BODY_LIMITS);
    const shownName = cleanName(name);
    const deletion_hash = storedHashOf(deletion_sha256);
    const existingGroup = await selectGroup(db, 'deletion_hash', deletion_hash);
    if (existingGroup) return c.json(groupReceiptOf(existingGroup), 200);
    const source = await admitSource(db, c.req.raw, c.env, nowMs);
    const budget = await askBudget(db, c.env, { writing: 'group', amount: GROUP_AMOUNT, source, nowMs });
    const group = { group_id: randomId(), name: shownName, deletion_hash, created_ms: nowMs };
    await budget.write([insertGroup(db, group, Array.from({ length: CODES }, randomCode))]);
    // The same request, sent twice at once, made one group: both are told which.
    const receipt = groupReceiptOf((await selectGroup(db, 'deletion_hash', deletion_hash)) ?? group);
    return c.json(receipt, 201, { location: receipt.links.self });
  })

  .get(GROUP_PATH, GET_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const group = await readGroup(db, c.req.param('group_id'));
    const maxRuns = Number(c.env.RUNS_PER_GROUP);
    const [runs, warnings] = await Promise.all([selectGroupRuns(db, group.group_id, maxRuns), selectWarnings(db)]);
    const view = groupViewOf(group, runs, maxRuns, { warnings, policy: policyOf(c.env), nowMs: Date.now() });
    // Said here, it has an ETag, too: no cache keeps a group, but a page on a wall asks for it again and again.
    return c.json(view, 200, CACHE.never);
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
    const nowMs = Date.now();
    const source = await readSource(db, c.req.raw, c.env, nowMs);
    const budget = await askBudget(db, c.env, { writing: 'lock', amount: LOCK_AMOUNT, source, nowMs });
    const [change] = await budget.write([lockGroup(db, group_id, closed, 'key')], true);
    if (change?.meta.changes === 0 && !closed) throw closedProblem(await readGroup(db, group_id));
    return c.json({ closed });
  })

  .post('/group-codes', FIND_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const nowMs = Date.now();
    const { code } = await readBody(c.req.raw, GroupCode, SMALL_BODY_LIMITS);
    const source = await admitSource(db, c.req.raw, c.env, nowMs);
    const budget = await askBudget(db, c.env, { writing: 'code', amount: CODE_AMOUNT, source, nowMs });
    // Charged before it is looked for: of many guesses at once none is free.
    await budget.write([]);
    const group = await selectGroupByCode(db, code, nowMs);
    if (!group) throw new ProblemError('not-found', 'No open group has this code.');
    await budget.refund();
    return c.json({ group_id: group.group_id, name: group.name });
  })

  .post(`${GROUP_PATH}/restore`, RESTORE_RUNS, async (c) => {
    const db = newest(c.env.DB);
    const { group_id } = await readKeyed(db, c.req.raw, c.req.param('group_id'));
    const { run_ids } = await readBody(c.req.raw, GroupRestore, SMALL_BODY_LIMITS);
    const nowMs = Date.now();
    const source = await readSource(db, c.req.raw, c.env, nowMs);
    const amount = amountOfRestore(run_ids.length);
    const budget = await askBudget(db, c.env, { writing: 'lock', amount, source, nowMs });
    const room = roomOf(c.env);
    const [change] = await budget.write(restoreToGroup(db, group_id, run_ids, room.runs, nowMs), true);
    const restored = change?.meta.changes ?? 0;
    if (restored === 0 && (await countRemoved(db, group_id, run_ids)) > 0) {
      throw new ProblemError('group-full', `A group has at most ${room.runs} runs.`);
    }
    return c.json({ runs: restored });
  })

  .delete(`${MEMBER_PATH}/machine`, CLEAR_MACHINE, async (c) => c.json(await clear(c, 'machine', c.req.param())))
  .delete(`${MEMBER_PATH}/network`, CLEAR_NETWORK, async (c) => c.json(await clear(c, 'network', c.req.param())))

  .put(MEMBER_PATH, JOIN_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const keyHash = await readKeyHash(c.req.raw, 'the deletion key of the run');
    const { group_id } = await readGroup(db, c.req.param('group_id'));
    const { run_id, deletion_hash } = await readRunRow(db, checkRunId(c.req.param('run_id')));
    if (!equalHash(keyHash, deletion_hash)) throw new ProblemError('forbidden');
    const { nickname = '' } = await readJoin(c.req.raw);
    // As often as it is asked: a run that is in the group is not counted again.
    const before = await membershipOf(db, group_id, run_id);
    if (before === 'member') return c.json({ group_id, run_id });
    if (before === 'removed')
      throw new ProblemError('group-removed', 'Whoever has the key of the group can put it back.');
    const nowMs = Date.now();
    const source = await admitSource(db, c.req.raw, c.env, nowMs);
    const kept = keptInGroup(await readRun(db, c.env.DOCUMENTS, run_id));
    const amount = amountOfJoin(kept.figures, nickname);
    const budget = await askBudget(db, c.env, { writing: 'join', amount, source, nowMs });
    const room = roomOf(c.env);
    const origin = await originIn(db, group_id, c.req.raw);
    const membership = { group_id, run_id, origin, nickname, ...kept };
    // A group without room costs nobody anything of the day.
    await budget.write(joinGroup(db, membership, room, nowMs), true);
    if ((await membershipOf(db, group_id, run_id)) === 'member') return c.json({ group_id, run_id });
    // Not for lack of room where one of them was deleted a moment ago, or the group closed.
    const group = await readGroup(db, group_id);
    if (group.closed !== LOCKS.open) throw closedProblem(group);
    await readRunRow(db, run_id);
    const detail = `A group has at most ${room.runs} runs, ${room.ofMachine} of them of one machine and ${room.ofNetwork} from one network, and a run is in at most ${MAX_GROUPS_PER_RUN} groups.`;
    throw new ProblemError('group-full', detail);
  })

  .delete(MEMBER_PATH, LEAVE_GROUP, async (c) => {
    const db = newest(c.env.DB);
    const keyHash = await readKeyHash(c.req.raw, 'the deletion key of the run, or the key of the group');
    const group = await readGroup(db, c.req.param('group_id'));
    const run = await readRunRow(db, checkRunId(c.req.param('run_id')));
    const isOf = ({ deletion_hash }: { readonly deletion_hash: string }) => equalHash(keyHash, deletion_hash);
    if (!isOf(run) && !isOf(group)) throw new ProblemError('forbidden');
    const leaving = isOf(run) ? 'forgotten' : 'removed';
    await db.batch(leaveGroup(db, group.group_id, run.run_id, Date.now(), leaving));
    return c.body(null, 204);
  });
