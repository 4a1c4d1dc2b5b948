import type { FieldError } from '@opfsmark/schema';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { guardJson, type JsonLimits } from './json-guard.ts';
import { ProblemError } from '../base/problem.ts';

/** `zod/mini` says only "Invalid input" until it is given words. */
z.config(en());

export interface BodyLimits extends JsonLimits {
  /** Of a compressed body; a plain one may be as large as an inflated one. */
  readonly wireBytes: number;
  readonly inflatedBytes: number;
}

/** Reads a JSON body within its limits and holds it against a schema; throws the problem to answer with. */
export async function readBody<S extends z.ZodMiniType>(
  request: Request,
  /** Or how to find it: a document may say itself which it is of. */
  schema: S | ((value: unknown) => S),
  limits: BodyLimits,
): Promise<z.output<S>> {
  const text = await readText(request, limits);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError('invalid-json', 'The body could not be parsed.');
  }
  const odd = guardJson(text, limits);
  if (odd) throw new ProblemError('invalid-body', '', [odd]);
  const parsed = (typeof schema === 'function' ? schema(value) : schema).safeParse(value);
  if (!parsed.success) throw new ProblemError('invalid-body', '', fieldErrors(parsed.error.issues));
  return parsed.data;
}

async function readText(request: Request, limits: BodyLimits): Promise<string> {
  const mediaType = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(mediaType)) {
    throw new ProblemError('unsupported-media-type', `Content-Type is "${mediaType}".`);
  }
  const encoding = (request.headers.get('content-encoding') ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new ProblemError('unsupported-media-type', `Content-Encoding is "${encoding}".`);
  }
  if (!request.body) throw new ProblemError('invalid-json', 'There is no body.');
  const most = encoding === 'gzip' ? limits.wireBytes : limits.inflatedBytes;
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most, 'on the wire');

  const wire = request.body.pipeThrough(limitBytes(most, 'on the wire'));
  const plain =
    encoding === 'gzip'
      ? wire.pipeThrough(new DecompressionStream('gzip')).pipeThrough(limitBytes(limits.inflatedBytes, 'inflated'))
      : wire;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  try {
    for await (const chunk of plain) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError(
      'invalid-json',
      encoding === 'gzip' ? 'The body is not gzip of UTF-8 text.' : 'The body is not UTF-8.',
    );
  }
}

/** Counts while it flows, so that a bomb is cut off and never held. */
function limitBytes(most: number, where: string): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > most) controller.error(tooLarge(most, where));
      else controller.enqueue(chunk);
    },
  });
}

function tooLarge(most: number, where: string): ProblemError {
  return new ProblemError('too-large', `At most ${most} bytes ${where}.`);
}

/** RFC 6901 pointers for what a schema found, at most 50. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.slice(0, 50).flatMap((issue) => {
    const pointer = toPointer(issue.path);
    if (issue.code !== 'unrecognized_keys') return [{ pointer, detail: issue.message }];
    return issue.keys.slice(0, 20).map((key) => ({ pointer: pointer + toPointer([key]), detail: 'is not known' }));
  });
}

function toPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
