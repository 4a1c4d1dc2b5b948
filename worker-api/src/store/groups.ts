import type { Db } from '../base/env.ts';
import type { RunClass } from '@opfsmark/schema/ranks';
import type { SourceTag } from '../boards/policy.ts';
import { GROUP_MONTHS, MAX_GROUPS_PER_RUN, OLD_GROUPS_PER_CALL } from '../base/limits.ts';

export interface GroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly deletion_hash: string;
  readonly created_ms: number;
  readonly closed: number;
}

/** A second group under the same key is not made: the request was sent again. */
export function insertGroup(
  db: Db,
  { group_id, name, deletion_hash, created_ms }: Omit<GroupRow, 'closed'>,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO run_group (group_id, name, deletion_hash, created_ms, touched_ms) VALUES (?1, ?2, ?3, ?4, ?4)
       ON CONFLICT (deletion_hash) DO NOTHING`,
    )
    .bind(group_id, name, deletion_hash, created_ms);
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
      `SELECT run_id, created_ms, status, reasons, evidence, scope, unranked, name, drive_name, interface, filesystem, os, browser,
              version, core, family, profile, figures, verdict
       FROM group_run JOIN run USING (run_id) WHERE group_id = ?1 AND status <> 'hidden'
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
  }: Pick<GroupRunRow, 'run_id' | 'verdict' | 'figures'> & { readonly group_id: string; readonly origin: SourceTag },
  room: GroupRoom,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO group_run (group_id, run_id, origin, figures, verdict)
         SELECT group_id, run_id, ?4, ?3, ?5 FROM run_group CROSS JOIN run WHERE group_id = ?1 AND run_id = ?2 AND closed = 0
           AND (SELECT count(*) < ?6 AND count(*) FILTER (WHERE origin = ?4) < ?7
                  AND count(*) FILTER (WHERE run.rig <> '' AND own.network = run.network AND own.rig = run.rig) < ?8
                FROM group_run AS other JOIN run AS own USING (run_id) WHERE group_id = ?1 AND own.status <> 'hidden')
           AND (SELECT count(*) FROM group_run WHERE run_id = ?2) < ${MAX_GROUPS_PER_RUN}
         ON CONFLICT DO NOTHING`,
      )
      .bind(group_id, run_id, figures, origin, verdict, room.runs, room.ofNetwork, room.ofMachine),
    touchGroup(db, group_id, nowMs),
  ];
}

export function leaveGroup(db: Db, groupId: string, runId: string, nowMs: number): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM group_run WHERE group_id = ?1 AND run_id = ?2').bind(groupId, runId),
    touchGroup(db, groupId, nowMs),
  ];
}

/** Takes everything of a run's machine out of a group: of one that does not say which it is, what is declared and measured alike. */
function leaveGroupWithMachine(db: Db, groupId: string, runId: string, nowMs: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `DELETE FROM group_run WHERE group_id = ?1 AND run_id IN (
           SELECT other.run_id FROM run AS own CROSS JOIN group_run AS member CROSS JOIN run AS other
           WHERE own.run_id = ?2 AND member.group_id = ?1 AND other.run_id = member.run_id
             AND other.network = own.network AND other.rig = own.rig
             AND (own.rig <> '' OR (other.name, other.os, other.browser) = (own.name, own.os, own.browser)))`,
      )
      .bind(groupId, runId),
    touchGroup(db, groupId, nowMs),
  ];
}

/** Takes out of a group everything that was added from the same network as a run. */
function leaveGroupWithNetwork(db: Db, groupId: string, runId: string, nowMs: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `DELETE FROM group_run WHERE group_id = ?1
           AND origin = (SELECT origin FROM group_run WHERE group_id = ?1 AND run_id = ?2)`,
      )
      .bind(groupId, runId),
    touchGroup(db, groupId, nowMs),
  ];
}

/** What is taken out of a group together with a run. */
export const CLEARINGS = { machine: leaveGroupWithMachine, network: leaveGroupWithNetwork } as const;

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

export async function isInGroup(db: Db, groupId: string, runId: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM group_run WHERE group_id = ?1 AND run_id = ?2';
  return (await db.prepare(sql).bind(groupId, runId).first()) !== null;
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

/** Deletes some of the groups that nobody has touched for so long. */
export function deleteOldGroups(db: Db, nowMs: number): D1PreparedStatement[] {
  const beforeMs = new Date(nowMs).setUTCMonth(new Date(nowMs).getUTCMonth() - GROUP_MONTHS);
  const ids = `SELECT group_id FROM run_group WHERE touched_ms < ?1 ORDER BY touched_ms LIMIT ${OLD_GROUPS_PER_CALL}`;
  return [
    db.prepare(`DELETE FROM group_run WHERE group_id IN (${ids})`).bind(beforeMs),
    db.prepare(`DELETE FROM run_group WHERE group_id IN (${ids})`).bind(beforeMs),
  ];
}
