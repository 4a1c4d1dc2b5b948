import { RunReceipt, RunUpload, signatureHeaders, Ticket } from '@opfsmark/schema/api';
import { call, type Called } from '@opfsmark/schema/client';
import { newRunId, Problem, RunId, type Declaration } from '@opfsmark/schema/documents';
import { RunRecord, type Plan } from '@opfsmark/schema/families';
import { createHash, randomBytes } from 'node:crypto';
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { codeOf, reasonOf } from '../ts/node/folder-problem.ts';
import { KEY_PATTERN, type DeleteCommand, type PublishCommand } from './arguments.ts';
import { readJson } from './files.ts';
import { declare } from './machine.ts';
import { complain, print, quoted, tell } from './print.ts';
import { readSigningKey, type SigningKey } from './signing.ts';
import { whyUnreachable } from './unreachable.ts';
import { DEFAULT_SERVICE, EXIT, PROGRAM } from './usage.ts';

/**
 * A result on its way to a service, as it lies in a file until the service has it: with its id and its deletion key, so
 * that a second attempt is the same upload, and a lost answer loses neither.
 */
const KeptUpload = z.strictObject({
  service: z.url({ protocol: /^https?$/ }),
  run_id: RunId,
  deletion_key: z.string().check(z.regex(/^[\w-]{43}$/)),
  upload: RunUpload,
});
type KeptUpload = z.infer<typeof KeptUpload>;

