import { RunUpload } from '@opfsmark/schema/api';
import { Declaration, RunId } from '@opfsmark/schema/documents';
import { RunRecord } from '@opfsmark/schema/families';
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { reasonOf } from '../ts/node/folder-problem.ts';
import type { Said } from './declare.ts';

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
