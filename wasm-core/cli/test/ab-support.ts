import { withFolder } from '../../ts/node/test/drives.ts';
import { MEASURING, opfsmark } from './support.ts';

/** A second or two for each measurement, on any drive. */
export const TINY = [
  '--rows',
  'RND4K-Q1T1',
  '--directions',
  'write',
  '--size',
  '16MiB',
  '--write',
  '1MiB',
  '--limit',
  '0',
];
/** Through memory, which every file system has; and whatever the drive does is no change. */
export const SAFE = ['--cache', 'as-is', '--threshold', '100000%', '--until', '100000%'];

export const ab = (words: readonly string[], setting: Parameters<typeof opfsmark>[1] = {}) =>
  opfsmark(['ab', ...words], { program: MEASURING, ...setting });

export const withFolders = <T>(use: (a: string, b: string) => Promise<T>) =>
  withFolder((a) => withFolder((b) => use(a, b), 'other'));
