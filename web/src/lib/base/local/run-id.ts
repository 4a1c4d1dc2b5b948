/** Digits and capital letters without I, L, O and U: 32 that are not mistaken for each other. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_LENGTH = 16;

/** A run's id: 80 random bits. */
export function newRunId(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  // 256 is a multiple of 32, so that the lowest five bits of a random byte are as random as the byte.
  return Array.from(random(new Uint8Array(ID_LENGTH)), (byte) => CROCKFORD[byte & 31]).join('');
}
