/** So much is said of a run of four rows, however long it takes: who listens is told each test once, and nothing for its own sake. */
const MAX_SAID = 12;
/** Its start, that its file is cleared from memory, and its end. */
const ALWAYS_SAID = 3;
/** Long enough to wonder whether it goes on; from then on each time as long again. */
const FIRST_MS = 8_000;

/** How often it was to be said by now how far a clearing is: as often as reads and writes of all rows leave room for, and at least once. */
export function clearingsSaid(waitedMs: number, rows: number): number {
  const room = Math.max(1, MAX_SAID - ALWAYS_SAID - 2 * rows);
  return waitedMs < FIRST_MS ? 0 : Math.min(room, 1 + Math.floor(Math.log2(waitedMs / FIRST_MS)));
}
