import type { RunUpload } from '@opfsmark/schema/api';
import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import { has, isAmount, isMoment, isText, orNull } from '$lib/base/local/checks.ts';
import { joinGroup, type NotJoined } from '$lib/base/api/groups.ts';
import { putRun, type UploadAnswer } from '$lib/base/api/service.ts';
import { change, readOne, readRows, type Rows } from '$lib/base/local/database.ts';
import { readMeasuring } from '$lib/base/local/measuring.ts';
import { deletionKeyOf, keepPublished } from '$lib/base/local/published-runs.ts';
import { localStore } from '$lib/base/local/stores.ts';
import { hintOutbox } from './hint.ts';

/** An upload on its way. It is kept before it is sent the first time, under the id by which the service knows it again. */
export interface WaitingUpload {
  readonly run_id: string;
  readonly upload: RunUpload;
  /** The group that it joins once it is stored. */
  readonly group?: string;
  /** Its name there. */
  readonly nickname?: string;
  readonly queued_ms: number;
  readonly attempts: number;
  /** Not before then. */
  readonly next_ms: number;
  /** The words of the service when it refused for good; such an upload is not sent again. */
  readonly refused: string | null;
  /** Why it will not be in its group; such an upload is stored, and not sent again. */
  readonly notJoined?: NotJoined;
}

const isEntry = has({
  run_id: (value) => isText(value) && RUN_ID_PATTERN.test(value),
  upload: has({ record: has({}), declared: has({ device: isText }) }),
  group: (value) => value === undefined || isText(value),
  nickname: (value) => value === undefined || isText(value),
  ...{ queued_ms: isMoment, attempts: isAmount, next_ms: isAmount },
  refused: orNull(isText),
  notJoined: (value) => [undefined, 'full', 'gone', 'refused'].includes(value as NotJoined | undefined),
});

/** Whether it can be shown and sent: one that is broken must not keep the others waiting. */
export const isUpload = (value: unknown): value is WaitingUpload => isEntry(value);

/** Whether it is sent again: what has ended only waits to be read. */
export const isWaiting = ({ refused, notJoined }: WaitingUpload) => refused === null && notJoined === undefined;

type Delivery =
  /** Stored, now or by an earlier attempt whose answer was lost. */
  | { readonly kind: 'delivered' }
  /** Stored, but not in its group. */
  | { readonly kind: 'not-joined'; readonly why: NotJoined }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'later'; readonly next_ms: number };

const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 3_600_000;

/** Twice as long each time, up to an hour, with a quarter of chance so that not everybody comes back at once. */
export function retryDelayMs(attempts: number, random: () => number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)) * (0.75 + 0.5 * random());
}

/** Too many requests, a gateway without the service behind it, and a service that is busy. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether the same upload may be taken another time. What the service refuses, or fails at, it would again. */
export function isRetryable(answer: UploadAnswer): boolean {
  switch (answer.kind) {
    case 'unreachable':
      return true;
    case 'unreadable':
      // Success without a receipt is somebody else's answer, as of a network that wants a login first.
      return PASSING.has(answer.status) || answer.status < 300;
    case 'refused':
      return PASSING.has(answer.problem.status);
    case 'stored':
      return false;
  }
}

/** Why an upload waits, as far as the reader is told. */
type WaitReason = 'unreachable' | 'busy' | 'full' | 'tooMany' | 'measuring';

export function whyWaiting(answer: UploadAnswer): WaitReason {
  if (answer.kind !== 'refused') return 'unreachable';
  const { status, type } = answer.problem;
  // Each network has a limit per ten seconds, and one per day.
  if (status === 429) return 'tooMany';
  return type.endsWith('/full') ? 'full' : 'busy';
}

export function deliveryOf(
  answer: UploadAnswer,
  { attempts }: WaitingUpload,
  nowMs: number,
  random: () => number,
): Delivery {
  // To be sent again until it is in its group, too: the service stores a run once, however often it comes.
  if (answer.kind === 'stored' && answer.joined !== 'later') {
    const { joined = 'joined' } = answer;
    return joined === 'joined' ? { kind: 'delivered' } : { kind: 'not-joined', why: joined };
  }
  if (answer.kind === 'stored' || isRetryable(answer)) {
    const askedMs = answer.kind === 'refused' ? (answer.retryAfterS ?? 0) * 1000 : 0;
    return { kind: 'later', next_ms: nowMs + Math.max(askedMs, retryDelayMs(attempts + 1, random)) };
  }
  const detail =
    answer.kind === 'refused' ? (answer.problem.detail ?? answer.problem.title) : `status ${statusOf(answer)}`;
  return { kind: 'refused', detail };
}

