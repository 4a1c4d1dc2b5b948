import type { Db } from '../base/env.ts';
import { monthsAfter, type RunClass } from '@opfsmark/schema/ranks';
import type { SourceTag } from '../boards/policy.ts';
import { DAY_MS } from '../base/days.ts';
import { CODE_DAYS, MAX_GROUPS_PER_RUN, REMOVED_DAYS } from '../base/limits.ts';

/** A group whose runs have not changed for so long is deleted. */
const GROUP_MONTHS = 24;
/** Groups that the timer deletes at a time. */
const OLD_GROUPS_PER_CALL = 50;

export interface GroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly deletion_hash: string;
  readonly created_ms: number;
  readonly touched_ms: number;
  readonly closed: number;
  /** '' for none. */
  readonly code: string;
}

/**
 * A second group under the same key is not made: the request was sent again.
 *
 * @param codes of which it has the first that no other group has
 */
export function insertGroup(
  db: Db,
  { group_id, name, deletion_hash, created_ms }: Omit<GroupRow, 'closed' | 'touched_ms' | 'code'>,
  codes: readonly string[],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO run_group (group_id, name, deletion_hash, created_ms, touched_ms, code)
       SELECT ?1, ?2, ?3, ?4, ?4, coalesce((SELECT value FROM json_each(?5) WHERE NOT EXISTS (
         SELECT 1 FROM run_group WHERE code = value AND code <> '') LIMIT 1), '') WHERE true
       ON CONFLICT (deletion_hash) DO NOTHING`,
    )
    .bind(group_id, name, deletion_hash, created_ms, JSON.stringify(codes));
}

/** A code finds an open group that is in use, so that there are few to be guessed. */
export const hasCode = ({ code, closed, touched_ms }: GroupRow, nowMs: number): boolean =>
  code !== '' && closed === LOCKS.open && touched_ms > nowMs - CODE_DAYS * DAY_MS;

export async function selectGroupByCode(db: Db, code: string, nowMs: number): Promise<GroupRow | null> {
  const sql = "SELECT * FROM run_group WHERE code = ?1 AND code <> ''";
  const group = await db.prepare(sql).bind(code).first<GroupRow>();
  return group !== null && hasCode(group, nowMs) ? group : null;
}

export function selectGroup(db: Db, by: 'group_id' | 'deletion_hash', value: string): Promise<GroupRow | null> {
  return db.prepare(`SELECT * FROM run_group WHERE ${by} = ?1`).bind(value).first<GroupRow>();
}

export interface GroupRunRow extends RunClass {
  readonly run_id: string;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly reasons: string;
  readonly evidence: number;
  readonly scope: string;
  readonly unlisted: number;
  readonly nickname: string;
  /** JSON */
  readonly unranked: string;
  readonly name: string;
  readonly drive_name: string;
  readonly interface: string;
  readonly filesystem: string;
  readonly os: string;
  readonly family: string;
  readonly profile: string;
  /** JSON */
  readonly figures: string;
  /** '' for none. */
  readonly verdict: 'good' | 'fair' | 'poor' | '';
}

/**
 * The newest runs of a group, without hidden ones. The ids of runs are in the order of their times. There are more than
 * `maxRuns` only where a hidden run is shown again after another has taken its place: the oldest waits for room then.
 */
export async function selectGroupRuns(db: Db, groupId: string, maxRuns: number): Promise<GroupRunRow[]> {
  const { results } = await db
    .prepare(
      `SELECT run_id, created_ms, status, reasons, evidence, scope, unlisted, unranked, nickname, name, drive_name, interface, filesystem, os, browser,
              version, core, family, profile, figures, verdict
       FROM group_run JOIN run USING (run_id) WHERE group_id = ?1 AND removed_ms IS NULL AND status <> 'hidden'
       ORDER BY group_run.run_id DESC LIMIT ?2`,
    )
    .bind(groupId, maxRuns)
    .all<GroupRunRow>();
  return results;
}

/** How many runs a group may have, and of these one machine and one network. */
export interface GroupRoom {
  readonly runs: number;
  readonly ofMachine: number;
  readonly ofNetwork: number;
}

/**
 * Adds a run where group and run are still there, the group is open, and both have room, and so have its machine and the network
 * that adds it: hidden runs take none. `isInGroup` says whether it is in. The last of these statements changes a row where it was
 * added, and none where it was not.
 */
export function joinGroup(
  db: Db,
  {
    group_id,
    run_id,
    origin,
    figures,
    verdict,
    nickname,
  }: Pick<GroupRunRow, 'run_id' | 'verdict' | 'figures' | 'nickname'> & {
    readonly group_id: string;
    readonly origin: SourceTag;
  },
  room: GroupRoom,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO group_run (group_id, run_id, origin, figures, verdict, nickname)
         SELECT group_id, run_id, ?4, ?3, ?5, ?9 FROM run_group CROSS JOIN run WHERE group_id = ?1 AND run_id = ?2 AND closed = 0
           AND (SELECT count(*) < ?6 AND count(*) FILTER (WHERE origin = ?4) < ?7
                  AND count(*) FILTER (WHERE run.rig <> '' AND own.network = run.network AND own.rig = run.rig) < ?8
                FROM group_run AS other JOIN run AS own USING (run_id)
                WHERE group_id = ?1 AND removed_ms IS NULL AND own.status <> 'hidden')
           AND (SELECT count(*) FROM group_run WHERE run_id = ?2) < ${MAX_GROUPS_PER_RUN}
         ON CONFLICT DO NOTHING`,
      )
      .bind(group_id, run_id, figures, origin, verdict, room.runs, room.ofNetwork, room.ofMachine, nickname),
    touchGroup(db, group_id, nowMs),
  ];
}

