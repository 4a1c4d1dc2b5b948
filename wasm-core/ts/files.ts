import type { Engine } from '@opfsmark/schema';

/** Of the others each works on what it makes up or holds in memory. */
export function hasFiles(engine: Engine): boolean {
  return engine !== 'memory' && engine !== 'scripted';
}

/** All files of the benchmark lie in this one folder of the origin's private file system, so that leftovers can be found. */
export const OPFS_FOLDER = 'opfsmark';

/** The one file of the `shared` layout. */
export const SHARED_FILE = 'data';

/** A worker's own file in the `per-worker` layout. */
export function workerFile(workerIndex: number): string {
  return `${SHARED_FILE}-${workerIndex}`;
}
