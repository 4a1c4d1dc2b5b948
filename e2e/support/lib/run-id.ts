import { randomInt } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random id of a run. */
export function runId(): string {
  return Array.from({ length: 16 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');
}
