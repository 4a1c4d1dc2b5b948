import { expect, it } from 'vitest';
import { errorNameOf, failureOf } from './failure.ts';

it.each([
  ['QuotaExceededError', 'quota_exceeded'],
  ['NoModificationAllowedError', 'not_allowed'],
  ['SecurityError', 'not_allowed'],
  ['InvalidStateError', 'handle_lost'],
  ['NotFoundError', 'handle_lost'],
  ['OperationError', 'io_error'],
])('%s is %s', (name, expected) => {
  expect(errorNameOf(new DOMException('told so', name))).toBe(expected);
});

it('says what the browser said, and where', () => {
  expect(failureOf('quota_exceeded', 'QuotaExceededError: full', 4096)).toEqual({
    code: 'quota_exceeded',
    detail: 'QuotaExceededError: full',
    offset_bytes: 4096,
  });
});

it('keeps details as short as a record allows', () => {
  expect(failureOf('io_error', 'x'.repeat(1000)).detail).toHaveLength(200);
});
