/** Crockford base 32: digits and capital letters without I, L, O and U, which are mistaken for others. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_LENGTH = 16;
/** The first characters of a run's id are its time in milliseconds: 45 bits reach the year 3084. The other 35 are random. */
const TIME_LENGTH = 9;

export const RUN_ID_PATTERN = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** 256 is a multiple of 32, so that the lowest five bits of a random byte are as random as the byte. */
function randomText(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => CROCKFORD[byte & 31]).join('');
}

/** An id of 80 random bits, which says nothing about what it names, such as a machine. */
export const randomId = (): string => randomText(ID_LENGTH);

/** The id of a run: in text order, ids are in the order of their times. */
export function newRunId(nowMs: number = Date.now()): string {
  const time = Array.from({ length: TIME_LENGTH }, (_, i) => {
    const digit = Math.floor(nowMs / 32 ** (TIME_LENGTH - 1 - i)) % 32;
    return CROCKFORD[digit];
  });
  return time.join('') + randomText(ID_LENGTH - TIME_LENGTH);
}

/** The id in a text of any case, read as Crockford's alphabet allows: I and L are 1, O is 0; `null` where it is none. */
export function readRunId(text: string): string | null {
  const id = text.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return RUN_ID_PATTERN.test(id) ? id : null;
}

/** The time that a run's id begins with. */
export function timeOfRunId(runId: string): number {
  return Array.from(runId.slice(0, TIME_LENGTH)).reduce((ms, digit) => ms * 32 + CROCKFORD.indexOf(digit), 0);
}
