import type { FamilyId, FigureWord } from '../../families/index.ts';
import type { Figure } from '../../figures/index.ts';
import en from './en.ts';

type Words<Id extends FamilyId> = Readonly<Record<FigureWord<Id>, string>>;

const DIRECTIONS: Words<'block-sweep' | 'queue-sweep'> = { read: 'read', write: 'write', mix: 'mixed' };
const MATRIX: Words<'matrix'> = {
  ...DIRECTIONS,
  drive_read: 'read, drive',
  drive_wait: 'read, drive calls only, p50',
  write_flush: 'write, flushed once',
  write_burst: 'write burst, flushed once',
  flush_each: 'write, flushed each time',
};
const STUTTER: Words<'stutter'> = {
  longest: 'longest call',
  stalls: 'stalls',
  'stall-share': 'share of time in stalls',
  mean: 'mean call',
};
const SMALL_FILES: Words<'small-files'> = {
  ll_512k: '512 KiB, one at a time',
  ll_4k: '4 KiB, one at a time',
  hl_4k: '4 KiB, many at once',
  create: 'create',
  copy: 'copy',
  delete: 'delete',
};
const DURABILITY: Words<'durability'> = {
  none: 'never flushed',
  end: 'flushed once at the end',
  each: 'flushed each time',
};
const SUSTAINED: Words<'sustained'> = {
  'at-last': 'at the end',
  'at-first': 'at first',
  kept: 'kept',
};
const DATABASE: Words<'database'> = {
  bulk: 'all rows in one transaction',
  single: 'one row per transaction',
  reads: 'reads by key',
};
const APP_STORAGE: Words<'app-storage'> = {
  ...en.stores,
  open: 'cold open',
  put: 'put',
  'put-batch': 'put, one transaction',
  read: 'read',
  scan: 'scan',
  update: 'update',
  delete: 'delete',
  'blob-write': 'large write',
  'blob-read': 'large read',
};
const PICKED_FOLDER: Words<'picked-folder'> = {
  picked: 'picked',
  ceiling: 'ceiling',
  write: 'write',
  seq_read: 'sequential read',
  rnd_read: 'random read, 4 KiB',
  create: 'create files',
  delete: 'delete files',
};

const PICKED_FILE: Words<'picked-file'> = {
  again: 'again',
  'in-order-1': 'sequential read',
  'in-order-4': 'sequential read, four at a time',
  'drive-time': 'drive time, 4 KiB',
  'random-read': 'random read, 4 KiB',
};

/** What the words of a family's figures mean, in English, as files have them. */
const FIGURE_WORDS: { readonly [Id in FamilyId]: Words<Id> } = {
  matrix: MATRIX,
  stutter: STUTTER,
  'small-files': SMALL_FILES,
  'block-sweep': DIRECTIONS,
  'queue-sweep': DIRECTIONS,
  durability: DURABILITY,
  sustained: SUSTAINED,
  database: DATABASE,
  'app-storage': APP_STORAGE,
  'picked-folder': PICKED_FOLDER,
  'picked-file': PICKED_FILE,
};

/** What a word of a figure's name means. */
function wordOf(family: FamilyId, word: string): string {
  const words: Readonly<Record<string, string>> = FIGURE_WORDS[family];
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word;
}

interface FigureLabel {
  /** What was measured: "RND4K Q1"; '' where a figure's name is one word. */
  readonly row: string;
  /** What was done with it: "read". */
  readonly column: string;
}

function labelOf(family: FamilyId, { name }: Pick<Figure, 'name'>): FigureLabel {
  const words = name.split(' ').map((word) => wordOf(family, word));
  return { row: words.slice(0, -1).join(' '), column: words.at(-1) ?? '' };
}

/** "RND4K Q1 read" */
export function figureTitle(family: FamilyId, figure: Pick<Figure, 'name'>): string {
  const { row, column } = labelOf(family, figure);
  return row === '' ? column : `${row} ${column}`;
}