/** How a run leaves: its owner or a moderator has it forgotten, what the group's key has taken out it can put back. */
type Leaving = 'forgotten' | 'removed';

/** Takes some runs out, and says which; `condition` is SQL in which ?1 is the group and ?2 the run that was named. */
const takeOut = (
  db: Db,
  leaving: Leaving,
  condition: string,
  [groupId, runId, nowMs]: readonly [string, string, number],
) => {
  const rows = `group_id = ?1 AND removed_ms IS NULL AND ${condition} RETURNING run_id`;
  return leaving === 'forgotten'
    ? db.prepare(`DELETE FROM group_run WHERE ${rows}`).bind(groupId, runId)
    : db.prepare(`UPDATE group_run SET removed_ms = ?3 WHERE ${rows}`).bind(groupId, runId, nowMs);
};

export function leaveGroup(
  db: Db,
  groupId: string,
  runId: string,
  nowMs: number,
  leaving: Leaving,
): D1PreparedStatement[] {
  return [takeOut(db, leaving, 'run_id = ?2', [groupId, runId, nowMs]), touchGroup(db, groupId, nowMs)];
}

/**
 * Everything of a run's machine: of one that does not say which it is, what is declared and measured alike. Of a run that is not in the
 * group nothing is, or the key of a group would tell which machine elsewhere is whose.
 */
const OF_MACHINE = `run_id IN (
  SELECT other.run_id FROM run AS own CROSS JOIN group_run AS member CROSS JOIN run AS other
  WHERE own.run_id = (SELECT run_id FROM group_run WHERE group_id = ?1 AND run_id = ?2)
    AND member.group_id = ?1 AND other.run_id = member.run_id
    AND other.network = own.network AND other.rig = own.rig
    AND (own.rig <> '' OR (other.name, other.os, other.browser) = (own.name, own.os, own.browser)))`;

/** Everything that was added from the same network as a run. */
const OF_NETWORK = 'origin = (SELECT origin FROM group_run WHERE group_id = ?1 AND run_id = ?2)';

/** The runs that are taken out of a group together with one. */
const CLEARINGS = { machine: OF_MACHINE, network: OF_NETWORK } as const;
export type Clearing = keyof typeof CLEARINGS;

/** The first of these statements says which runs were taken out. */
export function clearGroup(
  db: Db,
  what: Clearing,
  groupId: string,
  runId: string,
  nowMs: number,
  leaving: Leaving,
): D1PreparedStatement[] {
  return [takeOut(db, leaving, CLEARINGS[what], [groupId, runId, nowMs]), touchGroup(db, groupId, nowMs)];
}

