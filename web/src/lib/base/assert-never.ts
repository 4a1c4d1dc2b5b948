/** Closes a switch over a union: a new member does not compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
