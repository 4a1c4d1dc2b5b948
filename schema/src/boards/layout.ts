/**
 * What has boards of its own, because its numbers mean something else: the layouts of the page's sync handles, the command
 * line under Node.js, whose calls end in the system without a browser between, and what a person has picked: a folder,
 * which is written first, or a file that was there before, which is only read.
 */
export const BOARD_LAYOUTS = ['shared', 'per-worker', 'node', 'picked-folder', 'picked-file'] as const;
export type BoardLayout = (typeof BOARD_LAYOUTS)[number];
