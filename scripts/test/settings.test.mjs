import { expect, it } from 'vitest';
import { readSettings } from '../lib/settings.mjs';

const HASH = 'a'.repeat(64);

it.each([
  ['TRUST_POLICY', 'guarded'],
  ['ADMIN_TOKEN_SHA256', HASH],
  ['ADMIN_TOKEN_SHA256', `ann=${HASH} bob=${HASH}`],
  ['MAX_DATABASE_BYTES', '200000000'],
  ['REPEATED_RESULTS', 'allowed'],
])('%s may be "%s"', (name, text) => {
  expect(readSettings({ [name]: text, HOME: '/' })).toEqual({ [name]: text });
});

it('what is empty is not set', () => expect(readSettings({ TRUST_POLICY: '', CONTACT: '' })).toEqual({}));

it.each([
  ['TRUST_POLICY', 'Open', 'must be "open" or "guarded"'],
  ['MAX_DATABASE_BYTES', '10GB', 'a whole number of bytes'],
  ['MAX_PROVIDER_BYTES_PER_DAY', '5e6', 'a whole number of bytes'],
  ['RUNS_PER_GROUP', 'abc', 'a whole number of results'],
  ['TICKET_ALLOWANCE_MS', '-1', 'a whole number of milliseconds'],
])('%s="%s" ends the start, and says what is meant', (name, text, sentence) => {
  expect(() => readSettings({ [name]: text })).toThrow(sentence);
  expect(() => readSettings({ [name]: text })).toThrow(`and is "${text}"`);
});

it.each(['a token in place of its hash', HASH.toUpperCase(), `ann=${HASH},bob=${HASH}`])(
  'ADMIN_TOKEN_SHA256="%s" ends the start, and is not said: it may be the token itself',
  (text) => {
    const read = () => readSettings({ ADMIN_TOKEN_SHA256: text });
    expect(read).toThrow('64 small hexadecimal digits');
    expect(read).not.toThrow(text);
  },
);