function statusOf(answer: UploadAnswer): number {
  return answer.kind === 'unreadable' ? answer.status : 0;
}

/** One tab sends at a time. That a run is stored once is not left to this: the service takes an id once only. */
const LOCK = 'opfsmark.outbox';
/** Tells other tabs, and the page itself, that something was added, sent or dropped. */
const CHANNEL = 'opfsmark.outbox';

/** The last word of the service on an upload. */
interface Ended {
  readonly run_id: string;
  readonly answer: UploadAnswer;
}

function tell(ended: Ended | null = null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(ended);
  channel.close();
}

/** Runs `look` whenever the outbox changes, in whichever tab; the result stops it. */
export function onOutboxChange(look: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = look;
  return () => channel.close();
}

/** Shows what becomes of one upload, in whichever tab it is sent; the result stops it. */
export function onAnswer(runId: string, show: (answer: UploadAnswer) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Ended | null>) => {
    if (data?.run_id === runId) show(data.answer);
  };
  return () => channel.close();
}

/** Oldest first, and what is there besides. */
export async function readOutboxRows(): Promise<Rows<WaitingUpload>> {
  const { rows, broken } = await readRows('outbox', isUpload);
  return { rows: rows.toSorted((a, b) => a.queued_ms - b.queued_ms), broken };
}

/** Oldest first. */
export async function readOutbox(): Promise<readonly WaitingUpload[]> {
  return (await readOutboxRows()).rows;
}

async function put(entry: WaitingUpload): Promise<void> {
  await change(['outbox'], (stores) => stores('outbox').put(entry));
  hintOutbox(true);
  tell();
}

/** What became of an attempt. Whoever has discarded the upload meanwhile does not get it back. */
async function update(entry: WaitingUpload): Promise<void> {
  await change(['outbox'], (stores) => {
    const store = stores('outbox');
    const asking = store.getKey(entry.run_id);
    asking.onsuccess = () => {
      if (asking.result !== undefined) store.put(entry);
    };
  });
  tell();
}

export async function discard(runId: string): Promise<void> {
  await change(['outbox'], (stores) => stores('outbox').delete(runId));
  hintOutbox((await readOutbox()).length > 0);
  tell();
}

/** Sends an upload, and adds it to its group once it is stored. */
async function deliver(
  { run_id, upload, group, nickname }: Pick<WaitingUpload, 'run_id' | 'upload' | 'group' | 'nickname'>,
  ask: typeof fetch = fetch,
): Promise<UploadAnswer> {
  const answer = await putRun(run_id, upload, ask);
  if (answer.kind !== 'stored' || group === undefined) return answer;
  const key = deletionKeyOf(run_id, localStore());
  // Deleted with the data of the site, or by hand: nobody can add it any more.
  const joined = key === null ? 'refused' : await joinGroup(group, run_id, key, nickname, ask);
  return { ...answer, joined };
}

/** Nothing is sent beside what is measured; a comparison of two browsers waits for its own results between its turns. */
async function isHeldUp({ group }: Pick<WaitingUpload, 'group'>): Promise<boolean> {
  const { isHere, versus } = await readMeasuring();
  return isHere || versus.some((id) => id !== group);
}

/** A run begins its files and its workers first: so often is looked, and no call is timed beside an upload. */
const LOOK_MS = 200;

/** Given up where it is held up meanwhile, as if no answer had come: however often it is sent, it is stored once. */
async function deliverUnlessHeldUp(entry: WaitingUpload): Promise<UploadAnswer> {
  const giveUp = new AbortController();
  const look = async () => {
    if (await isHeldUp(entry)) giveUp.abort();
  };
  const looking = setInterval(() => void look(), LOOK_MS);
  try {
    return await deliver(entry, (address, init) => {
      init?.signal?.addEventListener('abort', () => giveUp.abort());
      return fetch(address, { ...init, signal: giveUp.signal });
    });
  } finally {
    clearInterval(looking);
  }
}

/** Keeps and tells what became of an upload. */
async function keepOutcome(entry: WaitingUpload, answer: UploadAnswer): Promise<void> {
  const delivery = deliveryOf(answer, entry, Date.now(), Math.random);
  switch (delivery.kind) {
    case 'delivered':
      await discard(entry.run_id);
      break;
    case 'not-joined':
      await update({ ...entry, attempts: entry.attempts + 1, notJoined: delivery.why });
      break;
    case 'refused':
      await update({ ...entry, attempts: entry.attempts + 1, refused: delivery.detail });
      break;
    case 'later':
      await update({ ...entry, attempts: entry.attempts + 1, next_ms: delivery.next_ms });
      break;
  }
  if (answer.kind === 'stored') keepPublished(answer.receipt.run_id, localStore());
  if (!isRetryable(answer)) tell({ run_id: entry.run_id, answer });
}

