import type { FieldError } from '@opfsmark/schema';

export interface JsonLimits {
  readonly depth: number;
  readonly nodes: number;
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

interface Frame {
  /** Keys seen, of an object; `null` for an array. */
  readonly keys: Set<string> | null;
  key: string;
  index: number;
  expectsKey: boolean;
}

const escapeToken = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * What `JSON.parse` lets pass and a schema cannot see any more: keys that stand twice, keys that touch prototypes, text
 * with half a surrogate pair, and documents too deep or too many-membered to be looked at. One pass over the text.
 *
 * @param text valid JSON
 */
export function guardJson(text: string, limits: JsonLimits): FieldError | null {
  const stack: Frame[] = [];
  let nodes = 0;
  const fail = (detail: string): FieldError => ({
    pointer: stack.map((f) => `/${f.keys ? escapeToken(f.key) : f.index}`).join(''),
    detail,
  });

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
        if (++nodes > limits.nodes) return { pointer: '', detail: `has more than ${limits.nodes} values` };
        if (stack.length >= limits.depth) return fail(`is nested more than ${limits.depth} deep`);
        const isObject = text[i] === '{';
        stack.push({ keys: isObject ? new Set() : null, key: '', index: 0, expectsKey: isObject });
        continue;
      }
      case '"': {
        const end = endOfString(text, i);
        const raw = text.slice(i + 1, end);
        const value = raw.includes('\\') ? (JSON.parse(text.slice(i, end + 1)) as string) : raw;
        i = end;
        if (frame?.expectsKey && frame.keys) {
          frame.key = value;
          frame.expectsKey = false;
          if (frame.keys.has(value)) return fail('stands twice');
          if (FORBIDDEN_KEYS.has(value)) return fail('is not allowed as a key');
          frame.keys.add(value);
        } else if (++nodes > limits.nodes) {
          return { pointer: '', detail: `has more than ${limits.nodes} values` };
        }
        if (!value.isWellFormed()) return fail('has half a surrogate pair');
        continue;
      }
      default:
        while (i + 1 < text.length && !',}] \n\r\t'.includes(text[i + 1] ?? '')) i++;
        if (++nodes > limits.nodes) return { pointer: '', detail: `has more than ${limits.nodes} values` };
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}