/** Puts back what the group's key has taken out, all of it or nothing where there is no room. */
export function restoreToGroup(db: Db, groupId: string, runIds: readonly string[], maxRuns: number, nowMs: number) {
  const wanted = 'group_id = ?1 AND removed_ms IS NOT NULL AND run_id IN (SELECT value FROM json_each(?2))';
  return [
    db
      .prepare(
        `UPDATE group_run SET removed_ms = NULL WHERE ${wanted} AND (
           SELECT count(*) FROM group_run JOIN run USING (run_id) WHERE group_id = ?1 AND removed_ms IS NULL AND status <> 'hidden')
           + (SELECT count(*) FROM group_run WHERE ${wanted}) <= ?3`,
      )
      .bind(groupId, JSON.stringify(runIds), maxRuns),
    touchGroup(db, groupId, nowMs),
  ];
}

/** How many of some runs the group's key has taken out. */
export async function countRemoved(db: Db, groupId: string, runIds: readonly string[]): Promise<number> {
  const sql = `SELECT count(*) AS n FROM group_run
     WHERE group_id = ?1 AND removed_ms IS NOT NULL AND run_id IN (SELECT value FROM json_each(?2))`;
  return (await db.prepare(sql).bind(groupId, JSON.stringify(runIds)).first<number>('n')) ?? 0;
}

/** How a group is closed to new runs: by whoever has its key, or by a moderator. */
export const LOCKS = { open: 0, key: 1, moderator: 2 } as const;

/** Closes a group, or opens it. What a moderator has closed changes for moderators alone. */
export function lockGroup(db: Db, groupId: string, isClosed: boolean, by: 'key' | 'moderator'): D1PreparedStatement {
  return db
    .prepare('UPDATE run_group SET closed = ?2 WHERE group_id = ?1 AND (closed <> ?3 OR ?4)')
    .bind(groupId, isClosed ? LOCKS[by] : LOCKS.open, LOCKS.moderator, by === 'moderator' ? 1 : 0);
}

/** Groups that moderators have closed. */
export async function selectLocked(db: Db, limit: number): Promise<Pick<GroupRow, 'group_id' | 'name'>[]> {
  const { results } = await db
    .prepare(
      `SELECT group_id, name FROM run_group INDEXED BY run_group_by_lock WHERE closed = ${LOCKS.moderator} LIMIT ?1`,
    )
    .bind(limit)
    .all<Pick<GroupRow, 'group_id' | 'name'>>();
  return results;
}

/** Takes a run out of all groups. */
export function leaveGroups(db: Db, runId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM group_run WHERE run_id = ?1').bind(runId);
}

/** Whether a run is in a group, or was taken out by its key. */
export async function membershipOf(db: Db, groupId: string, runId: string): Promise<'member' | 'removed' | 'none'> {
  const sql = 'SELECT removed_ms FROM group_run WHERE group_id = ?1 AND run_id = ?2';
  const row = await db.prepare(sql).bind(groupId, runId).first<{ removed_ms: number | null }>();
  if (row === null) return 'none';
  return row.removed_ms === null ? 'member' : 'removed';
}

/** For a batch, right after the statement that adds or removes a run: where that changed nothing, nobody used the group. */
function touchGroup(db: Db, groupId: string, nowMs: number): D1PreparedStatement {
  return db.prepare('UPDATE run_group SET touched_ms = ?2 WHERE group_id = ?1 AND changes() > 0').bind(groupId, nowMs);
}

/** Removes a group and all that names it. Its runs stay. */
export function deleteGroup(db: Db, groupId: string): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM group_run WHERE group_id = ?1').bind(groupId),
    db.prepare('DELETE FROM run_group WHERE group_id = ?1').bind(groupId),
  ];
}

/** Forgets what was taken out of groups and can no longer be put back, and some of the groups that nobody has touched for so long. */
export function deleteOldGroups(db: Db, nowMs: number): D1PreparedStatement[] {
  const beforeMs = monthsAfter(nowMs, -GROUP_MONTHS);
  const ids = `SELECT group_id FROM run_group WHERE touched_ms < ?1 ORDER BY touched_ms LIMIT ${OLD_GROUPS_PER_CALL}`;
  return [
    db
      .prepare('DELETE FROM group_run INDEXED BY group_run_by_removal WHERE removed_ms < ?1 AND removed_ms IS NOT NULL')
      .bind(nowMs - REMOVED_DAYS * DAY_MS),
    db.prepare(`DELETE FROM group_run WHERE group_id IN (${ids})`).bind(beforeMs),
    db.prepare(`DELETE FROM run_group WHERE group_id IN (${ids})`).bind(beforeMs),
  ];
}