/** Only its owner reads it: whoever has the key can delete the result. */
function writeKept(path: string, keptUpload: KeptUpload): void {
  try {
    writeFileSync(path, `${JSON.stringify(keptUpload)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Its beginning, where the drive is full.
    if (codeOf(error) !== 'EEXIST') forget(path);
    throw error;
  }
}

/** Keeps an upload in a file of its own, here or where temporary files lie, and returns its path; `null` where neither can be written. */
export function keep(keptUpload: KeptUpload): string | null {
  for (const folder of [resolve('.'), tmpdir()]) {
    const path = join(folder, `opfsmark-${keptUpload.run_id}.json`);
    try {
      writeKept(path, keptUpload);
      return path;
    } catch {
      // The next one may be possible.
    }
  }
  return null;
}

/** Keeps what is said of it now, too, where the file can be written. */
function keepAgain(path: string, keptUpload: KeptUpload): void {
  const nextPath = `${path}.${process.pid}`;
  try {
    writeKept(nextPath, keptUpload);
    renameSync(nextPath, path);
  } catch {
    // It still holds the result, its id and its key.
  }
}

/** Deletes the file of an upload that arrived; whether it is gone. */
function forget(path: string): boolean {
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

/** The content of a file that is to be published. */
function readToPublish(path: string): FileToPublish {
  let value: unknown;
  try {
    value = readJson(path);
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${reasonOf(error)}`;
    return { kind: 'problem', sentence: `${path} ${why}. Name a file of --json, or one that a run has kept.` };
  }
  const keptResult = z.safeParse(KeptUpload, value);
  if (keptResult.success) return { kind: 'kept', kept: keptResult.data };
  const record = z.safeParse(RunRecord, value);
  if (record.success) return { kind: 'record', record: record.data };
  return {
    kind: 'problem',
    sentence: `${path} holds no result of this version. Name a file of --json, or one that a run has kept.`,
  };
}

const TICKET_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** The same document under the same id is stored once, however often it is sent. */
const ATTEMPTS = 3;

/** The answer of a service that is asked for a ticket; without one, a run counts only where it is confirmed or everybody is trusted. */
type TicketAnswer =
  | { readonly kind: 'given'; readonly ticket: Ticket }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable'; readonly why: string };

/** Asks for proof that a run began after this. */
export async function requestTicket(service: URL, plan: Plan): Promise<TicketAnswer> {
  const body = { suite: plan.suite, plan_seed: plan.seed };
  try {
    const options = { origin: service.origin, signal: AbortSignal.timeout(TICKET_TIMEOUT_MS) };
    const answer = await call(fetch, 'post', '/api/v1/run-tickets', { body }, options);
    const ticket = z.safeParse(Ticket, answer.ok ? answer.value : null);
    return ticket.success ? { kind: 'given', ticket: ticket.data } : { kind: 'refused' };
  } catch (error) {
    return { kind: 'unreachable', why: whyUnreachable(error, service.origin) };
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
  declaration: Declaration,
  ticket: Ticket | null = null,
): KeptUpload {
  const deletion_key = newDeletionKey();
  const deletion_sha256 = createHash('sha256').update(deletion_key).digest('hex');
  const upload: RunUpload = { record, declared: declaration, ...(ticket && { ticket }), deletion_sha256 };
  return { service: service.origin, run_id: ticket?.run_id ?? newRunId(), deletion_key, upload };
}

type Published =
  | { readonly kind: 'stored'; readonly receipt: RunReceipt; readonly permalink: string }
  | { readonly kind: 'refused'; readonly why: string; readonly next: NextStep };

/**
 * The way out of a refusal. `rename`: other words. `delete`: an earlier attempt was stored, with other words. `nothing`: the
 * result is published, or was deleted.
 */
type NextStep = 'again' | 'rename' | 'delete' | 'nothing';

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

/** A sentence: there was no answer, and why. */
async function askOften<T>(
  service: string,
  ask: (signal: AbortSignal) => Promise<Called<T>>,
): Promise<Called<T> | string> {
  let lastError: unknown = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await ask(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
    } catch (error) {
      // It may have arrived all the same: the service answers the next attempt accordingly.
      lastError = error;
    }
  }
  return whyUnreachable(lastError, service);
}

const permalinkOf = (service: string, runId: string): string => new URL(`/r/${runId}`, service).href;

async function publish({ service, run_id, upload }: KeptUpload, key: SigningKey | null): Promise<Published> {
  const refusal = (why: string) => ({ kind: 'refused', why, next: 'again' }) as const;
  const gzip = (text: string) => gzipSync(text);
  const sign =
    key &&
    (({ method, path, body }: { method: string; path: string; body: unknown }) =>
      signatureHeaders({ method, path, body: Uint8Array.from(body as Buffer) }, key, Date.now()));
  const answer = await askOften(service, (signal) =>
    call(
      fetch,
      'put',
      '/api/v1/runs/{run_id}',
      { path: { run_id }, body: upload },
      { origin: service, gzip, signal, ...(sign && { sign }) },
    ),
  );
  if (typeof answer === 'string') return refusal(answer);
  const receipt = z.safeParse(RunReceipt, answer.ok ? answer.value : null);
  if (receipt.success) {
    // Where a result is follows from its id: an address that the service answers could be any other.
    return { kind: 'stored', receipt: receipt.data, permalink: permalinkOf(service, run_id) };
  }
  const problem = problemOf(answer);
  if (!problem) return refusal(`${service} answered with status ${answer.status} and nothing that could be read.`);
  return {
    kind: 'refused',
    why: `${service} refused it: ${sentenceOf(problem)}.`.replace(/\.\.$/, '.'),
    next: nextStepAfter(problem),
  };
}

/** The outcome of a request to delete a result, and in a sentence why it failed. */
async function deleteRun(
  service: URL,
  runId: string,
  key: string,
): Promise<{ readonly isDeleted: boolean; readonly sentence: string }> {
  const { origin } = service;
  const headers = { authorization: `Bearer ${key}` };
  const answer = await askOften(origin, (signal) =>
    call(fetch, 'delete', '/api/v1/runs/{run_id}', { path: { run_id: runId } }, { origin, headers, signal }),
  );
  const failure = (sentence: string) => ({ isDeleted: false, sentence });
  if (typeof answer === 'string') return failure(`${answer} Try again later, or name another: --service URL.`);
  if (answer.ok) return { isDeleted: true, sentence: `${runId} was deleted from ${origin}.` };
  switch (answer.status) {
    // An earlier answer may have been lost.
    case 410:
      return { isDeleted: true, sentence: `${runId} was deleted from ${origin} before.` };
    case 403:
      return failure(`This is not the deletion key of ${runId}. Give the one that was printed when it was published.`);
    case 404:
      return failure(`${origin} has no result ${runId}. If it was published elsewhere, say where: --service URL.`);
    default: {
      const problem = problemOf(answer);
      const reason = problem ? `: ${sentenceOf(problem)}` : ` with status ${answer.status}`;
      return failure(`${origin} did not delete it${reason}. Try again later.`);
    }
  }
}

/** The words with which a result is deleted; those of `echo`, which shells have themselves, are in no list of processes. */
const deleteCommand = (permalink: string, key: string) => `echo ${key} | ${PROGRAM} delete ${quoted(permalink)} -`;

export const sendLater = (path: string, options = '') => `Send it later: ${PROGRAM} publish ${quoted(path)}${options}`;

/** Sends what is kept in `path`, which it deletes when the service has it; whether it has. */
export async function send(
  keptUpload: KeptUpload,
  path: string | null,
  key: SigningKey | null = null,
): Promise<boolean> {
  const { deletion_key, upload } = keptUpload;
  const answer = await publish(keptUpload, key);
  if (answer.kind === 'stored') {
    const { device, filesystem } = upload.declared;
    const { status, reasons } = answer.receipt;
    tell(`Published as "${device}"${filesystem ? `, ${filesystem}` : ''}: ${answer.permalink}`);
    if (status !== 'published') tell(`It is ${status}: ${reasons.join(', ')}.`);
    tell(`Anyone who has this key can delete the result: ${deletion_key}`);
    tell(`To delete it: ${deleteCommand(answer.permalink, deletion_key)}`);
    drop(path);
    return true;
  }
  complain(`The result was not published. ${answer.why}`);
  tell(adviceAfter(answer.next, keptUpload, path));
  if (answer.next === 'nothing') drop(path);
  return false;
}

/** Deletes a file that is not needed any more, and says so where it cannot. */
function drop(path: string | null): void {
  if (path !== null && !forget(path)) tell(`${path} could not be deleted, and is not needed any more.`);
}

function adviceAfter(step: NextStep, { service, run_id, deletion_key }: KeptUpload, path: string | null): string {
  const permalink = permalinkOf(service, run_id);
  if (step === 'nothing') return 'Sending it again would not help.';
  if (step === 'delete')
    return (
      `An earlier attempt was stored with other words: ${permalink}. To change them, delete it first: ` +
      deleteCommand(permalink, deletion_key) +
      (path === null ? '' : `. It stays in ${path}.`)
    );
  if (path === null) return 'It could not be kept in a file either: use --json FILE.';
  return `It is kept in ${path}. ${sendLater(path, step === 'rename' ? ' --device NAME' : '')}`;
}

/** Said before anything is measured. */
export function ticketWarning(service: URL, answer: TicketAnswer): string | null {
  switch (answer.kind) {
    case 'given':
      return null;
    case 'refused':
      return `${service.origin} gave no ticket: the result can be published, but may not count there.`;
    case 'unreachable':
      return (
        `${answer.why} The run goes on; its result may not count there, and if it cannot be published ` +
        'afterwards either, it is kept in a file. Ctrl-C stops it.'
      );
    default:
      return answer satisfies never;
  }
}

/** Sends a result that lies in a file. */
export async function publishFile({ file, service, declared: changes, key: keyFile }: PublishCommand): Promise<number> {
  const key = keyFile === null ? null : await readSigningKey(keyFile);
  if (typeof key === 'string') {
    complain(key);
    return EXIT.usage;
  }
  const content = readToPublish(file);
  if (content.kind === 'problem') {
    complain(content.sentence);
    return EXIT.usage;
  }
  const declaration = declare(content.kind === 'kept' ? content.kept.upload.declared : {}, changes);
  if (!declaration) {
    complain(`${file} does not say which computer was measured. Say it: --device NAME.`);
    return EXIT.usage;
  }
  if (content.kind === 'record') {
    const keptUpload = uploadOf(service ?? new URL(DEFAULT_SERVICE), content.record, declaration);
    const path = keep(keptUpload);
    // Said before it is sent: whoever ends this meanwhile has the key all the same.
    if (path !== null) tell(`Until ${keptUpload.service} has it, it is kept in ${path}.`);
    return (await send(keptUpload, path, key)) ? EXIT.done : EXIT.failed;
  }
  const { ticket, ...upload } = content.kept.upload;
  const origin = service?.origin ?? content.kept.service;
  // A ticket is one service's alone.
  const keptTicket = origin === content.kept.service ? ticket : undefined;
  const nextUpload = {
    ...content.kept,
    service: origin,
    upload: { ...upload, declared: declaration, ...(keptTicket && { ticket: keptTicket }) },
  };
  keepAgain(file, nextUpload);
  return (await send(nextUpload, file, key)) ? EXIT.done : EXIT.failed;
}

/** The first line of standard input. */
async function lineOfInput(): Promise<string> {
  if (process.stdin.isTTY) tell('Type or paste the deletion key, then Enter.');
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return '';
}

export async function deletePublished({ service, runId, key: given }: DeleteCommand): Promise<number> {
  const key = given === '-' ? await lineOfInput() : given;
  if (!KEY_PATTERN.test(key)) {
    complain(
      'Standard input has no deletion key. Give the one of 43 characters that was printed when it was published.',
    );
    return EXIT.usage;
  }
  const { isDeleted, sentence } = await deleteRun(service, runId, key);
  if (isDeleted) print(sentence);
  else complain(sentence);
  return isDeleted ? EXIT.done : EXIT.failed;
}
