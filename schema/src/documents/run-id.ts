/** Crockford base 32 without I, L, O, U: 16 characters, 80 bits. */
export const RUN_ID_PATTERN = /^[0-9A-HJKMNP-TV-Z]{16}$/;
