import { gradeOfSentence } from '@opfsmark/schema/answer';
import { answerOf } from '@opfsmark/schema/answer/of';
import {
  GroupId,
  type GroupReceipt,
  type GroupRun,
  type GroupView,
  type RunView,
  type Warning,
} from '@opfsmark/schema/api';
import { detailsOf } from '@opfsmark/schema/families';
import type { RankPolicy } from '@opfsmark/schema/ranks';
import type { Db } from '../base/env.ts';
import { MAX_GROUP_FIGURES } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { trustOf } from '../boards/evidence.ts';
import { filesystemName, interfaceName } from '../boards/lines.ts';
import { hasCode, LOCKS, selectGroup, type GroupRow, type GroupRunRow } from '../store/groups.ts';
import { warningsOf } from '../boards/warned.ts';
import { packFigures, unpackFigures } from './group-figures.ts';

/** The group with this id; throws 404 where there is none. */
export async function readGroup(db: Db, groupId: string): Promise<GroupRow> {
  const group = GroupId.safeParse(groupId).success ? await selectGroup(db, 'group_id', groupId) : null;
  if (!group) throw new ProblemError('not-found', 'There is no such group.');
  return group;
}

export function groupReceiptOf({ group_id, name }: Pick<GroupRow, 'group_id' | 'name'>): GroupReceipt {
  return { group_id, name, links: { self: `/api/v1/groups/${group_id}`, html: `/g/${group_id}` } };
}

const DIGITS = 6;
const round = (value: number) => Number(value.toPrecision(DIGITS));

/** By which a group is compared first, where its runs have it. */
const FIRST_FIGURE = 'drive_score';

/** The part of a run that a group keeps: its figures, most telling first, and what its answer comes to. */
export function keptInGroup({ record, figures }: Pick<RunView, 'record' | 'figures'>) {
  const firstFigures = detailsOf(record).filter(({ id }) => id === FIRST_FIGURE);
  const allFigures = [...firstFigures, ...figures].slice(0, MAX_GROUP_FIGURES);
  return {
    figures: packFigures(
      allFigures.map(({ value, low, high, ...figure }) => ({
        ...figure,
        ...{ value: round(value), low: round(low), high: round(high) },
      })),
    ),
    verdict: gradeOfSentence(answerOf(record).sentence) ?? ('' as const),
  };
}

export function groupViewOf(
  group: GroupRow,
  runs: readonly GroupRunRow[],
  maxRuns: number,
  {
    warnings,
    policy,
    nowMs,
  }: { readonly warnings: readonly Warning[]; readonly policy: RankPolicy; readonly nowMs: number },
): GroupView {
  return {
    group_id: group.group_id,
    name: group.name,
    created_at: new Date(group.created_ms).toISOString(),
    closed: group.closed !== LOCKS.open,
    code: hasCode(group, nowMs) ? group.code : null,
    max_runs: maxRuns,
    runs: runs.map((run) => ({ ...groupRunOf(run, policy), ...warningsOf(warnings, run) })),
  };
}

function groupRunOf(run: GroupRunRow, policy: RankPolicy): GroupRun {
  return {
    run_id: run.run_id,
    created_at: new Date(run.created_ms).toISOString(),
    status: run.status,
    reasons: JSON.parse(run.reasons) as string[],
    ...trustOf({ ...run, unranked: JSON.parse(run.unranked) as string[] }, policy),
    unlisted: run.unlisted === 1,
    nickname: run.nickname === '' ? null : run.nickname,
    device: run.name,
    drive: run.drive_name === '' ? null : run.drive_name,
    interface: run.interface === '' ? null : interfaceName(run.interface),
    filesystem: run.filesystem === '' ? null : filesystemName(run.filesystem),
    os: run.os,
    browser: run.browser,
    version: run.version,
    family: run.family,
    profile: run.profile,
    verdict: run.verdict === '' ? null : run.verdict,
    figures: unpackFigures(run.figures),
  };
}
