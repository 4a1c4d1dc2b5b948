import { faultsOf } from '@opfsmark/schema/boards';
import { Declaration, newRunId, Problem, RunId, type FieldError } from '@opfsmark/schema/documents';
import { evidenceToRank, RunRecord, type Plan } from '@opfsmark/schema/families';
import { readFileSync, realpathSync, unlinkSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { cpus, tmpdir } from 'node:os';
import { RunReceipt, RunUpload, Ticket } from '@opfsmark/schema/api';
import { join, resolve } from 'node:path';
import { call, type Called } from '@opfsmark/schema/client';
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { WASM_SHA256 } from '../dist/core-info.mjs';
import { reasonOf } from '../ts/node/folder-problem.ts';
import { EXIT } from './usage.ts';

/** A file of --json, what a run has kept (`upload`), or what a service answers. */
const Wrapped = z.object({ record: z.unknown(), declared: z.optional(z.partial(Declaration)) });
const Kept = z.object({ upload: Wrapped });

interface Verdict {
  readonly sentence: string;
  readonly lines: readonly string[];
  readonly exit: number;
}

const bad = (sentence: string, lines: readonly string[] = [], exit: number = EXIT.failed): Verdict => ({
  sentence,
  lines,
  exit,
});

const fieldLine = ({ pointer, detail }: FieldError) => `  ${pointer === '' ? 'the document' : pointer}: ${detail}`;

const pathOf = ({ path }: z.core.$ZodIssue) => path.map((part) => `/${String(part)}`).join('');

/** The record in a file of --json, in what a run has kept, or in what a service answers; not checked yet. */
export function unwrap(value: unknown): z.infer<typeof Wrapped> {
  const kept = z.safeParse(Kept, value);
  if (kept.success) return kept.data.upload;
  const wrapped = z.safeParse(Wrapped, value);
  return wrapped.success && wrapped.data.record !== undefined ? wrapped.data : { record: value };
}

function verdictOn(file: string): Verdict {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON, or is cut off' : `cannot be read: ${reasonOf(error)}`;
    return bad(`${why}. Name a file of --json, or one that a run has kept.`, [], EXIT.usage);
  }
  const { record: found, declared = {} } = unwrap(value);
  const parsed = z.safeParse(RunRecord, found, { error: en().localeError });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => fieldLine({ pointer: pathOf(issue), detail: issue.message }));
    return bad('is no result of this version:', lines);
  }
  const faults = faultsOf(parsed.data);
  if (faults.length > 0) return bad('contradicts itself, and no service takes it:', faults.map(fieldLine));
  const unshown = evidenceToRank(parsed.data, { declared, cores: [WASM_SHA256], nowMs: Date.now() });
  if (unshown.length === 0) return { sentence: 'can be published.', lines: [], exit: EXIT.done };
  const reasons = `can be published, and would not be ranked: ${unshown.join(', ')}.`;
  return { sentence: reasons, lines: [], exit: EXIT.done };
}

/** Says of each file whether a service would take what is in it; the exit code is that of the worst. */
export function verifyFiles(files: readonly string[]): number {
  const verdicts = files.map((file) => {
    const { sentence, lines, exit } = verdictOn(file);
    console.log([`${file} ${sentence}`, ...lines].join('\n'));
    return exit;
  });
  return Math.max(...verdicts);
}

/** What the options say of a machine, which need not be all. */
export const Said = z.partial(Declaration);
export type Said = z.infer<typeof Said>;

type Filesystem = NonNullable<Declaration['filesystem']>;

/** Names of /proc/self/mountinfo. */
const LINUX_NAMES: Readonly<Record<string, Filesystem>> = {
  apfs: 'APFS',
  btrfs: 'Btrfs',
  exfat: 'exFAT',
  ext4: 'ext4',
  f2fs: 'F2FS',
  hfsplus: 'HFS+',
  ntfs: 'NTFS',
  ntfs3: 'NTFS',
  vfat: 'FAT32',
  xfs: 'XFS',
  zfs: 'ZFS',
};

