/**
 * What has boards of its own, because its numbers mean something else: the layouts of the page's sync handles, the command
 * line under Node.js, whose calls end in the system without a browser between, the same past the page cache, what a
 * person has picked: a folder, which is written first, or a file that was there before, which is only read; libraries in
 * which an app keeps its data; and writes that go on until a drive's own cache is full.
 */
export const BOARD_LAYOUTS = [
  'shared',
  'per-worker',
  'node',
  'node-direct',
  'picked-folder',
  'picked-file',
  'app-storage',
  'sustained',
] as const;
export type BoardLayout = (typeof BOARD_LAYOUTS)[number];
