import type { FamilyId } from '../../families/index.ts';
import type { Language } from './languages.ts';

type Titles = Readonly<Record<FamilyId, string>>;

const en: Titles = {
  matrix: 'Drive',
  stutter: 'Stutter',
  'small-files': 'Small files',
  'block-sweep': 'Block sizes',
  'queue-sweep': 'Queue depths',
  durability: 'Durability',
  sustained: 'Sustained write',
  database: 'SQLite',
  'app-storage': 'Storage for apps',
  'picked-folder': 'Picked folder',
  'picked-file': 'Picked file',
};

const ja: Titles = {
  matrix: 'ドライブ',
  stutter: 'プチフリ',
  'small-files': '小さなファイル',
  'block-sweep': 'ブロックサイズ',
  'queue-sweep': 'キューの深さ',
  durability: '永続性',
  sustained: '持続書き込み',
  database: 'SQLite',
  'app-storage': 'アプリのストレージ',
  'picked-folder': '選んだフォルダー',
  'picked-file': '選んだファイル',
};

/** What the tests of a run are called in the title of a picture or a badge. The page has names of its own. */
export const FAMILY_TITLES: Readonly<Record<Language, Titles>> = { en, ja };
