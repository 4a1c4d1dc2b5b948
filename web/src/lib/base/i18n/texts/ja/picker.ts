import type { Translation } from '../shape.ts';
import type en from '../en/picker.ts';

export default {
  label: '測定の種類',
  matrix: 'ドライブ',
  stutter: 'プチフリ',
  'small-files': '小さなファイル',
  'block-sweep': 'ブロックサイズ',
  'queue-sweep': 'キューの深さ',
  durability: '永続性',
  sustained: '持続書き込み',
  database: 'データベース',
  'app-storage': 'アプリ用ストレージ',
  'picked-folder': '選んだフォルダー',
  'picked-file': '選んだファイル',
  more: 'ほかの質問',
  tests: 'ほか{count}種類',
  question: {
    matrix: 'どれくらい速い？',
    stutter: '引っかからない？',
    'small-files': '小さなファイルが多いと？',
    'block-sweep': '最適なブロックサイズは？',
    'queue-sweep': '同時に呼び出すと速くなる？',
    durability: '保存は確実？',
    sustained: 'どこまで遅くなる？',
    database: 'データベースに足りる速さ？',
    'app-storage': 'アプリに合うストレージは？',
    'picked-folder': 'ほかのドライブはどれくらい速い？',
    'picked-file': '読み込みだけできるドライブの速さは？',
  },
} satisfies Translation<typeof en>;
