import type { FieldError } from '@opfsmark/schema/documents';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import type { BodyLimits } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';

/** A path into a JSON document as an RFC 6901 pointer. */
function toPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

interface Frame {
  /** An object's keys so far; `null` for an array. */
  readonly keys: Set<string> | null;
  key: string;
  index: number;
  expectsKey: boolean;
}

/**
 * Finds what `JSON.parse` accepts and a schema can no longer see: duplicate keys, keys of prototypes, text with half a
 * surrogate pair, and documents that are too deep or have too many values. One pass over the text.
 *
 * @param text valid JSON
 * @returns the first fault
 */
function guardJson(text: string, limits: Pick<BodyLimits, 'depth' | 'nodes'>): FieldError | null {
  const stack: Frame[] = [];
  let nodes = 0;
  const fail = (detail: string): FieldError => ({
    pointer: toPointer(stack.map(({ keys, key, index }) => (keys ? key : index))),
    detail,
  });
  const tooMany = { pointer: '', detail: `has more than ${limits.nodes} values` };

  for (let i = 0; i < text.length; i++) {
    const frame = stack.at(-1);
    switch (text[i]) {
      case ' ':
      case '\n':
      case '\r':
      case '\t':
      case ':':
        continue;
      case ',':
        if (frame?.keys) frame.expectsKey = true;
        else if (frame) frame.index++;
        continue;
      case '}':
      case ']':
        stack.pop();
        continue;
      case '{':
      case '[': {
        if (++nodes > limits.nodes) return tooMany;
        if (stack.length >= limits.depth) return fail(`is nested more than ${limits.depth} deep`);
        const isObject = text[i] === '{';
        stack.push({ keys: isObject ? new Set() : null, key: '', index: 0, expectsKey: isObject });
        continue;
      }
      case '"': {
        const end = endOfString(text, i);
        const rawText = text.slice(i + 1, end);
        const value = rawText.includes('\\') ? (JSON.parse(text.slice(i, end + 1)) as string) : rawText;
        i = end;
        if (frame?.expectsKey && frame.keys) {
          frame.key = value;
          frame.expectsKey = false;
          if (frame.keys.has(value)) return fail('stands twice');
          if (FORBIDDEN_KEYS.has(value)) return fail('is not allowed as a key');
          frame.keys.add(value);
        } else if (++nodes > limits.nodes) {
          return tooMany;
        }
        if (!value.isWellFormed()) return fail('has half a surrogate pair');
        continue;
      }
      default:
        while (i + 1 < text.length && !',}] \n\r\t'.includes(text[i + 1] ?? '')) i++;
        if (++nodes > limits.nodes) return tooMany;
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}

/** Without a locale `zod/mini` says only "Invalid input". */
z.config(en());

/**
 * Reads a JSON body within its limits and checks it against a schema; throws the problem to answer with.
 *
 * @param clean makes what is stored of it, which the schema holds for, too: a text that is normalized can be empty then, or longer
 */
export async function readBody<S extends z.ZodMiniType>(
  request: Request,
  schema: S,
  limits: BodyLimits,
  clean?: (body: z.output<S>) => z.output<S>,
): Promise<z.output<S>> {
  const text = await readText(request, limits);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError('invalid-json', 'The body could not be parsed.');
  }
  const fault = guardJson(text, limits);
  if (fault) throw new ProblemError('invalid-body', '', [fault]);
  const body = checked(schema, value);
  return clean ? checked(schema, clean(body)) : body;
}

function checked<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new ProblemError('invalid-body', '', fieldErrors(result.error.issues));
  return result.data;
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
  const isGzip = encoding === 'gzip';
  const maxBytes = isGzip ? limits.wireBytes : limits.inflatedBytes;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes, 'on the wire');

  // A server that is told to read no more ends the connection, and the sender never reads why.
  const wire = request.body.pipeThrough(limitBytes(maxBytes, 'on the wire'), { preventCancel: true });
  const plainStream = isGzip
    ? wire.pipeThrough(new DecompressionStream('gzip')).pipeThrough(limitBytes(limits.inflatedBytes, 'inflated'))
    : wire;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  try {
    for await (const chunk of plainStream) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('invalid-json', isGzip ? 'The body is not gzip of UTF-8 text.' : 'The body is not UTF-8.');
  }
}

/** Counts bytes as they pass, so that a gzip bomb is cut off and never held in memory. */
function limitBytes(maxBytes: number, where: string): TransformStream<Uint8Array, Uint8Array> {
  let seenBytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seenBytes += chunk.byteLength;
      if (seenBytes > maxBytes) controller.error(tooLarge(maxBytes, where));
      else controller.enqueue(chunk);
    },
  });
}

function tooLarge(maxBytes: number, where: string): ProblemError {
  return new ProblemError('too-large', `At most ${maxBytes} bytes ${where}.`);
}

const MAX_ISSUES = 50;
const MAX_KEYS_PER_ISSUE = 20;

/** The first issues of a schema, each by its pointer into the body. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    const pointer = toPointer(issue.path);
    if (issue.code !== 'unrecognized_keys') return [{ pointer, detail: issue.message }];
    return issue.keys
      .slice(0, MAX_KEYS_PER_ISSUE)
      .map((key) => ({ pointer: pointer + toPointer([key]), detail: 'is not known' }));
  });
}
