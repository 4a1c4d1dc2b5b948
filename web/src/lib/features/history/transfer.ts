import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import {
  DELETION_KEY,
  deletionKeyOf,
  ID_KEY,
  keepDeletionKey,
  keepPublished,
  PUBLISHED_KEY,
  publishedIdOf,
} from '$lib/base/local/published-runs.ts';
import { Ticket } from '@opfsmark/schema/api';
import type { RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';
import { isRunRecord } from '$lib/base/local/check-record.ts';
import { has, isFields, isText, orNull, parseJson } from '$lib/base/local/checks.ts';
import { keepGroup, ownGroup, type OwnGroup, ownGroups } from '$lib/base/local/groups.ts';
import { localStore, namesAfter } from '$lib/base/local/stores.ts';
import { addRuns, MAX_RUNS } from './keep.ts';
import { readDocument, readHistory, readHistoryRows, saveJson } from './store.ts';

/** A deletion key as it is kept: the result that it deletes, and whether that is known to be published. */
interface KeptKey {
  readonly run_id: string;
  readonly key: string;
  readonly published: boolean;
}

const SECRET_PATTERN = /^[\w-]{43}$/;
const isSecret = (value: unknown): value is string => typeof value === 'string' && SECRET_PATTERN.test(value);

/** All deletion keys of this browser. */
function keptKeys(store: Pick<Storage, 'getItem' | 'key' | 'length'>): KeptKey[] {
  return namesAfter(DELETION_KEY, store).flatMap((run_id) => {
    const key = deletionKeyOf(run_id, store);
    if (!RUN_ID_PATTERN.test(run_id) || !isSecret(key)) return [];
    return [{ run_id, key, published: store.getItem(PUBLISHED_KEY + run_id) !== null }];
  });
}

/** The id that a run without a ticket was published under, so that its page is found again. */
function keepRunId(startedAt: string, runId: string, store: Pick<Storage, 'getItem' | 'setItem'>): void {
  if (store.getItem(ID_KEY + startedAt) === null) store.setItem(ID_KEY + startedAt, runId);
}

/** History and keys of a browser as a file. */
const FORMAT = 'opfsmark-history';
const VERSION = 1;
/** As large as the most runs that are kept can be. */
export const MAX_FILE_BYTES = 100_000_000;

interface SavedRun {
  readonly record: RunRecord;
  readonly ticket: Ticket | null;
  /** The id of its published result, where it has one. */
  readonly published_id: string | null;
}

export interface Saved {
  readonly runs: readonly SavedRun[];
  readonly keys: readonly KeptKey[];
  readonly groups: readonly OwnGroup[];
  /** Entries that cannot be used. */
  readonly unreadable: number;
}

type AnyRun = { readonly record: unknown; readonly ticket: Ticket | null; readonly started_at: string };

/** The content of the file. Records go in as they are stored: whoever loads it says which can be read. */
export function fileOf(runs: readonly AnyRun[], store: Storage, nowIso: string) {
  return {
    format: FORMAT,
    version: VERSION,
    saved_at: nowIso,
    runs: runs.map(({ record, ticket, started_at }) => ({
      ...{ record, ticket },
      published_id: publishedIdOf({ ticket, started_at }, store),
    })),
    keys: keptKeys(store),
    groups: ownGroups(store),
  };
}

const isRunId = (value: unknown): value is string => isText(value) && RUN_ID_PATTERN.test(value);
const isTicket = (value: unknown): value is Ticket => z.safeParse(Ticket, value).success;

const isRun = has({ record: isRunRecord, ticket: orNull(isTicket), published_id: orNull(isRunId) });
const isKey = has({ run_id: isRunId, key: isSecret, published: (value) => typeof value === 'boolean' });
const isOwnGroup = has({ id: isRunId, name: isText, key: isSecret });

const isSavedRun = (value: unknown): value is SavedRun => isRun(value);
const isKeptKey = (value: unknown): value is KeptKey => isKey(value);
const isGroup = (value: unknown): value is OwnGroup => isOwnGroup(value);

/** Why a file cannot be read: no JSON to its end, not one of ours, or one of a page to come. */
type FileProblem = 'damaged' | 'foreign' | 'newer';

export function readFile(text: string): Saved | FileProblem {
  const file = parseJson(text);
  if (file === undefined) return 'damaged';
  if (!isFields(file) || file['format'] !== FORMAT) return 'foreign';
  const { version, runs, keys, groups } = file;
  if (typeof version === 'number' && version > VERSION) return 'newer';
  if (!Array.isArray(runs) || !Array.isArray(keys) || !Array.isArray(groups)) return 'damaged';
  const parts = { runs: runs.filter(isSavedRun), keys: keys.filter(isKeptKey), groups: groups.filter(isGroup) };
  const all = runs.length + keys.length + groups.length;
  return { ...parts, unreadable: all - parts.runs.length - parts.keys.length - parts.groups.length };
}

/** The fate of the entries of a file. */
export interface LoadReport {
  readonly runs: number;
  readonly keys: number;
  readonly known: number;
  /** Keys that are others here; those here stay. */
  readonly differing: number;
  /** Runs beyond the most that are kept. */
  readonly surplus: number;
  readonly unreadable: number;
}

/** Those of a file that are not here yet, the newest first, as many as fit beside those that are. */
export function newRuns(savedFile: Saved, here: ReadonlySet<unknown>, most: number) {
  const runsByStart = new Map(savedFile.runs.map((run) => [run.record.started_at, run]));
  for (const startedAt of runsByStart.keys()) if (here.has(startedAt)) runsByStart.delete(startedAt);
  const newestRuns = [...runsByStart.values()].toSorted((a, b) =>
    b.record.started_at.localeCompare(a.record.started_at),
  );
  const runs = newestRuns.slice(0, Math.max(0, most - here.size));
  return { runs, surplus: newestRuns.length - runs.length, known: savedFile.runs.length - newestRuns.length };
}

/** Adds the keys that are not here yet; throws where the browser keeps no more. */
export function keepKeys(
  { keys, groups, runs }: Saved,
  store: Storage,
): Pick<LoadReport, 'keys' | 'known' | 'differing'> {
  const counts = { keys: 0, known: 0, differing: 0 };
  const add = (here: string | null, key: string, keep: () => void) => {
    if (here === null) keep();
    counts[here === null ? 'keys' : here === key ? 'known' : 'differing'] += 1;
  };
  for (const { run_id, key, published } of keys) {
    const here = deletionKeyOf(run_id, store);
    add(here, key, () => keepDeletionKey(run_id, key, store));
    if (published && (here === null || here === key)) keepPublished(run_id, store);
  }
  for (const group of groups) {
    add(ownGroup(group.id, store)?.key ?? null, group.key, () => keepGroup(group, store));
  }
  for (const { record, ticket, published_id: id } of runs) {
    if (id !== null && id !== ticket?.run_id) keepRunId(record.started_at, id, store);
  }
  return counts;
}

export { MAX_RUNS };

/** Hands history and keys to the browser's download. */
export async function saveHistory(): Promise<void> {
  const now = new Date().toISOString();
  const entries = await readHistory();
  const runs = [];
  for (const { started_at, ticket } of entries)
    runs.push({ started_at, ticket, record: await readDocument(started_at) });
  saveJson(`history-${now.slice(0, 10)}`, fileOf(runs, localStore(), now));
}

/** Adds what a saved file holds to what is here, and replaces nothing. `unkept`: the browser had no room for all of it. */
export async function loadHistory(file: Blob): Promise<LoadReport | FileProblem | 'huge' | 'unkept'> {
  if (file.size > MAX_FILE_BYTES) return 'huge';
  const savedFile = readFile(await file.text());
  if (typeof savedFile === 'string') return savedFile;
  try {
    const { rows, broken } = await readHistoryRows();
    // A damaged row is not replaced either: it may be saved as it is.
    const here = new Set<unknown>([...rows.map(({ started_at }) => started_at), ...broken.map(({ key }) => key)]);
    const { runs, surplus, known } = newRuns(savedFile, here, MAX_RUNS);
    // Keys first: they are small, and cannot be measured again.
    const keys = keepKeys(savedFile, localStore());
    await addRuns(runs);
    return { ...keys, runs: runs.length, known: known + keys.known, surplus, unreadable: savedFile.unreadable };
  } catch {
    return 'unkept';
  }
}
