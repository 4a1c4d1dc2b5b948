import { faultsOf } from '@opfsmark/schema/boards';
import { Declaration, type FieldError } from '@opfsmark/schema/documents';
import { evidenceToRank, RunRecord } from '@opfsmark/schema/families';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
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

function unwrap(value: unknown): z.infer<typeof Wrapped> {
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
