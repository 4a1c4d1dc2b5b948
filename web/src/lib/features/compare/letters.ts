const FIRST = 'A'.charCodeAt(0);

/** How the results of a comparison are told apart: A, B, C .. in their order. */
export const letterOf = (index: number): string => String.fromCharCode(FIRST + index);
