/** What the environment says of the service: see worker-api/src/base/env.ts. What cannot be meant ends the start with a sentence. */
import { PlainError } from './say.mjs';

const oneOf = (...words) => ({
  isFit: (text) => words.includes(text),
  must: `be ${words.map((word) => `"${word}"`).join(' or ')}`,
});
const wholeNumberOf = (unit, example) => ({
  isFit: (text) => /^\d{1,15}$/.test(text),
  must: `be a whole number of ${unit}, such as ${example}`,
});
const bytes = wholeNumberOf('bytes', 5_000_000_000);

const TOKENS = /^(?:[\w.@-]{1,40}=)?[0-9a-f]{64}(?:\s+(?:[\w.@-]{1,40}=)?[0-9a-f]{64})*$/;

/** All but the first three are for tests. */
const SETTINGS = {
  TRUST_POLICY: oneOf('open', 'guarded'),
  ADMIN_TOKEN_SHA256: {
    isFit: (text) => TOKENS.test(text.trim()),
    must: 'be the SHA-256 of a token as 64 small hexadecimal digits, or several with a name each, as in "ann=... bob=..."',
    // It may be the token itself, which must not stand in a log.
    isSecret: true,
  },
  CONTACT: { isFit: (text) => text.length <= 200, must: 'have at most 200 letters' },
  TICKET_ALLOWANCE_MS: wholeNumberOf('milliseconds', 1000),
  REPEATED_RESULTS: oneOf('allowed', 'refused'),
  RUNS_PER_GROUP: wholeNumberOf('results', 60),
  MAX_DATABASE_BYTES: bytes,
  MAX_DATABASE_BYTES_PER_DAY: bytes,
  MAX_PROVIDER_BYTES_PER_DAY: bytes,
  MAX_DOCUMENT_BYTES: bytes,
  MAX_DOCUMENTS: wholeNumberOf('documents', 1_000_000),
};

/**
 * The variables that an environment sets; an empty one is as good as none.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function readSettings(env) {
  const set = Object.entries(SETTINGS).flatMap(([name, { isFit, must, isSecret = false }]) => {
    const text = env[name] ?? '';
    if (text === '') return [];
    if (!isFit(text))
      throw new PlainError(`${name} must ${must}, and is ${isSecret ? 'something else' : `"${text}"`}.`);
    return [[name, text]];
  });
  return Object.fromEntries(set);
}
