import type { FieldError } from '@opfsmark/schema/documents';
import type { JsonLimits } from '../base/limits.ts';
import { toPointer } from './pointer.ts';

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
export function guardJson(text: string, limits: JsonLimits): FieldError | null {
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