/** The group that a result joins as it is published. */
export interface Joining {
  readonly id: string;
  /** '' for none. */
  readonly nickname: string;
}

/** The service could not take it now; it goes by itself later, whatever becomes of this tab. */
export interface QueuedUpload {
  readonly kind: 'waiting';
  readonly runId: string;
  readonly why: WaitReason;
}

/** A page that is opened has the engine's lock for a moment, to look what this browser can do; a run has it longer. */
const CHECK_MS = 10_000;

async function isHeldUpForLong(entry: WaitingUpload): Promise<boolean> {
  const endMs = Date.now() + CHECK_MS;
  while (await isHeldUp(entry)) {
    if (Date.now() > endMs) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}

/** Keeps an upload and sends it at once, or after the run that goes on. What has ended, well or not, is told by the answer, and not kept. */
export async function send(runId: string, upload: RunUpload, joining?: Joining): Promise<UploadAnswer | QueuedUpload> {
  const request = { run_id: runId, upload, ...(joining && { group: joining.id, nickname: joining.nickname.trim() }) };
  const entry: WaitingUpload = { ...request, queued_ms: Date.now(), attempts: 0, next_ms: 0, refused: null };
  try {
    await put(entry);
  } catch {
    // Where nothing can be kept, as with blocked site data, it is sent all the same.
    return deliver(request);
  }
  if (await isHeldUpForLong(entry)) {
    startWatching();
    return { kind: 'waiting', runId, why: 'measuring' };
  }
  const answer = await navigator.locks.request(LOCK, async () => {
    const answer = await deliver(entry);
    // What cannot be kept is answered all the same: it may be sent once more, and is stored once.
    await keepOutcome(entry, answer).catch(() => undefined);
    return answer;
  });
  if (isRetryable(answer)) {
    startWatching();
    return { kind: 'waiting', runId, why: whyWaiting(answer) };
  }
  if (answer.kind === 'stored' && answer.joined === 'later') startWatching();
  else await discard(runId).catch(() => undefined);
  return answer;
}

/**
 * Sends what is due; nothing where another tab is at it. With `now` all of it, after what is on its way: that may fail yet,
 * as begun before the network came back. Whether anything is held up, also in its middle.
 */
export async function flush(now = false): Promise<boolean> {
  return navigator.locks.request(LOCK, { ifAvailable: !now }, async (lock) => {
    let isAnyHeldUp = false;
    if (!lock) return isAnyHeldUp;
    for (const { run_id } of await readOutbox()) {
      // Read again under the lock: another tab may have sent or dropped it.
      const entry = await readOne('outbox', run_id);
      if (!isUpload(entry) || !isWaiting(entry) || (!now && entry.next_ms > Date.now())) continue;
      if (await isHeldUp(entry)) {
        isAnyHeldUp = true;
        continue;
      }
      const answer = await deliverUnlessHeldUp(entry);
      const isUnreachable = answer.kind === 'unreachable';
      if (isUnreachable && (await isHeldUp(entry))) return true;
      await keepOutcome(entry, answer);
      if (isUnreachable) return isAnyHeldUp;
    }
    return isAnyHeldUp;
  });
}

/** How long until the next one is due; `null` where none is. */
async function dueInMs(): Promise<number | null> {
  const waits = (await readOutbox()).filter(isWaiting).map(({ next_ms }) => next_ms - Date.now());
  return waits.length === 0 ? null : Math.max(1000, Math.min(...waits));
}

/** While anything is measured nothing is sent: after so long it is looked whether it still is. */
const HELD_UP_MS = 5_000;

let watching = false;

/** Sends what waits: now, when the network is back, and when its time has come; what falls into a run comes after it. */
export function startWatching(): void {
  if (watching) return;
  watching = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAllAsked = false;
  const rounds = async (now: boolean): Promise<void> => {
    isAllAsked ||= now;
    const all = isAllAsked;
    try {
      // Not even the outbox is read while this browser measures.
      let mustWait = (await readMeasuring()).isHere;
      if (!mustWait) {
        isAllAsked = false;
        mustWait = await flush(all);
      }
      if (mustWait) isAllAsked ||= all;
      const wait = mustWait ? HELD_UP_MS : await dueInMs();
      clearTimeout(timer);
      if (wait !== null) timer = setTimeout(() => void rounds(false), wait);
    } catch {
      // Storage was taken away from the page: the next visit tries again.
    }
  };
  window.addEventListener('online', () => void rounds(true));
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && rounds(false)));
  void rounds(false);
}