/** The type of the filesystem that a path lies on, by the longest mount point above it: see proc_pid_mountinfo(5). */
export function filesystemIn(mountinfo: string, path: string): string | null {
  let longest = '';
  let found: string | null = null;
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const point = (before.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const above = point !== '' && (path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`));
    // Where two lie on one point, the later one is on top.
    if (!above || point.length < longest.length) continue;
    longest = point;
    found = after.split(' ')[0] ?? null;
  }
  return found;
}

function filesystemOf(dir: string): Filesystem | undefined {
  try {
    const mountinfo = readFileSync('/proc/self/mountinfo', 'utf8');
    const type = filesystemIn(mountinfo, realpathSync(dir));
    return type === null ? undefined : (LINUX_NAMES[type] ?? 'other');
  } catch {
    return undefined;
  }
}

const LONGEST = 80;

/** What a machine is called where nobody gave it a name. */
export function processorName(): string {
  const model = cpus()[0]?.model.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  return model === undefined || model === '' ? `${process.platform} computer` : model;
}

/** What is published of the machine: what was said, and the filesystem where the system tells it. */
export function declarationOf(said: Declaration, dir: string): Declaration {
  const filesystem = said.filesystem ?? filesystemOf(dir);
  return { ...said, ...(filesystem && { filesystem }) };
}

/**
 * A result on its way to a service, as it lies in a file until the service has it: with its id and its deletion key, so
 * that a second attempt is the same upload, and a lost answer loses neither.
 */
export const KeptUpload = z.strictObject({
  service: z.url({ protocol: /^https?$/ }),
  run_id: RunId,
  deletion_key: z.string().check(z.regex(/^[\w-]{43}$/)),
  upload: RunUpload,
});
export type KeptUpload = z.infer<typeof KeptUpload>;

/** Only its owner reads it: whoever has the key can delete the result. */
function writeKept(path: string, kept: KeptUpload, flag: 'w' | 'wx'): void {
  writeFileSync(path, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag });
}

/** Keeps an upload in a file of its own, here or where temporary files lie, and returns its path; `null` where neither can be written. */
export function keep(kept: KeptUpload): string | null {
  for (const folder of [resolve('.'), tmpdir()]) {
    const path = join(folder, `opfsmark-${kept.run_id}.json`);
    try {
      writeKept(path, kept, 'wx');
      return path;
    } catch {
      // The next one may be possible.
    }
  }
  return null;
}

/** Keeps what is said of it now, too, where the file can be written. */
export function keepAgain(path: string, kept: KeptUpload): void {
  try {
    writeKept(path, kept, 'w');
  } catch {
    // It still holds the result, its id and its key.
  }
}

/** Deletes the file of an upload that arrived; whether it is gone. */
export function forget(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

type FileToPublish =
  | { readonly kind: 'kept'; readonly kept: KeptUpload }
  | { readonly kind: 'record'; readonly record: RunRecord }
  | { readonly kind: 'problem'; readonly sentence: string };

/** What a file holds that is to be published. */
export function readToPublish(path: string): FileToPublish {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${reasonOf(error)}`;
    return { kind: 'problem', sentence: `${path} ${why}. Name a file of --json, or one that a run has kept.` };
  }
  const kept = z.safeParse(KeptUpload, value);
  if (kept.success) return { kind: 'kept', kept: kept.data };
  const record = z.safeParse(RunRecord, value);
  if (record.success) return { kind: 'record', record: record.data };
  return {
    kind: 'problem',
    sentence: `${path} holds no result of this version. Name a file of --json, or one that a run has kept.`,
  };
}

/** The declaration with what is said now. */
export function declare(before: Said, said: Said): Declaration | null {
  const declared = z.safeParse(Declaration, { ...before, ...said });
  return declared.success ? declared.data : null;
}

const TICKET_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** The same document under the same id is stored once, however often it is sent. */
const ATTEMPTS = 3;

/** What a service answers when it is asked for a ticket; without one, a run is not ranked. */
export type TicketAnswer =
  { readonly kind: 'given'; readonly ticket: Ticket } | { readonly kind: 'refused' } | { readonly kind: 'unreachable' };

/** Asks for proof that a run began after this. */
export async function requestTicket(service: URL, plan: Plan): Promise<TicketAnswer> {
  const body = { suite: plan.suite, plan_seed: plan.seed };
  try {
    const options = { origin: service.origin, signal: AbortSignal.timeout(TICKET_TIMEOUT_MS) };
    const answer = await call(fetch, 'post', '/api/v1/run-tickets', { body }, options);
    const ticket = z.safeParse(Ticket, answer.ok ? answer.value : null);
    return ticket.success ? { kind: 'given', ticket: ticket.data } : { kind: 'refused' };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** 32 random bytes, base64url. It does not begin like an option, because it is given to the command line. */
function newDeletionKey(): string {
  const key = randomBytes(32).toString('base64url');
  return key.startsWith('-') ? newDeletionKey() : key;
}

/** All that is sent of a record, and what only its publisher knows. */
export function uploadOf(
  service: URL,
  record: RunRecord,
  declared: Declaration,
  ticket: Ticket | null = null,
): KeptUpload {
  const deletion_key = newDeletionKey();
  const deletion_sha256 = createHash('sha256').update(deletion_key).digest('hex');
  const upload: RunUpload = { record, declared, ...(ticket && { ticket }), deletion_sha256 };
  return { service: service.origin, run_id: ticket?.run_id ?? newRunId(), deletion_key, upload };
}

type Published =
  | { readonly kind: 'stored'; readonly receipt: RunReceipt; readonly permalink: string }
  | { readonly kind: 'refused'; readonly why: string; readonly next: NextStep };

/**
 * What helps after a refusal. `rename`: other words. `delete`: an earlier attempt was stored, with other words. `nothing`: the
 * result is published, or was deleted.
 */
export type NextStep = 'again' | 'rename' | 'delete' | 'nothing';

function nextStepAfter({ type, errors = [] }: Problem): NextStep {
  if (type.endsWith('/conflict')) return 'delete';
  if (type.endsWith('/repeated') || type.endsWith('/gone')) return 'nothing';
  return errors.some(({ pointer }) => pointer.startsWith('/declared/')) ? 'rename' : 'again';
}

function sentenceOf(problem: Problem): string {
  const pointers = (problem.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  return [problem.title, problem.detail ?? '', ...pointers].filter((part) => part !== '').join('. ');
}

const problemOf = (answer: Called<unknown>): Problem | null => {
  const problem = z.safeParse(Problem, answer.ok ? null : answer.problem);
  return problem.success ? problem.data : null;
};

/** `null`: there was no answer. */
async function askOften<T>(ask: (signal: AbortSignal) => Promise<Called<T>>): Promise<Called<T> | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await ask(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
    } catch {
      // It may have arrived all the same: the service answers the next attempt accordingly.
    }
  }
  return null;
}

export const permalinkOf = (service: string, runId: string): string => new URL(`/r/${runId}`, service).href;

export async function publish({ service, run_id, upload }: KeptUpload): Promise<Published> {
  const refused = (why: string) => ({ kind: 'refused', why, next: 'again' }) as const;
  const gzip = (text: string) => gzipSync(text);
  const answer = await askOften((signal) =>
    call(fetch, 'put', '/api/v1/runs/{run_id}', { path: { run_id }, body: upload }, { origin: service, gzip, signal }),
  );
  if (!answer) return refused(`${service} does not answer.`);
  const receipt = z.safeParse(RunReceipt, answer.ok ? answer.value : null);
  if (receipt.success) {
    return { kind: 'stored', receipt: receipt.data, permalink: new URL(receipt.data.links.html, service).href };
  }
  const problem = problemOf(answer);
  if (!problem) return refused(`${service} answered with status ${answer.status} and nothing that could be read.`);
  return {
    kind: 'refused',
    why: `${service} refused it: ${sentenceOf(problem)}.`.replace(/\.\.$/, '.'),
    next: nextStepAfter(problem),
  };
}

/** What became of a request to delete a result, and in a sentence why it failed. */
export async function deleteRun(
  service: URL,
  runId: string,
  key: string,
): Promise<{ readonly isDeleted: boolean; readonly sentence: string }> {
  const { origin } = service;
  const headers = { authorization: `Bearer ${key}` };
  const answer = await askOften((signal) =>
    call(fetch, 'delete', '/api/v1/runs/{run_id}', { path: { run_id: runId } }, { origin, headers, signal }),
  );
  const failed = (sentence: string) => ({ isDeleted: false, sentence });
  if (!answer) return failed(`${origin} does not answer. Try again later, or name another: --service URL.`);
  if (answer.ok) return { isDeleted: true, sentence: `${runId} was deleted from ${origin}.` };
  switch (answer.status) {
    // An earlier answer may have been lost.
    case 410:
      return { isDeleted: true, sentence: `${runId} was deleted from ${origin} before.` };
    case 403:
      return failed(`This is not the deletion key of ${runId}. Give the one that was printed when it was published.`);
    case 404:
      return failed(`${origin} has no result ${runId}. If it was published elsewhere, say where: --service URL.`);
    default: {
      const problem = problemOf(answer);
      const said = problem ? `: ${sentenceOf(problem)}` : ` with status ${answer.status}`;
      return failed(`${origin} did not delete it${said}. Try again later.`);
    }
  }
}
